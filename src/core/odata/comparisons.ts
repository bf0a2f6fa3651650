import type { Comparison, Filter, Operand } from './ast.ts';

/** A property as a filter names it. */
export type Property = Extract<Operand, { kind: 'property' }>;

/** The comparisons of a filter, in order. */
export function comparisonsOf(filter: Filter | undefined): Comparison[] {
  return leavesOf(filter, []).filter((leaf) => leaf.kind === 'comparison');
}

/** Where a filter names properties, in order. */
export function propertiesIn(filter: Filter | undefined): Property[] {
  return leavesOf(filter, []).flatMap((leaf) => {
    const operands = leaf.kind === 'comparison' ? [leaf.left, leaf.right] : [leaf.operand];
    return operands.filter((operand) => operand.kind === 'property');
  });
}

type Leaf = Extract<Filter, { kind: 'comparison' | 'bare' }>;

/** Adds the conditions of a filter to a list: a long filter is as deep as it is long. */
function leavesOf(filter: Filter | undefined, found: Leaf[]): Leaf[] {
  switch (filter?.kind) {
    case 'and':
    case 'or':
      leavesOf(filter.left, found);
      return leavesOf(filter.right, found);
    case 'not':
      return leavesOf(filter.operand, found);
    case 'comparison':
    case 'bare':
      found.push(filter);
      return found;
    case 'unknown':
    case undefined:
      return found;
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
