import type { TextEdit } from '../../../core/text/edit.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround } from './nodes-around.ts';

/** Replaces the expression at `span` by `code`; `{ rowKey }` becomes `{ rowKey: code }`. */
export function replaceExpression(file: string, text: string, span: Span, code: string): TextEdit {
  const source = parseSource(file, text);
  const isShorthand = nodesAround(source, span).some(
    (node) => ts.isShorthandPropertyAssignment(node) && isAt(source, node, span),
  );
  return { span, text: isShorthand ? `${text.slice(span.start, span.end)}: ${code}` : code };
}
