import { type Abstract, alternativesOf, type ObjectValue } from '../../link/values/abstract.ts';
import type { Linker } from '../../link/linker.ts';
import { propertyOf } from '../../link/values/object.ts';
import type { SeenResults } from '../seen/seen-results.ts';
import type { Consumption } from './operation.ts';

/**
 * What the code does with the result of a call that is, or wraps, a list query; `options` is what it is called with
 * first.
 */
export function consumptionOf(
  linker: Linker,
  { returns, ...seen }: SeenResults,
  options: Abstract | undefined,
): Consumption {
  const page = topOf(linker, seen, options);
  return {
    ...page,
    ...seen,
    firstOnly: seen.firstOnly || isSmallPage(seen, seen.pageSize ?? page.pageSize),
    ofEntities: true,
    returnsEntities: returns === 'entities',
    returnsEach: returns !== undefined,
  };
}

/** A first page of a size that was chosen, with as many entities as are wanted. */
function isSmallPage({ limit, filters }: SeenResults, pageSize: number | undefined): boolean {
  return (
    limit?.kind === 'count' &&
    !limit.readsAll &&
    filters === undefined &&
    pageSize !== undefined &&
    limit.count !== undefined &&
    limit.count <= pageSize
  );
}

/**
 * The size of pages: what `byPage` is given, else `top` in the query's options, which the SDK does not declare but
 * sends ([seen] with 13.3.2), as the size of every page.
 */
function topOf(
  linker: Linker,
  { isPaged }: SeenResults,
  options: Abstract | undefined,
): Pick<Consumption, 'isPaged' | 'hasTop' | 'pageSize'> {
  if (isPaged === true) return {};
  const top = options && topIn(linker, options);
  const size = top && constantNumber(top.value);
  return {
    isPaged: top !== undefined,
    ...(top?.isSeen && { hasTop: true }),
    ...(size !== undefined && { pageSize: size }),
  };
}

/** `top`, and whether it is seen to be there: options that a caller gives may well have it. */
function topIn(
  linker: Linker,
  options: Abstract,
): { readonly value: Abstract; readonly isSeen: boolean } | undefined {
  for (const { value } of alternativesOf(options)) {
    const query = value.kind === 'object' ? propertyOf(linker, value, 'queryOptions') : undefined;
    for (const one of query ? alternativesOf(query) : []) {
      if (one.value.kind !== 'object') continue;
      const top = propertyOf(linker, one.value, 'top');
      if (top.kind !== 'nothing')
        return { value: top, isSeen: top.kind !== 'unknown' || isWritten(one.value, 'top') };
    }
  }
  return undefined;
}

function isWritten({ properties, overlays }: ObjectValue, name: string): boolean {
  return (
    properties.some((property) => property.kind === 'property' && property.name === name) ||
    overlays.some(({ path }) => path[0] === name)
  );
}

function constantNumber(value: Abstract): number | undefined {
  const constant = value.kind === 'number' ? value.number.constant : undefined;
  return typeof constant === 'number' ? constant : undefined;
}

/** What the caller of a wrapper does with what the wrapper gives it; `limit` and filters are those of both. */
export function consumptionThrough(outer: Consumption, inner: Consumption): Consumption {
  const ofEntities = inner.ofEntities === true && inner.returnsEntities === true;
  if (inner.limit === undefined) {
    const collects = outer.collects ?? inner.collects;
    return { ...outer, ofEntities, ...(collects && { collects }) };
  }
  // what the wrapper does not ask for nobody gets
  const { limit: _, ...rest } = outer;
  return { ...rest, ofEntities, firstOnly: inner.firstOnly };
}
