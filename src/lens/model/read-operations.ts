import * as l10n from '@vscode/l10n';
import { type Context, unknown } from '../link/abstract.ts';
import { findBinding } from '../link/find-binding.ts';
import { linkerLater, newLinker } from '../link/evaluate.ts';
import { type Files, type Linker, type Memory, newMemory, spend } from '../link/linker.ts';
import type { CallExpr, Expr } from '../syntax/expr.ts';
import type { CallSite, CandidateCall, FileFacts, TooLarge } from '../syntax/facts.ts';
import { actionsOf, partitionsFrom } from './actions.ts';
import { consumptionOf, consumptionThrough } from './consumption.ts';
import { keys, madeBySubclass, wholeGiven } from './entity.ts';
import type { Seen } from './seen-cases.ts';
import { UNDEFINED } from '../flow/values.ts';
import { type SeenArgument, type SeenEntity, seenEntity, UNSEEN } from './seen-entities.ts';
import { judgeReceiver } from './evidence.ts';
import { mayBind, readBinding } from './bindings.ts';
import { boundCall } from './bound-calls.ts';
import { createFlow, type Flow } from '../flow/flow.ts';
import { UNKNOWN } from '../flow/list-size.ts';
import type { Observation } from '../flow/machine.ts';
import type { Value } from '../link/value.ts';
import { isGivenUp } from '../flow/interpreter.ts';
import { LONGEST_READ } from './filter-text.ts';
import { unreadableFilter, writtenFilter } from './filter.ts';
import { seenFilter } from './seen-filter.ts';
import { lazy } from './lazy.ts';
import { seenKey } from './seen-keys.ts';
import { seenReads } from './seen-reads.ts';
import { seenSize, seenTurns } from './seen-sizes.ts';
import { mayBeLegacy, readLegacy } from './legacy.ts';
import type {
  Consumption,
  KeyExpression,
  ListSize,
  Operation,
  PointRead,
  QueryFilter,
  Repetition,
  Write,
  WriteMethod,
} from './operation.ts';
import { readProjection } from './projection.ts';
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
} from './table-takers.ts';
import { isSure } from './tables.ts';
import {
  queryRepetition,
  readRepetition,
  readWrite,
  withoutDetails,
  wrappedRepetition,
  wrappedStale,
  wrappedUnawaited,
} from './writes.ts';
import type { WrappedCall } from './wrapped-call.ts';
import { innerCalls, isCandidate, type Wrapper, type Wrappers, wrappersAround } from './wrappers.ts';

/** What one file has: its operations in source order, and the wrappers that they make of its functions. */
export interface FileOperations {
  readonly operations: readonly Operation[];
  readonly wrappers: readonly Wrapper[];
  /** What takes the tables of its operations, and what its calls give to such. */
  readonly takers: readonly Taker[];
  readonly gifts: readonly TableGift[];
  /** Nothing was read of the file, and why. */
  readonly tooLarge?: TooLarge;
}

/** Reads a file call by call, so that others have their turn in between. */
export type Reading = Generator<void, FileOperations>;

/**
 * Every data-access site of one file at which the SDK itself is called, whatever its evidence. Never throws: of a file
 * that cannot be read within the stack and the work that one file may cost, it says so.
 */
export function readOperations(files: Files, facts: FileFacts): Reading {
  const memory = newMemory();
  const flow = flowOf(files, memory);
  const bound = facts.otherCalls.flatMap((site) => boundCall(facts, site) ?? []);
  const viaOf = new Map<CallSite, Operation['via']>(bound.map(({ candidate, via }) => [candidate, via]));
  const sites = [
    ...facts.calls,
    ...bound.map(({ candidate }) => candidate),
    ...facts.otherCalls.filter((site) => mayBind(site) || mayBeLegacy(site)),
  ];
  return collect(files, memory, facts, sites, (linker, site) => {
    const context = contextOf(facts, site);
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
export function* readWrapped(files: Files, facts: FileFacts, wrappers: Wrappers, takers: Takers): Reading {
  const memory = newMemory();
  const flow = flowOf(files, memory);
  const calls = [...facts.otherCalls, ...facts.calls];
  const sites = calls.filter(({ method, call }) => mayReach(facts, method, call, wrappers));
  const read = yield* collect(files, memory, facts, sites, (linker, site) => {
    return innerCalls(linker, wrappers, site, contextOf(facts, site)).flatMap(({ inner, context }) => {
      const innerFacts = files.facts(context.file);
      const there = { file: context.file, nameStart: inner.nameSpan.start };
      const seen = seenAt(flow, files, facts.file, site, there);
      const operation = innerFacts && readOperation(linker, innerFacts, inner, context, seen);
      if (innerFacts === undefined || operation === undefined || !isSure(operation)) return [];
      const seenHere = seenFrom(linker, { facts, site, innerFacts, inner }, operation, seen);
      return [withKey(facts, site, seenHere, inner)];
    });
  });
  if (read.tooLarge !== undefined) return read;
  const { gifts, takers: handing } = yield* readGifts(files, memory, facts, wrappers, takers);
  return { ...read, gifts, takers: [...read.takers, ...handing] };
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
  for (const { id, extends: base } of facts.classes) {
    const isTaker = base?.kind === 'name' && mayBeOf(facts, base.name, base, takers) && isLeft();
    if (isTaker)
      all.takers.push(...(shallow(() => readSubclass(newLinker(files, memory), facts, takers, id)) ?? []));
  }
  if (isStandIn(facts.file)) return all;
  const calls = [
    ...facts.instances,
    ...[...facts.otherCalls, ...facts.calls].map((site) => ({ ...site, name: site.method })),
  ].filter(({ name, call }) => mayBeOf(facts, name, call.callee, takers));
  for (const { call, fn, when } of calls) {
    if (!isLeft()) break;
    const read = shallow(() =>
      readGiving(newLinker(files, memory), facts, wrappers, takers, { call, at: { fn, when } }),
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
  files: Files,
  memory: Memory,
  facts: FileFacts,
  sites: readonly S[],
  read: (linker: Linker, site: S) => readonly Keyed[],
): Reading {
  if (facts.tooLarge) return { ...NO_OPERATIONS, tooLarge: facts.tooLarge };
  const all: ({ site: S } & Keyed)[] = [];
  for (const site of sites) {
    const linker = newLinker(files, memory);
    const operations = shallow(() => read(linker, site));
    if (operations === undefined) return { ...NO_OPERATIONS, tooLarge: 'depth' };
    spend(linker, OPERATION * operations.length);
    if (memory.work.left <= 0) return { ...NO_OPERATIONS, tooLarge: 'steps' };
    for (const one of operations) all.push({ site, ...one });
    if (all.length > MOST_OPERATIONS) return { ...NO_OPERATIONS, tooLarge: 'operations' };
    yield;
  }
  const found = withSiblings(facts, all);
  return {
    operations: found.map(({ operation }) => operation).sort((a, b) => a.nameSpan.start - b.nameSpan.start),
    wrappers: distinct(wrappersAround(facts, found)),
    takers: takersOf(facts, found),
    gifts: [],
  };
}

export const NO_OPERATIONS: FileOperations = { operations: [], wrappers: [], takers: [], gifts: [] };

/** Several operations of one call make one wrapper of the function around it. */
function distinct(wrappers: readonly Wrapper[]): readonly Wrapper[] {
  const seen = new Map<CallSite, Set<number>>();
  return wrappers.filter(({ fn, inner }) => {
    const fns = seen.get(inner) ?? new Set();
    seen.set(inner, fns);
    return fns.size < fns.add(fn).size;
  });
}

/** Whether a call may be of a wrapper. What is imported under a name of the importer's own choice always may. */
function mayReach(facts: FileFacts, method: string, { callee }: CallExpr, wrappers: Wrappers): boolean {
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
  const { undecided: _, fn: __, repeated: ___, ...inner } = operation;
  const outer = {
    ...siteOf(facts, site),
    via: operation.via ?? { place: { file: operation.file, span: operation.nameSpan }, name: site.method },
  };
  const { listed, ...repeated } = wrappedRepetition(linker, wrapped, operation);
  if (inner.kind === 'write') {
    const stale = wrappedStale(linker, facts, site, inner);
    // of any other list it is told where the SDK is called
    const size = isGivenList(wrapped) ? inner.size : UNKNOWN;
    const details = { ...stale, ...wrappedUnawaited(facts, site), ...(listed && { listed }), size };
    return { ...withoutDetails(inner), ...outer, ...repeated, ...details };
  }
  if (inner.kind === 'point-read')
    return { ...inner, ...outer, ...repeated, ...seen.turns(repeated.repeated) };
  const { optionsSpan: ____, consumption, ...query } = inner;
  const context = contextOf(facts, site);
  const [argument] = site.call.args;
  const options = argument && linker.evaluate(argument, context);
  return {
    ...query,
    ...outer,
    ...repeated,
    consumption: consumptionThrough(consumptionOf(linker, site, options, context), consumption),
  };
}

/** Whether a wrapper submits the very list that it is given. */
function isGivenList({ innerFacts, inner }: WrappedCall): boolean {
  const [list] = inner.call.args;
  return list !== undefined && initOf(innerFacts, list)?.kind === 'parameter';
}

function contextOf(facts: FileFacts, { fn, when }: CallSite): Context {
  return { file: facts.file, use: { when, ...(fn !== undefined && { fn }) } };
}

function siteOf(
  facts: FileFacts,
  site: CallSite,
): Pick<Operation, 'file' | 'nameSpan' | 'callSpan' | 'receiver' | 'loops' | 'when' | 'fn'> {
  return {
    file: facts.file,
    nameSpan: site.nameSpan,
    callSpan: site.call.span,
    receiver: { text: site.receiverText, span: site.receiverSpan },
    loops: site.loops,
    when: site.when,
    ...(site.fn !== undefined && { fn: site.fn }),
  };
}

function shallow<T>(work: () => T): T | undefined {
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

/** The flow of programs, made when a query is met. */
function flowOf(files: Files, memory: Memory): () => Flow {
  let flow: Flow | undefined;
  return () => (flow ??= createFlow(files, () => newLinker(files, memory)));
}

/** What the flow of programs sees of a call. */
interface SeenCall {
  /** Undefined where another call is followed and never leads to it. */
  readonly filter: () => QueryFilter | undefined;
  readonly key: (index: number) => Value;
  readonly entity: () => SeenEntity;
  readonly size: () => ListSize;
  readonly reads: () => Pick<Consumption, 'reads'>;
  readonly turns: (repeated: Repetition | undefined) => Pick<PointRead, 'turns'>;
}

/** What is asked for at a call, or through it at one elsewhere, when the code around it runs. */
function seenAt(
  flow: () => Flow,
  files: Files,
  file: string,
  site: CallSite,
  through?: { readonly file: string; readonly nameStart: number },
): SeenCall {
  const place = { file, span: (site.call.args[0] ?? site.call).span };
  const nameStart = site.nameSpan.start;
  const tooComplex = (): QueryFilter =>
    unreadableFilter(l10n.t('the filter is put together in more ways than are followed'));
  const observed = (): readonly Observation[] | undefined => flow().seenAt(file, nameStart, through);
  return {
    filter: () =>
      unlessGivenUp(tooComplex, () => {
        const seen = observed();
        if (seen === undefined) return tooComplex();
        const filter = seenFilter(flow(), files, seen, place, { file, nameStart });
        if (filter !== undefined) return filter;
        if (through === undefined)
          return unreadableFilter(l10n.t('no run of the program is seen to get here'));
        return flow().isFollowed(file, nameStart)
          ? undefined
          : unreadableFilter(l10n.t('the call is not seen to lead to the query'));
      }),
    key: (index) =>
      unlessGivenUp(
        () => unknown('too-complex'),
        () => seenKey(flow(), files, keysSeen(observed() ?? [], index)),
      ),
    entity: () =>
      unlessGivenUp(
        () => UNSEEN,
        () => seenEntity(flow(), files, argumentsSeen(observed() ?? []), place),
      ),
    size: () =>
      unlessGivenUp(
        () => UNKNOWN,
        () => seenSize(observed() ?? [], () => (through ? [] : flow().seenElsewhere(file, nameStart))),
      ),
    reads: () =>
      unlessGivenUp(
        () => seenReads(undefined),
        () => seenReads(observed()),
      ),
    turns: (repeated) =>
      repeated === undefined
        ? {}
        : unlessGivenUp(
            () => ({}),
            () => {
              const seen = flow().seenAt(file, nameStart, through, repeated.span.start) ?? [];
              return { turns: seenTurns(seen, file, repeated) };
            },
          ),
  };
}

function keysSeen(observations: readonly Observation[], index: number): readonly Seen[] {
  return observations.map(({ reached, keys: given }) => ({ reached, value: given[index] ?? UNDEFINED }));
}

function argumentsSeen(observations: readonly Observation[]): readonly SeenArgument[] {
  return observations.flatMap(({ reached, argument }) => (argument ? [{ ...argument, reached }] : []));
}

function unlessGivenUp<T>(otherwise: () => T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isGivenUp(error)) return otherwise();
    throw error;
  }
}

function readOperation(
  linker: Linker,
  facts: FileFacts,
  candidate: CandidateCall,
  context: Context,
  seen: SeenCall,
): Operation | undefined {
  const { call, method } = candidate;
  const receiver = linker.evaluate(candidate.receiver, context);
  const judged = judgeReceiver(linker, facts, candidate, receiver);
  const site = { ...siteOf(facts, candidate), ...judged };
  const keyArgument = (index: number): KeyExpression | undefined => {
    const arg = call.args[index];
    return arg && { place: { file: facts.file, span: arg.span }, value: seen.key(index) };
  };
  const write = (name: WriteMethod, entity: SeenEntity): Operation => {
    const size = name === 'submitTransaction' ? seen.size() : UNKNOWN;
    const details = readWrite(linker, facts, candidate, context, { ...site, method: name, ...entity, size });
    return {
      ...site,
      kind: 'write',
      method: name,
      ...entity,
      ...details,
      size,
      ...lazily(linker, candidate, context),
    };
  };
  switch (method) {
    case 'listEntities': {
      const [argument] = call.args;
      const options = argument && linker.evaluate(argument, context);
      const filter = writtenFilter(linker, argument, context) ?? seen.filter();
      if (filter === undefined) return undefined;
      spend(linker, costOfReading(filter));
      return {
        ...site,
        kind: 'query',
        method,
        filter,
        consumption: { ...consumptionOf(linker, candidate, options, context), ...seen.reads() },
        projection: readProjection(linker, candidate, options, facts.file),
        ...(argument && { optionsSpan: argument.span }),
        ...queryRepetition(linker, facts, candidate, filter),
      };
    }
    case 'getEntity': {
      const repeated = readRepetition(linker, facts, candidate);
      return {
        ...site,
        kind: 'point-read',
        method,
        ...keys(keyArgument(0), keyArgument(1)),
        ...repeated,
        ...seen.turns(repeated.repeated),
      };
    }
    case 'deleteEntity':
      return write(method, { ...UNSEEN, ...keys(keyArgument(0), keyArgument(1)) });
    case 'createEntity':
    case 'updateEntity':
    case 'upsertEntity':
      return write(method, { ...madeBySubclass(linker, call.args[0], context), ...seen.entity() });
    case 'submitTransaction':
      return write(method, { ...UNSEEN, ...wholeGiven(linker, call.args[0], context) });
    default:
      return undefined;
  }
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

/** What is only worked out for the few rules that ask. */
function lazily(
  linker: Linker,
  site: CandidateCall,
  context: Context,
): Pick<Write, 'actions' | 'partitionsFrom'> {
  const [argument] = site.call.args;
  const isTransaction = site.method === 'submitTransaction';
  const later = linkerLater(linker);
  return {
    actions: lazy(() => {
      return isTransaction && argument ? actionsOf(later(), argument, context) : undefined;
    }),
    partitionsFrom: lazy(() => {
      return isTransaction && argument ? partitionsFrom(later(), argument, context.file) : undefined;
    }),
  };
}
