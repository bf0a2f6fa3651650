import { type Place, samePlace } from '../../../core/text/segments.ts';
import { functionsCalled } from '../../link/calls/call.ts';
import { newLinker } from '../../link/evaluate.ts';
import type { Linker } from '../../link/linker.ts';
import { constantText } from '../../link/values/text.ts';
import type { Value } from '../../link/values/value.ts';
import type { CallExpr, Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import { isCut, isLoopHead } from '../../syntax/facts/conditions.ts';
import { callbackOf } from '../../syntax/facts/facts-at.ts';
import { keyExpressions } from './entity-expressions.ts';
import { lazy } from '../lazy.ts';
import type { Operation, Query, Repetition, Write } from './operation.ts';
import { repetitionOf } from './repetition.ts';
import { parametersIn, turnsAround } from './turns.ts';
import type { SeenCall } from '../seen/seen-call.ts';
import type { WrappedCall } from '../wrappers/wrapped-call.ts';

type WriteDetails = Pick<
  Write,
  'argumentSpans' | 'mode' | 'etag' | 'misplaced' | 'listed' | 'repeated' | 'isInCatch' | 'unawaited'
>;

/** What is known of how a write stands in its code: its mode and etag, what it repeats, what it was made from. */
export function readWrite(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  write: Pick<Write, 'method' | 'partitionKey' | 'rowKey' | 'size' | 'actions'>,
  seen: Omit<SeenCall, 'filter'>,
): WriteDetails {
  const { args } = site.call;
  const options = optionsOf(site, write.method, seen);
  const repeated =
    write.method === 'submitTransaction' ? undefined : repetition(linker, facts, site, seen.loop, write);
  const listed = listedBefore(facts, site, repeated, write, seen.rowFrom);
  return {
    argumentSpans: args.map(({ span }) => span),
    ...options,
    isInCatch: isInCatch(site),
    ...unawaited(facts, site),
    ...seen.misplaced(options.etag),
    ...(repeated && { repeated }),
    ...(listed && { listed }),
  };
}

/** The mode of a write, and whether its third argument brings an etag: without one it does not, whatever is seen. */
function optionsOf(
  { call: { args } }: CallSite,
  method: Write['method'],
  seen: Pick<SeenCall, 'options'>,
): Pick<Write, 'mode' | 'etag'> {
  const isSpread = args.some(({ kind }) => kind === 'spread');
  const isOfMode = method === 'updateEntity' || method === 'upsertEntity';
  const isAsked = isSpread || args.length > (isOfMode ? 1 : 2);
  const { etag, mode = writtenMode(args[1]) } = isAsked ? seen.options() : { etag: 'missing' as const };
  return {
    etag: isSpread ? 'unknown' : args.length < 3 ? 'missing' : etag,
    ...(isOfMode && mode && { mode }),
  };
}

/** Of a call that is never seen to be reached, what stands there. */
function writtenMode(mode: Expr | undefined): Write['mode'] {
  const text = mode?.kind === 'string' ? mode.text.text : undefined;
  return text === 'Merge' || text === 'Replace' ? text : undefined;
}

function repetition(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  loop: SeenCall['loop'],
  write: Pick<Write, 'method' | 'partitionKey' | 'rowKey'>,
): Repetition | undefined {
  return repetitionOf(linker, facts, site, loop, () => {
    const partition = keysOf(facts, site.call, 'partitionKey');
    return {
      partition,
      row: keysOf(facts, site.call, 'rowKey'),
      isSamePartition: constantValue(write.partitionKey?.value) !== undefined,
      isNewPartition: isFresh(write.partitionKey?.value),
      isNewRow: isFresh(write.rowKey?.value),
      isHidden: !isOneValue(write.partitionKey?.value) && partition.some(isMadeByCall),
    };
  });
}

/** Whether a value is seen, and not one of several. */
function isOneValue(value: Value | undefined): boolean {
  return value !== undefined && value.kind !== 'oneOf';
}

/** A key of what `toEntity(item)` gives. */
function isMadeByCall(expr: Expr): boolean {
  return expr.kind === 'member' && expr.object.kind === 'call';
}

/** The expressions that give a call of the SDK one of its keys. */
function keysOf(
  facts: FileFacts,
  { callee, args }: CallExpr,
  key: 'partitionKey' | 'rowKey',
): readonly Expr[] {
  const [first, second] = args;
  const method = callee.kind === 'member' ? callee.name : '';
  if (first === undefined) return [];
  if (method !== 'deleteEntity' && method !== 'getEntity') return keyExpressions(facts, first, key);
  if (key === 'partitionKey') return [first];
  return second === undefined ? [] : [second];
}

function constantValue(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : constantText(value);
}

/** Whether every evaluation gives another value: random, from the clock, counted. */
function isFresh(value: Value | undefined): boolean {
  switch (value?.kind) {
    case 'random-text':
    case 'time-text':
      return true;
    case 'number-text':
    case 'number':
      return value.number.origin.kind === 'time' || value.number.origin.kind === 'counter';
    case 'text':
      return value.segments.some((segment) => segment.kind === 'hole' && isFresh(segment.hole));
    case 'oneOf':
      return value.values.every((one) => isFresh(one.value));
    default:
      return false;
  }
}

/** In the `catch` of the innermost loop or function: what is done there is the exception. */
function isInCatch({ when }: CallSite): boolean {
  if (isCut(when)) return true;
  return when.lastIndexOf('catch') > when.findLastIndex(isLoopHead);
}

function unawaited(facts: FileFacts, { call, fn, isAwaited, isDropped }: CallSite): Pick<Write, 'unawaited'> {
  if (isDropped) return { unawaited: 'statement' };
  const callback = callbackOf(facts, fn);
  const isForEach = callback?.method === 'forEach' && callback.isAwaited !== true;
  const [first] = callback?.call.args ?? [];
  if (!isForEach || first?.kind !== 'function' || first.fn !== fn) return {};
  const returns = facts.functions[first.fn]?.returns ?? [];
  const isReturned = returns.some(({ value }) => value.span.start === call.span.start);
  return isAwaited || isReturned ? { unawaited: 'forEach' } : {};
}

/** Of a call of a wrapper, what is not told at the SDK's call: that a `forEach` around it does not wait. */
export function wrappedUnawaited(facts: FileFacts, site: CallSite): Pick<Write, 'unawaited'> {
  const found = unawaited(facts, site);
  return found.unawaited === 'forEach' ? found : {};
}

/** The list query whose results are deleted: one by one, or all in one transaction. */
function listedBefore(
  facts: FileFacts,
  site: CallSite,
  repeated: Repetition | undefined,
  { method, actions = [], size }: Pick<Write, 'method' | 'actions' | 'size'>,
  rowFrom: SeenCall['rowFrom'],
): Place | undefined {
  if (method === 'deleteEntity') return isOfListed(repeated) ? rowFrom() : undefined;
  if (method !== 'submitTransaction' || turnsAround(facts, site).length > 0) return undefined;
  // a list that is sent and emptied as it grows is a part of what was listed
  const isAll = size.kind !== 'most' && actions.every(({ kind }) => kind === 'delete');
  return isAll ? samePlace(actions.map((action) => action.rowFrom)) : undefined;
}

function isOfListed(repeated: Repetition | undefined): boolean {
  return repeated?.over === 'entities' && !repeated.isLast && repeated.partition !== 'other';
}

/** A write inside a wrapper as its callers see it: what was found at the SDK's call is told there. */
export function withoutDetails<W extends Omit<Write, 'repeated'>>(
  write: W,
): Omit<W, 'misplaced' | 'listed' | 'unawaited'> {
  const { misplaced: _, listed: __, unawaited: ___, ...rest } = write;
  return { ...rest, argumentSpans: [] };
}

/**
 * What repeats a call of a wrapper in another file, and the list query whose results it deletes; in the same file it is
 * told at the SDK's call.
 */
export function wrappedRepetition(
  linker: Linker,
  wrapped: WrappedCall,
  operation: Operation,
  { loop, rowFrom }: Pick<SeenCall, 'loop' | 'rowFrom'>,
): { readonly repeated?: Repetition; readonly listed?: Place } {
  const { facts, site, innerFacts } = wrapped;
  if (operation.kind === 'query') return queryRepetition(linker, facts, site, loop, operation.filter);
  if (innerFacts.file === facts.file) return {};
  const given = (key: 'partitionKey' | 'rowKey'): readonly Expr[] => givenKeys(linker, wrapped, key);
  const row = lazy(() => given('rowKey'));
  const repeated = repetitionOf(linker, facts, site, loop, () => {
    const isSamePartition = constantValue(operation.partitionKey?.value) !== undefined;
    const partition = given('partitionKey');
    return {
      partition,
      row: row().length === 0 ? site.call.args : row(),
      isSamePartition,
      isNewPartition: !isSamePartition && partition.length === 0,
    };
  });
  const isDelete = operation.method === 'deleteEntity' && isOfListed(repeated);
  const listed = isDelete ? rowFrom() : undefined;
  return { ...(repeated && { repeated }), ...(listed && { listed }) };
}

/** What a call of a wrapper gives for a key: an argument, or the key of the entity that is one. */
function givenKeys(
  linker: Linker,
  { facts, site, innerFacts, inner }: WrappedCall,
  key: 'partitionKey' | 'rowKey',
): readonly Expr[] {
  const { fn } = inner;
  // an entity that takes all the work there is leaves none for the name of the function
  const fresh = linker.budget > 0 ? linker : newLinker(linker.files, linker.memory);
  const isDirect = functionsCalled(fresh, site.call, { file: facts.file }).some(
    (called) => called.fn === fn && called.file === innerFacts.file,
  );
  if (!isDirect || fn === undefined) return [];
  return keysOf(innerFacts, inner.call, key).flatMap((expr) => {
    const isOfEntity = expr.kind === 'member' && expr.name === key;
    const given = [...parametersIn(innerFacts, expr, fn)].flatMap((i) => site.call.args[i] ?? []);
    return isOfEntity ? given.flatMap((arg) => keyExpressions(facts, arg, key)) : given;
  });
}

/** What repeats a point read. */
export function readRepetition(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  loop: SeenCall['loop'],
): { readonly repeated?: Repetition } {
  const repeated = repetitionOf(linker, facts, site, loop, () => ({
    partition: keysOf(facts, site.call, 'partitionKey'),
    row: keysOf(facts, site.call, 'rowKey'),
  }));
  return repeated ? { repeated } : {};
}

/** What repeats a query, or a wrapper of one, with another filter each time; `filter` as it was read. */
export function queryRepetition(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  loop: SeenCall['loop'],
  filter: Query['filter'],
): { readonly repeated?: Repetition } {
  const { args } = site.call;
  if (args.length === 0) return {};
  const repeated = repetitionOf(linker, facts, site, loop, () => ({
    partition: [],
    row: args,
    ...(isOfOnePartition(filter) ? { isSamePartition: true } : { isSeen: true }),
  }));
  return repeated ? { repeated } : {};
}

/** Whether a filter fixes no PartitionKey, or the same constant on every branch. */
function isOfOnePartition(filter: Query['filter']): boolean {
  if (filter.kind !== 'known' || filter.worst.classification.region.partitionKey.kind !== 'fixed')
    return true;
  const keys = filter.alternatives.map(({ classification: { region } }) =>
    region.partitionKey.kind === 'fixed' && region.partitionKey.value.kind === 'known'
      ? region.partitionKey.value.value
      : undefined,
  );
  const [first] = keys;
  return first !== undefined && keys.every((key) => key === first);
}
