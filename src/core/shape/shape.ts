import type { KeyName } from '../edm/json.ts';
import type { Span } from '../text/span.ts';

/**
 * What a query makes the service read, best first: the guide's ranking ("How your choice of
 * PartitionKey and RowKey impacts query performance"), `partition-range` added between its third and
 * fourth. `empty` can match no entity; `unknown` cannot be told, and is never called a scan.
 */
export type Shape =
  'point' | 'row-range' | 'partition-scan' | 'partition-range' | 'table-scan' | 'empty' | 'unknown';

/** From best to worst; what cannot be told may be anything, but is not called a scan of the table. */
export const BEST_FIRST: readonly Shape[] = [
  'empty',
  'point',
  'row-range',
  'partition-scan',
  'partition-range',
  'unknown',
  'table-scan',
];

/** Whether it may read partitions one after the other; what cannot be told may. */
export function mayReadManyPartitions(shape: Shape): boolean {
  return shape === 'table-scan' || shape === 'partition-range' || shape === 'unknown';
}

export type { KeyName };

export function isKeyName(name: string | undefined): name is KeyName {
  return name === 'PartitionKey' || name === 'RowKey';
}

/** The key whose name a property has in another case: to the service it is another property. */
export function keyInOtherCase(name: string): KeyName | undefined {
  const keys: readonly KeyName[] = ['PartitionKey', 'RowKey'];
  return keys.find((key) => key !== name && key.toLowerCase() === name.toLowerCase());
}

/**
 * A value that a key is compared with. `known` is the constant string. `hole` is a value of the running
 * program: `offset` is where its first hole stands in the flattened text (a key into `FlatText.holes`),
 * `prefix` the constant characters before that hole (`'emp_' + id`: `emp_`), `span` the whole operand,
 * quotes included.
 */
export type KeyValue =
  | { readonly kind: 'known'; readonly value: string }
  | { readonly kind: 'hole'; readonly offset: number; readonly prefix: string; readonly span: Span };

export interface KeyBound {
  readonly value: KeyValue;
  readonly inclusive: boolean;
  /** The conjunct that sets this bound, in the flattened text. */
  readonly span: Span;
}

/** What the top-level conjuncts together say about one key. */
export type KeyCondition =
  | { readonly kind: 'free' }
  | { readonly kind: 'fixed'; readonly value: KeyValue; readonly span: Span }
  | { readonly kind: 'range'; readonly lower?: KeyBound; readonly upper?: KeyBound };

/** The part of the table outside which no match can lie, and which the service reads. */
export interface KeyRegion {
  readonly partitionKey: KeyCondition;
  readonly rowKey: KeyCondition;
}

/** One top-level conjunct that pins a key. */
export interface ProofStep {
  readonly key: KeyName;
  readonly operator: 'eq' | 'gt' | 'ge' | 'lt' | 'le';
  readonly value: KeyValue;
  readonly span: Span;
}

/** Why the shape is no better than it is; the first that holds, most specific first. */
export type Cause =
  | { readonly kind: 'no-filter' }
  /** `or` between conditions on the same key (or between groups that fix it). */
  | { readonly kind: 'or-over-key'; readonly key: KeyName; readonly span: Span }
  /** The key is mentioned, but under `or` with other properties, `not` or `ne`. */
  | {
      readonly kind: 'key-not-pinned';
      readonly key: KeyName;
      readonly under: 'or' | 'not' | 'ne';
      readonly span: Span;
    }
  /** RowKey is compared, PartitionKey is not mentioned; the span is what compares RowKey. */
  | { readonly kind: 'row-key-without-partition-key'; readonly span: Span }
  /** Only other properties are compared; `properties` in order of appearance. */
  | { readonly kind: 'only-properties'; readonly properties: readonly string[]; readonly span: Span }
  /** PartitionKey is fixed, and nothing else is asked for. */
  | { readonly kind: 'only-partition-key'; readonly span: Span }
  /** PartitionKey is bounded, not fixed. */
  | { readonly kind: 'only-bounds'; readonly span: Span }
  | { readonly kind: 'contradiction'; readonly spans: readonly Span[] }
  /** A hole stands where a clause or a property name should be, or the text does not parse. */
  | { readonly kind: 'not-known'; readonly span: Span };

/**
 * The smallest change that reaches the next better shape; for a `row-range` open on one side the bound
 * that closes it, for a `point` the method that reads one entity.
 */
export type Advice =
  | { readonly kind: 'add-partition-key'; readonly reaches: Shape }
  | { readonly kind: 'add-row-range'; readonly reaches: Shape }
  | {
      readonly kind: 'add-bound';
      readonly key: KeyName;
      readonly side: 'lower' | 'upper';
      readonly reaches: Shape;
    }
  | { readonly kind: 'fix-partition-key'; readonly reaches: Shape }
  | { readonly kind: 'split-or'; readonly key: KeyName; readonly reaches: Shape }
  | { readonly kind: 'use-get-entity'; readonly reaches: Shape };

export interface Classification {
  readonly shape: Shape;
  readonly region: KeyRegion;
  readonly proof: readonly ProofStep[];
  /** Absent for `point` and `row-range`. */
  readonly cause?: Cause;
  readonly advice?: Advice;
}
