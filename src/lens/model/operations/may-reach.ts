import type { FileFacts } from '../../syntax/facts/facts.ts';
import type { CallExpr, Expr } from '../../syntax/facts/expr.ts';
import type { Wrappers } from '../wrappers/wrappers.ts';
import type { Takers } from '../tables/table-takers.ts';
import { findBinding } from '../../link/names/find-binding.ts';

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
export function mayBeOf(
  facts: FileFacts,
  name: string,
  callee: Expr,
  { isName }: Pick<Takers, 'isName'>,
): boolean {
  if (isName(name)) return true;
  const init = initOf(facts, callee);
  if (init?.kind === 'require') return true;
  return init?.kind === 'member' && (init.name === 'default' || isName(init.name));
}

export function initOf(facts: FileFacts, callee: Expr): Expr | undefined {
  return callee.kind === 'name' ? findBinding(facts, callee.name, callee.scope)?.binding.init : undefined;
}
