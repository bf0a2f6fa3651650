import { compareValues } from '../edm/compare.ts';
import type { EdmValue } from '../edm/value.ts';
import type { ComparisonOperator, Filter } from '../odata/ast.ts';
import { holds } from '../odata/evaluate.ts';
import type { Span } from '../text/span.ts';
import { conjunctsOf, MIRRORED } from './conjuncts.ts';

interface Condition {
  readonly property: string;
  readonly operator: ComparisonOperator;
  readonly value: EdmValue;
  readonly span: Span;
}

/**
 * The first two conjuncts that compare one property with constants of one type so that no value satisfies both.
 * What types that differ make of a filter is left open. The shape knows of such conditions on keys; those on other
 * properties do not change what is read.
 */
export function exclusion(filter: Filter): readonly [Span, Span] | undefined {
  const conditions = conjunctsOf(filter).flatMap((conjunct) => conditionOf(conjunct) ?? []);
  for (const [index, condition] of conditions.entries()) {
    const other = conditions.slice(0, index).find((before) => exclude(before, condition));
    if (other) return [other.span, condition.span];
  }
  return undefined;
}

function conditionOf(filter: Filter): Condition | undefined {
  if (filter.kind !== 'comparison') return undefined;
  const { left, right, operator, span } = filter;
  if (left.kind === 'property' && right.kind === 'literal') {
    return { property: left.name, operator, value: right.value, span };
  }
  if (left.kind === 'literal' && right.kind === 'property') {
    return { property: right.name, operator: MIRRORED[operator], value: left.value, span };
  }
  return undefined;
}

function exclude(a: Condition, b: Condition): boolean {
  const order = compareValues(a.value, b.value);
  if (a.property !== b.property || order === undefined) return false;
  if (a.operator === 'eq') return !holds(b.operator, order);
  if (b.operator === 'eq') return !holds(a.operator, -order);
  if (isLower(a) && isUpper(b)) return leavesNothing(a, b, order);
  return isUpper(a) && isLower(b) && leavesNothing(b, a, -order);
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
