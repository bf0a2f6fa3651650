import fc from 'fast-check';
import type { EdmValue } from '../../src/core/edm/value.ts';
import type { Comparison, ComparisonOperator, Filter, Operand } from '../../src/core/odata/ast.ts';
import { HOLE } from '../../src/core/text/segments.ts';

/** Trees that the generators make say nothing about places. */
const span = { start: 0, end: 0 };

const OPERATORS: readonly ComparisonOperator[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'];

const operator = fc.constantFrom(...OPERATORS);

/** Comparison of a property with a constant, the constant on either side. */
export function comparison(
  name: fc.Arbitrary<string>,
  value: fc.Arbitrary<EdmValue>,
): fc.Arbitrary<Comparison> {
  return fc
    .record({ name, value, operator, mirrored: fc.boolean() })
    .map(({ name, value, operator, mirrored }) => {
      const property: Operand = { kind: 'property', name, span };
      const literal: Operand = { kind: 'literal', value, span };
      const [left, right] = mirrored ? [literal, property] : [property, literal];
      return { kind: 'comparison', operator, operatorSpan: span, left, right, span };
    });
}

/** Trees of `and`, `or` and `not` over leaves. */
export function tree(leaf: fc.Arbitrary<Filter>, maxDepth: number): fc.Arbitrary<Filter> {
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => {
    const both = fc
      .record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        left: tie('filter'),
        right: tie('filter'),
      })
      .map((node): Filter => ({ ...node, span }));
    const negated = tie('filter').map((operand): Filter => ({ kind: 'not', operand, span }));
    return { filter: fc.oneof({ maxDepth, withCrossShrink: true }, leaf, both, negated) };
  });
  return filter;
}

/** Conditions joined by `and`. */
export function conjunction(conditions: readonly Filter[]): Filter | undefined {
  return conditions.length === 0
    ? undefined
    : conditions.reduce((left, right) => ({ kind: 'and', left, right, span }));
}

/** Literals of every type; none holds the character that stands for a hole. */
export const literal: fc.Arbitrary<EdmValue> = fc.oneof(
  fc
    .string({ unit: 'grapheme' })
    .filter((value) => !value.includes(HOLE))
    .map((value): EdmValue => ({ type: 'String', value })),
  fc.boolean().map((value): EdmValue => ({ type: 'Boolean', value })),
  fc.integer().map((value): EdmValue => ({ type: 'Int32', value })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value): EdmValue => ({ type: 'Int64', value })),
  fc
    .tuple(fc.integer(), fc.nat())
    .map(([whole, fraction]) => `${whole}.${fraction}`)
    .map((text): EdmValue => ({ type: 'Double', value: Number(text), text })),
  fc
    .date({ min: new Date('1601-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date): EdmValue => ({ type: 'DateTime', value: date.toISOString() })),
  fc.uuid().map((value): EdmValue => ({ type: 'Guid', value })),
  fc
    .uint8Array()
    .map((bytes): EdmValue => ({ type: 'Binary', value: Buffer.from(bytes).toString('hex').toUpperCase() })),
);
