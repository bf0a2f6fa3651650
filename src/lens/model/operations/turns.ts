import { contains, type Span } from '../../../core/text/span.ts';
import { findBinding } from '../../link/names/find-binding.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
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
    if (call.callee.kind === 'member' && EACH.has(method)) {
      const head = { start: call.span.start, end: span.start };
      turns.push({
        span,
        whole: call.span,
        head,
        kind: 'callback',
        ends: [],
        caught: [],
        isParallel: true,
      });
    }
    isParallel = isParallel || callback.isAwaited !== true;
    ({ outer: fn, loops } = callback);
  }
  return turns;
}

/** Methods of an array that call a function once for each element. */
const EACH: ReadonlySet<string> = new Set([
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

/** Stands for a variable that outlives a turn and is assigned in it. */
export const CARRIED = '=';

/** Expressions that are looked at for one question. */
const MOST_STEPS = 500;

/**
 * What in `expr` differs from turn to turn, as the last names of the chains that lead to it: `['id']` for
 * `item.id`, `['']` for the item itself, {@link CARRIED} for what is handed from turn to turn, `['?']` for what is
 * computed. Empty: every turn has the same. Undefined: there is more to it than is looked at.
 */
export function turnParts(facts: FileFacts, expr: Expr, turn: Span): readonly string[] | undefined {
  const search: Search = { facts, turn, seen: new Map(), steps: MOST_STEPS };
  const found = parts(search, expr);
  return search.steps < 0 ? undefined : [...found];
}

interface Search {
  readonly facts: FileFacts;
  readonly turn: Span;
  /** By name; nothing yet for those that are being looked into. */
  readonly seen: Map<string, ReadonlySet<string>>;
  steps: number;
}

const NONE: ReadonlySet<string> = new Set();

function parts(search: Search, expr: Expr): ReadonlySet<string> {
  search.steps -= 1;
  if (search.steps < 0) return NONE;
  const of = (inner: Expr): ReadonlySet<string> => parts(search, inner);
  const all = (inner: readonly Expr[]): Set<string> => {
    const found = new Set<string>();
    for (const one of inner) for (const part of of(one)) found.add(part);
    return found;
  };
  const changed = (found: ReadonlySet<string>, change: (part: string) => string): ReadonlySet<string> =>
    new Set([...found].map(change));
  switch (expr.kind) {
    case 'name':
      return partsOfName(search, expr);
    case 'member':
      return changed(of(expr.object), (part) => (part === '' ? expr.name : part));
    case 'index':
      return new Set([...changed(of(expr.object), asComputed), ...of(expr.index)]);
    case 'call':
      // each takes the next one
      if (expr.callee.kind === 'member' && /^(pop|shift|next)$/.test(expr.callee.name)) return new Set(['']);
      return changed(all([expr.callee, ...expr.args]), asComputed);
    case 'object':
    case 'array':
    case 'spread':
    case 'unary':
    case 'typed':
    case 'conditional':
      return all(childrenOf(expr));
    case 'binary':
    case 'template':
      return changed(all(childrenOf(expr)), asPart);
    case 'element':
    case 'parameter':
      return contains(search.turn, expr.span) ? new Set(['']) : NONE;
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'nothing':
    case 'rest':
    case 'this':
    case 'function':
    case 'class':
    case 'require':
    case 'other':
      return NONE;
  }
}

/** What is made of the item itself. */
function asComputed(part: string): string {
  return part === '' ? '?' : part;
}

/** A text with the key of an entity in it is another key. */
function asPart(name: string): string {
  return name.toLowerCase() === 'partitionkey' ? '?' : name;
}

function partsOfName(search: Search, expr: Extract<Expr, { kind: 'name' }>): ReadonlySet<string> {
  const { facts, turn, seen } = search;
  const found = findBinding(facts, expr.name, expr.scope);
  const key = `${expr.name}@${found?.scope ?? ''}`;
  const known = seen.get(key);
  if (found === undefined || known !== undefined) return known ?? NONE;
  seen.set(key, NONE);
  const { binding } = found;
  const assigned = binding.writes.filter(
    (write) => write.path.length === 0 && write.operator !== 'open' && contains(turn, write.span),
  );
  const isNew = contains(turn, binding.span);
  const all = new Set<string>();
  if (!isNew && assigned.length > 0) all.add(CARRIED);
  const { init } = binding;
  if (isNew && init?.kind === 'other') all.add('?');
  else if (isNew && init) for (const part of parts(search, init)) all.add(part);
  for (const write of isNew ? assigned : []) {
    if (write.operator === '++') all.add('?');
    else for (const part of parts(search, write.value)) all.add(part);
  }
  seen.set(key, all);
  return all;
}

/** The parameters of a function that an expression is made from, by their places. */
export function parametersIn(facts: FileFacts, expr: Expr, fn: number): ReadonlySet<number> {
  const found = new Set<number>();
  const span = facts.functions[fn]?.span;
  const names = new Set<string>();
  const open = [expr];
  for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
    if (inner.kind === 'parameter' && inner.fn === fn) found.add(inner.index);
    if (inner.kind !== 'name') {
      for (const child of childrenOf(inner)) open.push(child);
      continue;
    }
    const binding = findBinding(facts, inner.name, inner.scope)?.binding;
    if (names.has(inner.name) || binding?.init === undefined || !span || !contains(span, binding.span))
      continue;
    names.add(inner.name);
    open.push(binding.init);
  }
  return found;
}

/** The expressions right below one. */
function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'member':
      return [expr.object];
    case 'index':
      return [expr.object, expr.index];
    case 'call':
      return [expr.callee, ...expr.args];
    case 'object':
      return expr.properties.map((property) => property.value);
    case 'array':
      return expr.elements;
    case 'spread':
    case 'unary':
    case 'typed':
      return [expr.operand];
    case 'conditional':
      return [expr.whenTrue, expr.whenFalse];
    case 'binary':
      return [expr.left, expr.right];
    case 'template':
      return expr.holes;
    case 'element':
      return [expr.of];
    case 'parameter':
      return expr.fallback ? [expr.fallback] : [];
    case 'name':
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'nothing':
    case 'rest':
    case 'this':
    case 'function':
    case 'class':
    case 'require':
    case 'other':
      return [];
  }
}
