import type { ParsedFilter } from '../odata/ast.ts';
import { parseFilter } from '../odata/parse.ts';
import { classify } from './classify.ts';
import type { Classification } from './shape.ts';
import { type FlatText, HOLE } from '../text/segments.ts';

/** What the characters of a filter alone say: neither where they stand nor what its holes are has a part in it. */
export interface ReadFilter {
  readonly parsed: ParsedFilter;
  readonly classification: Classification;
}

/** Filters that are remembered, and characters of the longest: those of a file, and of more than most programs have. */
const MOST = 1000;
const LONGEST = 1000;

/**
 * A longer filter is not read, and so unknown: each of 15 comparisons may have a key of 1,024 characters, and the name of
 * its property, twice over.
 */
export const LONGEST_READ = 32_768;

const known = new Map<string, ReadFilter>();

/**
 * Parses and classifies a filter. Every edit of a file asks for the same filters again, and a program says the same in
 * many places: of each text it is done once.
 */
export function readFilterText(flat: FlatText<unknown>): ReadFilter {
  // a hole's character that a literal has is no hole: such texts are not told apart by their characters
  if (flat.text.length > LONGEST || countOf(HOLE, flat.text) !== flat.holes.size) return read(flat);
  const before = known.get(flat.text);
  if (before !== undefined) return before;
  const made = read(flat);
  if (known.size >= MOST) known.clear();
  known.set(flat.text, made);
  return made;
}

function read(flat: FlatText<unknown>): ReadFilter {
  const { length } = flat.text;
  const parsed: ParsedFilter =
    length > LONGEST_READ
      ? { filter: { kind: 'unknown', span: { start: 0, end: length } }, errors: [] }
      : parseFilter(flat);
  return { parsed, classification: classify(parsed.filter) };
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}
