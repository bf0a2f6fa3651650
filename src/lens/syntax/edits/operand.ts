import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround } from './nodes-around.ts';

/** The expression at `span` as a method can be called on it: in parentheses where the language needs them. */
export function asOperand(file: string, text: string, span: Span): string {
  const source = parseSource(file, text);
  const node = nodesAround(source, span).find((one) => ts.isExpression(one) && isAt(source, one, span));
  const code = text.slice(span.start, span.end);
  return node !== undefined && canBeCalledOn(node) ? code : `(${code})`;
}

/** Names, calls, texts, what is in parentheses, and what is taken from them. */
function canBeCalledOn(node: ts.Node): boolean {
  return (
    ts.isIdentifier(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    node.kind === ts.SyntaxKind.ThisKeyword
  );
}
