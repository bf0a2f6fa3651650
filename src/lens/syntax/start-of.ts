import type { Span } from '../../core/text/span.ts';
import type * as ts from './typescript.ts';

/**
 * Where a node begins, behind the space and the comments before it: what `getStart` gives, without going through the text where a letter,
 * a bracket or a quote stands there, as nearly always.
 */
export function startOf(node: ts.Node, source: ts.SourceFile): number {
  const { pos } = node;
  const { text } = source;
  if (node.end > pos) {
    const first = text.charCodeAt(pos);
    if (PLAIN[first] === 1) return pos;
    if (first === SPACE && PLAIN[text.charCodeAt(pos + 1)] === 1) return pos + 1;
  }
  return node.getStart(source);
}

/** Where a node stands, without the space and the comments before it. */
export function spanIn(source: ts.SourceFile, node: ts.Node): Span {
  return { start: startOf(node, source), end: node.end };
}

const SPACE = 32;

/** Characters that begin a token, whatever follows them: neither space nor a comment, nor a line that is none of the code's. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w$'"`([{.]/.test(String.fromCharCode(code)) ? 1 : 0,
);
