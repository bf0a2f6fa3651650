import type { SeenResults } from '../seen/seen-results.ts';
import type { Consumption } from './operation.ts';

/** What the code does with the result of a call that is, or wraps, a list query. */
export function consumptionOf({ returns, ...seen }: SeenResults): Consumption {
  return {
    ...seen,
    firstOnly: seen.firstOnly || isSmallPage(seen),
    ofEntities: true,
    ofEach: true,
    returnsEntities: returns === 'entities',
    returnsEach: returns !== undefined,
  };
}

/** A first page of a size that was chosen, with as many entities as are wanted. */
function isSmallPage({ limit, filters, pageSize }: SeenResults): boolean {
  return (
    limit?.kind === 'count' &&
    !limit.readsAll &&
    filters === undefined &&
    pageSize !== undefined &&
    limit.count !== undefined &&
    limit.count <= pageSize
  );
}

/** What the caller of a wrapper does with what the wrapper gives it; `limit` and filters are those of both. */
export function consumptionThrough(outer: Consumption, inner: Consumption): Consumption {
  const ofEntities = inner.ofEntities === true && inner.returnsEntities === true;
  const ofEach = inner.ofEach === true && inner.returnsEach === true;
  if (inner.limit === undefined) {
    const collects = outer.collects ?? inner.collects;
    return { ...outer, ofEntities, ofEach, ...(collects && { collects }) };
  }
  // what the wrapper does not ask for nobody gets
  const { limit: _, ...rest } = outer;
  return { ...rest, ofEntities, ofEach, firstOnly: inner.firstOnly };
}
