import type { Span } from '../../../core/text/span.ts';

/** A property with the comma that parts it from the next one, or from the one before. */
export function withComma(source: string, { start, end }: Span): Span {
  const after = /^\s*,[^\S\n]*/.exec(source.slice(end));
  if (after !== null) return { start, end: end + after[0].length };
  const before = /,\s*$/.exec(source.slice(0, start));
  return { start: start - (before?.[0].length ?? 0), end };
}

/** A property with its comma, and the line where it stands alone in it. */
export function propertyLine(source: string, property: Span): Span {
  const { start, end } = withComma(source, property);
  const before = /\n[^\S\n]*$/.exec(source.slice(0, start));
  const isLast = source.startsWith('\n', end);
  return before !== null && isLast ? { start: start - before[0].length, end } : { start, end };
}

/** An assignment that is a statement of its own, with its line where it stands alone in it; undefined for others. */
export function statementAround(source: string, { start, end }: Span): Span | undefined {
  const before = /(?:^|[\n;{}])[^\S\n]*$/.exec(source.slice(0, start));
  const after = /^[^\S\n]*(?:;|(?=\n|\}|$))/.exec(source.slice(end));
  if (before === null || after === null) return undefined;
  const until = end + after[0].length;
  const indent = before[0].startsWith('\n') && source.startsWith('\n', until) ? before[0].length : 0;
  return { start: start - indent, end: until };
}
