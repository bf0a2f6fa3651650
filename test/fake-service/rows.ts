import type { Property } from '../../src/core/edm/json.ts';

/** An entity to serve: both keys, and typed properties. The service adds Timestamp and ETag where they are missing. */
export interface FakeEntity {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly properties?: readonly Property[];
  /** ISO 8601 with 7 decimal digits. */
  readonly timestamp?: string;
}

/** When content that nobody wrote was written. */
const EPOCH = '2026-01-02T03:04:05.1234567Z';

export function timestampOf({ timestamp = EPOCH }: FakeEntity): string {
  return timestamp;
}

export interface EntityKeys {
  readonly PartitionKey: string;
  readonly RowKey: string;
}

/** Entities in key order by their position, made when they are asked for. */
export interface Rows {
  readonly length: number;
  readonly keysAt: (position: number) => EntityKeys;
  readonly at: (position: number) => FakeEntity;
}

/** These entities, sorted. */
export function sortedRows(entities: readonly FakeEntity[]): Rows {
  const rows = [...entities].sort(byKeys);
  const at = (position: number): FakeEntity => {
    const entity = rows[position];
    if (entity === undefined) throw new RangeError(`${position} of ${rows.length}`);
    return entity;
  };
  return { length: rows.length, keysAt: at, at };
}

export interface GeneratedContent {
  readonly partitions: number;
  /** Entities of each partition, or of the one with this number. */
  readonly rows: number | ((partition: number) => number);
  /** Must ascend with the number. */
  readonly partitionKey?: (partition: number) => string;
  /** Must ascend with the row's number. */
  readonly rowKey?: (row: number, partition: number) => string;
  readonly properties?: (row: number, partition: number) => readonly Property[];
}

/**
 * A table of any size in the memory of one number a partition: keys `p00000`, `r000000` and properties are worked
 * out from the position.
 */
export function generatedRows(content: GeneratedContent): Rows {
  const { partitions, rows, properties = () => [] } = content;
  const { partitionKey = numbered('p', 5), rowKey = numbered('r', 6) } = content;
  /** How many entities stand before each partition, and all of them at the end. */
  const starts = new Float64Array(partitions + 1);
  for (let partition = 0; partition < partitions; partition++) {
    const size = typeof rows === 'number' ? rows : rows(partition);
    starts[partition + 1] = (starts[partition] ?? 0) + size;
  }
  const place = (position: number): { row: number; partition: number } => {
    const partition = firstIndex(partitions, (index) => (starts[index + 1] ?? 0) > position);
    return { partition, row: position - (starts[partition] ?? 0) };
  };
  const keysAt = (position: number): EntityKeys => {
    const { row, partition } = place(position);
    return { PartitionKey: partitionKey(partition), RowKey: rowKey(row, partition) };
  };
  const at = (position: number): FakeEntity => {
    const { row, partition } = place(position);
    return { ...keysAt(position), properties: properties(row, partition) };
  };
  return { length: starts[partitions] ?? 0, keysAt, at };
}

function numbered(letter: string, digits: number): (index: number) => string {
  return (index) => letter + String(index).padStart(digits, '0');
}

/** The first of `length` indices for which it holds, by binary search; `length` when there is none. */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The service's order: PartitionKey, then RowKey, by UTF-16 units. */
export function byKeys(a: EntityKeys, b: EntityKeys): number {
  return order(a.PartitionKey, b.PartitionKey) || order(a.RowKey, b.RowKey);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
