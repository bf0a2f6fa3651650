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
  const returned = facts.functions[fn]?.returns ?? [];
  return [...new Set(returned.flatMap((one) => functionsIn(facts, one, DEPTH)))];
}

function functionsIn(facts: FileFacts, expr: Expr, depth: number): readonly number[] {
  if (depth === 0) return [];
  const into = (one: Expr): readonly number[] => functionsIn(facts, one, depth - 1);
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
