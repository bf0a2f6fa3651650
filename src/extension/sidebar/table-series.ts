import { dateAtEnd } from '../../core/config/series-name.ts';

/** Tables whose names differ in a date at their end, or one table alone. */
export type TableEntry = { readonly kind: 'table'; readonly table: string } | TableSeries;

export interface TableSeries {
  readonly kind: 'series';
  /** What the names begin with; in a group by a longer period the date so far belongs to it. */
  readonly base: string;
  /** The dates at the end of the first and last name, as they stand there. */
  readonly first: string;
  readonly last: string;
  readonly entries: readonly TableEntry[];
  readonly count: number;
}

/** From how many tables on it is a series, and how many one level shows before it is cut by longer periods. */
const FEWEST = 3;
const MOST = 31;

/** Digits of a year, month, day, hour at the end of a name. */
const WIDTHS = [4, 6, 8, 10] as const;

/**
 * Puts tables whose names end in a date (`Logs20261121`: a year, month, day or hour in digits) together, each series where
 * its first table stands: the design guide's high volume delete keeps such tables to drop them whole. Long series are cut by
 * the next longer period.
 */
export function groupTables(names: readonly string[]): TableEntry[] {
  const series = new Map<string, string[]>();
  const keyOf = (name: string): string | undefined => {
    const date = dateAtEnd(name);
    return date && `${name.slice(0, -date.length).toLowerCase()} ${date.length}`;
  };
  for (const name of names) {
    const key = keyOf(name);
    if (key === undefined) continue;
    const members = series.get(key);
    if (members === undefined) series.set(key, [name]);
    else members.push(name);
  }
  return names.flatMap((name): TableEntry[] => {
    const members = series.get(keyOf(name) ?? '') ?? [];
    const [first = ''] = members;
    if (members.length < FEWEST) return [{ kind: 'table', table: name }];
    const width = dateAtEnd(first)?.length ?? 0;
    return name === first ? [seriesOf(members, first.slice(0, -width), width)] : [];
  });
}

function seriesOf(names: readonly string[], base: string, width: number): TableSeries {
  const dates = names.map((name) => name.slice(-width)).sort();
  return {
    kind: 'series',
    base,
    first: dates[0] ?? '',
    last: dates.at(-1) ?? '',
    entries: entriesOf(names, base, width),
    count: names.length,
  };
}

/** The tables themselves, or groups by the longest period that is not the same for all. */
function entriesOf(names: readonly string[], base: string, width: number): TableEntry[] {
  const tables = names.map((table): TableEntry => ({ kind: 'table', table }));
  const known = names[0]?.length ?? 0;
  const period = WIDTHS.find((digits) => {
    const end = known - width + digits;
    return digits < width && end > base.length && new Set(names.map((name) => name.slice(0, end))).size > 1;
  });
  if (names.length <= MOST || period === undefined) return tables;
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const begin = name.slice(0, name.length - width + period);
    groups.set(begin, [...(groups.get(begin) ?? []), name]);
  }
  return [...groups].map(([begin, members]) => seriesOf(members, begin, width));
}
