import { compareValues } from '../edm/compare.ts';
import type { EdmValue } from '../edm/value.ts';
import type { ComparisonOperator, Filter, Operand } from '../odata/ast.ts';
import { holds } from '../odata/evaluate.ts';
import type { Span } from '../text/span.ts';
import { conjunctsOf, MIRRORED } from './conjuncts.ts';

interface Condition {
  readonly property: string;
  readonly operator: ComparisonOperator;
  readonly value: Compared;
  readonly span: Span;
}

/** A constant, or a hole by its offset in the filter. */
type Compared =
  | { readonly kind: 'constant'; readonly value: EdmValue }
  | { readonly kind: 'hole'; readonly offset: number };

/** Whether two holes, by their offsets, have one value in every run. */
type IsSameHole = (a: number, b: number) => boolean;

/**
 * The first two conjuncts that compare one property with constants of one type, or with the same value twice, so that no value
 * satisfies both.
 * What types that differ make of a filter is left open. The shape knows of such conditions on keys; those on other
 * properties do not change what is read.
 */
export function exclusion(
  filter: Filter,
  isSameHole: IsSameHole = () => false,
): readonly [Span, Span] | undefined {
  const conditions = conjunctsOf(filter).flatMap((conjunct) => conditionOf(conjunct) ?? []);
  for (const [index, condition] of conditions.entries()) {
    const other = conditions.slice(0, index).find((before) => exclude(before, condition, isSameHole));
    if (other) return [other.span, condition.span];
  }
  return undefined;
}

function conditionOf(filter: Filter): Condition | undefined {
  if (filter.kind !== 'comparison') return undefined;
  const { left, right, operator, span } = filter;
  if (left.kind === 'property') {
    const value = comparedWith(right);
    return value && { property: left.name, operator, value, span };
  }
  const value = right.kind === 'property' ? comparedWith(left) : undefined;
  return value && right.kind === 'property'
    ? { property: right.name, operator: MIRRORED[operator], value, span }
    : undefined;
}

function comparedWith(operand: Operand): Compared | undefined {
  if (operand.kind === 'literal') return { kind: 'constant', value: operand.value };
  return operand.kind === 'hole' ? { kind: 'hole', offset: operand.hole.offset } : undefined;
}

function exclude(a: Condition, b: Condition, isSameHole: IsSameHole): boolean {
  const order = orderOf(a.value, b.value, isSameHole);
  if (a.property !== b.property || order === undefined) return false;
  if (a.operator === 'eq') return !holds(b.operator, order);
  if (b.operator === 'eq') return !holds(a.operator, -order);
  if (isLower(a) && isUpper(b)) return leavesNothing(a, b, order);
  return isUpper(a) && isLower(b) && leavesNothing(b, a, -order);
}

function orderOf(a: Compared, b: Compared, isSameHole: IsSameHole): number | undefined {
  if (a.kind === 'constant') return b.kind === 'constant' ? compareValues(a.value, b.value) : undefined;
  return b.kind === 'hole' && isSameHole(a.offset, b.offset) ? 0 : undefined;
}

/** Whether nothing lies between bounds; `order` is that of the lower to the upper one. */
function leavesNothing(lower: Condition, upper: Condition, order: number): boolean {
  return order > 0 || (order === 0 && !(lower.operator === 'ge' && upper.operator === 'le'));
}

function isLower({ operator }: Condition): boolean {
  return operator === 'gt' || operator === 'ge';
}

function isUpper({ operator }: Condition): boolean {
  return operator === 'lt' || operator === 'le';
}
