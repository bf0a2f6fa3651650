import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';

/** Something that somebody chose to write in a source. */
export interface WordPlace {
  /** `module` is the text that names a module; `pattern` a regular expression, `comment` a comment with its signs. */
  readonly kind: 'name' | 'text' | 'module' | 'number' | 'pattern' | 'comment';
  /** Of texts what is between the quotes. */
  readonly span: Span;
}

/** Gives the names, texts, numbers and comments of a source, in its order. It must parse. */
export function wordPlaces(file: string, text: string): readonly WordPlace[] {
  const source = parseSource(file, text);
  const modules = moduleNames(source);
  const found: WordPlace[] = [];
  const open: ts.Node[] = [source];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = node.getChildren(source);
    if (children.length > 0) {
      for (const child of children.toReversed()) open.push(child);
      continue;
    }
    const start = node.getStart(source);
    found.push(...comments(text, node.pos, start));
    const kind = modules.has(node.pos) ? 'module' : kindOf(node);
    if (kind !== undefined) found.push({ kind, span: withoutQuotes(node, start) });
  }
  return found;
}

/** Where texts begin that name modules. */
function moduleNames(source: ts.SourceFile): ReadonlySet<number> {
  const found = new Set<number>();
  walk(source, (node) => {
    if (ts.isImportDeclaration(node)) found.add(node.moduleSpecifier.pos);
    if (ts.isExportDeclaration(node) && node.moduleSpecifier) found.add(node.moduleSpecifier.pos);
    if (ts.isExternalModuleReference(node)) found.add(node.expression.pos);
    if (!ts.isCallExpression(node)) return;
    const { expression: called } = node;
    const [first] = node.arguments;
    const loads =
      called.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(called) && called.text === 'require');
    if (loads && first !== undefined && ts.isStringLiteralLike(first)) found.add(first.pos);
  });
  return found;
}

function kindOf(node: ts.Node): WordPlace['kind'] | undefined {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return 'name';
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return 'number';
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) return 'pattern';
  const isText =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isJsxText(node);
  return isText ? 'text' : undefined;
}

function withoutQuotes(node: ts.Node, start: number): Span {
  const { end } = node;
  if (ts.isJsxText(node)) return { start: node.pos, end };
  if (ts.isStringLiteralLike(node)) return { start: start + 1, end: end - 1 };
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) return { start: start + 1, end: end - 2 };
  if (ts.isTemplateMiddleOrTemplateTail(node)) return { start: start + 1, end: end - 1 };
  return { start: ts.isPrivateIdentifier(node) ? start + 1 : start, end };
}

/** What is before a token and isn't white space. */
function comments(text: string, from: number, to: number): readonly WordPlace[] {
  const between = text.slice(from, to);
  const start = between.search(/\S/);
  if (start < 0) return [];
  return [{ kind: 'comment', span: { start: from + start, end: from + between.trimEnd().length } }];
}
