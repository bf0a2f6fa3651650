import type { Decoded, Reading } from './codec.ts';
import { INVERTED_DATE_WIDTHS } from './count-codecs.ts';
import { idOfWidth, INVERTED_TICK_WIDTHS } from './tick-codecs.ts';
import { UNIT } from './time.ts';

/**
 * Two codecs that read some text alike, and which readings of it are shown:
 * `both`, as nothing tells them apart;
 * `whole-milliseconds`, the one that falls on a whole millisecond while the other does not, else both: clocks of
 * most programs tell milliseconds;
 * `rounded`, the first where it falls on a whole millisecond, else the second, which rounds to one;
 * `first`, as the other is far-fetched: a mere number with zeroes before it, or a time that no clock tells.
 */
export interface Ambiguity {
  readonly codecs: readonly [string, string];
  readonly show: 'both' | 'whole-milliseconds' | 'rounded' | 'first';
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
  { codecs: ['inverted-ticks', 'inverted-ticks-double'], show: 'rounded' },
  { codecs: ['inverted-ticks-plus-one', 'inverted-ticks-double'], show: 'rounded' },
  { codecs: ['inverted-ms-0000', 'inverted-ticks-double'], show: 'first' },
  { codecs: ['ticks', 'ticks-double'], show: 'rounded' },
  // As nanoseconds, inverted ticks of 1990 to 2099 are times of 2048 to 2050.
  ...pairs(
    ['inverted-ticks', 'inverted-ticks-plus-one', 'inverted-ms-0000', 'inverted-ticks-double'],
    ['unix-ns-00', 'unix-ns'],
    'first',
  ),
  { codecs: ['unix-ns-00', 'unix-ns'], show: 'both' },
  { codecs: ['inverted-ms-1e13-minus-1', 'inverted-ms-1e13'], show: 'both' },
  { codecs: ['inverted-ms-1e15', 'unix-us-15'], show: 'both' },
  { codecs: ['unix-s', 'inverted-s-uint32'], show: 'both' },
  ...pairs(['yyyyMMddHH'], ['unix-s', 'inverted-s-uint32'], 'both'),
  // Hexadecimal digits may happen to be decimal.
  { codecs: ['inverted-ticks-hex', 'unix-us'], show: 'both' },
  { codecs: ['ticks-hex', 'unix-us-15'], show: 'both' },
  { codecs: ['MMddyyyy', 'padded-8'], show: 'both' },
  ...[20, 21].flatMap((width) =>
    ['inverted-ticks', 'inverted-ticks-plus-one', 'inverted-ms-0000'].map((id) =>
      timeBeforeNumber(idOfWidth(id, width, 19), width),
    ),
  ),
  ...INVERTED_DATE_WIDTHS.filter((width) => width > 16).map((width) =>
    timeBeforeNumber(idOfWidth('inverted-ms-date', width, 16), width),
  ),
  timeBeforeNumber('ticks-19', 19),
  timeBeforeNumber('ticks-20', 20),
  timeBeforeNumber('ticks-hex-16', 16),
  timeBeforeNumber('inverted-ms-1e15-16', 16),
  // What is read only where it is declared.
  ...pairs(['unix-ns-18'], ['ticks', 'ticks-double'], 'both'),
  ...pairs(
    ['snowflake-x-18', 'snowflake-discord-18'],
    ['ticks', 'ticks-double', 'filetime', 'unix-ns-18'],
    'both',
  ),
  { codecs: ['snowflake-x-18', 'snowflake-discord-18'], show: 'both' },
  ...pairs(
    ['snowflake-x', 'snowflake-discord'],
    [
      'inverted-ticks',
      'inverted-ticks-plus-one',
      'inverted-ms-0000',
      'inverted-ticks-double',
      'ticks-19',
      'inverted-ms-date-19',
      'unix-ns-00',
      'unix-ns',
    ],
    'both',
  ),
  { codecs: ['snowflake-x', 'snowflake-discord'], show: 'both' },
  timeBeforeNumber('snowflake-x', 19),
  timeBeforeNumber('snowflake-discord', 19),
  ...pairs(['inverted-s-int32-10'], ['unix-s', 'inverted-s-uint32'], 'both'),
  timeBeforeNumber('inverted-s-int32-10', 10),
  ...pairs(['unix-s-9'], ['inverted-s-uint32-9', 'inverted-s-int32'], 'both'),
  { codecs: ['inverted-s-uint32-9', 'inverted-s-int32'], show: 'both' },
  ...pairs(['base36-ms-9'], ['inverted-s-uint32-9', 'inverted-s-int32'], 'both'),
  timeBeforeNumber('base36-ms-9', 9),
];

/** Each of the ones with each of the others. */
function pairs(
  ones: readonly string[],
  others: readonly string[],
  show: Ambiguity['show'],
): readonly Ambiguity[] {
  return ones.flatMap((one) => others.map((other): Ambiguity => ({ codecs: [one, other], show })));
}

function timeBeforeNumber(time: string, width: number): Ambiguity {
  return { codecs: [time, `padded-${width.toString()}`], show: 'first' };
}

const RULES = new Map(AMBIGUITIES.map(({ codecs, show }) => [codecs.join(' '), show]));

/** Whether `reading` gives way to `other`, which reads the same text. */
export function yieldsTo(reading: Reading, other: Reading): boolean {
  const asFirst = RULES.get(`${reading.codec.id} ${other.codec.id}`);
  const show = asFirst ?? RULES.get(`${other.codec.id} ${reading.codec.id}`);
  switch (show) {
    case undefined:
    case 'both':
      return false;
    case 'first':
      return asFirst === undefined;
    case 'whole-milliseconds':
      return !isWholeMilliseconds(reading.decoded) && isWholeMilliseconds(other.decoded);
    case 'rounded':
      return asFirst === undefined
        ? isWholeMilliseconds(other.decoded)
        : !isWholeMilliseconds(reading.decoded);
  }
}

function isWholeMilliseconds(decoded: Decoded): boolean {
  return decoded.kind === 'time' && decoded.ticks % UNIT.millisecond === 0n;
}
