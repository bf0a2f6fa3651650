import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';

/** The name, or the path of names, that an expression is: `review.employee`, and `review`. Undefined for any other. */
export function pathAt(
  file: string,
  text: string,
  span: Span,
): { readonly code: string; readonly root: string } | undefined {
  const source = parseSource(file, text);
  const node = nodesAround(source, span).findLast((one) => isAt(source, one, span));
  for (let root = node; root !== undefined;) {
    if (ts.isIdentifier(root) || root.kind === ts.SyntaxKind.ThisKeyword)
      return { code: node?.getText(source) ?? '', root: root.getText(source) };
    root = ts.isPropertyAccessExpression(root) && !root.questionDotToken ? root.expression : undefined;
  }
  return undefined;
}

/**
 * Whether an expression is a path of names, whose text is put into another case or trimmed: no character of it is written in another way.
 */
export function isRecasedPath(file: string, text: string, span: Span): boolean {
  const source = parseSource(file, text);
  const node = nodesAround(source, span).findLast((one) => isAt(source, one, span));
  let at: ts.Node | undefined = node;
  while (at !== undefined && ts.isCallExpression(at)) {
    const { expression, arguments: given } = at;
    if (given.length > 0 || !ts.isPropertyAccessExpression(expression)) return false;
    if (expression.questionDotToken !== undefined || !RECASING.has(expression.name.text)) return false;
    at = expression.expression;
  }
  return at !== undefined && at !== node && pathAt(file, text, spanOf(source, at)) !== undefined;
}

const RECASING: ReadonlySet<string> = new Set(['toLowerCase', 'toUpperCase', 'trim', 'toLocaleLowerCase']);
