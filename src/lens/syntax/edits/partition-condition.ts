import type { TextEdit } from '../../../core/text/edit.ts';
import { quote } from '../../../core/odata/quote.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';

/** The PartitionKey that a filter in the source compares with. */
export interface PartitionCondition {
  /** Code for it; absent of the constant. */
  readonly code?: string;
  /** Puts a variable of the filter's function in its place. */
  readonly edits: readonly TextEdit[];
  /** The filter gets the tag `odata` with that. */
  readonly isTagged: boolean;
}

const CONDITION = 'PartitionKey eq';

/**
 * Finds `PartitionKey eq …` in a template of the tag `odata`, or in a string with a `constant`, and puts `name` there. Undefined where it
 * isn't written so, and where the call that the filter is of can't be moved into a function: it waits for something.
 */
export function partitionCondition(
  file: string,
  text: string,
  call: Span,
  filter: Span,
  name: string,
  constant: string | undefined,
): PartitionCondition | undefined {
  const source = parseSource(file, text);
  const node = nodesAround(source, filter).findLast((one) => isAt(source, one, filter));
  const whole = nodesAround(source, call).findLast((one) => isAt(source, one, call));
  if (node === undefined || whole === undefined) return undefined;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return inString(source, node, whole, name, constant);
  if (!ts.isTaggedTemplateExpression(node) || !isTag(node.tag)) return undefined;
  const { template } = node;
  if (ts.isNoSubstitutionTemplateLiteral(template))
    return inPieces(source, [template], whole, name, constant);
  const pieces = [template.head, ...template.templateSpans.map(({ literal }) => literal)];
  const spans = template.templateSpans.filter((_, index) => endsWithKey(pieces[index]?.text ?? ''));
  const [found] = spans;
  if (found === undefined) return inPieces(source, pieces, whole, name, constant);
  if (spans.length > 1 || isBound(whole, name, found.expression)) return undefined;
  const span = spanOf(source, found.expression);
  return { code: text.slice(span.start, span.end), edits: [{ span, text: name }], isTagged: true };
}

function endsWithKey(text: string): boolean {
  return text.trimEnd().endsWith(CONDITION);
}

function isTag(tag: ts.Expression): boolean {
  return ts.isIdentifier(tag)
    ? tag.text === 'odata'
    : ts.isPropertyAccessExpression(tag) && tag.name.text === 'odata';
}

/** A string of its own becomes a template. */
function inString(
  source: ts.SourceFile,
  node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral,
  whole: ts.Node,
  name: string,
  constant: string | undefined,
): PartitionCondition | undefined {
  const { start, end } = spanOf(source, node);
  const code = source.text.slice(start + 1, end - 1);
  if (code.includes('\\') || code.includes('`') || code.includes('${')) return undefined;
  const found = inPieces(source, [node], whole, name, constant);
  return (
    found && {
      edits: [
        { span: { start, end: start + 1 }, text: 'odata`' },
        ...found.edits,
        { span: { start: end - 1, end }, text: '`' },
      ],
      isTagged: false,
    }
  );
}

type Piece =
  ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

/** `PartitionKey eq 'constant'`, once in all of the pieces of a text. */
function inPieces(
  source: ts.SourceFile,
  pieces: readonly Piece[],
  whole: ts.Node,
  name: string,
  constant: string | undefined,
): PartitionCondition | undefined {
  if (constant === undefined || isBound(whole, name, undefined)) return undefined;
  const key = quote(constant);
  const condition = `${CONDITION} ${key}`;
  const places = pieces.flatMap((piece) => {
    const { start, end } = spanOf(source, piece);
    const code = source.text.slice(start, end);
    let offset = start;
    return code
      .split(condition)
      .slice(0, -1)
      .map((before) => {
        offset += before.length + condition.length;
        return offset - key.length;
      });
  });
  const [start, ...others] = places;
  if (start === undefined || others.length > 0) return undefined;
  return { edits: [{ span: { start, end: start + key.length }, text: `\${${name}}` }], isTagged: true };
}

/** Whether code has the name already, or waits for something outside of a part of it. */
function isBound(whole: ts.Node, name: string, part: ts.Node | undefined): boolean {
  let isFound = false;
  walk(whole, (node) => {
    const isPart = part !== undefined && node.pos >= part.pos && node.end <= part.end;
    if (ts.isIdentifier(node) && node.text === name) isFound = true;
    if (!isPart && (ts.isAwaitExpression(node) || ts.isYieldExpression(node))) isFound = true;
  });
  return isFound;
}
