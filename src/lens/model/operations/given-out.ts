import { findBinding } from '../../link/names/find-binding.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { FileFacts } from '../../syntax/facts/facts.ts';

/** How many names and objects are looked into, one within the other. */
const DEPTH = 4;

/**
 * The functions that a function gives whoever calls it, alone or as members of an object: who makes such an object decides what they have in
 * common, and who calls one of them asks that.
 */
export function givenOut(facts: FileFacts, fn: number): readonly number[] {
  const known = foundIn.get(facts) ?? new Map<number, readonly number[]>();
  foundIn.set(facts, known);
  const before = known.get(fn);
  if (before !== undefined) return before;
  const looked = new Set<Expr>();
  const found = (facts.functions[fn]?.returns ?? []).flatMap((one) => functionsIn(facts, one, DEPTH, looked));
  const all = [...new Set(found)];
  known.set(fn, all);
  return all;
}

const foundIn = new WeakMap<FileFacts, Map<number, readonly number[]>>();

/** `looked`: what was looked into before, each expression once. */
function functionsIn(facts: FileFacts, expr: Expr, depth: number, looked: Set<Expr>): readonly number[] {
  if (depth === 0 || looked.has(expr)) return [];
  looked.add(expr);
  const into = (one: Expr): readonly number[] => functionsIn(facts, one, depth - 1, looked);
  switch (expr.kind) {
    case 'function':
      return [expr.fn];
    case 'object':
      return expr.properties.flatMap(({ value }) => into(value));
    case 'typed':
    case 'spread':
      return into(expr.operand);
    case 'conditional':
      return [...into(expr.whenTrue), ...into(expr.whenFalse)];
    case 'name': {
      const init = findBinding(facts, expr.name, expr.scope)?.binding.init;
      return init === undefined ? [] : into(init);
    }
    default:
      return [];
  }
}
