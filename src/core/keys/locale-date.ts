/** How a locale writes dates, and times where `withTime`, as a pattern of date-fns (`d.M.yyyy`); undefined for a locale that nobody knows. */
export function patternOfLocale(locale: string, withTime: boolean): string | undefined {
  const format = formatOf(locale, withTime);
  if (format === undefined) return undefined;
  const { hour12 = false } = format.resolvedOptions();
  return format
    .formatToParts(EARLY)
    .map(({ type, value }) => codeOf(type, value, hour12))
    .join('');
}

/** One digit in its day, its month and its hour. */
const EARLY = new Date(2006, 0, 2, 3, 4, 5);

function formatOf(locale: string, withTime: boolean): Intl.DateTimeFormat | undefined {
  try {
    const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    return new Intl.DateTimeFormat(locale, withTime ? { ...date, ...time } : date);
  } catch {
    return undefined;
  }
}

function codeOf(type: Intl.DateTimeFormatPartTypes, value: string, isHalved: boolean): string {
  switch (type) {
    case 'year':
      return 'yyyy';
    case 'month':
      return 'M'.repeat(value.length);
    case 'day':
      return 'd'.repeat(value.length);
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
