import { findBinding } from '../link/find-binding.ts';
import type { Linker } from '../link/linker.ts';
import { trace } from '../link/trace.ts';
import type { Expr } from '../syntax/expr.ts';

/** Whether an expression is the JSON of an array of all that a list query gives, which nobody bounds. */
export function isListing(linker: Linker, expr: Expr, file: string): boolean {
  const array = stringified(linker, expr, file);
  if (array === undefined) return false;
  const value = linker.evaluate(array, { file });
  const isCollected = value.kind === 'array' && value.elements.some(({ many }) => many);
  return isCollected && trace(linker, array, { file }, ['[]']).some(({ kind }) => kind === 'list');
}

/** Whether an expression is an entity as it was read, of which the SDK makes an object. */
export function isReadEntity(linker: Linker, expr: Expr, file: string): boolean {
  if (expr.kind !== 'name') return false;
  const sources = trace(linker, expr, { file });
  const isEntity = sources.every(
    ({ kind, path, share, expr: { kind: end } }) =>
      (kind === 'point' || kind === 'list') && path.length === 0 && share === 'same' && end === 'call',
  );
  return sources.length > 0 && isEntity;
}

/** What `JSON.stringify` is given, also where a name stands for its text. */
function stringified(linker: Linker, expr: Expr, file: string): Expr | undefined {
  if (expr.kind === 'name') {
    const facts = linker.files.facts(file);
    const binding = facts && findBinding(facts, expr.name, expr.scope)?.binding;
    const { init, writes = [] } = binding ?? {};
    return init?.kind === 'call' && writes.length === 0 ? stringified(linker, init, file) : undefined;
  }
  if (expr.kind !== 'call' || expr.callee.kind !== 'member') return undefined;
  const { object, name } = expr.callee;
  return object.kind === 'name' && object.name === 'JSON' && name === 'stringify' ? expr.args[0] : undefined;
}
