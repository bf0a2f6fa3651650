import { contains, type Span } from '../../core/text/span.ts';
import { findBinding } from '../link/binding.ts';
import { EACH } from '../link/trace.ts';
import type { CallSite, Expr, FileFacts } from '../syntax/facts.ts';

/** What makes a place in the source run several times: a loop, or an array's method that calls a function for each. */
export interface Turn {
  /** All that is made anew in every turn stands in here. */
  readonly span: Span;
  /** What tells people of the loop: its head, or the call. */
  readonly head: Span;
  /** What is gone through. */
  readonly through?: Expr | undefined;
  readonly kind: 'of' | 'await-of' | 'in' | 'for' | 'while' | 'callback';
  /** What the rest is left out after, by a `break` or `return`. */
  readonly ends: readonly Span[];
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
      const loop = facts.loops.find((one) => one.span.start === span.start && one.span.end === span.end);
      const isGathered = depth === 0 && isPushed(facts, site);
      if (loop !== undefined) turns.push({ ...loop, isParallel, ...(isGathered && { isGathered }) });
    }
    const callback = fn === undefined ? undefined : facts.callbacks.find((one) => one.fn === fn);
    const span = fn === undefined ? undefined : facts.functions[fn]?.span;
    if (callback === undefined || span === undefined) break;
    const { call, method } = callback;
    if (call.callee.kind === 'member' && EACH.has(method)) {
      const through = call.callee.object;
      const head = { start: call.span.start, end: span.start };
      turns.push({ span, head, through, kind: 'callback', ends: [], isParallel: true });
    }
    isParallel = isParallel || callback.isAwaited !== true;
    ({ outer: fn, loops } = callback);
  }
  return turns;
}

/** Whether a list gets the promise that a call gives. */
function isPushed({ scopes }: FileFacts, { call, isAwaited, isDropped }: CallSite): boolean {
  if (isAwaited === true || isDropped === true) return false;
  const bindings = scopes.flatMap((scope) => Object.values(scope.bindings));
  return bindings.some(({ writes }) =>
    writes.some(({ operator, value }) => operator === 'push' && value.span.start === call.span.start),
  );
}

/** Functions within functions that are looked out of. */
const MOST_CALLBACKS = 8;

/** Stands for a variable that outlives a turn and is assigned in it. */
export const CARRIED = '=';

/**
 * What in `expr` differs from turn to turn, as the last names of the chains that lead to it: `['id']` for
 * `item.id`, `['']` for the item itself, {@link CARRIED} for what is handed from turn to turn, `['?']` for what is
 * computed. Empty: every turn has the same.
 */
export function turnParts(facts: FileFacts, expr: Expr, turn: Span): readonly string[] {
  return parts(facts, expr, turn, new Set());
}

function parts(facts: FileFacts, expr: Expr, turn: Span, seen: Set<string>): readonly string[] {
  const of = (inner: Expr): readonly string[] => parts(facts, inner, turn, seen);
  switch (expr.kind) {
    case 'name':
      return partsOfName(facts, expr, turn, seen);
    case 'member':
      return of(expr.object).map((part) => (part === '' ? expr.name : part));
    case 'index':
      return [...of(expr.object).map((part) => (part === '' ? '?' : part)), ...of(expr.index)];
    case 'call':
      // each takes the next one
      if (expr.callee.kind === 'member' && /^(pop|shift|next)$/.test(expr.callee.name)) return [''];
      return [expr.callee, ...expr.args].flatMap(of).map((part) => (part === '' ? '?' : part));
    case 'object':
      return expr.properties.flatMap((property) => of(property.value));
    case 'array':
      return expr.elements.flatMap(of);
    case 'spread':
    case 'unary':
    case 'typed':
      return of(expr.operand);
    case 'conditional':
      return [...of(expr.whenTrue), ...of(expr.whenFalse)];
    case 'binary':
      return [...of(expr.left), ...of(expr.right)].map(asPart);
    case 'template':
      return expr.holes.flatMap(of).map(asPart);
    case 'element':
    case 'parameter':
      return contains(turn, expr.span) ? [''] : [];
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

/** A text with the key of an entity in it is another key. */
function asPart(name: string): string {
  return name.toLowerCase() === 'partitionkey' ? '?' : name;
}

function partsOfName(
  facts: FileFacts,
  expr: Extract<Expr, { kind: 'name' }>,
  turn: Span,
  seen: Set<string>,
): readonly string[] {
  const found = findBinding(facts, expr.name, expr.scope);
  const key = `${expr.name}@${found?.scope ?? ''}`;
  if (found === undefined || seen.has(key)) return [];
  seen.add(key);
  const { binding } = found;
  const assigned = binding.writes.filter(
    (write) => write.path.length === 0 && write.operator !== 'open' && contains(turn, write.span),
  );
  const isNew = contains(turn, binding.span);
  if (!isNew && assigned.length > 0) return [CARRIED];
  const { init } = binding;
  const own = !isNew ? [] : init?.kind === 'other' ? ['?'] : init ? parts(facts, init, turn, seen) : [];
  const later = isNew
    ? assigned.flatMap((write) => (write.operator === '++' ? ['?'] : parts(facts, write.value, turn, seen)))
    : [];
  seen.delete(key);
  return [...own, ...later];
}

/** The parameters of a function that an expression is made from, by their places. */
export function parametersIn(facts: FileFacts, expr: Expr, fn: number): ReadonlySet<number> {
  const found = new Set<number>();
  const span = facts.functions[fn]?.span;
  const names = new Set<string>();
  const visit = (inner: Expr): void => {
    if (inner.kind === 'parameter' && inner.fn === fn) found.add(inner.index);
    if (inner.kind !== 'name') {
      for (const child of childrenOf(inner)) visit(child);
      return;
    }
    const binding = findBinding(facts, inner.name, inner.scope)?.binding;
    if (names.has(inner.name) || binding?.init === undefined || !span || !contains(span, binding.span))
      return;
    names.add(inner.name);
    visit(binding.init);
  };
  visit(expr);
  return found;
}

/** The expressions right below one. */
export function childrenOf(expr: Expr): readonly Expr[] {
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
