import { quote } from '../core/odata/quote.ts';

/**
 * The least legal key that is greater than every key with this prefix, so that `ge prefix and lt end` are
 * exactly the keys that start with it; undefined when there is no such key (an empty prefix, one of U+FFFF).
 * Characters that no key may hold are stepped over, since the service may refuse a filter that names them
 * ("Understanding the Table service data model").
 */
export function prefixEnd(prefix: string): string | undefined {
  const characters = Array.from(prefix);
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    let next = successor(last.codePointAt(0) ?? 0);
    while (next !== undefined && isForbidden(next)) next = successor(next);
    if (next !== undefined) return characters.join('') + String.fromCodePoint(next);
  }
  return undefined;
}

/** The next code point in the order of keys, which is that of UTF-16 units: U+10000… come before U+E000. */
function successor(codePoint: number): number | undefined {
  if (codePoint === 0xffff) return undefined;
  if (codePoint === 0x10ffff) return 0xe000;
  return codePoint === 0xd7ff ? 0x10000 : codePoint + 1;
}

function isForbidden(codePoint: number): boolean {
  const isControl = codePoint <= 0x1f || (codePoint >= 0x7f && codePoint <= 0x9f);
  return isControl || '/\\#?'.includes(String.fromCodePoint(codePoint));
}

/** Joins conditions with `and`; undefined when there is none. */
function allOf(conditions: readonly (string | undefined)[]): string | undefined {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? undefined : present.join(' and ');
}

/** Which partitions of a table are meant. */
export type PartitionRange =
  | { readonly kind: 'all' }
  | { readonly kind: 'prefix'; readonly prefix: string }
  | ({ readonly kind: 'from' } & KeyRange)
  | { readonly kind: 'exact'; readonly key: string };

/** Keys from one on, up to another that is not among them, else to the end. */
export interface KeyRange {
  readonly from: string;
  readonly before?: string;
}

/** The filter for rows of one partition, whose own condition is given. */
export function rowFilter(partition: string, rows: Exclude<PartitionRange, { kind: 'all' }>): string {
  if (rows.kind === 'exact') return `${partition} and RowKey eq ${quote(rows.key)}`;
  const { from, before } = boundsOf(rows);
  const end = before === undefined ? '' : ` and RowKey lt ${quote(before)}`;
  return `${partition} and RowKey ge ${quote(from)}${end}`;
}

/** The filter for partitions of the range that come behind `after`; undefined where nothing limits them. */
export function partitionFilter(range: PartitionRange, after: string | undefined): string | undefined {
  if (range.kind === 'exact') return `PartitionKey eq ${quote(range.key)}`;
  const { from, before } = boundsOf(range);
  const start = from === '' ? undefined : `PartitionKey ge ${quote(from)}`;
  return allOf([
    after === undefined ? start : `PartitionKey gt ${quote(after)}`,
    before === undefined ? undefined : `PartitionKey lt ${quote(before)}`,
  ]);
}

/** An empty key is the first of all. */
function boundsOf(range: Exclude<PartitionRange, { kind: 'exact' }>): KeyRange {
  switch (range.kind) {
    case 'all':
      return { from: '' };
    case 'prefix':
      return prefixRange(range.prefix);
    case 'from':
      return range;
  }
}

/** All keys with a prefix. */
function prefixRange(prefix: string): KeyRange {
  const before = prefixEnd(prefix);
  return { from: prefix, ...(before !== undefined && { before }) };
}
