import type { Span } from '../../../core/text/span.ts';
import { contains } from '../../../core/text/span.ts';
import type { LiteralText } from '../facts/expr.ts';
import { readLiteral } from '../lower/literal.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';

/** The text of a literal in which an offset stands, and what it is written with. */
export interface LiteralAt {
  /** A backtick for a template. */
  readonly quote: "'" | '"' | '`';
  /** The tag of a template, as written. */
  readonly tag?: string;
  /** The text, or the texts of a template, with the spans of the expressions between them. */
  readonly texts: readonly LiteralText[];
  readonly holes: readonly Span[];
}

/** Undefined where `offset` stands in no string and in no text of a template; the quotes are no part of either. */
export function literalAt(file: string, text: string, offset: number): LiteralAt | undefined {
  const source = parseSource(file, text);
  const at = { start: offset, end: offset };
  let found: LiteralAt | undefined;
  const visit = (node: ts.Node, tag?: string): void => {
    if (found !== undefined || offset < node.pos || node.end < offset) return;
    if (
      ts.isStringLiteral(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateExpression(node)
    ) {
      const literal = literalOf(source, node, tag);
      if (literal.texts.some(({ span }) => contains(span, at))) found = literal;
    }
    if (ts.isTaggedTemplateExpression(node)) {
      visit(node.tag);
      visit(node.template, node.tag.getText(source));
    } else
      ts.forEachChild(node, (child) => {
        visit(child);
      });
  };
  visit(source);
  return found;
}

function literalOf(
  source: ts.SourceFile,
  node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression,
  tag: string | undefined,
): LiteralAt {
  const tagged = tag === undefined ? {} : { tag };
  if (ts.isStringLiteral(node)) {
    const quote = source.text[node.getStart(source)] === '"' ? '"' : "'";
    return { quote, texts: [textOf(source, node)], holes: [] };
  }
  if (ts.isNoSubstitutionTemplateLiteral(node)) {
    return { quote: '`', ...tagged, texts: [textOf(source, node)], holes: [] };
  }
  const pieces = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
  const holes = node.templateSpans.map(({ expression }) => ({
    start: expression.getStart(source),
    end: expression.end,
  }));
  return { quote: '`', ...tagged, texts: pieces.map((piece) => textOf(source, piece)), holes };
}

type Piece =
  ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

/** What stands between the delimiters; to the end where the closing one is missing. */
function textOf(source: ts.SourceFile, piece: Piece): LiteralText {
  const start = piece.getStart(source) + 1;
  const closing =
    ts.isTemplateHead(piece) || ts.isTemplateMiddle(piece) ? '${' : source.text.charAt(start - 1);
  const last = closing === '}' ? '`' : closing;
  const end = piece.isUnterminated === true ? piece.end : piece.end - last.length;
  return readLiteral(source.text, start, Math.max(start, end), piece.text);
}
