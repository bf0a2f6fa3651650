import { type Place, samePlace } from '../../../core/text/segments.ts';
import type { Linker } from '../../link/linker.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import { callbackOf } from '../../syntax/facts/facts-at.ts';
import type { Operation, Repetition, Write } from './operation.ts';
import { repetitionOf } from './repetition.ts';
import { turnsAround } from './turns.ts';
import type { SeenCall } from '../seen/seen-call.ts';
import type { WrappedCall } from '../wrappers/wrapped-call.ts';
import type { Branch } from '../../syntax/facts/branches.ts';

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
    write.method === 'submitTransaction' ? undefined : repetitionOf(linker, facts, site, seen.loop).repeated;
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

/** In the `catch` of the innermost loop or function: what is done there is the exception. */
function isInCatch({ branches }: CallSite): boolean {
  const last = (kind: Branch['kind']): number => branches.findLastIndex((branch) => branch.kind === kind);
  return last('catch') > last('loop');
}

function unawaited(
  facts: FileFacts,
  { call, fn, isAwaited, isDropped, isUnhandled }: CallSite,
): Pick<Write, 'unawaited'> {
  if (isDropped) return { unawaited: 'statement' };
  if (isUnhandled) return { unawaited: 'then' };
  const callback = callbackOf(facts, fn);
  const isForEach = callback?.method === 'forEach' && callback.isAwaited !== true;
  const isMap =
    callback?.method === 'map' && callback.call.callee.kind === 'member' && callback.isDropped === true;
  const [first] = callback?.call.args ?? [];
  if ((!isForEach && !isMap) || first?.kind !== 'function' || first.fn !== fn) return {};
  const returns = facts.functions[first.fn]?.returns ?? [];
  const isReturned = returns.some(({ span }) => span.start === call.span.start);
  if (!isMap) return isAwaited || isReturned ? { unawaited: 'forEach' } : {};
  // whoever handles the error of each means not to wait
  const isAlone = returns.some(({ span }) => span.start === call.span.start && span.end === call.span.end);
  return isAwaited || isAlone ? { unawaited: 'map' } : {};
}

/** Of a call of a wrapper, what is not told at the SDK's call: that a `forEach`, or a `map` of which nobody takes the promises, does not wait. */
export function wrappedUnawaited(facts: FileFacts, site: CallSite): Pick<Write, 'unawaited'> {
  const found = unawaited(facts, site);
  return found.unawaited === 'forEach' || found.unawaited === 'map' ? found : {};
}

/** The list query whose results are deleted: one by one, or all in one transaction. */
function listedBefore(
  facts: FileFacts,
  site: CallSite,
  repeated: Repetition | undefined,
  { method, actions = [], size }: Pick<Write, 'method' | 'actions' | 'size'>,
  rowFrom: SeenCall['rowFrom'],
): Place | undefined {
  if (method === 'deleteEntity') return isOfListed(repeated) ? rowFrom(repeated) : undefined;
  if (method !== 'submitTransaction' || turnsAround(facts, site).length > 0) return undefined;
  // a list that is sent and emptied as it grows is a part of what was listed
  const isPart = size.kind === 'most' || (size.kind === 'unknown' && size.isReplaced === true);
  const isAll = !isPart && actions.every(({ kind }) => kind === 'delete');
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
  { facts, site, innerFacts }: WrappedCall,
  operation: Operation,
  seen: Pick<SeenCall, 'loop' | 'rowFrom'>,
): { readonly repeated?: Repetition; readonly listed?: Place } {
  if (operation.kind !== 'query' && innerFacts.file === facts.file) return {};
  return repetitionAt(linker, facts, site, operation, seen);
}

/** What repeats a call that leads to an operation, and the list query whose results it deletes. */
export function repetitionAt(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  operation: Operation,
  { loop, rowFrom }: Pick<SeenCall, 'loop' | 'rowFrom'>,
): { readonly repeated?: Repetition; readonly listed?: Place } {
  if (operation.kind === 'query') return queryRepetition(linker, facts, site, loop);
  const { repeated } = repetitionOf(linker, facts, site, loop);
  const isDelete = operation.method === 'deleteEntity' && isOfListed(repeated);
  const listed = isDelete ? rowFrom(repeated) : undefined;
  return { ...(repeated && { repeated }), ...(listed && { listed }) };
}

/** What repeats a query, or a wrapper of one, with another filter each time. */
export function queryRepetition(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  loop: SeenCall['loop'],
): { readonly repeated?: Repetition } {
  return site.call.args.length === 0 ? {} : repetitionOf(linker, facts, site, loop);
}
