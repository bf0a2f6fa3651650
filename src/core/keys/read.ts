import type { Decoded } from './codec.ts';
import { KEY_CODECS, yieldsTo, type Reading } from './codecs.ts';
import { WINDOW } from './count.ts';
import { UNIT } from './time.ts';

/** What a key says to who can read it: the parts that carry a value, in order; empty when none does. */
export interface KeyReading {
  readonly key: string;
  readonly parts: readonly KeyPart[];
}

/** One part of a key, with everything it may mean. */
export interface KeyPart {
  /** UTF-16 offsets in the key, `end` exclusive. */
  readonly span: { readonly start: number; readonly end: number };
  readonly text: string;
  /** At least one; several when nothing tells which of them is meant, and then all are to be shown. */
  readonly readings: readonly [Reading, ...Reading[]];
  /**
   * What all readings say: the only one, or the time as far as several agree (to the microsecond,
   * millisecond or second). Undefined when they tell different times.
   */
  readonly common: Decoded | undefined;
}

/**
 * Reads a PartitionKey or RowKey, alone or compound. Separators are all characters but letters and digits;
 * ISO 8601 times and ids of the form of a GUID are not split. Times are looked for from 1990 to 2099.
 */
export function readKey(key: string): KeyReading {
  const parts = [...key.matchAll(PIECES)].map(partOfMatch).filter((part) => part !== undefined);
  return { key, parts };
}

/**
 * The pieces of a key. What only looks like numbers between separators is taken whole and not read: a GUID,
 * a time of day, a date that begins with the day, the time of day behind a date, the escape `:002F` of metrics tables.
 */
const PIECES = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])`,
    '(?:',
    [
      '[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}',
      String.raw`\d\d:\d\d:\d\d`,
      String.raw`\d\d([-.])\d\d\1(?:19|20)\d\d`,
      String.raw`(?<iso>(?:19|20)\d\d-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)(?:[-_ ]\d\d(?:[-_:.]\d\d){0,2})?`,
      String.raw`(?<run>[\p{L}\p{N}]+)`,
    ].join('|'),
    ')',
    String.raw`(?![\p{L}\p{N}])`,
    String.raw`|:00[2-7][0-9A-F](?=[\p{L}\p{N}])`,
  ].join(''),
  'gu',
);

function partOfMatch(match: RegExpExecArray): KeyPart | undefined {
  const text = match.groups?.iso ?? match.groups?.run;
  if (text === undefined) return undefined;
  const [first, ...others] = readingsOf(text);
  if (first === undefined) return undefined;
  const readings: KeyPart['readings'] = [first, ...others];
  return {
    span: { start: match.index, end: match.index + text.length },
    text,
    readings,
    common: commonOf(readings.map((reading) => reading.decoded)),
  };
}

/** Every reading of one part, but for those that give way to another. */
function readingsOf(text: string): Reading[] {
  const all = KEY_CODECS.flatMap((codec): Reading[] => {
    const decoded = codec.decode(text);
    return decoded !== undefined && isLikely(decoded) ? [{ codec, decoded }] : [];
  });
  return all.filter((reading) => !all.some((other) => other !== reading && yieldsTo(reading, other)));
}

function isLikely(decoded: Decoded): boolean {
  return decoded.kind === 'number' || (decoded.ticks >= WINDOW.first && decoded.ticks <= WINDOW.last);
}

function commonOf(all: readonly Decoded[]): Decoded | undefined {
  const [first] = all;
  if (all.length === 1) return first;
  const times = all.filter((decoded) => decoded.kind === 'time');
  if (first?.kind !== 'time' || times.length < all.length) return undefined;
  if (times.some((time) => time.zone !== first.zone)) return undefined;
  const unit = [UNIT.microsecond, UNIT.millisecond, UNIT.second].find((candidate) =>
    times.every((time) => time.precision <= candidate && time.ticks / candidate === first.ticks / candidate),
  );
  return unit && { ...first, ticks: first.ticks - (first.ticks % unit), precision: unit };
}
