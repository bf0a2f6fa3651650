import type { Binding, BindingWrite } from '../../syntax/facts/facts.ts';
import type { Abstract } from '../values/abstract.ts';
import type { Branches } from '../values/conditions.ts';

/** What is written to a binding, as far as it is the same wherever its name is used. */
export interface Written {
  /** With functions that an array calls for each of its elements as loops. */
  readonly binding: Binding;
  /** It is counted up or down. */
  readonly isCounted: boolean;
  /** More is written than is followed, or under more conditions than are kept. */
  readonly isTooMuch: boolean;
  /** All of it stands in the function that the binding belongs to. */
  readonly isOwn: boolean;
  /** In the order in which it happens. */
  readonly steps: readonly BindingWrite[];
  /** No loop is around it: what stands before a place is all that has happened there. */
  readonly isStraight: boolean;
  /** How far it was followed, by the conditions of the use. */
  readonly progress: Map<string, Progress>;
}

/** A value after so many of the steps, and the branches in which they assigned. */
export interface Progress {
  readonly count: number;
  readonly value: Abstract;
  readonly assigned: Branches;
}
