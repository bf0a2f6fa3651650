import * as l10n from '@vscode/l10n';
import { requireInDomain, type Decoded, type KeyCodec, type Ticks } from './codec.ts';
import { WINDOW } from './count.ts';
import { calendarOfTicks, digits, formatTicks, ticksOfCalendar, UNIT } from './time.ts';

type Zone = 'utc' | 'unwritten';

/** What a pattern's named groups tell: `y mo d h mi s f`, of which the coarse ones may be alone. */
type Fields = Readonly<Record<string, string | undefined>>;

/** Reads the fields of a date and time; undefined where the calendar does not have it. */
function timeOfFields(
  fields: Fields,
  zone: Zone,
  offset: Ticks = 0n,
): (Decoded & { kind: 'time' }) | undefined {
  const fraction = (fields.f ?? '').padEnd(7, '0');
  const ticks = ticksOfCalendar({
    year: Number(fields.y),
    month: Number(fields.mo),
    day: Number(fields.d ?? '1'),
    hour: Number(fields.h ?? '0'),
    minute: Number(fields.mi ?? '0'),
    second: Number(fields.s ?? '0'),
    fraction: BigInt(fraction),
  });
  if (ticks === undefined) return undefined;
  return { kind: 'time', ticks: ticks - offset, precision: precisionOf(fields), zone };
}

function precisionOf(fields: Fields): Ticks {
  if (fields.f !== undefined) return 10n ** BigInt(7 - fields.f.length);
  if (fields.s !== undefined) return UNIT.second;
  if (fields.mi !== undefined) return UNIT.minute;
  if (fields.h !== undefined) return UNIT.hour;
  return fields.d === undefined ? UNIT.month : UNIT.day;
}

function inWindow(decoded: Decoded | undefined): Decoded | undefined {
  if (decoded?.kind !== 'time') return undefined;
  return decoded.ticks < WINDOW.first || decoded.ticks > WINDOW.last ? undefined : decoded;
}

type CalendarSpec = Omit<KeyCodec, 'kind' | 'domain' | 'certainty'> & Partial<Pick<KeyCodec, 'certainty'>>;

function timeCodec(rest: CalendarSpec): KeyCodec {
  return {
    certainty: 'certain',
    ...rest,
    kind: 'time',
    domain: WINDOW,
    decode: (text) => inWindow(rest.decode(text)),
    encode: (ticks) => {
      requireInDomain(rest.id, WINDOW, ticks);
      return rest.encode(ticks);
    },
  };
}

/** Offset of `+02:00` in ticks; zero for `Z`. */
function offsetOf(zone: string): Ticks {
  const match = /^([+-])(\d\d):(\d\d)$/.exec(zone);
  if (match === null) return 0n;
  const size = BigInt(Number(match[2])) * UNIT.hour + BigInt(Number(match[3])) * UNIT.minute;
  return match[1] === '-' ? -size : size;
}

const ISO =
  /^(?<y>\d{4})-(?<mo>\d\d)(?:-(?<d>\d\d)(?:T(?<h>\d\d):(?<mi>\d\d)(?::(?<s>\d\d)(?:\.(?<f>\d{1,7}))?)?(?<z>Z|[+-](?:0\d|1[0-4]):[0-5]\d)?)?)?$/;

const ISO_TIME = timeCodec({
  id: 'iso-8601',
  title: () => l10n.t('ISO 8601 time'),
  order: 'ascending',
  precision: UNIT.tick,
  decode: (text) => {
    const fields: Fields | undefined = ISO.exec(text)?.groups;
    if (fields === undefined) return undefined;
    return fields.z === undefined
      ? timeOfFields(fields, 'unwritten')
      : timeOfFields(fields, 'utc', offsetOf(fields.z));
  },
  encode: (ticks) => formatTicks(ticks, UNIT.tick),
});

const BASIC_ISO = /^(?<y>\d{4})(?<mo>\d\d)(?<d>\d\d)T(?<h>\d\d)(?<mi>\d\d)(?:(?<s>\d\d))?(?<z>Z)?$/;

const BASIC_ISO_TIME = timeCodec({
  id: 'iso-8601-basic',
  title: () => l10n.t('ISO 8601 time, basic format'),
  order: 'ascending',
  precision: UNIT.minute,
  decode: (text) => {
    const fields: Fields | undefined = BASIC_ISO.exec(text)?.groups;
    return fields && timeOfFields(fields, fields.z === undefined ? 'unwritten' : 'utc');
  },
  encode: (ticks) => `${formatTicks(ticks, UNIT.minute, 'unwritten').replace(/[-:]/g, '')}Z`,
});

/** yyyyMMdd and finer, without separators: format, pattern, unit. */
const DIGIT_DATES: readonly (readonly [format: string, pattern: RegExp, unit: Ticks])[] = [
  ['yyyyMMdd', digitDate(''), UNIT.day],
  ['yyyyMMddHH', digitDate('(?<h>..)'), UNIT.hour],
  ['yyyyMMddHHmm', digitDate('(?<h>..)(?<mi>..)'), UNIT.minute],
  ['yyyyMMddHHmmss', digitDate('(?<h>..)(?<mi>..)(?<s>..)'), UNIT.second],
  ['yyyyMMddHHmmssfff', digitDate('(?<h>..)(?<mi>..)(?<s>..)(?<f>.{3})'), UNIT.millisecond],
  ['yyyyMMddHHmmssfffffff', digitDate('(?<h>..)(?<mi>..)(?<s>..)(?<f>.{7})'), UNIT.tick],
];

function digitDate(clock: string): RegExp {
  return new RegExp(String.raw`^(?=\d+$)(?<y>....)(?<mo>..)(?<d>..)${clock}$`);
}

const DIGIT_DATE_CODECS = DIGIT_DATES.map(([format, pattern, unit]) =>
  timeCodec({
    id: format,
    title: () => l10n.t('date and time as {0}', format),
    order: 'ascending',
    precision: unit,
    decode: (text) => {
      const fields: Fields | undefined = pattern.exec(text)?.groups;
      return fields && timeOfFields(fields, 'unwritten');
    },
    encode: (ticks) => formatTicks(ticks, UNIT.tick).replace(/\D/g, '').slice(0, format.length),
  }),
);

const INVERTED_DATE = timeCodec({
  id: 'inverted-yyyyMMdd',
  title: () => l10n.t('inverted date (99999999 − yyyyMMdd)'),
  order: 'descending',
  precision: UNIT.day,
  decode: (text) => {
    if (!/^\d{8}$/.test(text)) return undefined;
    const match = /^(?<y>....)(?<mo>..)(?<d>..)$/.exec(digits(99_999_999 - Number(text), 8));
    const fields: Fields | undefined = match?.groups;
    return fields && timeOfFields(fields, 'unwritten');
  },
  encode: (ticks) => {
    const { year, month, day } = calendarOfTicks(ticks);
    return digits(99_999_999 - (year * 10_000 + month * 100 + day), 8);
  },
});

const MONTH_FIRST_FORM = /^(?=\d+$)(?<mo>..)(?<d>..)(?<y>....)$/;

const MONTH_FIRST = timeCodec({
  id: 'MMddyyyy',
  title: () => l10n.t("date as {0}, which doesn't sort by time", 'MMddyyyy'),
  // It may be ddMMyyyy too, or a number.
  certainty: 'possible',
  order: 'none',
  precision: UNIT.day,
  decode: (text) => {
    const fields: Fields | undefined = MONTH_FIRST_FORM.exec(text)?.groups;
    return fields && timeOfFields(fields, 'unwritten');
  },
  encode: (ticks) => {
    const { year, month, day } = calendarOfTicks(ticks);
    return `${digits(month, 2)}${digits(day, 2)}${digits(year, 4)}`;
  },
});

/** Every time that is written by the calendar. */
export const CALENDAR_CODECS: readonly KeyCodec[] = [
  ISO_TIME,
  BASIC_ISO_TIME,
  ...DIGIT_DATE_CODECS,
  INVERTED_DATE,
  MONTH_FIRST,
];
