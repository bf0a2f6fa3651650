import { functionsCalled } from '../../link/calls/called-functions.ts';
import type { Context } from '../../link/values/abstract.ts';
import type { Linker } from '../../link/linker.ts';
import type { GivenTo } from '../../link/values/value.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { KeyExpression, Write } from './operation.ts';

/** The keys of an entity, those that it has. */
export function keys(
  partitionKey: KeyExpression | undefined,
  rowKey: KeyExpression | undefined,
): Pick<Write, 'partitionKey' | 'rowKey'> {
  return { ...(partitionKey && { partitionKey }), ...(rowKey && { rowKey }) };
}

/** `this.toEntity(item)` of a class that leaves it to those that extend it: whoever calls has one of them. */
export function madeBySubclass(
  linker: Linker,
  argument: Expr | undefined,
  fn: number | undefined,
  context: Context,
): { readonly given?: GivenTo } {
  const isOwn =
    argument?.kind === 'call' && argument.callee.kind === 'member' && argument.callee.object.kind === 'this';
  if (!isOwn || fn === undefined) return {};
  const isMade = functionsCalled(linker, argument, context).some(
    (called) => (linker.files.facts(called.file)?.functions[called.fn]?.returns.length ?? 0) > 0,
  );
  return isMade ? {} : { given: { file: context.file, fn } };
}
