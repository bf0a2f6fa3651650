import { isCount, isText, isTruth, object, optional } from './guards.ts';
import type { Guard } from './guards.ts';

/** A number that was counted, or as far as it was. */
interface Tally {
  readonly count: number;
  /** Otherwise there are at least so many. */
  readonly exact: boolean;
}

/** What a query touches, as far as it was counted. */
export interface Touched {
  readonly matched: Tally;
  /** Entities that the service must read to find them. */
  readonly read: Tally;
  readonly partitions: Tally;
  /** What the query alone takes. */
  readonly requests: number;
  /** Of those that match, those that Azure would not find. */
  readonly onAzuriteAlone?: number | undefined;
}

/** What came of a count: nothing where it was not agreed to, or cancelled before there was anything. */
export interface CountOutcome {
  readonly touched?: Touched | undefined;
  /** Why it is not complete, or there is nothing. */
  readonly problem?: { readonly message: string; readonly advice: string } | undefined;
  /** Requests sent altogether. */
  readonly spent: number;
}

const isTally = object<Tally>({ count: isCount, exact: isTruth });
/** Reads what came of a count. */
export const isOutcome: Guard<CountOutcome> = object<CountOutcome>({
  touched: optional(
    object<Touched>({
      matched: isTally,
      read: isTally,
      partitions: isTally,
      requests: isCount,
      onAzuriteAlone: optional(isCount),
    }),
  ),
  problem: optional(object<NonNullable<CountOutcome['problem']>>({ message: isText, advice: isText })),
  spent: isCount,
});
