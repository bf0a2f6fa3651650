import { type Place, samePlace } from '../../../core/text/segments.ts';
import { type Context } from '../../link/values/abstract.ts';
import { findBinding } from '../../link/names/find-binding.ts';
import { newLinker } from '../../link/evaluate.ts';
import { type Files, type Linker, type Memory, newMemory, spend } from '../../link/linker.ts';
import type { CallExpr, Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, CandidateCall, FileFacts, TooLarge } from '../../syntax/facts/facts.ts';
import { consumptionOf, consumptionThrough } from './consumption.ts';
import { keys, madeBySubclass } from './entity.ts';
import { type SeenEntity, UNSEEN } from '../seen/seen-entities.ts';
import { judgeReceiver } from './evidence.ts';
import { areLoops } from '../../syntax/facts/branches.ts';
import { mayBind, readBinding } from './bindings.ts';
import { boundCall } from './bound-calls.ts';
import { createFlow, type Flow } from '../../flow/flow.ts';
import { inSteps, type Stepping } from '../../flow/in-steps.ts';
import { UNKNOWN } from '../../flow/values/list-size.ts';
import { FILE_BUDGET } from '../../link/limits.ts';
import { LONGEST_READ } from '../../../core/shape/filter-text.ts';
import { writtenFilter } from '../filters/filter.ts';
import { callersOf } from './callers.ts';
import { mayBeLegacy, readLegacy } from './legacy.ts';
import type {
  KeyExpression,
  Operation,
  PointRead,
  Query,
  QueryFilter,
  Repetition,
  StaleRead,
  Write,
  WriteMethod,
} from './operation.ts';
import { readProjection } from './projection.ts';
import { runIn } from './run-in.ts';
import { repetitionOf } from './repetition.ts';
import { withSiblings } from './siblings.ts';
import {
  type Gifts,
  type Keyed,
  readGiving,
  readSubclass,
  type TableGift,
  type Taker,
  type Takers,
  takersOf,
  withKey,
} from '../tables/table-takers.ts';
import { clientKeyOf, clientKeyThrough } from '../tables/client-identity.ts';
import { isSure } from '../tables/tables.ts';
import {
  queryRepetition,
  readWrite,
  repetitionAt,
  withoutDetails,
  wrappedRepetition,
  wrappedUnawaited,
} from './writes.ts';
import type { WrappedCall } from '../wrappers/wrapped-call.ts';
import {
  handedOnBy,
  innerCalls,
  isCandidate,
  isDecidedByCallers,
  type Listed,
  listedBy,
  loopedAround,
  loopedBy,
  promisedAround,
  promisedBy,
  savedBy,
  type Wrapper,
  type Wrappers,
  wrappersAround,
  namesOf,
} from '../wrappers/wrappers.ts';
import { NOT_LOOKED_AT, seenAt, type SeenCall } from '../seen/seen-call.ts';
import { insideOf, outsideOf } from '../seen/seen-results.ts';
import { inheritedBy } from './inherited.ts';

/** What one file has: its operations in source order, and the wrappers that they make of its functions. */
export interface FileOperations {
  readonly operations: readonly Operation[];
  /** Calls of functions that give the entities of a query of theirs, each as that query whose results the caller uses. */
  readonly listings: readonly Query[];
  /** Calls of functions of other files that write what they are given, each as that write, where it puts back what was read here. */
  readonly saves: readonly Write[];
  /** Calls of functions that write whose promise nobody waits for, each as the first of those writes. */
  readonly dropped: readonly Write[];
  /** Calls in loops of functions of other files that decide a part of what these ask for, each as that operation. */
  readonly looped: readonly Operation[];
  /** Calls of functions of other files that write whatever they are given, each as that write with the keys that it is given. */
  readonly called: readonly Write[];
  /** Calls of functions that give entities which have an Int64, each as the read of theirs, where JSON is made of those here. */
  readonly inJson: readonly (Query | PointRead)[];
  /** Writes that classes of the file inherit, with the keys that these make of what is written. */
  readonly inherited: readonly Write[];
  readonly wrappers: readonly Wrapper[];
  /** What takes the tables of its operations, and what its calls give to such. */
  readonly takers: readonly Taker[];
  readonly gifts: readonly TableGift[];
  /** Nothing was read of the file, and why. */
  readonly tooLarge?: TooLarge;
}

/** Reads a file call by call, so that others have their turn in between. */
export type Reading = Generator<void, FileOperations>;

/** What the readings of one file share while none of the files changes that they rest on. */
export interface Ground {
  readonly files: Files;
  readonly memory: Memory;
  /** The flow of its programs, made when a call of the SDK is met. */
  readonly flow: () => Flow;
  /** Whether its runs are made one a step. */
  readonly stepping: Stepping;
  /** How much it has made until now: nothing else costs much to make again. */
  readonly size: () => number;
}

export function newGround(files: Files): Ground {
  const memory = newMemory();
  const stepping: Stepping = { isOn: false };
  let flow: Flow | undefined;
  return {
    files,
    memory,
    stepping,
    flow: () => (flow ??= createFlow(files, () => newLinker(files, memory), stepping)),
    size: () => flow?.size() ?? 0,
  };
}

/**
 * Every data-access site of one file at which the SDK itself is called, whatever its evidence. Never throws: of a file
 * that cannot be read within the stack and the work that one file may cost, it says so.
 */
export function readOperations(ground: Ground, facts: FileFacts): Reading {
  const { files, memory, flow } = begun(ground);
  const bound = facts.otherCalls.flatMap((site) => boundCall(facts, site) ?? []);
  const viaOf = new Map<CallSite, Operation['via']>(bound.map(({ candidate, via }) => [candidate, via]));
  const sites = [
    ...facts.calls,
    ...bound.map(({ candidate }) => candidate),
    ...facts.otherCalls.filter((site) => mayBind(site) || mayBeLegacy(site)),
  ];
  return collect(ground, memory, facts, sites, (linker, site) => {
    const context = { file: facts.file };
    const via = viaOf.get(site);
    const operation = isCandidate(site)
      ? readOperation(linker, facts, site, context, seenAt(flow, files, facts.file, site))
      : readOtherDoor(linker, facts, site, context);
    if (operation === undefined) return [];
    const found = via === undefined ? operation : { ...operation, via };
    return [isCandidate(site) ? withKey(facts, site, found, site) : { operation: found }];
  });
}

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
        return operation === undefined ? [] : [withKey(facts, site, operation, inner)];
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
    return [...asked, ...listings, ...saves, ...given, ...promise, ...looped, ...called];
  });
  if (read.tooLarge !== undefined) return read;
  const { gifts, takers: handing } = yield* readGifts(files, memory, facts, wrappers, takers);
  const inherited = yield* readInherited(ground, facts);
  return { ...read, inherited, gifts, takers: [...read.takers, ...handing] };
}

/** What a call in a function asks for when that is called from a site, as the site sees it; undefined where it may be of no table. */
export function readThrough(
  linker: Linker,
  flow: () => Flow,
  files: Files,
  facts: FileFacts,
  site: CallSite,
  inner: CandidateCall,
  context: Context,
): Operation | undefined {
  const innerFacts = files.facts(context.file);
  const there = { file: context.file, nameStart: inner.nameSpan.start };
  const seen = seenAt(flow, files, facts.file, site, there);
  const operation = innerFacts && readOperation(linker, innerFacts, inner, context, seen);
  if (innerFacts === undefined || operation === undefined || !isSure(operation)) return undefined;
  return seenFrom(linker, { facts, site, innerFacts, inner }, operation, seen);
}

/** A query as whoever calls the function sees it that gives its entities. */
function listedAt(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  { query: listed, inner, context }: Listed,
  seen: SeenCall,
): Query {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, optionsSpan: _____, ...query } = listed;
  const { filters = [], truths = [], ...used } = consumptionOf(seen.results(functionOf(facts, site)));
  const { sorts = [] } = seen.sorts();
  const before = listed.consumption;
  const sortedBefore = [...(before.sortedBefore ?? []), ...(before.sorts ?? [])];
  const filteredBefore = [before.filteredBefore, before.filters, before.truths].flatMap((all) => all ?? []);
  const limitBefore = before.limit ?? before.limitBefore;
  const own = notIn(sortedBefore, sorts);
  const [ownFilters, ownTruths] = [notIn(filteredBefore, filters), notIn(filteredBefore, truths)];
  const consumption = {
    ...consumptionThrough(used, before),
    ...(own.length > 0 && { sorts: own }),
    ...(ownFilters.length > 0 && { filters: ownFilters }),
    ...(ownTruths.length > 0 && { truths: ownTruths }),
    ...(limitBefore && { limitBefore }),
    sortedBefore,
    filteredBefore,
    ...seen.reads(),
  };
  const projection = isCandidate(inner)
    ? readProjection(linker, inner, seen, context, query.projection?.select)
    : query.projection;
  return { ...query, ...siteOf(facts, site), consumption, ...(projection && { projection }) };
}

/** A read as whoever calls the function sees it that gives what it read. */
function handedOnAt(facts: FileFacts, site: CallSite, given: Query | PointRead, seen: SeenCall): Operation {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, inJson: _____, ...read } = given;
  const here = { ...siteOf(facts, site), ...seen.inJson() };
  if (read.kind === 'point-read') {
    const { reads: ______, ...pointRead } = read;
    return { ...pointRead, ...here, ...seen.reads() };
  }
  return {
    ...read,
    ...here,
    consumption: consumptionOf(seen.results(functionOf(facts, site))),
  };
}

/** A write as whoever calls the function sees it that writes what it is given. */
function savedAt(facts: FileFacts, site: CallSite, saved: Write, stale: StaleRead): Write {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, ...write } = withoutDetails(saved);
  const via = { place: { file: saved.file, span: saved.nameSpan }, name: site.method };
  return { ...write, ...siteOf(facts, site), via, stale };
}

/** An operation as a loop repeats it that calls the function around it. */
function loopedAt(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  looped: Operation,
  seen: SeenCall,
): Operation {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, turns: _____, ...inner } = looped;
  const { listed, ...repeated } = repetitionAt(linker, facts, site, looped, seen);
  const here = { ...siteOf(facts, site), ...repeated };
  // how the turns go together is nobody's question of what is told of designs alone
  if (inner.via?.isFar === true)
    return inner.kind === 'write' ? { ...withoutDetails(inner), ...here } : { ...inner, ...here };
  const outer = { ...here, ...seen.atOnce(repeated.repeated) };
  if (inner.kind === 'write') return { ...withoutDetails(inner), ...outer, ...(listed && { listed }) };
  return { ...inner, ...outer, ...seen.turns(repeated.repeated) };
}

/** A write as whoever calls the function sees it whose promise is settled by then. */
function promisedAt(facts: FileFacts, site: CallSite, promised: Write): Write {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, ...write } = withoutDetails(promised);
  const { place } = promised.via ?? { place: { file: promised.file, span: promised.nameSpan } };
  return { ...write, ...siteOf(facts, site), via: { place, name: site.method } };
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
    return [{ operation: { ...called, ...given, values: [] }, isCalled: true }];
  });
}

/** Those that stand at other places. */
function notIn<T extends { readonly place: Place }>(before: readonly T[], all: readonly T[]): readonly T[] {
  return all.filter(({ place }) => !before.some((other) => samePlace([place, other.place]) !== undefined));
}

/** Whether a call that lists entities leaves some out, sorts them, takes a part, or hands them on itself: of another one nothing is told. */
function isUsed({ consumption }: Query): boolean {
  const { filters, truths, sorts, limit, skip, returnsEach, reads } = consumption;
  const isSeen = [filters, truths, sorts, limit, skip].some((one) => one !== undefined);
  return isSeen || returnsEach === true || reads?.isWhole === false;
}

/** The function around a call. */
function functionOf({ file, functions }: FileFacts, { fn }: CallSite): Place | undefined {
  const span = fn === undefined ? undefined : functions[fn]?.span;
  return span && { file, span };
}

/** Classes of one file whose inherited writes are read. */
const MOST_HEIRS = 20;

/** What the classes of a file write through methods of those that they extend, where they make the keys themselves. */
function* readInherited(ground: Ground, facts: FileFacts): Generator<void, readonly Write[]> {
  const { files, memory, flow } = ground;
  const all: Write[] = [];
  for (const { extends: base, id } of facts.classes.slice(0, MOST_HEIRS)) {
    if (base === undefined || memory.work.left <= 0) continue;
    const found = yield* inSteps(ground.stepping, () =>
      shallow(() => {
        const linker = newLinker(files, memory);
        return inheritedBy(linker, facts, id, flow, (of, site) =>
          readOperation(linker, of, site, { file: of.file }, { ...NOT_LOOKED_AT, filter: () => undefined }),
        );
      }),
    );
    all.push(...(found ?? []));
    spend(newLinker(files, memory), OPERATION * (found?.length ?? 0));
    yield;
  }
  return all;
}

/** What the calls of a file give to takers. */
function* readGifts(
  files: Files,
  memory: Memory,
  facts: FileFacts,
  wrappers: Wrappers,
  takers: Takers,
): Generator<void, Gifts> {
  const all: { gifts: TableGift[]; takers: Taker[] } = { gifts: [], takers: [] };
  const isLeft = (): boolean => memory.work.left > 0;
  const names = namesOf(facts);
  for (const { id, extends: base } of facts.classes) {
    const isTaker = base?.kind === 'name' && mayBeOf(facts, base.name, base, takers) && isLeft();
    if (isTaker)
      all.takers.push(
        ...(shallow(() => readSubclass(newLinker(files, memory), facts, takers, id, names)) ?? []),
      );
  }
  if (isStandIn(facts.file)) return all;
  const calls = [
    ...facts.instances,
    ...[...facts.otherCalls, ...facts.calls].map((site) => ({ ...site, name: site.method })),
  ].filter(({ name, call }) => mayBeOf(facts, name, call.callee, takers));
  for (const { call, fn } of calls) {
    if (!isLeft()) break;
    const read = shallow(() =>
      readGiving(newLinker(files, memory), facts, wrappers, takers, { call, fn }, names),
    );
    all.gifts.push(...(read?.gifts ?? []));
    all.takers.push(...(read?.takers ?? []));
    yield;
  }
  return all;
}

/** Of what a file may cost, for each operation: most of it is done outside of the linker. */
const OPERATION = 20;

/** Operations of one file; the largest of the real files that were read has 31. */
export const MOST_OPERATIONS = 2_000;

/** Reads the operations at each site, until the file has cost more than one file may. */
function* collect<S extends CallSite>(
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
interface Called extends Keyed {
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

export const NO_OPERATIONS: FileOperations = {
  operations: [],
  listings: [],
  saves: [],
  dropped: [],
  looped: [],
  called: [],
  inJson: [],
  inherited: [],
  wrappers: [],
  takers: [],
  gifts: [],
};

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

/** Whether a call may be of a wrapper. What is imported under a name of the importer's own choice always may. */
export function mayReach(
  facts: FileFacts,
  method: string,
  { callee }: CallExpr,
  wrappers: Wrappers,
): boolean {
  if (mayBeOf(facts, method, callee, wrappers)) return true;
  const init = initOf(facts, callee);
  return init?.kind === 'call' && 'name' in init.callee && wrappers.isName(init.callee.name ?? '');
}

/** Whether what a file calls so may be one that goes by a name. */
function mayBeOf(facts: FileFacts, name: string, callee: Expr, { isName }: Pick<Takers, 'isName'>): boolean {
  if (isName(name)) return true;
  const init = initOf(facts, callee);
  if (init?.kind === 'require') return true;
  return init?.kind === 'member' && (init.name === 'default' || isName(init.name));
}

function initOf(facts: FileFacts, callee: Expr): Expr | undefined {
  return callee.kind === 'name' ? findBinding(facts, callee.name, callee.scope)?.binding.init : undefined;
}

/** What tests make is given a table of theirs. */
function isStandIn(file: string): boolean {
  return /\.(?:test|spec)\.\w+$|\/__(?:tests|mocks)__\//.test(file);
}

/** The operation inside a wrapper, as whoever calls the wrapper sees it. */
function seenFrom(linker: Linker, wrapped: WrappedCall, operation: Operation, seen: SeenCall): Operation {
  const { facts, site } = wrapped;
  const {
    undecided: _,
    fn: __,
    repeated: ___,
    atOnce: ____,
    turns: _____,
    clientKey: own,
    ...inner
  } = operation;
  const clientKey = own === undefined ? undefined : clientKeyThrough(wrapped);
  const outer = {
    ...(clientKey !== undefined && { clientKey }),
    ...siteOf(facts, site),
    via: operation.via ?? { place: { file: operation.file, span: operation.nameSpan }, name: site.method },
  };
  const { listed, ...repeated } = wrappedRepetition(linker, wrapped, operation, seen);
  const atOnce = seen.atOnce(repeated.repeated);
  if (inner.kind === 'write') {
    // of any other list it is told where the SDK is called
    const size = isGivenList(wrapped) ? inner.size : UNKNOWN;
    const details = { ...wrappedUnawaited(facts, site), ...(listed && { listed }), size };
    return { ...withoutDetails(inner), ...outer, ...repeated, ...atOnce, ...details };
  }
  if (inner.kind === 'point-read') {
    const { reads: ______, ...read } = inner;
    return {
      ...read,
      ...outer,
      ...seen.reads(),
      ...repeated,
      ...seen.turns(repeated.repeated),
      ...atOnce,
    };
  }
  const { optionsSpan: ______, consumption, ...query } = inner;
  const inside = functionOf(wrapped.innerFacts, wrapped.inner);
  const results = outsideOf(inside, seen.results(functionOf(facts, site)));
  return {
    ...query,
    ...outer,
    ...repeated,
    ...seen.turns(repeated.repeated),
    ...atOnce,
    consumption: {
      ...consumptionThrough(consumptionOf(results), insideOf(inside, consumption)),
      ...seen.reads(),
      ...seen.sorts(),
    },
  };
}

/** Whether a wrapper submits the very list that it is given. */
function isGivenList({ innerFacts, inner }: WrappedCall): boolean {
  const [list] = inner.call.args;
  return list !== undefined && initOf(innerFacts, list)?.kind === 'parameter';
}

function siteOf(
  facts: FileFacts,
  site: CallSite,
): Pick<Operation, 'file' | 'nameSpan' | 'callSpan' | 'receiver' | 'loops' | 'branches' | 'fn' | 'runIn'> {
  return {
    file: facts.file,
    nameSpan: site.nameSpan,
    callSpan: site.call.span,
    receiver: { text: site.receiverText, span: site.receiverSpan },
    loops: site.loops,
    branches: site.branches,
    ...(site.fn !== undefined && { fn: site.fn }),
    ...runIn(facts, site),
  };
}

export function shallow<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What reaches a table by another way than a TableClient. */
function readOtherDoor(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  context: Context,
): Operation | undefined {
  const query = mayBind(site) ? readBinding(linker, site, context) : readLegacy(linker, site, context);
  return query && { ...siteOf(facts, site), kind: 'query', ...query };
}

/** Each reading may do as much work as one file may cost. */
export function begun(ground: Ground): Ground {
  ground.memory.work.left = FILE_BUDGET;
  return ground;
}

function readOperation(
  linker: Linker,
  facts: FileFacts,
  candidate: CandidateCall,
  context: Context,
  around: SeenCall,
): Operation | undefined {
  const { call, method } = candidate;
  const judged = judgeReceiver(linker, facts, candidate, context, around.clients);
  const isOther = judged.evidence === 'rejected' && method !== 'listEntities';
  const seen = isOther ? NOT_LOOKED_AT : around;
  const clientKey = judged.table === undefined ? clientKeyOf(facts, candidate.receiver) : undefined;
  const site = { ...siteOf(facts, candidate), ...judged, ...(clientKey !== undefined && { clientKey }) };
  const keyArgument = (index: number): KeyExpression | undefined => {
    const arg = call.args[index];
    return arg && { place: { file: facts.file, span: arg.span }, value: seen.key(index) };
  };
  const write = (name: WriteMethod, entity: SeenEntity): Operation => {
    const isTransaction = name === 'submitTransaction';
    const size = isTransaction ? seen.size() : UNKNOWN;
    const isToldByCallers = isDecidedByCallers({ ...site, ...entity });
    const actions = isTransaction ? seen.actions(isToldByCallers) : undefined;
    const partitionsFrom = actions && samePlace(actions.map(({ partitionFrom }) => partitionFrom));
    const known = { ...site, method: name, ...entity, ...(actions && { actions }), size };
    const details = readWrite(linker, facts, candidate, known, seen);
    return {
      ...site,
      kind: 'write',
      method: name,
      ...entity,
      ...details,
      ...(actions && { actions }),
      ...(partitionsFrom && { partitionsFrom }),
      ...seen.atOnce(details.repeated),
      ...(name === 'updateEntity' || name === 'upsertEntity'
        ? {
            ...seen.stale(isToldByCallers, isEachOf(details.repeated), () =>
              isCalled(linker, facts, candidate),
            ),
            ...seen.readRow(),
          }
        : {}),
      ...(name === 'upsertEntity' ? seen.missing() : {}),
      size,
    };
  };
  switch (method) {
    case 'listEntities': {
      const [argument] = call.args;
      const filter = writtenFilter(linker, argument, context) ?? around.filter();
      if (filter === undefined) return undefined;
      spend(linker, costOfReading(filter));
      const repeated = queryRepetition(linker, facts, candidate, seen.loop);
      return {
        ...site,
        kind: 'query',
        method,
        filter,
        consumption: {
          ...consumptionOf(seen.results(functionOf(facts, candidate))),
          ...seen.reads(),
          ...seen.sorts(),
        },
        projection: readProjection(linker, candidate, seen, context),
        ...seen.inJson(),
        ...(argument && filter.kind === 'none' && seen.strayFilter()),
        ...(argument && { optionsSpan: argument.span }),
        ...repeated,
        ...seen.turns(repeated.repeated),
        ...seen.atOnce(repeated.repeated),
      };
    }
    case 'getEntity': {
      const repeated = repetitionOf(linker, facts, candidate, seen.loop);
      return {
        ...site,
        kind: 'point-read',
        method,
        ...keys(keyArgument(0), keyArgument(1)),
        projection: readProjection(linker, candidate, seen, context),
        ...seen.reads(),
        ...seen.inJson(),
        ...repeated,
        ...seen.turns(repeated.repeated),
        ...seen.atOnce(repeated.repeated),
      };
    }
    case 'deleteEntity':
      return write(method, { ...UNSEEN, ...keys(keyArgument(0), keyArgument(1)) });
    case 'createEntity':
    case 'updateEntity':
    case 'upsertEntity':
    case 'submitTransaction':
      return write(method, {
        ...madeBySubclass(linker, call.args[0], candidate.fn, context),
        ...seen.entity(),
      });
    default:
      return undefined;
  }
}

function isEachOf(repeated: Repetition | undefined): boolean {
  return repeated !== undefined && !repeated.isLast;
}

/** Whether the function around a call is called in its file. */
function isCalled(linker: Linker, facts: FileFacts, { fn }: CallSite): boolean {
  return fn !== undefined && callersOf(linker, facts, fn).length > 0;
}

/** Of what a file may cost: what a filter says is read character by character, unless it is too long for that. */
function costOfReading(filter: QueryFilter): number {
  const texts = filter.kind === 'none' ? [] : filter.alternatives.map(({ text }) => text);
  return texts.reduce(
    (cost, { text: { length }, segments }) =>
      cost + segments.length + (length > LONGEST_READ ? 0 : 2 * length),
    0,
  );
}
