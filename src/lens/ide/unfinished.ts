import { isUnfinishedAt } from '../../core/odata/unfinished.ts';
import type { FlatText } from '../../core/text/segments.ts';
import { contains, type Span } from '../../core/text/span.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import type { Finding } from '../engine/finding.ts';
import type { FilterAlternative, Operation, Query } from '../model/operations/operation.ts';

/** A query in whose filter somebody is in the middle of a condition. */
export interface UnfinishedQuery {
  readonly query: Query;
  /** Where the file has texts of its filter. */
  readonly spans: readonly Span[];
}

/** The query whose filter somebody writes who has just made an edit that ends at `offset`; undefined where the condition there could be complete. */
export function unfinishedAt(
  { file, operations }: FileAnalysis,
  offset: number,
): UnfinishedQuery | undefined {
  for (const operation of operations) {
    const alternatives = alternativesOf(operation);
    if (operation.kind !== 'query' || !alternatives.some((each) => isWrittenAt(file, each, offset))) continue;
    return { query: operation, spans: alternatives.flatMap((each) => spansIn(file, each)) };
  }
  return undefined;
}

/** Whether a finding says something of a query, or of what its filter is made of. */
export function isAbout({ about, span }: Finding, { query, spans }: UnfinishedQuery): boolean {
  return (
    about?.callSpan.start === query.callSpan.start ||
    [query.callSpan, ...spans].some((one) => contains(one, span))
  );
}

function alternativesOf(operation: Operation): readonly FilterAlternative[] {
  return operation.kind === 'query' && operation.filter.kind !== 'none' ? operation.filter.alternatives : [];
}

function isWrittenAt(file: string, { text, parsed, expression }: FilterAlternative, offset: number): boolean {
  const at = placeIn(text, file, offset);
  if (at !== undefined) return isUnfinishedAt(text, parsed, at);
  // of an empty text no piece stands anywhere
  const cursor = { start: offset, end: offset };
  return text.text === '' && expression?.file === file && contains(expression.span, cursor);
}

/** The offset in a filter of a cursor in one of its texts, or behind the brace of one of its expressions; undefined elsewhere. */
export function placeIn({ segments }: FlatText<unknown>, file: string, offset: number): number | undefined {
  let start = 0;
  let found: number | undefined;
  for (const segment of segments) {
    const { span } = segment.place;
    if (segment.kind === 'hole') {
      if (segment.place.file === file && offset === span.end + 1) found ??= start + 1;
      start += 1;
      continue;
    }
    const isHere = segment.place.file === file && segment.whole !== true;
    if (isHere && span.start <= offset && offset <= span.end) {
      const { offsets } = segment;
      found = start + (offsets === undefined ? offset - span.start : offsets.findIndex((at) => at >= offset));
    }
    start += segment.text.length;
  }
  return found;
}

function spansIn(file: string, { text, expression }: FilterAlternative): readonly Span[] {
  const places = [...(expression ? [expression] : []), ...text.segments.map(({ place }) => place)];
  return places.flatMap((place) => (place.file === file ? [place.span] : []));
}
