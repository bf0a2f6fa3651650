import { conjunctsOf, propertiesOf } from '../../../core/shape/conjuncts.ts';
import type { Query } from '../../model/operations/operation.ts';

/**
 * Whether a query asks for no entities in particular: it has no filter, or one that only leaves out what lies under some keys, as copies
 * do beside what they copy.
 */
export function asksForAll({ filter }: Pick<Query, 'filter'>): boolean {
  if (filter.kind !== 'known') return filter.kind === 'none';
  return (
    filter.isPartial !== true &&
    filter.alternatives.every(({ parsed }) => {
      const conjuncts = parsed.filter === undefined ? [] : conjunctsOf(parsed.filter);
      return (
        conjuncts.length > 0 &&
        conjuncts.every((one) => one.kind === 'not' && propertiesOf(one).every((name) => KEYS.has(name)))
      );
    })
  );
}

const KEYS: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey']);
