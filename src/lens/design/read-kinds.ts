import type { KeyPattern } from '../model/keys/key-pattern.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { EntityWrite } from './entity-writes.ts';
import { askedKeysOf } from './asked-names.ts';
import { matchEqual } from './asked-keys.ts';
import { placeKey, type RawKind, valuesIn } from './kinds.ts';

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
  const isOfPartition = matchEqual('partitionKey', known.partitionKey, partitionKey) !== undefined;
  return isOfPartition && (rowKey === ANY || matchEqual('rowKey', known.rowKey, rowKey) !== undefined);
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
