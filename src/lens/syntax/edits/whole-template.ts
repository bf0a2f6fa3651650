import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';

/** A tagged template that is a whole value. */
export interface WholeTemplate {
  readonly span: Span;
  readonly tag: string;
  /** Behind its backtick, and where the `${` of its last placeholder is. */
  readonly start: number;
  readonly lastHole: number;
}

/**
 * The template whose last placeholder is the expression, with nothing behind that. Undefined of one that is a part of another expression,
 * in which a sum would need brackets, and of an expression that is more than a name or a path.
 */
export function wholeTemplateAt(file: string, text: string, expression: Span): WholeTemplate | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, expression);
  const at = around.findLastIndex(ts.isTaggedTemplateExpression);
  const [parent, node, hole] = [around[at - 1], around[at], around.at(-1)];
  if (parent === undefined || node === undefined || !ts.isTaggedTemplateExpression(node)) return undefined;
  if (!ts.isTemplateExpression(node.template) || !isWhole(parent)) return undefined;
  const last = node.template.templateSpans.at(-1);
  const found = around.find((one) => one === last?.expression);
  if (last === undefined || found === undefined || hole === undefined || !isAt(source, found, expression))
    return undefined;
  if (last.literal.text !== '' || !(ts.isIdentifier(found) || ts.isPropertyAccessExpression(found)))
    return undefined;
  const lastHole = text.lastIndexOf('${', expression.start);
  return {
    span: spanOf(source, node),
    tag: node.tag.getText(source),
    start: node.template.getStart(source) + 1,
    lastHole,
  };
}

function isWhole(parent: ts.Node): boolean {
  return (
    ts.isCallExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isArrowFunction(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
  );
}
