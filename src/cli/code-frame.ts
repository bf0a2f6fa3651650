import type { Span } from '../core/text/span.ts';
import { excerpt } from './excerpt.ts';
import type { Lines } from '../core/text/lines.ts';

/** Characters of a line that still fit beside its number. */
const WIDTH = 120;

/**
 * The line on which a span begins, with carets below the part of the span that is on it, between the line
 * before and the line after; all with their numbers. Long lines are cut, and secrets shown as stars.
 */
export function codeFrame(lines: Lines, span: Span): string[] {
  const { line } = lines.positionOf(span.start);
  const own = lines.spanOf(line) ?? { start: 0, end: 0 };
  const width = String(line + 1).length;
  const row = (mark: string, number: string, text: string): string =>
    `${mark} ${number.padStart(width)} | ${text}`.trimEnd();
  const neighbour = (number: number): string[] => {
    const text = lines.shown(number)?.slice(0, WIDTH).replaceAll('\t', ' ');
    return text === undefined || text.trim() === '' ? [] : [row(' ', String(number), text)];
  };
  const [text, carets] = excerpt(lines.shown(line) ?? '', [
    { start: span.start - own.start, end: Math.min(span.end, own.end) - own.start },
  ]);
  return [...neighbour(line - 1), row('>', String(line), text), row(' ', '', carets), ...neighbour(line + 1)];
}
