import type { Place } from '../../../core/text/segments.ts';
import type { Query } from '../../model/operations/operation.ts';

/** Whether results are sorted at a place when some of them have been left out already: read no further, or cut off. */
export function isSortedAfter({ consumption }: Query, { file, span }: Place): boolean {
  const { limitBefore, limit = limitBefore } = consumption;
  if (limit === undefined || (limit.kind !== 'count' && limit.kind !== 'page')) return false;
  if (limit === limitBefore || (limit.kind === 'page' && !limit.readsAll)) return true;
  const cut = limit.place;
  // `rows.slice(0, 20).sort(…)` begins where the cut does
  return file === cut.file && span.start >= cut.span.start && span.end > cut.span.end;
}
