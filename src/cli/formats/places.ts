import type { Place } from '../../core/text/segments.ts';
import type { Span } from '../../core/text/span.ts';
import type { Lines } from '../lines.ts';
import type { WriterContext } from './writer.ts';

/** Where something is: lines and columns from 1, columns in UTF-16 units; the end is exclusive. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function regionOf(lines: Lines, { start, end }: Span): Region {
  const [from, to] = [lines.positionOf(start), lines.positionOf(end)];
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

/** A place of any file that a command has read, with the name of the file. */
export async function placeOf(
  { linesOf, nameOf }: WriterContext['found'],
  { file, span }: Place,
): Promise<Region & { readonly file: string }> {
  return { file: nameOf(file), ...regionOf(await linesOf(file), span) };
}
