import ts from 'typescript';
import type { Span } from '../../core/text/span.ts';
import type { ResultUse } from './facts.ts';
import { lowerExpression } from './lower-expression.ts';
import type { At, Lowering } from './lowering.ts';

/**
 * Notes what a chain like `client.listEntities(…).byPage({ maxPageSize: 1 }).next()` does with the result
 * of its first call. To be called on the outer calls of the chain, before the inner one is lowered.
 */
export function noteUse(lowering: Lowering, node: ts.CallExpression | ts.NewExpression, at: At): void {
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const inner = unwrap(node.expression.expression);
  switch (node.expression.name.text) {
    case 'byPage': {
      const pageSize = pageSizeOf(node.arguments?.[0]);
      const size = pageSize && lowerExpression(lowering, pageSize, at);
      merge(lowering, node, inner, size === undefined ? {} : { pageSize: size });
      break;
    }
    case 'next':
      merge(lowering, node, inner, { firstOnly: true });
      break;
    case '[Symbol.asyncIterator]':
      merge(lowering, node, inner, {});
      break;
  }
}

/** Notes that a `for await` loop goes through the result of the call in its head. */
export function noteLoop(
  lowering: Lowering,
  head: ts.Expression,
  loop: { readonly span: Span; readonly variable: string; readonly body: Span },
  leavesInFirstTurn: boolean,
): void {
  merge(lowering, head, unwrap(head), { loop, ...(leavesInFirstTurn && { firstOnly: true }) });
}

function merge(lowering: Lowering, outer: ts.Node, inner: ts.Node, use: Partial<ResultUse>): void {
  const before = lowering.uses.get(outer) ?? { firstOnly: false };
  lowering.uses.set(inner, { ...before, ...use });
}

function unwrap(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isNonNullExpression(node)
    ? unwrap(node.expression)
    : node;
}

function pageSizeOf(options: ts.Expression | undefined): ts.Expression | undefined {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  const property = options.properties.find(
    (candidate) =>
      ts.isPropertyAssignment(candidate) &&
      ts.isIdentifier(candidate.name) &&
      candidate.name.text === 'maxPageSize',
  );
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}
