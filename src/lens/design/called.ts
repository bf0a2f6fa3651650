import type { Place, Segment } from '../../core/text/segments.ts';
import { grouped } from '../syntax/facts/grouped.ts';
import type { CalledOperation } from '../model/operations/called-operations.ts';
import type {
  FilterAlternative,
  Operation,
  Query,
  Repetition,
  Value,
} from '../model/operations/operation.ts';
import { isUnseen } from './entity-writes.ts';
import { ownOperations } from './table-model.ts';

/** An operation, and those who decide a part of it. */
interface Node {
  readonly operation: Operation;
  readonly callers: readonly Node[];
}

/**
 * The operations that ask or write something of their own. Where callers decide on the table, an operation is told with the one that all
 * give; where they give several, or say more of what is asked for, it is told where they call. `called` are the operations as calls see
 * them.
 */
export function toldOperations(
  all: readonly Operation[],
  calledAs: readonly CalledOperation[],
): readonly Operation[] {
  const operations = withInnerKeys(all);
  const called = withOwnTables(calledAs, operations);
  const own = ownOperations(operations);
  const loops = called.flatMap(({ operation, isLoop }) => (isLoop ? [operation] : []));
  const deciding = called.filter(({ isLoop }) => isLoop !== true);
  if (deciding.length === 0) return withLoops(own, loops, operations);
  const { callers, chainOf } = waysBy(operations, deciding);
  const looped = new Set(loops.map(sdkOf));
  const known = new Set(own.flatMap((one) => (one.table === undefined ? [] : [keyOf(one)])));
  const passing = passedOn(deciding, known);
  const told = own.flatMap((operation) => {
    // what stands in for a client is no table of its own: what its methods ask for is on those that it is for
    const tables = isOfNoTable(operation) ? passing.get(keyOf(operation)) : undefined;
    if (tables !== undefined) return [...tables].map((table) => ({ ...operation, table }));
    const chain = chainOf.get(keyOf(operation)) ?? ownChain(operation);
    return toldOf(nodeOf({ operation, chain }, callers), looped);
  });
  return withLoops(distinct(told), loops, operations, chainOf).toSorted((a, b) =>
    a.file === b.file ? a.nameSpan.start - b.nameSpan.start : a.file < b.file ? -1 : 1,
  );
}

/**
 * Calls of methods of one's own instance, on the table that all others are seen to be on which go through the same client of that
 * instance: `this.list(…)` beside `this.find(…)`.
 */
function withOwnTables(
  called: readonly CalledOperation[],
  operations: readonly Operation[],
): readonly CalledOperation[] {
  const tables = new Map<string, Set<string | undefined>>();
  for (const { file, tableKey, table } of operations) {
    const client = ownClient(file, tableKey);
    if (client !== undefined) tables.set(client, (tables.get(client) ?? new Set()).add(table));
  }
  return called.map((one) => {
    const { operation, givenAs } = one;
    if (operation.table !== undefined || operation.givenTables !== undefined) return one;
    const [table, ...others] = tables.get(ownClient(operation.file, givenAs) ?? '') ?? [];
    return table === undefined || others.length > 0 ? one : { ...one, operation: { ...operation, table } };
  });
}

/** Equal for what goes through one client of the instances of one class, whichever of its methods asks. */
function ownClient(file: string, givenAs: string | undefined): string | undefined {
  const [owner, ...way] = givenAs?.split('\n') ?? [];
  const [method = '', client] = way.length === 1 ? ['', way[0]] : way;
  const [receiver = '', , ...deeper] = method.split('.');
  const isOwn = (receiver === '' || receiver === 'this') && deeper.length === 0;
  return isOwn && client?.startsWith('this.') === true ? [file, owner, client].join('\n') : undefined;
}

/** Whether nobody is seen to give an operation a client. */
function isOfNoTable({ table, givenTables }: Operation): boolean {
  return table === undefined && givenTables === undefined;
}

/**
 * By the keys of calls that are no calls of the SDK but of functions of the program which stand in for it: the tables that these come to
 * through them. Of ways that are `told` by themselves none.
 */
function passedOn(
  called: readonly CalledOperation[],
  told: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { operation, passed } of called) {
    const { table } = operation;
    if (table === undefined) continue;
    const chain = [hereOf(operation), ...passed.slice(0, -1).map(placeKey)];
    const keys = chain.flatMap((here, at) => chain.slice(at).map((sdk) => `${here}\n${sdk}`));
    for (const key of keys) {
      const tables = found.get(key) ?? new Set();
      found.set(key, told.has(keyOf(operation)) ? tables : tables.add(table));
    }
  }
  return found;
}

/** How an operation comes to the SDK: the call that it is told at, what that passes, and the call of the SDK. */
interface Way {
  readonly operation: Operation;
  readonly chain: string;
}

/** The operations as calls see them, by the ways of what these call. */
type Callers = ReadonlyMap<string, readonly Way[]>;

function waysBy(operations: readonly Operation[], called: readonly CalledOperation[]): Ways {
  const known = new Map(operations.map((one) => [keyOf(one), one]));
  const ways = called.map(({ operation, passed }) => ({
    // what is known of a call anyhow is more than what is read of it here
    operation: known.get(keyOf(operation)) ?? operation,
    chain: [hereOf(operation), ...passed.map(placeKey)].join('\n'),
    of: passed.map(placeKey).join('\n'),
  }));
  return {
    callers: grouped(ways, ({ of }) => of),
    chainOf: new Map(ways.map(({ operation, chain }) => [keyOf(operation), chain])),
  };
}

interface Ways {
  readonly callers: Callers;
  /** The way of an operation that is known anyhow, by its key. */
  readonly chainOf: ReadonlyMap<string, string>;
}

/** Deepest chain of callers. */
const DEPTH = 5;

function nodeOf({ operation, chain }: Way, callers: Callers, depth = 0): Node {
  const direct = depth === DEPTH ? [] : distinctWays(callers.get(chain) ?? []);
  return { operation, callers: direct.map((one) => nodeOf(one, callers, depth + 1)) };
}

function distinctWays(ways: readonly Way[]): readonly Way[] {
  return [...new Map(ways.map((way) => [way.chain, way])).values()];
}

/** `looped`: the calls of the SDK that loops of other files repeat. */
function toldOf(node: Node, looped: ReadonlySet<string>): readonly Operation[] {
  const { operation, callers } = node;
  if (callers.length === 0) return [operation];
  if (operation.table !== undefined) return toldWith(node, operation, looped);
  const tables = tablesOf(node);
  const [table, ...others] = tables;
  if (table === undefined) return [operation];
  if (others.length === 0 && operation.givenTables === undefined)
    return toldWith(node, { ...operation, table }, looped);
  // a method of instances that are seen to be called asks nothing of those whose method nobody calls
  const left = isOfInstance(operation)
    ? []
    : (operation.givenTables?.filter((one) => !tables.has(one)) ?? []);
  const told = callers.flatMap((one) =>
    toldOf({ ...one, operation: asFarAsSeen(one.operation, operation) }, looped),
  );
  return [
    ...told.filter((one) => one.table !== undefined),
    ...(left.length === 0 ? [] : [{ ...operation, givenTables: left }]),
  ];
}

/** Whether the client is a field of an instance, or what an object's functions have in common: each has its own table. */
function isOfInstance({ receiver: { text }, isOfMember }: Operation): boolean {
  return text.startsWith('this.') || isOfMember === true;
}

/** What is told of an operation whose table is known: itself, or its calls where one says more. */
function toldWith({ callers }: Node, known: Operation, looped: ReadonlySet<string>): readonly Operation[] {
  const seen = callers.map((one) => ({ ...one, operation: asFarAsSeen(one.operation, known) }));
  // a loop around calls of the function is told with the call of the SDK
  const isLooped = looped.has(sdkOf(known));
  const isMore = seen.some(
    ({ operation }) => saysMore(operation, known) || (!isLooped && usesLess(operation)),
  );
  const isOfTable = seen.every((one) => tablesOf(one).size === 1);
  return isMore && isOfTable ? seen.flatMap((one) => toldOf(one, looped)) : [known];
}

/** The tables that an operation is on for those who call it. */
function tablesOf({ operation: { table }, callers }: Node): ReadonlySet<string> {
  return new Set(table === undefined ? callers.flatMap((one) => [...tablesOf(one)]) : [table]);
}

/** What a call asks for: where that is built in too many ways, what the function around the SDK's call asks for at least. */
function asFarAsSeen(called: Operation, inner: Operation): Operation {
  const isUnseen = called.kind === 'query' && called.filter.kind === 'unknown';
  return isUnseen && inner.kind === 'query' ? { ...called, filter: inner.filter } : called;
}

/** Whether a call uses only some of what it gives. */
function usesLess(called: Operation): boolean {
  if (called.kind !== 'query') return false;
  return (called.consumption.filters ?? []).length > 0 || called.consumption.limit !== undefined;
}

/** Whether a call makes of a filter one with more in it that is constant, or one of fewer ways, or puts in order what it gives. */
function saysMore(called: Operation, inner: Operation): boolean {
  if (called.kind !== 'query' || inner.kind !== 'query' || called.filter.kind === 'unknown') return false;
  if (sortsIn(called) > sortsIn(inner)) return true;
  if (inner.filter.kind === 'unknown') return true;
  const [before, after] = [textsOf(inner), textsOf(called)];
  return after.length < before.length || constantsIn(after) > constantsIn(before);
}

/**
 * What is told where the SDK is called, with the loops of other files around calls of the function that it stands in; and what is told
 * where that function is called, with the loop that stands in it.
 */
function withLoops(
  told: readonly Operation[],
  loops: readonly Operation[],
  all: readonly Operation[],
  chainOf: Ways['chainOf'] = new Map(),
): readonly Operation[] {
  const around = repetitions(loops, sdkOf);
  const direct = all.filter(({ via }) => via === undefined);
  const within = repetitions(
    direct.filter(({ repeated }) => repeated?.calledAt === undefined),
    hereOf,
  );
  const calling = repeatedCalls(direct);
  return told.map((one) => {
    if (isRepeated(one)) return one;
    // a loop around a call of the function repeats what goes through that call
    const byCall = chainOf
      .get(keyOf(one))
      ?.split('\n')
      .map((step) => calling.get(`${step}\n${sdkOf(one)}`));
    const repeated =
      one.via === undefined
        ? around.get(hereOf(one))
        : (within.get(sdkOf(one)) ?? byCall?.find((found) => found !== undefined));
    return repeated === undefined ? one : { ...one, repeated };
  });
}

/** The calls of functions that a loop of theirs repeats, by their places and those of the SDK's calls that they lead to. */
function repeatedCalls(direct: readonly Operation[]): ReadonlyMap<string, Repetition> {
  return new Map(
    direct.flatMap((one) =>
      (one.repeated === undefined ? [] : [one.repeated, ...(one.repeated.alsoIn ?? [])]).flatMap(
        (repeated) =>
          repeated.calledName === undefined
            ? []
            : [
                [
                  `${placeKey({ file: one.file, span: repeated.calledName })}\n${hereOf(one)}`,
                  repeated,
                ] as const,
              ],
      ),
    ),
  );
}

function repetitions(
  operations: readonly Operation[],
  keyFor: (one: Operation) => string,
): ReadonlyMap<string, NonNullable<Operation['repeated']>> {
  return new Map(
    operations.flatMap((one) =>
      isRepeated(one) && one.repeated !== undefined ? [[keyFor(one), one.repeated] as const] : [],
    ),
  );
}

/**
 * Writes that are told where a function is called, with the keys that they have in the function where those are not seen from the call:
 * it may stand in one that is too large to be run.
 */
function withInnerKeys(operations: readonly Operation[]): readonly Operation[] {
  const inner = new Map(
    operations.flatMap((one) =>
      one.kind === 'write' && one.via === undefined ? [[hereOf(one), one] as const] : [],
    ),
  );
  return operations.map((one) => {
    if (one.via === undefined || one.table === undefined || !isUnseen(one)) return one;
    const own = inner.get(sdkOf(one));
    if (own === undefined || own.method === 'submitTransaction' || own.table !== one.table) return one;
    const { partitionKey, rowKey, values } = own;
    return isUnseen(own)
      ? one
      : { ...one, ...(partitionKey && { partitionKey }), ...(rowKey && { rowKey }), values };
  });
}

function isRepeated({ repeated }: Operation): boolean {
  return repeated !== undefined && !repeated.isLast;
}

function sortsIn({ consumption: { sorts = [], sortedBefore = [] } }: Query): number {
  return sorts.length + sortedBefore.length;
}

function textsOf({ filter }: Query): readonly FilterAlternative[] {
  return 'alternatives' in filter ? filter.alternatives : [];
}

/** The most constant characters that one way has, those of its values among them. */
function constantsIn(ways: readonly FilterAlternative[]): number {
  return Math.max(0, ...ways.map(({ text }) => lengthOf(text.segments)));
}

function lengthOf(segments: readonly Segment<Value>[]): number {
  return segments.reduce((sum, segment) => {
    if (segment.kind === 'literal') return sum + segment.text.length;
    return sum + (segment.hole.kind === 'text' ? lengthOf(segment.hole.segments) : 0);
  }, 0);
}

/** An operation that two ways lead to is told once. */
function distinct(operations: readonly Operation[]): readonly Operation[] {
  return [...new Map(operations.map((one) => [`${keyOf(one)}\n${one.table ?? ''}`, one])).values()];
}

/** How an operation that stands where a function is called comes to the SDK, where that function itself calls it. */
function ownChain(operation: Operation): string {
  return operation.via === undefined ? hereOf(operation) : keyOf(operation);
}

/** Equal for one call that comes down to the same call of the SDK. */
function keyOf(operation: Operation): string {
  return `${hereOf(operation)}\n${sdkOf(operation)}`;
}

function hereOf({ file, nameSpan: span }: Operation): string {
  return placeKey({ file, span });
}

function sdkOf({ via, file, nameSpan: span }: Operation): string {
  return placeKey(via?.place ?? { file, span });
}

function placeKey({ file, span }: Place): string {
  return `${span.start} ${file}`;
}
