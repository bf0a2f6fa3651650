import type { Comparison, Filter, Operand } from './ast.ts';

/** A property as a filter names it. */
export type Property = Extract<Operand, { kind: 'property' }>;

/** The comparisons of a filter, in order. */
export function comparisonsOf(filter: Filter | undefined): Comparison[] {
  if (filter === undefined) return [];
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [...comparisonsOf(filter.left), ...comparisonsOf(filter.right)];
    case 'not':
      return comparisonsOf(filter.operand);
    case 'comparison':
      return [filter];
    case 'bare':
    case 'unknown':
      return [];
  }
}

/** Where a filter names properties, in order. */
export function propertiesIn(filter: Filter | undefined): Property[] {
  if (filter === undefined) return [];
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [...propertiesIn(filter.left), ...propertiesIn(filter.right)];
    case 'not':
      return propertiesIn(filter.operand);
    case 'comparison':
      return [filter.left, filter.right].filter((operand) => operand.kind === 'property');
    case 'bare':
      return filter.operand.kind === 'property' ? [filter.operand] : [];
    case 'unknown':
      return [];
  }
}

/** What a property is compared with, and the property; undefined for a comparison without a property. */
export function sides({
  left,
  right,
}: Comparison): { readonly property: string; readonly value: Operand } | undefined {
  if (left.kind === 'property') return { property: left.name, value: right };
  if (right.kind === 'property') return { property: right.name, value: left };
  return undefined;
}
