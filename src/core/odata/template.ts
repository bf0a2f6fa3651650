import { valueText } from '../edm/text.ts';
import type { EdmType, EdmValue } from '../edm/value.ts';
import { type FlatText, HOLE } from '../text/segments.ts';
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
 * Where a hole stands: between quotes, which the value goes into with its own quotes doubled; as a whole operand; or
 * where a clause, a property or an operator should be, which is taken as written.
 */
export type HolePlace = 'quoted' | 'operand' | 'clause';

export interface TemplateHole {
  /** The expression as the source has it. */
  readonly expression: string;
  /** The property that it is compared with. */
  readonly property?: string;
  /** The type that the text around it says its value has. */
  readonly type?: EdmType;
  /** Constant text before it within the same value, such as `emp_`. */
  readonly prefix?: string;
}

/** What a hole is filled with: a value, as an entity has it, or what a person typed. */
export type Answer =
  { readonly kind: 'value'; readonly value: EdmValue } | { readonly kind: 'typed'; readonly text: string };

/** The template of a filter that a program puts together; `expressionAt` names the hole at an offset. */
export function templateOf(
  { text, holes }: FlatText<unknown>,
  { filter }: ParsedFilter,
  expressionAt: (offset: number) => string,
): FilterTemplate {
  const known = new Map(filter ? usesIn(filter) : []);
  const found: TemplateHole[] = [];
  const parts: TemplatePart[] = [];
  let start = 0;
  for (const offset of [...holes.keys()].sort((a, b) => a - b)) {
    const { place, ...use } = known.get(offset) ?? { place: 'clause' as const };
    const expression = expressionAt(offset);
    const same = found.findIndex((each) => each.expression === expression);
    if (same < 0) found.push({ expression, ...use });
    if (offset > start) parts.push({ kind: 'text', text: text.slice(start, offset) });
    parts.push({ kind: 'hole', hole: same < 0 ? found.length - 1 : same, place });
    start = offset + HOLE.length;
  }
  if (start < text.length) parts.push({ kind: 'text', text: text.slice(start) });
  return { parts, holes: found };
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

type Use = Omit<TemplateHole, 'expression'> & { readonly place: HolePlace };

/** How each hole within values is used, by its offset. */
function usesIn(filter: Filter): [number, Use][] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [...usesIn(filter.left), ...usesIn(filter.right)];
    case 'not':
      return usesIn(filter.operand);
    case 'comparison':
      return [...usesOf(filter.left, filter.right), ...usesOf(filter.right, filter.left)];
    case 'bare':
    case 'unknown':
      return [];
  }
}

function usesOf(operand: Operand, other: Operand): [number, Use][] {
  const property = other.kind === 'property' ? { property: other.name } : {};
  switch (operand.kind) {
    case 'hole': {
      const { hole, type } = operand;
      // of `datetime'${d}'` and `${n}L` the characters around it stay where they are
      const place = type === undefined ? 'operand' : 'quoted';
      return [[hole.offset, { place, ...property, ...(type && { type }) }]];
    }
    case 'composed':
      return operand.parts.flatMap((part, index) => {
        if (typeof part === 'string') return [];
        const before = operand.parts[index - 1];
        const prefix = index === 1 && typeof before === 'string' ? { prefix: before } : {};
        return [[part.offset, { place: 'quoted' as const, ...property, ...prefix }]];
      });
    case 'property':
    case 'literal':
    case 'missing':
      return [];
  }
}
