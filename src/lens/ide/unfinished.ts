import { isUnfinishedAt } from '../../core/odata/unfinished.ts';
import type { FlatText, Place } from '../../core/text/segments.ts';
import { contains, type Span } from '../../core/text/span.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import type { Finding } from '../engine/finding.ts';
import type { FilterAlternative, Operation, Query } from '../model/operations/operation.ts';

/** A query that somebody is in the middle of. */
export interface UnfinishedQuery {
  readonly query: Query;
  /** Where it is written: texts of its filter, or one name or expression. */
  readonly spans: readonly Span[];
  /** Nothing but the name or the expression is unfinished. */
  readonly isPart?: boolean;
}

/**
 * The query that somebody writes who has just made an edit that ends at `offset`: a condition of its filter that could not be complete yet, an
 * expression in it, a name in `select`, or all of it where the file can't be parsed (`isBroken`): what a parser makes of that isn't meant.
 */
export function unfinishedAt(
  { file, operations }: FileAnalysis,
  offset: number,
  isBroken: boolean,
): UnfinishedQuery | undefined {
  for (const query of operations) {
    if (query.kind !== 'query') continue;
    const alternatives = alternativesOf(query);
    const spans = alternatives.flatMap((each) => spansIn(file, each));
    // a text that is not closed ends with its line, and what it is in before that
    const all = [query.callSpan, ...spans];
    if (isBroken && all.some(({ start, end }) => start <= offset && offset <= end + 1))
      return { query, spans: all };
    if (alternatives.some((each) => isWrittenAt(file, each, offset))) return { query, spans };
    const part = partsOf(query).find((place) => place.file === file && touches(place.span, offset));
    if (part !== undefined) return { query, spans: [part.span], isPart: true };
  }
  return undefined;
}

/** Whether a finding says something of a query, or of what its filter is made of; of a part, only of that. */
export function isAbout({ about, span }: Finding, { query, spans, isPart }: UnfinishedQuery): boolean {
  if (isPart === true) return spans.some((one) => contains(one, span));
  return (
    about?.callSpan.start === query.callSpan.start ||
    [query.callSpan, ...spans].some((one) => contains(one, span))
  );
}

/** Expressions in the filter, and names in `select`. */
function partsOf(query: Query): readonly Place[] {
  const select = query.projection?.select;
  const names = select === undefined || select === 'unknown' ? [] : select;
  return [
    ...alternativesOf(query).flatMap(({ text }) =>
      text.segments.flatMap((segment) => (segment.kind === 'hole' ? [segment.place] : [])),
    ),
    ...names.flatMap(({ place }) => (place === undefined ? [] : [place])),
  ];
}

function touches({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

function alternativesOf(operation: Operation): readonly FilterAlternative[] {
  return operation.kind === 'query' && operation.filter.kind !== 'none' ? operation.filter.alternatives : [];
}

function isWrittenAt(file: string, { text, parsed, expression }: FilterAlternative, offset: number): boolean {
  const at = placeIn(text, file, offset) ?? endIn(text, file, offset);
  if (at !== undefined) return isUnfinishedAt(text, parsed, at);
  // of an empty text no piece stands anywhere
  const cursor = { start: offset, end: offset };
  return text.text === '' && expression?.file === file && contains(expression.span, cursor);
}

/** The offset in a filter of a cursor behind the quote that closes one of its texts, or the blank behind that, which the next text may go on from. */
function endIn({ segments }: FlatText<unknown>, file: string, offset: number): number | undefined {
  let end = 0;
  for (const segment of segments) {
    end += segment.kind === 'hole' ? 1 : segment.text.length;
    const { place } = segment;
    if (segment.kind === 'literal' && segment.whole !== true && place.file === file)
      if (offset === place.span.end + 1 || offset === place.span.end + 2) return end;
  }
  return undefined;
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
