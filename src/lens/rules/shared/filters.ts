import type { Filter, Operand } from '../../../core/odata/ast.ts';
import { sides } from '../../../core/odata/comparisons.ts';
import { type Condition, either } from '../../../core/shape/condition.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { oncePerFile } from './once.ts';

export { comparisonsOf, propertiesIn, type Property, sides } from '../../../core/odata/comparisons.ts';

/** The queries of the file. */
export const queriesOf = oncePerFile((context): readonly Query[] =>
  context.operations.filter((operation) => operation.kind === 'query'),
);

/** The queries whose results are used in the file, in whatever function each is asked. */
export function resultsOf(context: RuleContext): readonly Query[] {
  return [...queriesOf(context), ...context.listings];
}

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
  const all = query.filter.kind === 'none' ? [] : query.filter.alternatives;
  return all.every(({ ifEmpty }) => ifEmpty === true) ? all : all.filter(({ ifEmpty }) => ifEmpty !== true);
}

/** When a query has the shape that one of its filters gives it, by this one or another; undefined where every filter does. */
export function branchOf(
  query: Query,
  { classification: { shape } }: FilterAlternative,
): Condition | undefined {
  const all = alternativesOf(query);
  const alike = all.filter(({ classification }) => classification.shape === shape);
  return alike.length === all.length ? undefined : either(alike.map(({ when }) => when));
}

/** The parts that `kind` joins at the top: of `a and (b or c) and d` with `and` three. */
export function partsOf(filter: Filter, kind: 'and' | 'or'): Filter[] {
  return filter.kind === kind ? [...partsOf(filter.left, kind), ...partsOf(filter.right, kind)] : [filter];
}

/** The value that `filter` demands a key to equal, if it is just that. */
export function equalTo(filter: Filter, key: string): Operand | undefined {
  if (filter.kind !== 'comparison' || filter.operator !== 'eq') return undefined;
  const found = sides(filter);
  return found?.property === key ? found.value : undefined;
}
