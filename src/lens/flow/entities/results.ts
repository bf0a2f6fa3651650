import type { Place } from '../../../core/text/segments.ts';
import type { Guard } from '../conditions/guards.ts';

/** What the code does with the results of one query, as a list. */
export interface Results {
  /** Tests by which a loop through them leaves some out. */
  readonly filters: ResultFilter[];
  /** The same of arrays of them. */
  readonly rowFilters: RowFilter[];
  /** What else arrays of them are used for. */
  readonly uses: RowUse[];
  /** The loop through them, or their pages. */
  loop?: Place;
  /** How they are read no further. */
  readonly stops: ResultStop[];
  /** How many loops run around the query. */
  loops: number;
  /** How often the next one, or the next page, is asked for; 2 for any number of times. */
  nexts: number;
  /** A token leads on from one page to the next. */
  continues: boolean;
  /** It may begin with one, after a page that was read before. */
  isLater?: boolean;
  /** The size of pages that is asked for; `size` where that is a constant. */
  page?: { readonly place: Place; readonly size?: number };
  /** Where a part of an array of them is taken, once, and those before it are left out. */
  skip?: Place;
  /** Every one is put into an array, or counted. */
  collects?: 'array' | 'count';
  /** The functions that give them back, by where they begin: as they are, or what is made of each. */
  readonly givenBy: Map<string, 'entities' | 'made'>;
  /** What arrays leave out that nothing else is done with: who does needs the others, to count them at least. */
  leftOut: readonly ResultFilter[];
  /** The run was given up before all was seen. */
  isLost?: boolean;
}

/** A test by which the code leaves out entities that the service has sent. */
export interface ResultFilter {
  /** The test, as written. */
  readonly place: Place;
  /** What is seen to be demanded of the entities that are kept. */
  readonly conditions: readonly ResultCondition[];
  /** The test is these conditions joined by "and", and nothing else. */
  readonly isWhole: boolean;
  /** Of those that pass only the first is used: `find`. */
  readonly takesFirst?: true;
  /** On other ways all results are used: `if (owner) all = all.filter(…)`. */
  readonly isSometimes?: true;
}

/** What the service can compare. */
export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

export interface ResultCondition {
  readonly property: string;
  /**
   * `compared`: as the service can compare it; `converted`: the code works out something from it first;
   * `searched`: a text is looked for in it; `among`: it is one of values that are made elsewhere.
   */
  readonly how: 'compared' | 'converted' | 'searched' | 'among';
  /** As the service calls it, the property on its left. */
  readonly operator?: Comparison;
  /** The code asks for the opposite, `<` for `ge`, and so keeps entities without the property. */
  readonly isInverted?: boolean;
  /** The expression it is compared with. */
  readonly value?: Place;
  /** That may be undefined or null, which no filter can ask for. */
  readonly mayBeNothing?: true;
  /** What that is, where it is one text, number or truth value. */
  readonly constant?: string | number | boolean;
  /** What a property that is a test of its own must be. */
  readonly flag?: boolean;
  /** It is asked whether the property is truthy, which is a test for a flag only where its type says that it is one. */
  readonly isTruth?: true;
  /** The question, as written. */
  readonly place: Place;
}

/** What a question demands. */
export type Demanded = Omit<ResultCondition, 'place'>;

/** How a loop through results, or whoever asks for one after the other, comes to an end before they do. */
export interface ResultStop {
  /** `match`: at the first that meets a condition; `page`: after the first page; `probe`: nothing of the first is read. */
  readonly kind: 'one' | 'match' | 'count' | 'page' | 'probe';
  /** What shows it: a `break`, a call of `next`. */
  readonly place: Place;
  /** After how many, where that is a constant. */
  readonly count?: number;
  /** Of a loop through pages: it goes on after one without entities. */
  readonly goesOnIfEmpty?: true;
}

/** What happens to an array of results in the end. */
export interface RowUse extends RowsState {
  /** `some`: whether there is any, or so many; `size`: how many there are. */
  kind: 'first' | 'some' | 'size' | 'other';
  readonly place: Place;
  guard: Guard;
  /** Of the first so many; `count` where that is a constant. */
  isPartial?: boolean;
  count?: number;
}

/** That the size of an array was read: `before` is when it had been before, there. */
export interface SizeRead {
  readonly use: RowUse;
  readonly before: Guard;
  readonly among: RowUse[];
}

/** A test by which something is left out of an array of results. */
export interface RowFilter {
  readonly filter: ResultFilter;
  readonly guard: Guard;
  /** Nothing had been left out of that array before. */
  readonly isOfAll: boolean;
}

/** What has been done to an array of results, or to what it is a part of. */
export interface RowsState {
  readonly isFiltered?: boolean;
  readonly isSorted?: boolean;
  readonly isPart?: boolean;
  /** It is one page. */
  readonly isPage?: boolean;
  /** It is what a generator gives, one after the other. */
  readonly isLazy?: boolean;
}

/** An array of what one query gives, or of what is made of each. */
export interface Rows {
  readonly of: Results;
  state: RowsState;
}

/** Of a query with so many loops around it. */
export function newResults(loops: number): Results {
  return {
    loops,
    filters: [],
    rowFilters: [],
    uses: [],
    stops: [],
    nexts: 0,
    continues: false,
    givenBy: new Map(),
    leftOut: [],
  };
}
