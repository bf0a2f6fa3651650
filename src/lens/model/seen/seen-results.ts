import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { Observation } from '../../flow/machine.ts';
import type { ResultFilter, Results, ResultStop, RowUse } from '../../flow/entities/results.ts';
import { keyOf } from '../../flow/entities/turn.ts';
import { givenKey } from '../../flow/entities/rows.ts';
import type { Consumption } from '../operations/operation.ts';

/** What the code does with the results of a query as a list. */
export type SeenResults = Pick<
  Consumption,
  | 'filters'
  | 'truths'
  | 'limit'
  | 'loop'
  | 'firstOnly'
  | 'skip'
  | 'firstSorted'
  | 'collects'
  | 'isPaged'
  | 'hasTop'
  | 'pageSize'
  | 'pagePlace'
  | 'isOnePage'
  | 'isFirstPage'
> & {
  /** What the function around the call gives back of them. */
  readonly returns?: 'entities' | 'made';
};

const NONE: SeenResults = { firstOnly: false };

/** The function around a call. */
export type FunctionAt = Place;

/** What is done with the results of a query where a call was seen, in the function `fn`. */
export function seenResults(observations: readonly Observation[], fn: FunctionAt | undefined): SeenResults {
  const all = [...new Set(observations.flatMap(({ answer }) => answer?.results ?? []))];
  const [first, ...others] = all.map((one) => resultsOf(one, fn && givenKey(fn.file, fn.span.start)));
  const isSeen = first !== undefined && !all.some(({ isLost }) => isLost);
  const results = isSeen ? others.reduce(together, first) : NONE;
  return results.isPaged === true ? results : { ...results, ...topSeen(observations) };
}

/** The size of pages that the options of the query give, where `byPage` gives none. */
function topSeen(observations: readonly Observation[]): Pick<Consumption, 'isPaged' | 'hasTop' | 'pageSize'> {
  const [top] = observations.flatMap(({ asked }) => asked?.top ?? []);
  return {
    isPaged: top !== undefined,
    ...(top?.isSeen === true && { hasTop: true }),
    ...(top?.size !== undefined && { pageSize: top.size }),
  };
}

/** What is so wherever a call leads to the query. */
function together(a: SeenResults, b: SeenResults): SeenResults {
  const isOne = a.limit?.kind === b.limit?.kind && a.limit?.readsAll === b.limit?.readsAll;
  const { limit, firstSorted, collects, pagePlace, pageSize, isOnePage, isFirstPage, ...rest } = a;
  const filters = distinct([...(a.filters ?? []), ...(b.filters ?? [])]);
  const truths = distinct([...(a.truths ?? []), ...(b.truths ?? [])]);
  return {
    ...rest,
    firstOnly: a.firstOnly && b.firstOnly,
    ...(limit && isOne && { limit }),
    ...(firstSorted && b.firstSorted && { firstSorted }),
    ...(collects && b.collects && { collects }),
    ...(pagePlace && b.pagePlace && { pagePlace }),
    ...(pageSize !== undefined && pageSize === b.pageSize && { pageSize }),
    ...(isOnePage && b.isOnePage && { isOnePage }),
    ...(isFirstPage && b.isFirstPage && { isFirstPage }),
    ...(filters.length > 0 && { filters }),
    ...(truths.length > 0 && { truths }),
    ...(b.skip && { skip: b.skip }),
    ...(b.returns && { returns: b.returns }),
  };
}

function resultsOf(results: Results, fn: string | undefined): SeenResults {
  const { loop, page, nexts, skip, collects, givenBy } = results;
  const continues = results.continues || nexts > 1;
  const all = distinct([...results.filters, ...results.leftOut]);
  const filters = all.flatMap(withoutTruths);
  const truths = all.filter(({ conditions }) => conditions.some(({ isTruth }) => isTruth));
  const limit = continues ? undefined : limitOf(results, filters);
  const firstSorted = continues ? undefined : firstSortedOf(results);
  const returns = fn === undefined ? undefined : givenBy.get(fn);
  return {
    firstOnly: limit !== undefined && !limit.readsAll && FIRST.has(limit.kind),
    ...(page && { isPaged: true, pagePlace: page.place }),
    ...(page?.size !== undefined && { pageSize: page.size }),
    ...(filters.length > 0 && { filters }),
    ...(truths.length > 0 && { truths }),
    ...(limit && { limit }),
    ...(results.continues && isOnePage(results) && { isOnePage: true }),
    ...(results.continues &&
      results.isLater !== true &&
      isOnePage(results) && { isFirstPage: true as const }),
    ...(loop && { loop }),
    ...(skip && { skip }),
    ...(firstSorted && { firstSorted }),
    // what one page has is no more than it
    ...(collects && !continues && { collects: isOnlyCounted(results) ? 'count' : collects }),
    ...(returns && { returns }),
  };
}

/** Whether no more than one page is asked for, and no loop asks again. */
function isOnePage({ loops, nexts, stops }: Results): boolean {
  const ends = stops.filter(({ kind }) => kind !== 'probe');
  const isOne = ends.length > 0 && ends.every((end) => end.kind === 'page' && end.goesOnIfEmpty !== true);
  return isOne && loops === 0 && nexts <= 1;
}

/** A filter without what asks only whether a property is truthy. */
function withoutTruths(filter: ResultFilter): readonly ResultFilter[] {
  const conditions = filter.conditions.filter(({ isTruth }) => isTruth !== true);
  if (conditions.length === filter.conditions.length) return [filter];
  return conditions.length === 0 ? [] : [{ ...filter, conditions, isWhole: false }];
}

const FIRST: ReadonlySet<ResultStop['kind']> = new Set(['one', 'page', 'probe']);

function limitOf(
  { stops, uses, rowFilters }: Results,
  filters: readonly ResultFilter[],
): Consumption['limit'] {
  const stop = stops.find(({ kind }) => kind !== 'probe') ?? stops[0];
  if (stop !== undefined) {
    const pages = uses.filter(({ isPage }) => isPage);
    // who looks for a page that has any, and takes its first, reads as far as there is one
    const isFirst = stop.goesOnIfEmpty === true && pages.some(({ kind }) => kind === 'first');
    if (isFirst && pages.every(({ kind }) => kind !== 'other'))
      return { ...stop, kind: 'one', readsAll: false };
    const asksAny = ({ kind, isPartial }: RowUse): boolean => kind === 'some' && isPartial !== true;
    const isQuestion = stop.kind === 'page' && pages.length > 0 && pages.every(asksAny);
    return { ...stop, readsAll: false, ...(isQuestion && { isQuestion }) };
  }
  const all = uses.filter(isOfAll);
  const [use] = all;
  const isFirst = all.every(
    ({ kind, isSorted, isFiltered }) => (kind === 'first' || kind === 'some') && !isSorted && !isFiltered,
  );
  // whoever looks for one first has gone through all of them, also where another one is taken then
  if (use === undefined || !isFirst || filters.length > 0 || rowFilters.length > 0) return undefined;
  const partial = all.filter(({ isPartial }) => isPartial);
  const [{ place }] = [...partial, ...all.filter(({ kind }) => kind === 'first'), use] as const;
  const isQuestion = all.every(({ kind }) => kind === 'some');
  const counts = partial.flatMap(({ count }) => count ?? []);
  return {
    kind: partial.length === 0 ? 'one' : 'count',
    place,
    readsAll: true,
    ...(isQuestion && { isQuestion }),
    ...(counts.length > 0 && counts.length === partial.length && { count: Math.max(...counts) }),
  };
}

/** Whether of the arrays that hold all results nothing is asked but how many there are. */
function isOnlyCounted({ uses }: Results): boolean {
  return (
    uses.length > 0 && uses.every((use) => use.kind === 'size' && isOfAll(use) && use.isFiltered !== true)
  );
}

/** What happens to a page, or to a part that was cut off, says nothing of all. */
function isOfAll({ isPage, isPart }: RowUse): boolean {
  return isPage !== true && isPart !== true;
}

/** What is taken of an array in another order, where nothing but its beginning is; whether there is any may be asked before. */
function firstSortedOf({ uses }: Results): Consumption['firstSorted'] {
  const asksAny = ({ kind, isPartial, isFiltered }: RowUse): boolean =>
    kind === 'some' && isPartial !== true && isFiltered !== true;
  const [use, ...others] = uses.filter(isOfAll).filter((one) => !asksAny(one));
  if (use === undefined || others.length > 0 || use.kind !== 'first' || use.isSorted !== true)
    return undefined;
  return { isOne: use.isPartial !== true, ...(use.count !== undefined && { count: use.count }) };
}

function distinct(filters: readonly ResultFilter[]): readonly ResultFilter[] {
  const byPlace = new Map(filters.toReversed().map((one) => [keyOf(one.place), one]));
  return [...byPlace.values()].reverse();
}

/** The same without what stands in a function that the results come through. */
export function outsideOf(
  fn: FunctionAt | undefined,
  { limit, filters, truths, skip, ...seen }: SeenResults,
): SeenResults {
  const outside = (all: readonly ResultFilter[] = []): readonly ResultFilter[] =>
    all.filter(({ place }) => !isIn(fn, place));
  const [others, asked] = [outside(filters), outside(truths)];
  return {
    ...seen,
    ...(limit && !isIn(fn, limit.place) && { limit }),
    ...(others.length > 0 && { filters: others }),
    ...(asked.length > 0 && { truths: asked }),
    ...(skip && !isIn(fn, skip) && { skip }),
  };
}

/** What that function itself does not ask for. */
export function insideOf(fn: FunctionAt | undefined, { limit, ...seen }: Consumption): Consumption {
  return { ...seen, ...(limit && isIn(fn, limit.place) && { limit }) };
}

function isIn(fn: FunctionAt | undefined, { file, span }: Place): boolean {
  return fn?.file === file && contains(fn.span, span);
}
