import type { Operand } from '../../../core/odata/ast.ts';
import type { Place, Segment } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Value } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { pathOf } from '../../syntax/program/names.ts';
import { type ExpressionPart, walkCode } from '../../syntax/program/walk.ts';
import { escapeFor } from './code.ts';
import { expressionAt } from './code-at.ts';
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
  const code = expression && expressionAt(context, expression);
  if (expression === undefined || code === undefined) return undefined;
  const involved = involvedIn(code);
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
      const { start: from } = segment.place.span;
      if (from < written || involved.some((span) => contains(span, segment.place.span))) return undefined;
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
    const name = nameBetween(code, { start: written, end: until });
    if (name === undefined) return undefined;
    pieces.push({
      span: { start, end: offset },
      code: textAt(context, { file: expression.file, span: name }),
      tagged: alternative.form === 'odata',
    });
  }
  return pieces;
}

/** Code of which something else may come, or nothing, or that again and again: `(id) => …`, `(rest ? rest : '')`. */
function involvedIn(code: ExpressionPart): readonly Span[] {
  const spans: Span[] = [];
  walkCode(code, (part) => {
    if (part.kind === 'function') spans.push(part.fn.span);
    if (part.kind !== 'expression') return;
    const { expression } = part;
    if (expression.kind === 'conditional' || expression.kind === 'logical') spans.push(expression.span);
  });
  return spans;
}

function lengthOf(segment: Segment<Value>): number {
  return segment.kind === 'hole' ? 1 : segment.text.length;
}

/** Where the one name, or path of names, stands that there is between two places. */
function nameBetween(code: ExpressionPart, between: Span): Span | undefined {
  const found: Span[] = [];
  walkCode(code, (part) => {
    if (part.kind !== 'expression' || !contains(between, part.expression.span)) return;
    const { span } = part.expression;
    const isOuter = !found.some((outer) => contains(outer, span));
    if (isOuter && part.expression.kind !== 'text') found.push(pathOf(part.expression) ? span : between);
  });
  const [only, ...others] = found;
  return only === between || others.length > 0 ? undefined : only;
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
