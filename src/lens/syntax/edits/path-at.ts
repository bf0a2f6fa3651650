import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround } from './nodes-around.ts';

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
