import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import { type Ground, shallow } from './ground.ts';
import { type Linker, type Memory, spend } from '../../link/linker.ts';
import { NO_OPERATIONS, type Reading } from './file-operations.ts';
import { inSteps } from '../../flow/in-steps.ts';
import { newLinker } from '../../link/evaluate.ts';
import { withSiblings } from './siblings.ts';
import { loopedAround, namesOf, promisedAround, type Wrapper, wrappersAround } from '../wrappers/wrappers.ts';
import type { Operation, PointRead, Query, Write } from './operation.ts';
import { type Keyed, takersOf } from '../tables/table-takers.ts';

/** Of what a file may cost, for each operation: most of it is done outside of the linker. */
export const OPERATION = 20;

/** Operations of one file; the largest of the real files that were read has 31. */
export const MOST_OPERATIONS = 2_000;

/** Reads the operations at each site, until the file has cost more than one file may. */
export function* collect<S extends CallSite>(
  { files, stepping }: Ground,
  memory: Memory,
  facts: FileFacts,
  sites: readonly S[],
  read: (linker: Linker, site: S) => readonly Called[],
): Reading {
  if (facts.tooLarge) return { ...NO_OPERATIONS, tooLarge: facts.tooLarge };
  const all: ({ site: S } & Called)[] = [];
  for (const site of sites) {
    // a linker that was left in the middle of something knows too much
    const operations = yield* inSteps(stepping, () => shallow(() => read(newLinker(files, memory), site)));
    if (operations === undefined) return { ...NO_OPERATIONS, tooLarge: 'depth' };
    spend(newLinker(files, memory), OPERATION * operations.length);
    if (memory.work.left <= 0) return { ...NO_OPERATIONS, tooLarge: 'steps' };
    for (const one of operations) all.push({ site, ...one });
    if (all.length > MOST_OPERATIONS) return { ...NO_OPERATIONS, tooLarge: 'operations' };
    yield;
  }
  const listings = all.filter(({ isListing }) => isListing === true);
  const saves = all.filter(({ isSave }) => isSave === true);
  const given = all.filter(({ isHandedOn }) => isHandedOn === true);
  const promised = all.filter(({ isPromise }) => isPromise === true);
  const looped = all.filter(({ isLooped }) => isLooped === true);
  const called = all.filter(({ isCalled }) => isCalled === true);
  const found = withSiblings(
    facts,
    all.filter(({ isListing, isSave, isHandedOn, isPromise, isLooped, isCalled }) =>
      [isListing, isSave, isHandedOn, isPromise, isLooped, isCalled].every((one) => one !== true),
    ),
  );
  const names = namesOf(facts);
  return {
    operations: found.map(({ operation }) => operation).sort((a, b) => a.nameSpan.start - b.nameSpan.start),
    listings: listings.map(({ operation }) => operation).filter(isQuery),
    saves: saves.map(({ operation }) => operation).filter(isWrite),
    dropped: promised
      .filter(({ site }) => (site.isDropped ?? site.isUnhandled) === true && site.fn !== undefined)
      .flatMap(({ site, operation }): readonly Write[] =>
        isWrite(operation)
          ? [{ ...operation, unawaited: site.isDropped === true ? 'statement' : 'then' }]
          : [],
      ),
    looped: looped.map(({ operation }) => operation).filter(({ repeated }) => repeated !== undefined),
    called: called.map(({ operation }) => operation).filter(isWrite),
    inJson: given.map(({ operation }) => operation).filter(isMadeJson),
    inherited: [],
    wrappers: distinct([
      ...wrappersAround(facts, names.ofFunction, found),
      ...wrappersAround(facts, names.ofFunction, listings),
      ...wrappersAround(facts, names.ofFunction, given),
      ...promised.flatMap(({ site, operation }) => promisedAround(facts, names.ofFunction, site, operation)),
      ...looped.flatMap(({ site, operation }) => loopedAround(facts, names.ofFunction, site, operation)),
    ]),
    takers: takersOf(facts, names, found),
    gifts: [],
  };
}

/** What one call leads to. */
export interface Called extends Keyed {
  readonly isListing?: boolean;
  readonly isSave?: boolean;
  /** It is only told whether somebody waits for it. */
  readonly isPromise?: boolean;
  /** It is only told whether a loop repeats it. */
  readonly isLooped?: boolean;
  /** It is only told what else the function around the call writes. */
  readonly isCalled?: boolean;
  readonly isHandedOn?: boolean;
}

function isMadeJson(operation: Operation): operation is Query | PointRead {
  return operation.kind !== 'write' && operation.inJson !== undefined;
}

function isWrite(operation: Operation): operation is Write {
  return operation.kind === 'write';
}

function isQuery(operation: Operation): operation is Query {
  return operation.kind === 'query';
}

/** Several operations of one call make one wrapper of the function around it. */
function distinct(wrappers: readonly Wrapper[]): readonly Wrapper[] {
  const seen = new Map<CallSite, Set<string>>();
  return wrappers.filter(({ fn, inner, promised, looped }) => {
    const fns = seen.get(inner) ?? new Set();
    seen.set(inner, fns);
    // who waits for it, and what repeats it, are told apart from what it asks for
    const of = promised === undefined ? (looped === undefined ? 'asked' : loopedKey(looped)) : 'promised';
    return fns.size < fns.add(`${fn} ${of}`).size;
  });
}

/** A loop around a call that is far repeats all that it comes down to. */
function loopedKey({ via }: Operation): string {
  return via?.isFar === true ? `looped ${via.place.span.start} ${via.place.file}` : 'looped';
}
