import type { Place } from '../../../core/text/segments.ts';
import type { Guard } from '../conditions/guards.ts';
import type { Snapshot } from '../values/store.ts';
import type { Value } from '../values/values.ts';
import type { WrittenBack } from './reads.ts';

/** What a call, or an action, is given. */
export interface Argument extends Snapshot {
  readonly place?: Place | undefined;
}

/** What stands in a list that a transaction is made of, as it was when that was submitted. */
export interface ActionHere {
  /** Of the lists that may be submitted there, which one it is in, and under what condition that is the one. */
  readonly list: number;
  readonly listed: Guard;
  /** Which of the elements it is; others of the same number are what may stand there instead. */
  readonly element: number;
  /** The condition under which it is there. */
  readonly guard: Guard;
  /** There may be any number like it; `isEach` where each of them is seen. */
  readonly isMany: boolean;
  readonly isEach: boolean;
  /** The list is a part of another one: it may have other elements of that. */
  readonly isPart: boolean;
  /** Of an element of what that part is cut from: the condition under which it is there. */
  readonly cutUnder?: Guard;
  /** Where the source writes it. */
  readonly place?: Place | undefined;
  /** Undefined where that is not known. */
  readonly what?: Tuple | { readonly kind: 'object'; readonly object: Snapshot };
}

/** `['create', entity, options]`. */
export interface Tuple {
  readonly kind: 'tuple';
  /** Undefined where that is not known. */
  readonly count: number | undefined;
  readonly name?: Value;
  readonly entity?: Snapshot;
  readonly entityPlace?: Place | undefined;
  /** What stands behind that: mode and options. */
  readonly others: readonly Argument[];
  /** The query whose entities have that PartitionKey, and the one whose entities give the RowKey. */
  readonly partitionFrom?: Place | undefined;
  readonly rowFrom?: Place | undefined;
  /** What it puts of entities that were read. */
  readonly back?: WrittenBack | undefined;
}
