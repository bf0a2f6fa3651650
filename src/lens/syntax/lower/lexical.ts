import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';

/** What only a parser can tell of a text's lexical layers, in source order. */
export interface LexicalLayers {
  readonly comments: readonly Comment[];
  /** Strings, pieces of templates and regular expressions. */
  readonly literals: readonly Span[];
  /** Text between JSX tags, where `//` is text. */
  readonly jsxTexts: readonly Span[];
}

export interface Comment {
  readonly kind: 'line' | 'block';
  /** With its marks. */
  readonly span: Span;
  /** Without its marks. */
  readonly text: string;
}

/** Separates comments from what only looks like one. Parses the text: ask only when it is worth it. */
export function readLexicalLayers(file: string, text: string): LexicalLayers {
  const source = parseSource(file, text);
  const literals: Span[] = [];
  const jsxTexts: Span[] = [];
  walk(source, (node) => {
    if (ts.isJsxText(node)) jsxTexts.push({ start: node.pos, end: node.end });
    else if (
      ts.isLiteralExpression(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isTemplateHead(node)
    ) {
      literals.push({ start: node.getStart(source), end: node.end });
    }
  });
  literals.sort(byStart);
  jsxTexts.sort(byStart);
  const opaque = [...literals, ...jsxTexts].sort(byStart);
  return { comments: commentsOutside(source.text, opaque), literals, jsxTexts };
}

function byStart(a: Span, b: Span): number {
  return a.start - b.start;
}

/** Outside literals and JSX text, every `//` and `/*` begins a comment. */
function commentsOutside(text: string, opaque: readonly Span[]): Comment[] {
  const comments: Comment[] = [];
  const start = /\/\/|\/\*/g;
  let next = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const at = found.index;
    while (next < opaque.length && (opaque[next]?.end ?? 0) <= at) next++;
    const around = opaque[next];
    if (around !== undefined && around.start <= at) {
      start.lastIndex = around.end;
      continue;
    }
    const isLine = found[0] === '//';
    const close = isLine ? text.slice(at).search(/[\r\n\u2028\u2029]/) : text.indexOf('*/', at + 2) - at;
    const length = close < 0 ? text.length - at : close;
    const end = Math.min(text.length, at + length + (isLine ? 0 : 2));
    comments.push({
      kind: isLine ? 'line' : 'block',
      span: { start: at, end },
      text: text.slice(at + 2, at + length),
    });
    start.lastIndex = end;
  }
  return comments;
}
