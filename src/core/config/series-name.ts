/** Digits of a year, month, day, hour at the end of a table's name, and how the format is written. */
const DATE_FORMATS: Readonly<Record<number, string>> = {
  4: 'yyyy',
  6: 'yyyyMM',
  8: 'yyyyMMdd',
  10: 'yyyyMMddHH',
};

/** The letter before the date says where it begins. */
const SERIES = /^[^{}*]*[a-z]\{yyyy(MM(dd(HH)?)?)?\}$/i;

/**
 * The name of the series that a table belongs to by the date at its end: `Audit{yyyyMMdd}` of `Audit20261122`; undefined where its
 * name ends in none.
 */
export function seriesName(table: string): string | undefined {
  const date = dateAtEnd(table);
  return date && `${table.slice(0, -date.length)}{${DATE_FORMATS[date.length] ?? ''}}`;
}

/** Stands in the name of a series for a date of which it is not known how it is written: `Audit{…}`. */
export const OPEN_DATE = '…';

/** What a series is called before its date, in lower case and with the brace: `audit{`; undefined for the name of one table. */
export function seriesStart(name: string): string | undefined {
  return name.endsWith('}') ? name.slice(0, name.indexOf('{') + 1).toLowerCase() : undefined;
}

/** Whether a name of a table, as declared, is one that a table or a series of tables can have. */
export function isDeclarableName(name: string): boolean {
  return !/[{}*]/.test(name) || SERIES.test(name);
}

/** The longest date that a name ends in, of 1990 to 2099; undefined where it ends in none. */
export function dateAtEnd(name: string): string | undefined {
  const digits = /(?<=[A-Za-z])\d+$/.exec(name)?.[0];
  if (digits === undefined || DATE_FORMATS[digits.length] === undefined) return undefined;
  const fieldAt = (start: number, otherwise: number): number =>
    start < digits.length ? Number(digits.slice(start, start + 2)) : otherwise;
  const year = Number(digits.slice(0, 4));
  const month = fieldAt(4, 1) - 1;
  const day = fieldAt(6, 1);
  if (year < 1990 || year > 2099 || fieldAt(8, 0) > 23) return undefined;
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCMonth() === month && date.getUTCDate() === day ? digits : undefined;
}
