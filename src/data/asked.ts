import { isKeyless } from '../core/edm/json.ts';
import type { Entity } from '../core/edm/json.ts';
import { parseFilter } from '../core/odata/parse.ts';
import { classify } from '../core/shape/classify.ts';
import type { KeyBound, KeyCondition } from '../core/shape/shape.ts';
import { plainText } from '../core/text/segments.ts';
import { compareKeys } from './key-order.ts';

/** What was asked for. */
export interface Asked {
  readonly filter: string | undefined;
  /** Whether the service sorts rows by their keys, and so compares them as it sorts; and whether row keys were asked for. */
  readonly isSorted: boolean;
  readonly hasRowKeys: boolean;
}

/** Whether a row has keys that the filter rules out. What cannot be told is not said. */
export function isNotAsked(entities: readonly Entity[], { filter, isSorted, hasRowKeys }: Asked): boolean {
  const { filter: parsed, errors } = parseFilter(plainText(filter ?? ''));
  if (parsed === undefined || errors.length > 0) return false;
  const { partitionKey, rowKey } = classify(parsed).region;
  return entities.some(
    (entity) =>
      (!isKeyless(entity, 'PartitionKey') && isBeside(entity.partitionKey, partitionKey, isSorted)) ||
      (hasRowKeys && !isKeyless(entity, 'RowKey') && isBeside(entity.rowKey, rowKey, isSorted)),
  );
}

function isBeside(key: string, condition: KeyCondition, isSorted: boolean): boolean {
  switch (condition.kind) {
    case 'free':
      return false;
    case 'fixed':
      return condition.value.kind === 'known' && condition.value.value !== key;
    case 'range':
      return isSorted && (isPast(key, condition.lower, -1) || isPast(key, condition.upper, 1));
  }
}

/** Whether a key lies on this side of a bound. */
function isPast(key: string, bound: KeyBound | undefined, side: 1 | -1): boolean {
  if (bound?.value.kind !== 'known') return false;
  const order = compareKeys(key, bound.value.value);
  if (order === undefined) return false;
  return order === 0 ? !bound.inclusive : Math.sign(order) === side;
}
