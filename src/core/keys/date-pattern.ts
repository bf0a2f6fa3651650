/** What is wrong with dates that a pattern writes, when they are compared as text. */
export type DateFault =
  /** They do not sort by time. */
  | 'unsorted'
  /** Hours of the morning and of the afternoon are written alike. */
  | 'ambiguous';

/** What a letter of a pattern stands for, the largest first. */
const UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction'] as const;

interface Field {
  readonly unit: (typeof UNITS)[number];
  /** It has as many digits whatever it is. */
  readonly isFixed: boolean;
  readonly is12?: boolean;
}

/**
 * What is wrong with the order of dates that are written by a pattern of dayjs and Moment (`YYYY-MM-DD`), or of date-fns and Luxon
 * (`yyyy-MM-dd`); undefined where nothing is, and where not all of the pattern is known.
 */
export function faultOfPattern(pattern: string): DateFault | undefined {
  const tokens = tokensOf(pattern);
  const isMoment = tokens.some((token) => token.startsWith('Y'));
  // the letters of a time of day are the same in all of them
  const isTime = tokens.length > 0 && tokens.every((token) => /^[HhmsSAa]/.test(token));
  if (!isTime && isMoment === tokens.some((token) => token.startsWith('y'))) return undefined;
  // the name of a day says nothing new behind its date, and decides before it
  if (tokens[0]?.startsWith('E') === true) return 'unsorted';
  const fields = tokens.filter((token) => !token.startsWith('E')).map((token) => fieldOf(token, isMoment));
  if (!fields.every((field) => field !== undefined)) return undefined;
  const dated = fields.filter((field) => field !== 'zone' && field !== 'half');
  const ranks = dated.map(({ unit }) => UNITS.indexOf(unit));
  const isOrdered = ranks.every((rank, i) => i === 0 || rank > (ranks[i - 1] ?? 0));
  if (!isOrdered || dated.some(({ isFixed }) => !isFixed)) return 'unsorted';
  if (!dated.some(({ is12 }) => is12 === true)) return undefined;
  return fields.includes('half') ? 'unsorted' : 'ambiguous';
}

/** Whether a format, `iso` or a pattern, writes seconds, or what is finer: what writes days or minutes alone is meant to be the same for a while. */
export function hasSeconds(pattern: string): boolean {
  return pattern === 'iso' || tokensOf(pattern).some((token) => /^[sSxX]/.test(token));
}

/** The runs of one letter each, without what is quoted: `'T'` and `[T]`. */
function tokensOf(pattern: string): readonly string[] {
  const plain = pattern.replace(/'[^']*'|\[[^[\]]*\]/g, ' ');
  return [...plain.matchAll(/([A-Za-z])\1*o?/g)].map(([token]) => token);
}

/** `half`: a.m. or p.m.; `zone`: that, or what does not matter for the order. */
function fieldOf(token: string, isMoment: boolean): Field | 'zone' | 'half' | undefined {
  const [letter = ''] = token;
  const isPair = token === letter.repeat(2);
  const field = (unit: Field['unit']): Field | undefined =>
    token.length > 2 ? undefined : { unit, isFixed: isPair };
  switch (letter) {
    case 'Y':
    case 'y':
      return { unit: 'year', isFixed: true };
    case 'M':
      // `MMM` is a name, `Mo` has an ending
      return { unit: 'month', isFixed: isPair };
    case 'L':
      // in Luxon and date-fns the month by itself
      return isMoment ? undefined : { unit: 'month', isFixed: isPair };
    case 'D':
      return isMoment ? field('day') : undefined;
    case 'd':
      return isMoment ? undefined : field('day');
    case 'H':
      return field('hour');
    case 'h': {
      const hour = field('hour');
      return hour && { ...hour, is12: true };
    }
    case 'm':
      return field('minute');
    case 's':
      return field('second');
    case 'S':
      return { unit: 'fraction', isFixed: true };
    case 'A':
    case 'a':
      return 'half';
    case 'Z':
      return 'zone';
    case 'X':
    case 'x':
      // in Moment's patterns seconds and milliseconds
      return isMoment ? undefined : 'zone';
    case 'T':
      // not one of Moment's letters, and so written as it is
      return isMoment ? 'zone' : undefined;
    default:
      return undefined;
  }
}
