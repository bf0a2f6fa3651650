import type { Operation, PointRead, Query, Write } from './operation.ts';
import type { Wrapper } from '../wrappers/wrappers.ts';
import type { TableGift, Taker } from '../tables/table-takers.ts';
import type { TooLarge } from '../../syntax/facts/facts.ts';

/** What one file has: its operations in source order, and the wrappers that they make of its functions. */
export interface FileOperations {
  readonly operations: readonly Operation[];
  /** Calls of functions that give the entities of a query of theirs, each as that query whose results the caller uses. */
  readonly listings: readonly Query[];
  /** Calls of functions of other files that write what they are given, each as that write, where it puts back what was read here. */
  readonly saves: readonly Write[];
  /** Calls of functions that write whose promise nobody waits for, each as the first of those writes. */
  readonly dropped: readonly Write[];
  /** Calls in loops of functions of other files that decide a part of what these ask for, each as that operation. */
  readonly looped: readonly Operation[];
  /** Calls of functions of other files that write whatever they are given, each as that write with the keys that it is given. */
  readonly called: readonly Write[];
  /** Calls of functions that give entities which have an Int64, each as the read of theirs, where JSON is made of those here. */
  readonly inJson: readonly (Query | PointRead)[];
  /** Writes that classes of the file inherit, with the keys that these make of what is written. */
  readonly inherited: readonly Write[];
  readonly wrappers: readonly Wrapper[];
  /** What takes the tables of its operations, and what its calls give to such. */
  readonly takers: readonly Taker[];
  readonly gifts: readonly TableGift[];
  /** Nothing was read of the file, and why. */
  readonly tooLarge?: TooLarge;
}

/** Reads a file call by call, so that others have their turn in between. */
export type Reading = Generator<void, FileOperations>;

export const NO_OPERATIONS: FileOperations = {
  operations: [],
  listings: [],
  saves: [],
  dropped: [],
  looped: [],
  called: [],
  inJson: [],
  inherited: [],
  wrappers: [],
  takers: [],
  gifts: [],
};
