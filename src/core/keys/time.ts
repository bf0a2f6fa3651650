import type { Ticks } from './codec.ts';

/** Units of time in ticks of 100 ns. A month is no fixed number of days: 31 stand for "to the month". */
export const UNIT = {
  tick: 1n,
  microsecond: 10n,
  millisecond: 10_000n,
  second: 10_000_000n,
  minute: 600_000_000n,
  hour: 36_000_000_000n,
  day: 864_000_000_000n,
  month: 26_784_000_000_000n,
} as const;

/** 1970-01-01T00:00:00Z. */
export const UNIX_EPOCH: Ticks = 621_355_968_000_000_000n;

/** `DateTime.MaxValue.Ticks` of .NET: the last tick of 9999-12-31. */
export const MAX_TICKS: Ticks = 3_155_378_975_999_999_999n;

/** A date and time of day as written; `fraction` in ticks. */
export interface CalendarTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly fraction: bigint;
}

/** The moment of a UTC date and time; undefined where the calendar does not have it (30 February, 24:00). */
export function ticksOfCalendar(time: CalendarTime): Ticks | undefined {
  const { year, month, day, hour, minute, second } = time;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    return undefined;
  }
  date.setUTCHours(hour, minute, second);
  return UNIX_EPOCH + BigInt(date.getTime()) * UNIT.millisecond + time.fraction;
}

/** The UTC date and time of a moment from 0001 to 9999. */
export function calendarOfTicks(ticks: Ticks): CalendarTime {
  const fraction = ticks % UNIT.second;
  const date = new Date(Number((ticks - fraction - UNIX_EPOCH) / UNIT.millisecond));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    fraction,
  };
}

/**
 * ISO 8601 text of a moment, cut to the precision (in ticks): `2026-01-02T03:04:05.1234567Z` for one tick,
 * three decimals for milliseconds, none for seconds, `2026-01-02T03:04Z` for minutes, `2026-01-02` for days.
 * Without the `Z` when the zone is unwritten.
 */
export function formatTicks(ticks: Ticks, precision: Ticks, zone: 'utc' | 'unwritten' = 'utc'): string {
  const time = calendarOfTicks(ticks);
  const month = `${digits(time.year, 4)}-${digits(time.month, 2)}`;
  if (precision >= UNIT.month) return month;
  const date = `${month}-${digits(time.day, 2)}`;
  if (precision >= UNIT.day) return date;
  return `${date}T${clockText(time, precision)}${zone === 'utc' ? 'Z' : ''}`;
}

/** Fixed-width decimal digits. */
export function digits(value: number | bigint, width: number): string {
  return value.toString().padStart(width, '0');
}

function clockText(time: CalendarTime, precision: Ticks): string {
  const hour = digits(time.hour, 2);
  if (precision >= UNIT.hour) return hour;
  const minute = `${hour}:${digits(time.minute, 2)}`;
  if (precision >= UNIT.minute) return minute;
  const second = `${minute}:${digits(time.second, 2)}`;
  const decimals = decimalsOf(precision);
  return decimals === 0 ? second : `${second}.${digits(time.fraction, 7).slice(0, decimals)}`;
}

/** How many decimals of a second tell a precision: 7 for a tick, 0 from a second up. */
function decimalsOf(precision: Ticks): number {
  let decimals = 7;
  for (let unit: bigint = UNIT.tick; decimals > 0 && unit * 10n <= precision; unit *= 10n) decimals--;
  return decimals;
}
