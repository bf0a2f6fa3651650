import { countUpTo } from './sorted.ts';

/** A half-open range of UTF-16 code units: `start` inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The smallest span that covers both. */
export function cover(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** Whether `inner` lies within `outer`, borders included. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The places that some spans cover, in order, as spans that neither touch nor overlap. */
export function covered(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  const found: Span[] = [];
  for (const span of sorted) {
    const last = found.at(-1);
    if (last === undefined || last.end < span.start) found.push(span);
    else found[found.length - 1] = cover(last, span);
  }
  return found;
}

/** Whether a span lies in one of some that {@link covered} gave. */
export function isCovered(by: readonly Span[], span: Span): boolean {
  const before = by[countUpTo(by, span.start, ({ start }) => start) - 1];
  return before !== undefined && contains(before, span);
}
