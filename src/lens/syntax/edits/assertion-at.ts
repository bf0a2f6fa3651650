import { contains, type Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walkInOrder } from '../walk.ts';

/** The expression at `span` with each `!` behind it, which says that it is not undefined; `span` where there is none. */
export function withAssertions(file: string, text: string, span: Span): Span {
  const source = parseSource(file, text);
  let found = span;
  walkInOrder(source, (node) => {
    if (node.pos > span.start || node.end < span.end) return false;
    const own = { start: node.getStart(source), end: node.end };
    const isAsserted = ts.isNonNullExpression(node) && own.start === span.start && isOf(node, span);
    if (isAsserted && contains(own, found)) found = own;
    return true;
  });
  return found;
}

/** Whether all that an assertion is about is what ends with `span`. */
function isOf(node: ts.NonNullExpression, { end }: Span): boolean {
  let inner: ts.Expression = node;
  while (ts.isNonNullExpression(inner)) inner = inner.expression;
  return inner.end === end;
}
