import { withoutSecrets } from './secrets.ts';
import type { Span } from './span.ts';

/** A place as editors count it: line and column from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A text that knows its lines. */
export interface Lines {
  readonly text: string;
  readonly positionOf: (offset: number) => Position;
  /** The span of a line, by its number from 1, without its end; undefined beyond the last. */
  readonly spanOf: (line: number) => Span | undefined;
  /** A line as it may be shown, with secrets as stars; worked out once, however often it is asked for. */
  readonly shown: (line: number) => string | undefined;
}

/** Cuts a text into lines where editors do: at `\n`, `\r\n` and `\r`. */
export function linesOf(text: string): Lines {
  const starts = [0];
  const ends: number[] = [];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    ends.push(end.index);
    starts.push(end.index + end[0].length);
  }
  ends.push(text.length);
  const spanOf = (line: number): Span | undefined => {
    const [start, end] = [starts[line - 1], ends[line - 1]];
    return start === undefined || end === undefined ? undefined : { start, end };
  };
  const shown = new Map<number, string>();
  return {
    text,
    positionOf: (offset) => {
      const line = lastAtMost(starts, offset);
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
    },
    spanOf,
    shown: (line) => {
      const span = spanOf(line);
      if (span === undefined) return undefined;
      const known = shown.get(line) ?? withoutSecrets(text.slice(span.start, span.end));
      shown.set(line, known);
      return known;
    },
  };
}

/** The index of the last of some ascending numbers that is at most `limit`; 0 if none is. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle;
  }
  return low;
}
