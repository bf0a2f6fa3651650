import type { Binding } from '../../syntax/facts/facts.ts';
import type { Abstract } from '../values/abstract.ts';

/** What is written to a binding, as far as it is the same wherever its name is used. */
export interface Written {
  /** With functions that an array calls for each of its elements as loops. */
  readonly binding: Binding;
  /** It is counted up or down. */
  readonly isCounted: boolean;
  /** More is written than is followed. */
  readonly isTooMuch: boolean;
  /** All of it stands in the function that the binding belongs to. */
  readonly isOwn: boolean;
  /** No loop is around it: what stands before a place is all that has happened there. */
  readonly isStraight: boolean;
  /** How far it was followed. */
  progress?: Progress;
}

/** A value after so many of the writes. */
export interface Progress {
  readonly count: number;
  readonly value: Abstract;
}
