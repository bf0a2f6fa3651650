import { constantPattern, type KeyPattern } from '../model/keys/key-pattern.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { EntityWrite } from './entity-writes.ts';
import { askedKeysOf } from './asked-names.ts';
import { valueOf } from './asked-values.ts';
import { matchEqual } from './asked-keys.ts';
import { placeKey, type RawKind, valuesIn } from './kinds.ts';
import { skeletonOf } from './layout.ts';

/**
 * Kinds that nobody is seen to make, but whose keys are asked for: a program may read what another writes. None where a kind that is
 * made fits.
 */
export function readKindsOf(operations: readonly Operation[], made: readonly RawKind[]): readonly RawKind[] {
  const found: RawKind[] = [];
  for (const operation of operations) {
    const {
      partitionKey: [partition],
      rowKey: [row],
    } = askedKeysOf(operation);
    if (partition === undefined) continue;
    const kind = kindWith(partition, row ?? ANY);
    if (![...made, ...found].some((known) => fits(known, kind))) found.push(kind);
  }
  return found;
}

function fits(known: RawKind, { partitionKey, rowKey }: RawKind): boolean {
  if (isOtherPartition(known, partitionKey)) return false;
  const isOfPartition = matchEqual('partitionKey', known.partitionKey, partitionKey) !== undefined;
  if (isOfPartition && isSetApart(known, partitionKey, rowKey)) return false;
  return isOfPartition && (rowKey === ANY || matchEqual('rowKey', known.rowKey, rowKey) !== undefined);
}

/** Whether a PartitionKey is asked for by a value, and a kind that nobody is seen to make by a constant: one word is no value among others. */
function isOtherPartition({ makers, partitionKey: own }: RawKind, asked: KeyPattern): boolean {
  return makers.length === 0 && constantPattern(own) !== undefined && valueOf(asked)?.name !== undefined;
}

/** Whether a PartitionKey is asked for by name, with RowKeys that are put together otherwise than those of a kind in any partition. */
function isSetApart(known: RawKind, partitionKey: KeyPattern, rowKey: KeyPattern): boolean {
  return (
    rowKey !== ANY &&
    constantPattern(partitionKey) !== undefined &&
    constantPattern(known.partitionKey) === undefined &&
    constantPattern(rowKey) === undefined &&
    skeletonOf(known.rowKey) !== skeletonOf(rowKey)
  );
}

/** A RowKey of which nothing is known. */
const ANY: KeyPattern = {
  parts: [{ kind: 'value', form: { kind: 'text' }, place: { file: '', span: { start: 0, end: 0 } } }],
  signature: '[["text",null]]',
};

function kindWith(partitionKey: KeyPattern, rowKey: KeyPattern): RawKind {
  const names = new Map<string, readonly string[]>();
  for (const [key, pattern] of [
    ['partitionKey', partitionKey],
    ['rowKey', rowKey],
  ] as const) {
    valuesIn(pattern).forEach(({ name }, index) => {
      if (name !== undefined) names.set(placeKey(key, index), [name]);
    });
  }
  const makers: readonly EntityWrite[] = [];
  return { partitionKey, rowKey, makers, names };
}
