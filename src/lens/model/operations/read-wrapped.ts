import { begun, type Ground } from './ground.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import {
  handedOnBy,
  innerCalls,
  listedBy,
  loopedBy,
  promisedBy,
  savedBy,
  type Wrappers,
} from '../wrappers/wrappers.ts';
import { type Takers, withKey } from '../tables/table-takers.ts';
import type { Reading } from './file-operations.ts';
import { mayReach } from './may-reach.ts';
import { type Called, collect } from './collect.ts';
import { readInherited } from './read-inherited.ts';
import { readThrough } from './read-through.ts';
import { seenAt } from '../seen/seen-call.ts';
import { handedOnAt, listedAt, loopedAt, promisedAt, savedAt } from './seen-from-call.ts';
import { readGifts } from './gifts.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Files, Linker } from '../../link/linker.ts';
import { areLoops } from '../../syntax/facts/branches.ts';
import type { KeyExpression, Query } from './operation.ts';
import { keys } from './entity.ts';

/** The calls of one file that reach the SDK through wrappers. They are as `readOperations` is. */
export function* readWrapped(ground: Ground, facts: FileFacts, wrappers: Wrappers, takers: Takers): Reading {
  const { files, memory, flow } = begun(ground);
  const calls = [...facts.otherCalls, ...facts.calls];
  const sites = calls.filter(({ method, call }) => mayReach(facts, method, call, wrappers));
  const read = yield* collect(ground, memory, facts, sites, (linker, site) => {
    const here = { file: facts.file };
    const asked = innerCalls(linker, wrappers, site, here).flatMap(
      ({ inner, context }): readonly Called[] => {
        const operation = readThrough(linker, flow, files, facts, site, inner, context);
        return operation === undefined ? [] : [withKey(files, facts, site, operation, inner)];
      },
    );
    const listings = listedBy(linker, wrappers, site, here).flatMap((listing): readonly Called[] => {
      const { query } = listing;
      const via = query.via ?? { place: { file: query.file, span: query.nameSpan }, name: site.method };
      const there = { file: via.place.file, nameStart: via.place.span.start };
      const seen = seenAt(flow, files, facts.file, site, there);
      const listed = listedAt(linker, facts, site, listing, seen);
      return isUsed(listed) ? [{ operation: { ...listed, via }, isListing: true }] : [];
    });
    const saves = savedBy(linker, wrappers, site, here).flatMap((write): readonly Called[] => {
      if (write.file === facts.file) return [];
      const there = { file: write.file, nameStart: write.nameSpan.start };
      const { stale } = seenAt(flow, files, facts.file, site, there).stale(false, true, () => false);
      return stale === undefined ? [] : [{ operation: savedAt(facts, site, write, stale), isSave: true }];
    });
    const given = handedOnBy(linker, wrappers, site, here).map((read): Called => {
      const via = read.via ?? { place: { file: read.file, span: read.nameSpan }, name: site.method };
      const there = { file: via.place.file, nameStart: via.place.span.start };
      const seen = seenAt(flow, files, facts.file, site, there);
      return { operation: handedOnAt(facts, site, { ...read, via }, seen), isHandedOn: true };
    });
    const [promised] = promisedBy(linker, wrappers, site, here);
    const promise: readonly Called[] =
      promised === undefined ? [] : [{ operation: promisedAt(facts, site, promised), isPromise: true }];
    const looped = loopedBy(linker, wrappers, site, here).flatMap((operation): readonly Called[] => {
      const isFar = operation.via?.isFar === true || operation.file === facts.file;
      const via = {
        ...(operation.via ?? {
          place: { file: operation.file, span: operation.nameSpan },
          name: site.method,
        }),
        ...(isFar && { isFar }),
      };
      const there = { file: via.place.file, nameStart: via.place.span.start };
      const seen = seenAt(flow, files, facts.file, site, there);
      return [{ operation: loopedAt(linker, facts, site, { ...operation, via }, seen), isLooped: true }];
    });
    const called = asked.length > 0 ? [] : calledBy(linker, wrappers, files, facts, site);
    const sized = asked.length > 0 ? [] : sizedBy(linker, wrappers, flow, files, facts, site);
    return [...asked, ...listings, ...saves, ...given, ...promise, ...looped, ...called, ...sized];
  });
  if (read.tooLarge !== undefined) return read;
  const { gifts, takers: handing } = yield* readGifts(files, memory, facts, wrappers, takers);
  const inherited = yield* readInherited(ground, facts);
  return { ...read, inherited, gifts, takers: [...read.takers, ...handing] };
}

/** The writes that a call of a function of another file waits for, whatever that is given, each with the keys that are arguments as they are. */
function calledBy(
  linker: Linker,
  wrappers: Wrappers,
  files: Files,
  facts: FileFacts,
  site: CallSite,
): readonly Called[] {
  if (site.isAwaited !== true || site.isCaught === true) return [];
  return loopedBy(linker, wrappers, site, { file: facts.file }).flatMap((write): readonly Called[] => {
    if (write.kind !== 'write') return [];
    const isSure = write.via === undefined && !write.isInCatch && areLoops(write.branches);
    if (!isSure || write.file === facts.file) return [];
    const parameters = files.facts(write.file)?.functions[write.fn ?? -1]?.parameters ?? [];
    const argumentOf = (key: KeyExpression | undefined): KeyExpression | undefined => {
      const value = key?.value;
      if (value?.kind !== 'unknown' || value.name === undefined) return undefined;
      const index = parameters.findIndex((parameter) => parameter.name === value.name);
      const arg = index < 0 ? undefined : site.call.args[index];
      return (
        arg && { place: { file: facts.file, span: arg.span }, value: { kind: 'unknown', why: 'parameter' } }
      );
    };
    const { partitionKey: own, rowKey: other, ...called } = promisedAt(facts, site, write);
    const given = keys(argumentOf(own), argumentOf(other));
    return [{ operation: { ...called, ...given, values: [], inside: write }, isCalled: true }];
  });
}

/** The transactions of functions of other files of which a call decides how many actions they have at most. */
function sizedBy(
  linker: Linker,
  wrappers: Wrappers,
  flow: () => Flow,
  files: Files,
  facts: FileFacts,
  site: CallSite,
): readonly Called[] {
  if (site.call.args.length === 0) return [];
  return promisedBy(linker, wrappers, site, { file: facts.file }).flatMap((write): readonly Called[] => {
    const isOther = write.via === undefined && write.file !== facts.file && write.size.kind !== 'open';
    if (write.method !== 'submitTransaction' || !isOther) return [];
    const there = { file: write.file, nameStart: write.nameSpan.start };
    const size = seenAt(flow, files, facts.file, site, there).size();
    const isOwn = write.size.kind === 'most' && size.kind === 'most' && write.size.count >= size.count;
    if (size.kind !== 'most' || isOwn) return [];
    return [{ operation: { ...promisedAt(facts, site, write), size, inside: write }, isCalled: true }];
  });
}

/** Whether a call that lists entities leaves some out, sorts them, takes a part, or hands them on itself: of another one nothing is told. */
function isUsed({ consumption }: Query): boolean {
  const { filters, truths, sorts, limit, skip, returnsEach, reads } = consumption;
  const isSeen = [filters, truths, sorts, limit, skip].some((one) => one !== undefined);
  return isSeen || returnsEach === true || reads?.isWhole === false;
}
