import { CALENDAR_CODECS } from './calendar-codecs.ts';
import type { Decoded, KeyCodec } from './codec.ts';
import { COUNT_CODECS, idOfWidth, INVERTED_TICK_WIDTHS } from './count-codecs.ts';
import { PADDED_NUMBER_CODECS } from './padded-number.ts';
import { UNIT } from './time.ts';

/** Every codec, in the order in which readings are shown. */
export const KEY_CODECS: readonly KeyCodec[] = [...COUNT_CODECS, ...CALENDAR_CODECS, ...PADDED_NUMBER_CODECS];

/**
 * Two codecs that read some text alike, and which readings of it are shown:
 * `both`, as nothing tells them apart; `whole-milliseconds`, the one that falls on a whole millisecond
 * while the other does not, else both: clocks of most programs tell milliseconds; `first`, as the other
 * says only that the text is a number.
 */
export interface Ambiguity {
  readonly codecs: readonly [string, string];
  readonly show: 'both' | 'whole-milliseconds' | 'first';
}

/** Every pair that can read one text as times of 1990 to 2099, or as such a time and a number. */
export const AMBIGUITIES: readonly Ambiguity[] = [
  ...INVERTED_TICK_WIDTHS.flatMap((width): Ambiguity[] => {
    const ticks = idOfWidth('inverted-ticks', width, 19);
    const plusOne = idOfWidth('inverted-ticks-plus-one', width, 19);
    const milliseconds = idOfWidth('inverted-ms-0000', width, 19);
    return [
      { codecs: [ticks, plusOne], show: 'whole-milliseconds' },
      { codecs: [ticks, milliseconds], show: 'whole-milliseconds' },
      { codecs: [plusOne, milliseconds], show: 'both' },
    ];
  }),
  { codecs: ['inverted-ms-1e13-minus-1', 'inverted-ms-1e13'], show: 'both' },
  { codecs: ['inverted-ms-1e15', 'unix-us-15'], show: 'both' },
  { codecs: ['unix-s', 'inverted-s-uint32'], show: 'both' },
  { codecs: ['unix-s', 'yyyyMMddHH'], show: 'both' },
  { codecs: ['inverted-s-uint32', 'yyyyMMddHH'], show: 'both' },
  ...[20, 21].flatMap((width) =>
    ['inverted-ticks', 'inverted-ticks-plus-one', 'inverted-ms-0000'].map((id): Ambiguity =>
      timeBeforeNumber(idOfWidth(id, width, 19), width),
    ),
  ),
  timeBeforeNumber('ticks-19', 19),
  timeBeforeNumber('ticks-20', 20),
  timeBeforeNumber('inverted-ms-1e15-16', 16),
  timeBeforeNumber('inverted-ms-date-19', 19),
  timeBeforeNumber('inverted-ms-date-20', 20),
];

function timeBeforeNumber(time: string, width: number): Ambiguity {
  return { codecs: [time, `padded-${width.toString()}`], show: 'first' };
}

/** One codec's reading of a text. */
export interface Reading {
  readonly codec: KeyCodec;
  readonly decoded: Decoded;
}

const RULES = new Map(AMBIGUITIES.map(({ codecs, show }) => [codecs.join(' '), show]));

/** Whether `reading` gives way to `other`, which reads the same text. */
export function yieldsTo(reading: Reading, other: Reading): boolean {
  const first = RULES.get(`${reading.codec.id} ${other.codec.id}`);
  const second = RULES.get(`${other.codec.id} ${reading.codec.id}`);
  if (second === 'first') return true;
  if ((first ?? second) !== 'whole-milliseconds') return false;
  return !isWholeMilliseconds(reading.decoded) && isWholeMilliseconds(other.decoded);
}

function isWholeMilliseconds(decoded: Decoded): boolean {
  return decoded.kind === 'time' && decoded.ticks % UNIT.millisecond === 0n;
}
