import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';

/**
 * The call without arguments that gives the client which an expression is: `tables()`, `(await this.client())`. It may be made again: it gives a
 * client of the same table. Undefined for any other expression.
 */
export function getterCallAt(file: string, text: string, expression: Span): Span | undefined {
  const source = parseSource(file, text);
  const node = nodesAround(source, expression).find(
    (one) => ts.isExpression(one) && isAt(source, one, expression),
  );
  const call = node !== undefined && ts.isExpression(node) ? getterIn(node) : undefined;
  return call && spanOf(source, call);
}

/** The name, or `this`, that the code of a client begins with: a path, or a call without arguments of one. Undefined for any other code. */
export function rootOfClient(code: string): string | undefined {
  const source = parseSource('/client.ts', code);
  const [only, ...others] = source.statements;
  if (only === undefined || others.length > 0 || !ts.isExpressionStatement(only)) return undefined;
  const path = getterIn(only.expression)?.expression ?? only.expression;
  return rootOf(path)?.getText(source);
}

function getterIn(node: ts.Expression): ts.CallExpression | undefined {
  if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isNonNullExpression(node))
    return getterIn(node.expression);
  const isGetter =
    ts.isCallExpression(node) && node.arguments.length === 0 && rootOf(node.expression) !== undefined;
  return isGetter ? node : undefined;
}

/** What a path of names begins with. */
function rootOf(node: ts.Expression): ts.Expression | undefined {
  if (ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword) return node;
  if (ts.isPropertyAccessExpression(node) || ts.isNonNullExpression(node)) return rootOf(node.expression);
  return undefined;
}
