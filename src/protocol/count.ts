import * as v from 'valibot';
import { count, object, text, truth } from './schema.ts';

/** A number that was counted, or as far as it was; `exact`: otherwise there are at least so many. */
const tally = object({ count, exact: truth });

const touched = object({
  matched: tally,
  /** Entities that the service must read to find them. */
  read: tally,
  partitions: tally,
  /** What the query alone takes. */
  requests: count,
  /** Of those that match, those that Azure would not find. */
  onAzuriteAlone: v.optional(count),
});

/** What a query touches, as far as it was counted. */
export type Touched = v.InferOutput<typeof touched>;

export const countOutcome = object({
  touched: v.optional(touched),
  /** Why it is not complete, or there is nothing. */
  problem: v.optional(object({ message: text, advice: text })),
  /** Requests sent altogether. */
  spent: count,
});

/** What came of a count: nothing where it was not agreed to, or cancelled before there was anything. */
export type CountOutcome = v.InferOutput<typeof countOutcome>;
