import type { Filter } from '../../../core/odata/ast.ts';
import type { Cause } from '../../../core/shape/shape.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { alternativesOf, equalTo, partsOf } from './filters.ts';

/** Why a query reads the whole table. */
export interface Scan {
  readonly cause: Cause;
  /** The filter that does; absent where there is none. */
  readonly filter?: FilterAlternative;
  /** Whether it does so only for asking after several partitions, `PartitionKey eq … or PartitionKey eq …`. */
  readonly isSplittable: boolean;
}

/** The scan of the table that a query may be; of several the one that cannot be split by partition. */
export function scanOf(query: Query): Scan | undefined {
  const { filter } = query;
  if (filter.kind === 'unknown') return undefined;
  if (filter.kind === 'none') {
    const { shape, cause } = filter.classification;
    return shape === 'table-scan' && cause ? { cause, isSplittable: false } : undefined;
  }
  // the worst first, so that of equals it is the one that is spoken of everywhere
  const scans = [filter.worst, ...alternativesOf(query)].flatMap((alternative) => {
    const { shape, cause } = alternative.classification;
    if (shape !== 'table-scan' || cause === undefined) return [];
    return [{ cause, filter: alternative, isSplittable: partitionsOf(alternative) !== undefined }];
  });
  return scans.find((scan) => !scan.isSplittable) ?? scans[0];
}

/** The conjunct `PartitionKey eq … or PartitionKey eq …` that a filter has, with nothing else in its branches. */
export function partitionsOf({ classification, parsed }: FilterAlternative): Filter | undefined {
  const { cause } = classification;
  if (cause?.kind !== 'or-over-key' || cause.key !== 'PartitionKey' || !parsed.filter) return undefined;
  return partsOf(parsed.filter, 'and').find(
    (part) => part.kind === 'or' && partsOf(part, 'or').every((branch) => equalTo(branch, 'PartitionKey')),
  );
}
