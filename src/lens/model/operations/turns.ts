import type { Span } from '../../../core/text/span.ts';
import { eachCallOf } from '../../link/library/each.ts';
import { findBinding } from '../../link/names/find-binding.ts';
import type { CallExpr, Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, Caught, FileFacts } from '../../syntax/facts/facts.ts';
import { callbackOf, isPut, loopAt } from '../../syntax/facts/facts-at.ts';

/** What makes a place in the source run several times: a loop, or an array's method that calls a function for each. */
export interface Turn {
  /** All that is made anew in every turn stands in here. */
  readonly span: Span;
  /** All of the loop, or the method's call. */
  readonly whole: Span;
  /** What tells people of the loop: its head, or the call. */
  readonly head: Span;
  readonly kind: 'of' | 'await-of' | 'in' | 'for' | 'while' | 'callback';
  /** What the rest is left out after, by a `break` or `return`. */
  readonly ends: readonly Span[];
  /** What stands in a `try` whose `catch` goes on with the loop. */
  readonly caught: readonly Caught[];
  /** The turns do not wait for each other. */
  readonly isParallel: boolean;
  /** What each starts is put into a list as it is: `started.push(write(item))`. */
  readonly isGathered?: boolean;
  /** A function of a package waits for all of them, and is given no limit. */
  readonly isUnlimited?: true;
}

/** The turns around a call, innermost first, beyond the functions that are written as arguments. */
export function turnsAround(facts: FileFacts, site: CallSite): readonly Turn[] {
  const turns: Turn[] = [];
  let { fn, loops } = site;
  // whoever is given a function may start it and go on
  let isParallel = site.isAwaited !== true;
  for (let depth = 0; depth < MOST_CALLBACKS; depth++) {
    for (const span of [...loops].reverse()) {
      const loop = loopAt(facts, span);
      const isGathered = depth === 0 && isPushed(facts, site);
      if (loop !== undefined)
        turns.push({ ...loop, whole: span, isParallel, ...(isGathered && { isGathered }) });
    }
    const callback = callbackOf(facts, fn);
    const span = fn === undefined ? undefined : facts.functions[fn]?.span;
    if (callback === undefined || span === undefined) break;
    const { call, method } = callback;
    const each = eachOf(facts, call, fn, method);
    if (each !== undefined) {
      const head = { start: call.span.start, end: span.start };
      turns.push({ span, whole: call.span, head, kind: 'callback', ends: [], caught: [], ...each });
    }
    isParallel = isParallel || callback.isAwaited !== true;
    ({ outer: fn, loops } = callback);
  }
  return turns;
}

/** What a method of an array makes of a function that it is handed by its name: `rows.map(load)`. */
export function turnHandedTo({ call }: CallSite): Turn | undefined {
  const [given] = call.args;
  if (given === undefined || call.callee.kind !== 'member') return undefined;
  const head = { start: call.span.start, end: given.span.start };
  return {
    span: given.span,
    whole: call.span,
    head,
    kind: 'callback',
    ends: [],
    caught: [],
    isParallel: true,
  };
}

/** Whether a call calls a function for each element of a list, and whether it starts them all at once. */
function eachOf(
  facts: FileFacts,
  { callee, args }: CallExpr,
  fn: number | undefined,
  method: string,
): Pick<Turn, 'isParallel' | 'isUnlimited'> | undefined {
  const names = importedAs(facts, callee);
  const known = names && eachCallOf(names.module, names.path);
  const given = known && args[known.callback];
  if (known !== undefined && given?.kind === 'function' && given.fn === fn) {
    const isUnlimited = known.isInTurn !== true && known.callback === 1 && args.length === 2;
    return { isParallel: known.isInTurn !== true, ...(isUnlimited && { isUnlimited }) };
  }
  return callee.kind === 'member' && EACH.has(method) ? { isParallel: true } : undefined;
}

/** The module that something is imported from, and the names after that; undefined for what isn't. */
function importedAs(
  facts: FileFacts,
  of: Expr,
): { readonly module: string; readonly path: readonly string[] } | undefined {
  const init = of.kind === 'name' ? findBinding(facts, of.name, of.scope)?.binding.init : of;
  if (init?.kind === 'require') return { module: init.module, path: [] };
  if (init?.kind !== 'member') return undefined;
  // `Promise.map`, of a module that has that name here
  const { object, name } = init;
  const owner = of.kind === 'name' && object.kind !== 'require' ? undefined : importedAs(facts, object);
  return owner && { ...owner, path: [...owner.path, name] };
}

/** Methods of an array that call a function once for each element. */
export const EACH: ReadonlySet<string> = new Set([
  'map',
  'forEach',
  'flatMap',
  'filter',
  'find',
  'some',
  'every',
  'reduce',
]);

/** Whether a list gets the promise that a call gives. */
function isPushed(facts: FileFacts, { call, isAwaited, isDropped }: CallSite): boolean {
  return isAwaited !== true && isDropped !== true && isPut(facts, call.span.start);
}

/** Functions within functions that are looked out of. */
const MOST_CALLBACKS = 8;
