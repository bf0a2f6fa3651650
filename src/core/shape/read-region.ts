import type { Filter } from '../odata/ast.ts';
import { parseFilter } from '../odata/parse.ts';
import { quote } from '../odata/quote.ts';
import { classify } from './classify.ts';
import { conjunctsOf, stepOf } from './conjuncts.ts';
import type { KeyCondition, KeyName, Shape } from './shape.ts';
import { plainText } from '../text/segments.ts';

/** The stretch of a table that the service reads for a query, matching or not. */
export interface ReadRegion {
  readonly shape: Shape;
  /** A filter that all of the stretch satisfies; undefined for the whole table. */
  readonly filter: string | undefined;
  /** Whether the query asks for nothing beyond these keys, so that whatever is read matches. */
  readonly isExact: boolean;
  /** Whether it lies in one partition. */
  readonly isOnePartition: boolean;
}

/**
 * What a filter makes the service read: the partition or the range of partitions, and of one partition the range of rows. Row keys
 * narrow nothing across partitions (guide, "How your choice of PartitionKey and RowKey impacts query performance").
 */
export function readRegion(text: string | undefined): ReadRegion {
  const filter = text === undefined ? undefined : parseFilter(plainText(text)).filter;
  const { shape, region } = classify(filter);
  const isOnePartition = region.partitionKey.kind === 'fixed';
  const conditions = [
    ...conditionsOf('PartitionKey', region.partitionKey),
    ...(isOnePartition ? conditionsOf('RowKey', region.rowKey) : []),
  ];
  return {
    shape,
    filter: conditions.length === 0 ? undefined : conditions.join(' and '),
    isExact:
      shape === 'empty' ||
      (text === undefined ? true : filter !== undefined && isOfKeys(filter, isOnePartition)),
    isOnePartition,
  };
}

/** Whether every condition is a bound that the region has. */
function isOfKeys(filter: Filter, isOnePartition: boolean): boolean {
  return conjunctsOf(filter).every((conjunct) => {
    const key = stepOf(conjunct)?.key;
    return key === 'PartitionKey' || (key === 'RowKey' && isOnePartition);
  });
}

function conditionsOf(key: KeyName, condition: KeyCondition): string[] {
  switch (condition.kind) {
    case 'free':
      return [];
    case 'fixed':
      return condition.value.kind === 'known' ? [`${key} eq ${quote(condition.value.value)}`] : [];
    case 'range': {
      const { lower, upper } = condition;
      return [
        ...(lower?.value.kind === 'known'
          ? [`${key} ${lower.inclusive ? 'ge' : 'gt'} ${quote(lower.value.value)}`]
          : []),
        ...(upper?.value.kind === 'known'
          ? [`${key} ${upper.inclusive ? 'le' : 'lt'} ${quote(upper.value.value)}`]
          : []),
      ];
    }
  }
}
