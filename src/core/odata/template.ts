import { valueText } from '../edm/text.ts';
import type { EdmType, EdmValue } from '../edm/value.ts';
import { type FlatText, HOLE } from '../text/segments.ts';
import { contains, type Span } from '../text/span.ts';
import type { Filter, Operand, ParsedFilter } from './ast.ts';
import { printLiteral } from './print.ts';
import { quote } from './quote.ts';

/** A filter of a program in which a person can fill what only the running program knows. */
export interface FilterTemplate {
  readonly parts: readonly TemplatePart[];
  /** What is to be filled: an expression that stands twice is one hole. */
  readonly holes: readonly TemplateHole[];
}

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `hole` counts in {@link FilterTemplate.holes}. */
  | { readonly kind: 'hole'; readonly hole: number; readonly place: HolePlace };

/**
 * Where a hole stands: between quotes, which the value goes into with its own quotes doubled; between quotes in a program that
 * does not double them, as it is; as a whole operand; or where a clause, a property or an operator should be, which is taken as written.
 */
export type HolePlace = 'quoted' | 'unescaped' | 'operand' | 'clause';

export interface TemplateHole {
  /** The expression as the source has it. */
  readonly expression: string;
  /**
   * It is no single expression but text of the filter, one operand with holes that nothing keeps apart: `${a}${b}`, `${n}.5`. Asked for
   * is the value of the whole.
   */
  readonly isComposed?: true;
  /** The property that it is compared with. */
  readonly property?: string;
  /** The type that the text around it says its value has. */
  readonly type?: EdmType;
  /** Constant text before it within the same value, such as `emp_`. */
  readonly prefix?: string;
  /** More of the same value is filled in by other holes, or follows: no value of an entity is just this. */
  readonly isPart?: true;
}

/** What a hole is filled with: a value, as an entity has it, or what a person typed. */
export type Answer =
  { readonly kind: 'value'; readonly value: EdmValue } | { readonly kind: 'typed'; readonly text: string };

/**
 * The template of a filter that a program puts together; `expressionAt` names the hole at an offset, `isEscapedAt` says whether the
 * program doubles quotes in what it puts there.
 */
export function templateOf(
  flat: FlatText<unknown>,
  { filter }: ParsedFilter,
  expressionAt: (offset: number) => string,
  isEscapedAt: (offset: number) => boolean = () => true,
): FilterTemplate {
  const { text, holes } = flat;
  const placeOf = (place: HolePlace, span: Span): HolePlace =>
    place === 'quoted' && [...holes.keys()].some((hole) => contains(span, at(hole)) && !isEscapedAt(hole))
      ? 'unescaped'
      : place;
  const inValues = filter ? usesIn(filter, text) : [];
  const elsewhere = [...holes.keys()]
    .filter((offset) => !inValues.some(({ span }) => contains(span, at(offset))))
    .map((offset): Use => ({ span: at(offset), place: 'clause' }));
  const found: TemplateHole[] = [];
  const indexes = new Map<string, number>();
  const parts: TemplatePart[] = [];
  let start = 0;
  for (const { span, place, ...use } of [...inValues, ...elsewhere].sort(
    (a, b) => a.span.start - b.span.start,
  )) {
    const asked = { ...nameOf(flat, span, expressionAt), ...use };
    const hole = indexes.get(asked.expression) ?? found.length;
    if (hole === found.length) {
      found.push(asked);
      indexes.set(asked.expression, hole);
    }
    if (span.start > start) parts.push({ kind: 'text', text: text.slice(start, span.start) });
    parts.push({ kind: 'hole', hole, place: placeOf(place, span) });
    start = span.end;
  }
  if (start < text.length) parts.push({ kind: 'text', text: text.slice(start) });
  return { parts, holes: found };
}

/** What stands where a value is to be filled in: the expression, or the text with its expressions. */
function nameOf(
  { text, holes }: FlatText<unknown>,
  { start, end }: Span,
  expressionAt: (offset: number) => string,
): Pick<TemplateHole, 'expression' | 'isComposed'> {
  if (end - start === HOLE.length) return { expression: expressionAt(start) };
  const units = text.slice(start, end).split('');
  const written = units.map((unit, index) =>
    holes.has(start + index) ? `\${${expressionAt(start + index)}}` : unit,
  );
  return { expression: written.join(''), isComposed: true };
}

function at(offset: number): Span {
  return { start: offset, end: offset + HOLE.length };
}

/** The filter with its holes filled, one answer for each; a hole without an answer is left empty. */
export function fillTemplate({ parts, holes }: FilterTemplate, answers: readonly Answer[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const answer = answers[part.hole];
      return answer === undefined ? '' : filled(part.place, answer, holes[part.hole]);
    })
    .join('');
}

function filled(place: HolePlace, answer: Answer, hole: TemplateHole | undefined): string {
  switch (place) {
    case 'quoted':
      return textOf(answer).replaceAll("'", "''");
    case 'operand':
      return answer.kind === 'value' ? printLiteral(answer.value) : operandOf(answer.text, hole);
    case 'unescaped':
    case 'clause':
      return textOf(answer);
  }
}

function textOf(answer: Answer): string {
  return answer.kind === 'value' ? valueText(answer.value) : answer.text;
}

/** What needs no quotes as an operand: a number, a truth value, a literal that is quoted already. */
const LITERAL = /^(-?\d+(\.\d+)?L?|true|false|(datetime|guid|binary|X)?'([^']|'')*')$/;

/** Keys are texts whatever they look like; of anything else only what no literal can be is one. */
function operandOf(typed: string, hole: TemplateHole | undefined): string {
  const isKey = hole?.property === 'PartitionKey' || hole?.property === 'RowKey';
  const isLiteral = isKey ? /^'([^']|'')*'$/.test(typed) : LITERAL.test(typed);
  return isLiteral ? typed : quote(typed);
}

/** A stretch of the filter that is filled in as one, and how. */
type Use = Omit<TemplateHole, 'expression' | 'isComposed'> & {
  readonly span: Span;
  readonly place: HolePlace;
};

function usesIn(filter: Filter, text: string): Use[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [...usesIn(filter.left, text), ...usesIn(filter.right, text)];
    case 'not':
      return usesIn(filter.operand, text);
    case 'comparison':
      return [...usesOf(filter.left, filter.right, text), ...usesOf(filter.right, filter.left, text)];
    case 'bare':
    case 'unknown':
      return [];
  }
}

function usesOf(operand: Operand, other: Operand, text: string): Use[] {
  const property = other.kind === 'property' ? { property: other.name } : {};
  switch (operand.kind) {
    case 'hole': {
      const { hole, type, span } = operand;
      if (type === undefined) return [{ span, place: 'operand', ...property }];
      // the characters around it that say its type stay where they are
      const isSuffixed = type === 'Int64' && text.slice(span.start, span.end) === `${HOLE}L`;
      const inside = isSuffixed ? at(hole.offset) : betweenQuotes(text, span);
      return [{ span: inside, place: 'quoted', ...property, type }];
    }
    case 'composed':
      return operand.parts.flatMap((part, index) => {
        if (typeof part === 'string') return [];
        const before = operand.parts[index - 1];
        const prefix = index === 1 && typeof before === 'string' ? { prefix: before } : {};
        const isLast = index === operand.parts.length - 1;
        const isWhole = isLast && (index === 0 || 'prefix' in prefix);
        return [
          {
            span: at(part.offset),
            place: 'quoted' as const,
            ...property,
            ...prefix,
            ...(!isWhole && { isPart: true as const }),
          },
        ];
      });
    case 'property':
    case 'literal':
    case 'missing':
      return [];
  }
}

/** What stands in the quotes of `datetime'…'`; to the end where a hole brings the closing one. */
function betweenQuotes(text: string, { start, end }: Span): Span {
  const open = start + text.slice(start, end).search(/['"]/) + 1;
  const isClosed = end - 1 >= open && text[end - 1] === text[open - 1];
  return { start: open, end: isClosed ? end - 1 : end };
}
