// The RUBiS auction site as the NoSE project models it (Mior, Salem, Aboulnaga, Liu: "NoSE: Schema Design for NoSQL Applications",
// ICDE 2016; models/rubis.rb and workloads/rubis.rb of michaelmior/NoSE): its entities with their counts, its statements, and how often
// each interaction of the site happens in four mixes.

export const MIXES = ['browsing', 'bidding', 'write_medium', 'write_heavy'] as const;
export type Mix = (typeof MIXES)[number];

/** Entities of each kind. */
export const COUNTS = {
  category: 50,
  region: 5,
  user: 2_000,
  item: 20_000,
  bid: 200_000,
  comment: 100_000,
  buynow: 40_000,
} as const;
export type KindName = keyof typeof COUNTS;

/** How often each interaction happens while users browse, and while they bid; writes are ten and a hundred times as often in the others. */
const RATES = {
  BrowseCategories: [4.44, 7.65],
  ViewBidHistory: [2.38, 1.54],
  ViewItem: [22.95, 14.17],
  SearchItemsByCategory: [27.77, 15.94],
  ViewUserInfo: [4.41, 2.48],
  BuyNow: [0, 1.16],
  PutBid: [0, 5.4],
  PutComment: [0, 0.46],
  AboutMe: [0, 1.71],
  SearchItemsByRegion: [8.26, 6.34],
  BrowseRegions: [3.21, 5.39],
} as const;

const STORE_RATES = {
  RegisterItem: 0.53,
  RegisterUser: 1.07,
  StoreBuyNow: 1.1,
  StoreBid: 3.74,
  StoreComment: 0.45,
} as const;

export type Interaction = keyof typeof RATES | keyof typeof STORE_RATES;

const TIMES: Readonly<Record<Mix, number>> = { browsing: 0, bidding: 1, write_medium: 10, write_heavy: 100 };

/** How often an interaction happens in a mix. */
export function rateOf(interaction: Interaction, mix: Mix): number {
  if (interaction in STORE_RATES) return STORE_RATES[interaction as keyof typeof STORE_RATES] * TIMES[mix];
  return RATES[interaction as keyof typeof RATES][mix === 'browsing' ? 0 : 1];
}

interface Statement {
  /** Its number in NoSE's workload. */
  readonly number: number;
  readonly in: Interaction;
  readonly kind: KindName;
}

export interface Read extends Statement {
  readonly equal: readonly string[];
  readonly from?: string;
  readonly order?: string;
  readonly first?: number;
  readonly reads?: readonly string[];
}

export interface Write extends Statement {
  readonly does: 'create' | 'merge';
  readonly changes?: readonly string[];
}

const USER = { kind: 'user', equal: ['id'], first: 1 } as const;
const ITEM = { kind: 'item', equal: ['id'], first: 1 } as const;
const RECEIVED = { kind: 'comment', equal: ['toUser'] } as const;

export const READS: readonly Read[] = [
  { number: 1, in: 'BrowseCategories', ...USER },
  { number: 2, in: 'BrowseCategories', kind: 'category', equal: ['dummy'] },
  { number: 3, in: 'ViewBidHistory', ...ITEM },
  { number: 4, in: 'ViewBidHistory', kind: 'bid', equal: ['item'], order: 'date', reads: ['user.nickname'] },
  { number: 5, in: 'ViewItem', ...ITEM },
  { number: 6, in: 'ViewItem', kind: 'bid', equal: ['item'] },
  { number: 7, in: 'SearchItemsByCategory', kind: 'item', equal: ['category'], from: 'endDate', first: 25 },
  { number: 8, in: 'ViewUserInfo', ...USER },
  { number: 9, in: 'ViewUserInfo', ...RECEIVED },
  { number: 12, in: 'BuyNow', ...USER },
  { number: 13, in: 'BuyNow', ...ITEM },
  { number: 14, in: 'StoreBuyNow', ...ITEM },
  { number: 17, in: 'PutBid', ...USER },
  { number: 18, in: 'PutBid', ...ITEM },
  { number: 19, in: 'PutBid', kind: 'bid', equal: ['item'], order: 'bid', first: 2 },
  { number: 21, in: 'StoreBid', ...ITEM },
  { number: 23, in: 'PutComment', ...USER },
  { number: 24, in: 'PutComment', ...ITEM },
  { number: 25, in: 'PutComment', ...USER },
  { number: 26, in: 'StoreComment', ...USER },
  { number: 29, in: 'AboutMe', ...USER },
  { number: 30, in: 'AboutMe', ...RECEIVED },
  { number: 31, in: 'AboutMe', kind: 'comment', equal: ['id'], first: 1, reads: ['fromUser.nickname'] },
  { number: 32, in: 'AboutMe', kind: 'buynow', equal: ['buyer'], from: 'date', reads: ['item'] },
  { number: 33, in: 'AboutMe', kind: 'item', equal: ['seller'], from: 'endDate' },
  { number: 34, in: 'AboutMe', kind: 'bid', equal: ['user'], from: 'item.endDate', reads: ['item'] },
  {
    ...{ number: 35, in: 'SearchItemsByRegion', kind: 'item', equal: ['seller.region', 'category'] },
    ...{ from: 'endDate', first: 25 },
  },
  { number: 36, in: 'BrowseRegions', kind: 'region', equal: ['dummy'] },
];

export const WRITES: readonly Write[] = [
  { number: 10, in: 'RegisterItem', kind: 'item', does: 'create' },
  { number: 11, in: 'RegisterUser', kind: 'user', does: 'create' },
  {
    ...{ number: 15, in: 'StoreBuyNow', kind: 'item', does: 'merge' },
    changes: ['quantity', 'nbOfBids', 'endDate'],
  },
  { number: 16, in: 'StoreBuyNow', kind: 'buynow', does: 'create' },
  { number: 20, in: 'StoreBid', kind: 'bid', does: 'create' },
  { number: 22, in: 'StoreBid', kind: 'item', does: 'merge', changes: ['nbOfBids', 'maxBid'] },
  { number: 27, in: 'StoreComment', kind: 'user', does: 'merge', changes: ['rating'] },
  { number: 28, in: 'StoreComment', kind: 'comment', does: 'create' },
];

type Types = Readonly<Record<string, 'text' | 'number' | 'time' | 'id'>>;

const PROPERTIES: Readonly<Record<KindName, Types>> = {
  category: { id: 'id', name: 'text', dummy: 'number' },
  region: { id: 'id', name: 'text', dummy: 'number' },
  user: {
    ...{ id: 'id', firstname: 'text', lastname: 'text', nickname: 'text', password: 'text', email: 'text' },
    ...{ rating: 'number', balance: 'number', creationDate: 'time', region: 'id' },
  },
  item: {
    ...{ id: 'id', name: 'text', description: 'text', initialPrice: 'number', quantity: 'number' },
    ...{ reservePrice: 'number', buyNow: 'number', nbOfBids: 'number', maxBid: 'number' },
    ...{ startDate: 'time', endDate: 'time', seller: 'id', category: 'id' },
  },
  bid: { id: 'id', qty: 'number', bid: 'number', date: 'time', user: 'id', item: 'id' },
  comment: {
    ...{ id: 'id', rating: 'number', date: 'time', comment: 'text' },
    ...{ fromUser: 'id', toUser: 'id', item: 'id' },
  },
  buynow: { id: 'id', qty: 'number', date: 'time', buyer: 'id', item: 'id' },
};

const REFERS_TO: Partial<Record<KindName, Readonly<Record<string, KindName>>>> = {
  user: { region: 'region' },
  item: { seller: 'user', category: 'category' },
  bid: { user: 'user', item: 'item' },
  comment: { fromUser: 'user', toUser: 'user', item: 'item' },
  buynow: { buyer: 'user', item: 'item' },
};

/** How many values there are of what is asked by. */
const CARDINALITY = {
  ...{ dummy: 1, region: COUNTS.region, category: COUNTS.category, item: COUNTS.item },
  ...{
    user: COUNTS.user,
    seller: COUNTS.user,
    buyer: COUNTS.user,
    fromUser: COUNTS.user,
    toUser: COUNTS.user,
  },
};

/** The workload as `.partitionlens.json` has it, in one table: every entity under its id, and statements that ask alike as one. */
export function configOf(mix: Mix): string {
  const kinds = Object.fromEntries(
    Object.entries(PROPERTIES).map(([kind, properties]) => {
      const [entities, refersTo] = [COUNTS[kind as KindName], REFERS_TO[kind as KindName]];
      return [kind, { partitionKey: `${kind}_{id}`, rowKey: kind, properties, entities, refersTo }];
    }),
  );
  const accessPatterns = summed(
    READS.map(({ number: _, in: interaction, ...read }) => [read, rateOf(interaction, mix)]),
  );
  const writes = summed(
    WRITES.map(({ number: _, in: interaction, ...write }) => [write, rateOf(interaction, mix)]),
  );
  // nothing is created but by these
  const perSecond = Object.fromEntries(Object.keys(COUNTS).map((kind) => [`create ${kind}`, 0]));
  return JSON.stringify(
    { tables: { Auction: { kinds, accessPatterns, writes, cardinality: CARDINALITY, perSecond } } },
    undefined,
    2,
  );
}

/** Equal statements once, with their rates together; what never happens is left out. */
function summed(all: readonly (readonly [statement: object, rate: number])[]): readonly object[] {
  const found = new Map<string, { readonly statement: object; rate: number }>();
  for (const [statement, rate] of all) {
    const key = JSON.stringify(statement);
    const known = found.get(key);
    if (known === undefined) found.set(key, { statement, rate });
    else known.rate += rate;
  }
  return [...found.values()]
    .filter(({ rate }) => rate > 0)
    .map(({ statement, rate }) => ({ ...statement, perSecond: rate }));
}
