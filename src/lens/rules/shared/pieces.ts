import type { Operand } from '../../../core/odata/ast.ts';
import type { Place, Segment } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Value } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { escapeFor, isPath } from './code.ts';
import { comparisonsOf } from './filters.ts';
import { textAt } from './place.ts';

/** A stretch of a filter's text that the source writes as an expression: a hole, or a constant used by name. */
export interface Piece {
  /** In the flattened text. */
  readonly span: Span;
  /** The expression. */
  readonly code: string;
  /** Where it stands; absent for a constant that is declared elsewhere. */
  readonly place?: Place;
  /** What is known of a hole's value; absent for a constant. */
  readonly value?: Value;
  /** Whether the `odata` tag escapes it. */
  readonly tagged: boolean;
}

/**
 * The expressions in the one expression that spells a filter out, in order. Undefined when the text is not
 * written in one place, when a part of it is made by a function there, or a constant's name cannot be found.
 */
export function piecesOf(context: RuleContext, alternative: FilterAlternative): Piece[] | undefined {
  const { expression, text } = alternative;
  if (expression === undefined) return undefined;
  const isHere = ({ file, span }: Place): boolean =>
    file === expression.file && contains(expression.span, span);
  const pieces: Piece[] = [];
  let offset = 0;
  let written = expression.span.start;
  for (let i = 0; i < text.segments.length; i++) {
    const segment = text.segments[i];
    if (segment === undefined) break;
    const start = offset;
    offset += lengthOf(segment);
    if (isHere(segment.place)) {
      if (isElsewhere(context, expression, written, segment.place)) return undefined;
      written = segment.place.span.end;
      if (segment.kind === 'literal' && segment.whole !== true) continue;
      const tagged = alternative.form === 'odata' || (segment.kind === 'hole' && segment.tagged === true);
      pieces.push({
        span: { start, end: offset },
        code: textAt(context, segment.place),
        place: segment.place,
        tagged,
        ...(segment.kind === 'hole' && { value: segment.hole }),
      });
      continue;
    }
    // the text of a constant that is declared elsewhere: its name stands between the neighbours
    let next = text.segments[i + 1];
    while (next !== undefined && !isHere(next.place)) {
      if (next.kind === 'hole') return undefined;
      offset += lengthOf(next);
      next = text.segments[++i + 1];
    }
    if (segment.kind === 'hole') return undefined;
    const until = next?.place.span.start ?? expression.span.end;
    const code = nameBetween(
      textAt(context, { file: expression.file, span: { start: written, end: until } }),
    );
    if (code === undefined) return undefined;
    pieces.push({ span: { start, end: offset }, code, tagged: alternative.form === 'odata' });
  }
  const end = { file: expression.file, span: { start: expression.span.end, end: expression.span.end } };
  return isElsewhere(context, expression, written, end) ? undefined : pieces;
}

/**
 * Whether a piece stands in a function within the expression, as in `ids.map((id) => …)`, comes again, or comes where something else
 * may come: `(rest ? rest : '')`.
 */
function isElsewhere(
  context: RuleContext,
  { file }: Place,
  written: number,
  { span: { start } }: Place,
): boolean {
  const gap = textAt(context, { file, span: { start: written, end: start } });
  return start < written || /=>|\bfunction\b|\?|&&|\|\|/.test(gap);
}

function lengthOf(segment: Segment<Value>): number {
  return segment.kind === 'hole' ? 1 : segment.text.length;
}

/** `NAME` of `${NAME}` or `' + NAME + '`. */
function nameBetween(gap: string): string | undefined {
  const code = /^[^\w$.]*(?:\$\{)?([\w$]+(?:\.[\w$]+)*)[^\w$.]*$/.exec(gap)?.[1];
  return code !== undefined && isPath(code) ? code : undefined;
}

/** The values in a filter with the pieces that each of them holds. */
export interface ValueOperand {
  readonly operand: Operand;
  /** The property that it is compared with. */
  readonly property?: string;
  readonly pieces: readonly Piece[];
}

/** Every value of a filter that has pieces; undefined when a piece stands elsewhere: for a clause, an operator. */
export function valueOperands(
  alternative: FilterAlternative,
  pieces: readonly Piece[],
): ValueOperand[] | undefined {
  const found: ValueOperand[] = [];
  for (const { left, right } of comparisonsOf(alternative.parsed.filter)) {
    for (const [operand, other] of [[left, right] as const, [right, left] as const]) {
      if (operand.kind === 'property') continue;
      const inside = pieces.filter((piece) => contains(operand.span, piece.span));
      if (inside.length === 0) continue;
      found.push({ operand, pieces: inside, ...(other.kind === 'property' && { property: other.name }) });
    }
  }
  const placed = found.reduce((count, { pieces: inside }) => count + inside.length, 0);
  return placed === pieces.length ? found : undefined;
}

/** Whether an operand is a quoted text without a type before it; then the span between its quotes. */
export function quotedSpan(alternative: FilterAlternative, { span }: Operand): Span | undefined {
  const { text } = alternative.text;
  const isQuoted = span.end - span.start >= 2 && text[span.start] === "'" && text[span.end - 1] === "'";
  return isQuoted ? { start: span.start + 1, end: span.end - 1 } : undefined;
}

/**
 * JavaScript for the text that a quoted operand stands for: the expression alone where it is all of it,
 * else a template of pieces and constants.
 */
export function quotedCode(alternative: FilterAlternative, inner: Span, pieces: readonly Piece[]): string {
  const [only] = pieces;
  if (only?.span.start === inner.start && only.span.end === inner.end) return only.code;
  let code = '';
  let at = inner.start;
  for (const piece of [...pieces, undefined]) {
    const constant = alternative.text.text.slice(at, piece?.span.start ?? inner.end);
    code += escapeFor('`', constant.replaceAll("''", "'"));
    if (piece === undefined) break;
    code += `\${${piece.code}}`;
    at = piece.span.end;
  }
  return `\`${code}\``;
}

/** Whether a value is a number, a Date or a boolean when the program runs, as far as it is seen. */
export function isNumberLike(value: Value | undefined): boolean {
  switch (value?.kind) {
    case 'number':
    case 'number-text':
    case 'boolean':
      return true;
    case 'oneOf':
      return value.values.some((alternative) => isNumberLike(alternative.value));
    case 'text':
    case 'nothing':
    case 'time-text':
    case 'random-text':
    case 'unknown':
    case undefined:
      return false;
  }
}
