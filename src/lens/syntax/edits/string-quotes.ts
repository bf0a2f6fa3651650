import type { TextEdit } from '../../../core/text/edit.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walkInOrder } from '../walk.ts';

/** The edits that put all strings of a file into these quotes, but for those that hold one. */
export function stringQuotes(file: string, text: string, quote: "'" | '"'): readonly TextEdit[] {
  const source = parseSource(file, text);
  const edits: TextEdit[] = [];
  walkInOrder(source, (node) => {
    if (ts.isStringLiteral(node)) {
      const span = { start: node.getStart(source), end: node.end };
      const inner = text.slice(span.start + 1, span.end - 1);
      if (!inner.includes(quote)) edits.push({ span, text: `${quote}${inner}${quote}` });
    }
    return true;
  });
  return edits;
}
