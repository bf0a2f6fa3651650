// What the two schemas that NoSE compares itself with make of the statements (schemas/ and plans/ rubis_baseline.rb, rubis_expert.rb of
// michaelmior/NoSE): each lookup and each write of their authors' plans, counted. Where a plan reads more than its statement asks for,
// what the statement needs is counted alone.
import { BOUNDED, PAGE, POINT_COST, readingCost } from '../../../src/lens/design/explorer/cost.ts';
import { writingCost } from '../../../src/lens/design/explorer/writing.ts';
import { COUNTS, type Mix, rateOf, READS, WRITES } from './workload.ts';

export type Schema = 'baseline' | 'expert';

/** So many entities, each by its key. */
const get = (count = 1): number => count * POINT_COST;

/** So many entities in one range. */
const range = (entities: number): number =>
  readingCost({ requests: Math.max(1, Math.ceil(entities / PAGE)), entities });

/** So many entities in one range of an index, and each of them by its key. */
const indexed = (entities: number): number => range(entities) + get(entities);

/** So many entities, each in a request of its own. */
const put = (count: number): number => writingCost({ requests: count, entities: count });

const [, SINCE] = BOUNDED;
const BIDS_OF_ITEM = COUNTS.bid / COUNTS.item;
const BIDS_OF_USER = (COUNTS.bid / COUNTS.user) * SINCE;
const COMMENTS_OF_USER = COUNTS.comment / COUNTS.user;
const BOUGHT_BY_USER = (COUNTS.buynow / COUNTS.user) * SINCE;
const SOLD_BY_USER = (COUNTS.item / COUNTS.user) * SINCE;
const LISTED = 25;

/** What each statement costs once, by its number; the others are one entity by its key. */
const COSTS: Readonly<Record<Schema, Readonly<Record<number, number>>>> = {
  baseline: {
    2: indexed(COUNTS.category),
    4: indexed(BIDS_OF_ITEM) + get(BIDS_OF_ITEM),
    6: indexed(BIDS_OF_ITEM),
    7: indexed(LISTED),
    9: indexed(COMMENTS_OF_USER),
    10: put(4) + get(),
    11: put(2) + get(),
    15: put(1),
    16: put(2),
    19: indexed(BIDS_OF_ITEM),
    20: put(3),
    22: put(1),
    27: put(1),
    28: put(2),
    30: indexed(COMMENTS_OF_USER),
    31: get(2),
    32: indexed(BOUGHT_BY_USER) + get(BOUGHT_BY_USER),
    33: indexed(SOLD_BY_USER),
    34: indexed(BIDS_OF_USER) + get(BIDS_OF_USER),
    35: indexed(LISTED),
    36: indexed(COUNTS.region),
  },
  expert: {
    2: range(COUNTS.category),
    4: range(BIDS_OF_ITEM),
    6: range(BIDS_OF_ITEM),
    7: indexed(LISTED),
    9: range(COMMENTS_OF_USER),
    10: put(3),
    11: put(2) + get(),
    15: put(3),
    16: put(1),
    19: range(BIDS_OF_ITEM),
    20: put(2) + get(),
    22: put(1),
    27: put(1),
    28: put(1),
    30: range(COMMENTS_OF_USER),
    32: indexed(BOUGHT_BY_USER),
    33: indexed(SOLD_BY_USER),
    34: indexed(BIDS_OF_USER),
    // the users of the region, and five times as many items, as one in five is of it
    35: range(COUNTS.user / COUNTS.region) + indexed(LISTED * COUNTS.region),
    36: range(COUNTS.region),
  },
};

/** What a schema costs in a mix, in requests per second. */
export function costByHand(schema: Schema, mix: Mix): { readonly reads: number; readonly writes: number } {
  const costs = COSTS[schema];
  const sum = (all: readonly (typeof READS)[number][] | typeof WRITES): number =>
    all.reduce((total, one) => total + rateOf(one.in, mix) * (costs[one.number] ?? get()), 0);
  return { reads: sum(READS), writes: sum(WRITES) };
}
