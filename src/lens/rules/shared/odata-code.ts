import { isKeyName } from '../../../core/shape/shape.ts';
import type { Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { asText, isTextCode } from './as-text.ts';
import { escapeFor, hasTypes, SDK } from './code.ts';
import { escapingAround, expressionAt } from './code-at.ts';
import {
  isNumberLike,
  type Piece,
  piecesOf,
  quotedCode,
  quotedSpan,
  type ValueOperand,
  valueOperands,
} from './pieces.ts';
import { textAt } from './place.ts';

/**
 * Writes a filter anew with the `odata` tag, and the import if it lacks; `also` is a condition, as a template has it,
 * that is added by "and". Undefined where that is not certain to be right.
 */
export function odataEdits(
  context: RuleContext,
  query: Query,
  alternative: FilterAlternative,
  also?: string,
): Fix['edits'] | undefined {
  const { expression } = alternative;
  if (expression?.file !== query.file) return undefined;
  const filter = odataTemplate(context, alternative);
  if (filter === undefined) return undefined;
  const isOr = alternative.parsed.filter?.kind === 'or';
  const template = also === undefined ? filter : `${isOr ? `(${filter})` : filter} and ${also}`;
  const tag = useImport(query.file, context.sourceOf(query.file), SDK, 'odata');
  if (tag === undefined) return undefined;
  return [...tag.edits, { span: expression.span, text: `${tag.reference}\`${template}\`` }];
}

/**
 * A filter as an `odata` template without its tag, `code` in the place of `span` of its text. Undefined where that is
 * not certain to be right.
 */
export function odataWith(
  context: RuleContext,
  alternative: FilterAlternative,
  span: Span,
  code: string,
): string | undefined {
  const pieces = piecesOf(context, alternative);
  const around = pieces?.filter((piece) => piece.span.end <= span.start || piece.span.start >= span.end);
  if (around?.every((piece) => piece.tagged) !== true) return undefined;
  const before = around.filter((piece) => piece.span.end <= span.start);
  const after = around.filter((piece) => piece.span.start >= span.end);
  const end = alternative.text.text.length;
  return [
    verbatim(alternative, { start: 0, end: span.start }, before),
    code,
    verbatim(alternative, { start: span.end, end }, after),
  ].join('');
}

/** The pieces without the escaping that the tag does; undefined where what does it cannot be taken away. */
function unescaped(context: RuleContext, alternative: FilterAlternative): Piece[] | undefined {
  const { expression } = alternative;
  const pieces = piecesOf(context, alternative);
  if (expression === undefined || pieces === undefined) return undefined;
  const escaping = escapingAround(context, expression);
  const plain = pieces.flatMap((piece) => {
    const { place, value, tagged } = piece;
    if (tagged || value === undefined || place === undefined) return [piece];
    const written = expressionAt(context, place);
    const inner = written && escaping.without(written);
    // without the method that only texts have, what throws now would be sent
    if (inner === undefined || (inner !== written?.expression && !hasMethods(place.file, inner))) return [];
    return [{ ...piece, code: textAt(context, { file: place.file, span: inner.span }) }];
  });
  return plain.length === pieces.length ? plain : undefined;
}

/** Whether what escapes a value by hand can be called on it: by its type, or by what it is made of. */
function hasMethods(file: string, value: Expression): boolean {
  return hasTypes(file) || isTextCode(value);
}

/** Between the backticks of the template: holes as whole operands, without quotes round them. */
function odataTemplate(context: RuleContext, alternative: FilterAlternative): string | undefined {
  const pieces = unescaped(context, alternative);
  const operands = pieces && valueOperands(alternative, pieces);
  if (operands === undefined) return undefined;
  const { text } = alternative.text;
  let code = '';
  let at = 0;
  for (const value of [...operands].sort((a, b) => a.operand.span.start - b.operand.span.start)) {
    const written = operandCode(context, alternative, value);
    if (written === undefined) return undefined;
    code += escapeFor('`', text.slice(at, value.operand.span.start)) + written;
    at = value.operand.span.end;
  }
  return code + escapeFor('`', text.slice(at));
}

function operandCode(
  context: RuleContext,
  alternative: FilterAlternative,
  { operand, property, pieces }: ValueOperand,
): string | undefined {
  const [first] = pieces;
  if (first === undefined) return undefined;
  const inner = quotedSpan(alternative, operand);
  if (pieces.every((piece) => piece.tagged)) return verbatim(alternative, operand.span, pieces);
  if (inner !== undefined) {
    if (pieces.some((piece) => piece.tagged || piece.span.start < inner.start)) return undefined;
    const code = quotedCode(alternative, inner, pieces);
    // `odata` would send a number as a number, and nothing for what is missing
    return `\${${code === first.code ? asText(context, alternative, first) : code}}`;
  }
  if (pieces.length > 1) return undefined;
  if (alternative.text.text.slice(operand.span.start, first.span.start).endsWith("'")) {
    return verbatim(alternative, operand.span, pieces);
  }
  // a hole without quotes round it may hold a literal with its quotes, unless it is a number or a key
  const isKey = isKeyName(property);
  const isPlain =
    first.value === undefined
      ? operand.kind === 'literal' && operand.value.type !== 'String'
      : isNumberLike(first.value) || isKey;
  return isPlain ? verbatim(alternative, operand.span, pieces) : undefined;
}

function verbatim(alternative: FilterAlternative, span: Span, pieces: readonly Piece[]): string {
  const { text } = alternative.text;
  let code = '';
  let at = span.start;
  for (const piece of pieces) {
    code += escapeFor('`', text.slice(at, piece.span.start)) + `\${${piece.code}}`;
    at = piece.span.end;
  }
  return code + escapeFor('`', text.slice(at, span.end));
}
