import type { Span } from '../core/text/span.ts';

/** How much of a long text is shown to each side of what matters, in UTF-16 units. */
const SIDE = 80;

const MARK = '…';

/** A text with its middle left out, where it is too long to be read. */
export function shorten(text: string): string {
  return text.length <= 2 * SIDE ? text : `${text.slice(0, SIDE)}${MARK}${text.slice(-SIDE)}`;
}

/**
 * Two lines: the part of a text around the first of some places, and carets below all of the places that
 * are in that part. A longer text ends in marks where it goes on; a long place is shown by its beginning.
 */
export function excerpt(text: string, places: readonly [Span, ...Span[]]): [text: string, carets: string] {
  const [{ start, end }] = places;
  const from = Math.max(0, start - SIDE);
  const to = Math.min(text.length, Math.min(end, start + SIDE) + SIDE);
  const before = from > 0 ? MARK : '';
  const after = to < text.length ? MARK : '';
  const carets = Array<string>(before.length + to - from).fill(' ');
  for (const place of places) {
    // what is missing at a place has no length, and may lie beyond the last character
    const last = Math.min(Math.max(place.end, place.start + 1), to + 1);
    for (let at = Math.max(place.start, from); at < last; at++) carets[before.length + at - from] = '^';
  }
  const part = text.slice(from, to).replaceAll(/\s/g, ' ');
  return [`${before}${part}${after}`, carets.join('').trimEnd()];
}
