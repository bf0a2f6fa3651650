import type { FunctionCode } from '../syntax/program/program.ts';
import type { Guard } from './conditions/guards.ts';
import type { ListSize } from './values/list-size.ts';
import type { Element } from './values/store.ts';
import type { Case } from './values/values.ts';

/** A function that runs, and what has left it so far. */
export interface Activation {
  readonly fn?: FunctionCode | undefined;
  readonly returns: Case[];
  readonly targets: Target[];
  /** Of a generator what it has given so far. */
  readonly yields: Element[];
  /** How many loops ran when it was called, and how much each `yield` gives. */
  readonly loops: number;
  readonly given: Map<number, ListSize>;
  /** The condition under which it gives more than that. */
  grown: Guard;
}

/** What `break` and `continue` may leave. */
export interface Target {
  readonly label?: string | undefined;
  readonly isLoop: boolean;
  broken: Guard;
  continued: Guard;
}

export interface Handler {
  thrown: Guard;
  /** What code that is seen throws; of all else it is not known. */
  readonly values: Case[];
  /** How many calls threw that may also not. */
  count: number;
}
