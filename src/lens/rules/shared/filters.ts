import type { Comparison, Filter, Operand } from '../../../core/odata/ast.ts';
import type { FilterAlternative, Query } from '../../model/operation.ts';
import { oncePerFile } from './once.ts';

/** A property as a filter names it. */
export type Property = Extract<Operand, { kind: 'property' }>;

/** The queries of the file. */
export const queriesOf = oncePerFile((context): readonly Query[] =>
  context.operations.filter((operation) => operation.kind === 'query'),
);

/** Whether a query is made by the host of Azure Functions, as a binding says: what is said of calls is not meant for it. */
export function isBinding({ method }: Query): boolean {
  switch (method) {
    case 'input.table':
    case 'function.json':
      return true;
    case 'listEntities':
    case 'queryEntities':
    case 'retrieveEntity':
      return false;
  }
}

/** Every text that a query's filter may be; where only some are known, those. */
export function alternativesOf(query: Query): readonly FilterAlternative[] {
  return query.filter.kind === 'none' ? [] : query.filter.alternatives;
}

/** On which branch a query has the shape that one of its filters gives it; undefined where every filter does. */
export function branchOf(
  query: Query,
  { when, classification: { shape } }: FilterAlternative,
): string | undefined {
  const isEverywhere = alternativesOf(query).every((other) => other.classification.shape === shape);
  return isEverywhere ? undefined : when;
}

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

/** The parts that `kind` joins at the top: of `a and (b or c) and d` with `and` three. */
export function partsOf(filter: Filter, kind: 'and' | 'or'): Filter[] {
  return filter.kind === kind ? [...partsOf(filter.left, kind), ...partsOf(filter.right, kind)] : [filter];
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

/** The value that `filter` demands a key to equal, if it is just that. */
export function equalTo(filter: Filter, key: string): Operand | undefined {
  if (filter.kind !== 'comparison' || filter.operator !== 'eq') return undefined;
  const found = sides(filter);
  return found?.property === key ? found.value : undefined;
}
