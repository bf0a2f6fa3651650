import { type Abstract, alternativesOf, type Context } from '../../link/values/abstract.ts';
import type { Linker } from '../../link/linker.ts';
import { propertyOf } from '../../link/values/object.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { CallSite } from '../../syntax/facts/facts.ts';
import type { ResultUse } from '../../syntax/results/facts.ts';
import type { Consumption } from './operation.ts';

/**
 * What the code does with the result of a call that is, or wraps, a list query; `options` is what it is called with
 * first.
 */
export function consumptionOf(
  linker: Linker,
  site: CallSite,
  options: Abstract | undefined,
  context: Context,
): Consumption {
  const { pageSize: _, limit, firstOnly, returns, firstSorted, ...seen } = site.use;
  const page = pageOf(linker, site, options, context);
  const count = limit?.count && constantNumber(linker.evaluate(limit.count, context));
  const sorted = firstSorted?.count && constantNumber(linker.evaluate(firstSorted.count, context));
  return {
    ...seen,
    ...page,
    firstOnly: firstOnly || isSmallPage(site.use, page.pageSize, count),
    ofEntities: true,
    returnsEntities: returns === 'entities',
    returnsEach: returns !== undefined,
    ...(firstSorted && {
      firstSorted: { isOne: firstSorted.count === undefined, ...(sorted !== undefined && { count: sorted }) },
    }),
    ...(limit && {
      limit: {
        kind: limit.kind,
        span: limit.span,
        readsAll: limit.readsAll,
        ...(limit.isQuestion && { isQuestion: true }),
        ...(count !== undefined && { count }),
      },
    }),
  };
}

/** A first page of a size that was chosen, with as many entities as are wanted. */
function isSmallPage(use: ResultUse, pageSize: number | undefined, count: number | undefined): boolean {
  return (
    use.limit?.kind === 'count' &&
    !use.limit.readsAll &&
    (use.filters ?? []).length === 0 &&
    pageSize !== undefined &&
    count !== undefined &&
    count <= pageSize
  );
}

/**
 * The page's size: what `byPage` is given, else `top` in the query's options, which the SDK does not declare but
 * sends ([seen] with 13.3.2), as the size of every page.
 */
function pageOf(
  linker: Linker,
  { use }: CallSite,
  options: Abstract | undefined,
  context: Context,
): Pick<Consumption, 'isPaged' | 'hasTop' | 'pageSize' | 'pageSizeSpan'> {
  if (use.pageSize !== undefined) return sizeOf(linker, use.pageSize, context);
  const top = options && topOf(linker, options);
  const size = top && constantNumber(top);
  return {
    isPaged: top !== undefined,
    ...(top && { hasTop: true }),
    ...(size !== undefined && { pageSize: size }),
  };
}

function sizeOf(
  linker: Linker,
  expr: Expr,
  context: Context,
): Pick<Consumption, 'isPaged' | 'pageSize' | 'pageSizeSpan'> {
  const value = linker.evaluate(expr, context);
  const size = constantNumber(value);
  return {
    isPaged: value.kind !== 'nothing',
    pageSizeSpan: expr.span,
    ...(size !== undefined && { pageSize: size }),
  };
}

function topOf(linker: Linker, options: Abstract): Abstract | undefined {
  for (const { value } of alternativesOf(options)) {
    const query = value.kind === 'object' ? propertyOf(linker, value, 'queryOptions') : undefined;
    for (const one of query ? alternativesOf(query) : []) {
      const top = one.value.kind === 'object' ? propertyOf(linker, one.value, 'top') : undefined;
      if (top !== undefined && top.kind !== 'nothing') return top;
    }
  }
  return undefined;
}

function constantNumber(value: Abstract): number | undefined {
  const constant = value.kind === 'number' ? value.number.constant : undefined;
  return typeof constant === 'number' ? constant : undefined;
}

/** What the caller of a wrapper does with what the wrapper gives it. */
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
