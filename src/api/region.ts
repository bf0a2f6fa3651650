import type { Lines } from '../core/text/lines.ts';
import type { Span } from '../core/text/span.ts';
import type { Region } from './types.ts';

/** Where a span of a text is. */
export function regionOf(lines: Lines, { start, end }: Span): Region {
  const [from, to] = [lines.positionOf(start), lines.positionOf(end)];
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}
