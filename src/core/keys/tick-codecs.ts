import * as l10n from '@vscode/l10n';
import { requireInDomain, type KeyCodec, type Ticks } from './codec.ts';
import { countCodec, WINDOW, type CountSpec } from './count.ts';
import { DECIMAL, HEX } from './notation.ts';
import { digits, MAX_TICKS, UNIT } from './time.ts';

/** Dates the table service can hold, to the end of .NET's `DateTime`: 1601-01-01 to 9999-12-31. */
const SERVICE_TIMES: KeyCodec['domain'] = { first: 504_911_232_000_000_000n, last: MAX_TICKS };

/** `DateTime.MaxValue.Ticks` in whole milliseconds. */
const MAX_MILLISECONDS = MAX_TICKS / UNIT.millisecond;

/** The digits that inverted ticks are padded to; 19 is what the design guide's log tail pattern writes. */
export const INVERTED_TICK_WIDTHS = [19, 20, 21] as const;

/** Appends the width to an id, but for the usual one. */
export function idOfWidth(id: string, width: number, usual: number): string {
  return width === usual ? id : `${id}-${width.toString()}`;
}

/** What ticks have in common: they count from the year 1, and hardly anything else has so many digits. */
const TICKS = { unit: UNIT.tick, origin: 0n, domain: SERVICE_TIMES, certainty: 'certain' } as const;

function invertedTicks(width: number): CountSpec[] {
  return [
    {
      ...TICKS,
      id: idOfWidth('inverted-ticks', width, 19),
      title: () => l10n.t('inverted .NET ticks (DateTime.MaxValue.Ticks − ticks)'),
      pivot: MAX_TICKS,
      width,
    },
    {
      ...TICKS,
      id: idOfWidth('inverted-ticks-plus-one', width, 19),
      title: () => l10n.t('inverted .NET ticks (DateTime.MaxValue.Ticks + 1 − ticks)'),
      pivot: MAX_TICKS + 1n,
      width,
    },
    {
      ...TICKS,
      id: idOfWidth('inverted-ms-0000', width, 19),
      title: () => l10n.t('inverted milliseconds of .NET, followed by 0000'),
      unit: UNIT.millisecond,
      pivot: MAX_MILLISECONDS,
      width: width - 4,
      suffix: '0000',
    },
  ];
}

const INVERTED_SLIP: CountSpec = {
  ...TICKS,
  id: 'inverted-ticks-slip',
  title: () => l10n.t('inverted .NET ticks after a stray 1 (format {0} instead of {1})', '{0:10}', '{0:D19}'),
  pivot: MAX_TICKS,
  width: 19,
  prefix: '1',
};

const INVERTED_HEX: CountSpec = {
  ...TICKS,
  id: 'inverted-ticks-hex',
  title: () => l10n.t('inverted .NET ticks, hexadecimal'),
  pivot: MAX_TICKS,
  notation: HEX,
  width: 16,
};

const FORWARD_TICKS: readonly CountSpec[] = [
  {
    ...TICKS,
    id: 'ticks',
    title: () => l10n.t('.NET ticks'),
    width: 18,
    // Ticks gain a nineteenth digit in 3169.
    domain: { first: SERVICE_TIMES.first, last: 999_999_999_999_999_999n },
    // Ids of X and Discord of a few months have as many digits and begin alike.
    certainty: 'near-now',
  },
  ...[19, 20].map((width) => ({
    ...TICKS,
    id: `ticks-${width.toString()}`,
    title: () => l10n.t('.NET ticks, padded to {0} digits', width),
    width,
  })),
  {
    ...TICKS,
    id: 'ticks-hex',
    title: () => l10n.t('.NET ticks, hexadecimal'),
    notation: HEX,
    width: 15,
    // They gain a sixteenth digit in 3654.
    domain: { first: SERVICE_TIMES.first, last: 16n ** 15n - 1n },
  },
  {
    ...TICKS,
    id: 'ticks-hex-16',
    title: () => l10n.t('.NET ticks, hexadecimal, padded to {0} digits', 16),
    notation: HEX,
    width: 16,
  },
];

const FILE_TIME: CountSpec = {
  id: 'filetime',
  title: () => l10n.t('Windows file time (ticks since 1601)'),
  unit: UNIT.tick,
  origin: SERVICE_TIMES.first,
  width: 18,
  // Ids of messages in chats begin alike.
  certainty: 'possible',
};

/**
 * Milliseconds written as ticks that were computed in doubles, so that the last digits are lost: they are
 * read as the whole millisecond that they come from.
 */
interface DoubleSpec {
  readonly id: string;
  readonly title: () => string;
  readonly order: KeyCodec['order'];
  readonly width: number;
  /** What the computation makes of whole milliseconds given in ticks. */
  readonly compute: (ticks: number) => number;
  readonly exact: (written: bigint) => Ticks;
  /**
   * How far off the result can be, in ticks: half the distance between doubles of the ticks' size (128) and of the
   * result's (512); `DateTime.MaxValue.Ticks` itself becomes one more.
   */
  readonly slack: Ticks;
}

function doubleCodec({ id, title, order, width, compute, exact, slack }: DoubleSpec): KeyCodec {
  const pattern = new RegExp(`^${DECIMAL.pattern(width)}$`);
  return {
    id,
    title,
    kind: 'time',
    certainty: 'certain',
    order,
    domain: WINDOW,
    precision: UNIT.millisecond,
    decode: (text) => {
      if (!pattern.test(text) || !isDouble(text)) return undefined;
      const ticks = exact(BigInt(Number(text)));
      const rounded = ((ticks + UNIT.millisecond / 2n) / UNIT.millisecond) * UNIT.millisecond;
      const distance = ticks < rounded ? rounded - ticks : ticks - rounded;
      if (distance > slack || rounded < WINDOW.first || rounded > WINDOW.last) return undefined;
      return { kind: 'time', ticks: rounded, precision: UNIT.millisecond, zone: 'utc' };
    },
    encode: (ticks) => {
      requireInDomain(id, WINDOW, ticks);
      return BigInt(compute(Number(ticks - (ticks % UNIT.millisecond)))).toString();
    },
  };
}

/** Whether digits are what a double is written as, with `BigInt` in full or with `String` as short as can be. */
function isDouble(text: string): boolean {
  const value = Number(text);
  return BigInt(value) === BigInt(text) || String(value) === text;
}

const DOUBLES: readonly DoubleSpec[] = [
  {
    id: 'inverted-ticks-double',
    title: () => l10n.t('inverted .NET ticks computed in doubles, last digits lost'),
    order: 'descending',
    width: 19,
    compute: (ticks) => Number(MAX_TICKS) - ticks,
    exact: (written) => MAX_TICKS - written,
    slack: 321n,
  },
  {
    id: 'ticks-double',
    title: () => l10n.t('.NET ticks computed in doubles, last digits lost'),
    order: 'ascending',
    width: 18,
    compute: (ticks) => ticks,
    exact: (written) => written,
    slack: 64n,
  },
];

/** `(DateTime.MaxValue − time).ToString()` of .NET: days, and the fraction left out where it is zero. */
const TIME_SPAN = /^(2[89]\d{5})\.([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{7}))?$/;

const INVERTED_TIME_SPAN: KeyCodec = {
  id: 'inverted-timespan',
  title: () => l10n.t('inverted .NET time (DateTime.MaxValue − time, as a TimeSpan)'),
  kind: 'time',
  certainty: 'certain',
  order: 'descending',
  domain: WINDOW,
  precision: UNIT.tick,
  decode: (text) => {
    const match = TIME_SPAN.exec(text);
    if (match === null) return undefined;
    const [days, hours, minutes, seconds, fraction] = match.slice(1).map((part) => BigInt(part || '0'));
    const left =
      (days ?? 0n) * UNIT.day +
      (hours ?? 0n) * UNIT.hour +
      (minutes ?? 0n) * UNIT.minute +
      (seconds ?? 0n) * UNIT.second +
      (fraction ?? 0n);
    const ticks = MAX_TICKS - left;
    if (ticks < WINDOW.first || ticks > WINDOW.last) return undefined;
    return { kind: 'time', ticks, precision: UNIT.tick, zone: 'utc' };
  },
  encode: (ticks) => {
    requireInDomain('inverted-timespan', WINDOW, ticks);
    const left = MAX_TICKS - ticks;
    const two = (unit: Ticks, of: Ticks): string => digits((left % of) / unit, 2);
    const clock = `${two(UNIT.hour, UNIT.day)}:${two(UNIT.minute, UNIT.hour)}:${two(UNIT.second, UNIT.minute)}`;
    const fraction = left % UNIT.second;
    return `${(left / UNIT.day).toString()}.${clock}${fraction === 0n ? '' : `.${digits(fraction, 7)}`}`;
  },
};

/** Every time that counts ticks of 100 ns, in the order in which readings are shown. */
export const TICK_CODECS: readonly KeyCodec[] = [
  ...INVERTED_TICK_WIDTHS.flatMap(invertedTicks).map(countCodec),
  ...[INVERTED_SLIP, INVERTED_HEX].map(countCodec),
  INVERTED_TIME_SPAN,
  ...FORWARD_TICKS.map(countCodec),
  ...DOUBLES.map(doubleCodec),
  countCodec(FILE_TIME),
];
