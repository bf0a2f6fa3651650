/** What says how a locale writes a date: the options of `Intl.DateTimeFormat` that are constants. */
export type DateOptions = Readonly<Record<string, string | number | boolean>>;

/**
 * How a locale writes dates, and times where `withTime`, as a pattern of date-fns (`d.M.yyyy`); undefined for a locale that nobody knows,
 * and for options that it does not take.
 */
export function patternOfLocale(
  locale: string,
  withTime: boolean,
  options: DateOptions = {},
): string | undefined {
  const format = formatOf(locale, withTime, options);
  if (format === undefined) return undefined;
  const { hour12 = false } = format.resolvedOptions();
  return format
    .formatToParts(EARLY)
    .map(({ type, value }) => codeOf(type, value, hour12))
    .join('');
}

/** One digit in its day, its month and its hour. */
const EARLY = new Date(2006, 0, 2, 3, 4, 5);

function formatOf(locale: string, withTime: boolean, options: DateOptions): Intl.DateTimeFormat | undefined {
  try {
    const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    const isPlain = !Object.keys(options).some((name) => FIELDS.has(name));
    const fields = isPlain ? (withTime ? { ...date, ...time } : date) : {};
    // the day that is written must be that of `EARLY`
    const { timeZone: _, ...others } = options;
    return new Intl.DateTimeFormat(locale, { ...fields, ...others });
  } catch {
    return undefined;
  }
}

/** Options that say which parts of a date are written. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['year', 'month', 'day', 'weekday', 'hour', 'minute', 'second', 'era', 'dayPeriod'],
  ...['dateStyle', 'timeStyle', 'fractionalSecondDigits'],
]);

function codeOf(type: Intl.DateTimeFormatPartTypes, value: string, isHalved: boolean): string {
  switch (type) {
    case 'year':
      return 'y'.repeat(value.length);
    case 'month':
      return 'M'.repeat(value.length);
    case 'day':
      return 'd'.repeat(value.length);
    case 'weekday':
      return 'EEE';
    case 'hour':
      return (isHalved ? 'h' : 'H').repeat(value.length);
    case 'minute':
      return 'mm';
    case 'second':
      return 'ss';
    case 'dayPeriod':
      return 'a';
    default:
      return /[a-z']/i.test(value) ? `'${value.replaceAll("'", "''")}'` : value;
  }
}
