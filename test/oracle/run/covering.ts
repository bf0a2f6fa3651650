/** How many values each of several factors takes. */
type Sizes = readonly number[];

/** One value of each factor, by number. */
type Row = readonly number[];

/** How many factors are looked at together. */
export type Strength = 2 | 3;

const known = new Map<string, readonly Row[]>();

/**
 * Rows in which any two factors, or any three, take every combination of their values: few of all that there are. The same for the same
 * sizes, each value about as often as any other.
 */
export function covering(sizes: Sizes, strength: Strength): readonly Row[] {
  const name = `${strength} of ${sizes.join(' ')}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  // the largest factors first: so many rows there must be anyway
  const order = [...sizes.keys()].sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b);
  const rows = grow(
    order.map((factor) => sizes[factor] ?? 1),
    strength,
  );
  const made = rows.map((row) => sizes.map((_, factor) => row[order.indexOf(factor)] ?? 0));
  known.set(name, made);
  return made;
}

/** Every row of so many factors. */
export function product(sizes: Sizes): Row[] {
  return sizes.reduce<Row[]>(
    (rows, size) => rows.flatMap((row) => Array.from({ length: size }, (_, value) => [...row, value])),
    [[]],
  );
}

/** Adds one factor after the other: to the rows that there are, and as many further ones as it needs. */
function grow(sizes: Sizes, strength: Strength): Row[] {
  const first = product(sizes.slice(0, strength));
  return sizes.slice(strength).reduce<Row[]>((rows, size, index) => {
    const width = strength + index;
    const others = groups(width, strength - 1);
    const missing = missingOf(others, sizes, width);
    const taken = new Array<number>(size).fill(0);
    const longer = rows.map((row) => {
      const value = best(size, taken, (each) => coveredBy(row, each, others, missing).length);
      return cover([...row, value], others, missing, taken);
    });
    return [...longer, ...rest(sizes, width, others, missing, taken)];
  }, first);
}

/** Further rows for what is still missing, each with as much of it as there is room for. */
function rest(
  sizes: Sizes,
  width: number,
  others: readonly Row[],
  missing: Set<string>,
  taken: number[],
): Row[] {
  const rows: Row[] = [];
  for (let [next] = missing; next !== undefined; [next] = missing) {
    const [group = '', values = '', value = ''] = next.split('|');
    const row = new Array<number | undefined>(width).fill(undefined);
    place(row, others[Number(group)] ?? [], values.split(',').map(Number));
    for (const each of missing) {
      const [inGroup = '', inValues = '', ofValue] = each.split('|');
      const factors = others[Number(inGroup)] ?? [];
      const wanted = inValues.split(',').map(Number);
      const fits = factors.every(
        (factor, index) => row[factor] === undefined || row[factor] === wanted[index],
      );
      if (ofValue === value && fits) place(row, factors, wanted);
    }
    const full = row.map((each, factor) => each ?? rows.length % (sizes[factor] ?? 1));
    rows.push(cover([...full, Number(value)], others, missing, taken));
  }
  return rows;
}

function place(row: (number | undefined)[], factors: Row, values: Row): void {
  for (const [index, factor] of factors.entries()) row[factor] = values[index];
}

/** Notes that a row is taken. */
function cover(row: Row, others: readonly Row[], missing: Set<string>, taken: number[]): Row {
  const value = row.at(-1) ?? 0;
  for (const one of coveredBy(row, value, others, missing)) missing.delete(one);
  taken[value] = (taken[value] ?? 0) + 1;
  return row;
}

/** What of that which is missing a row has with this value of the next factor. */
function coveredBy(row: Row, value: number, others: readonly Row[], missing: ReadonlySet<string>): string[] {
  return others
    .map((group, number) => `${number}|${group.map((factor) => row[factor] ?? 0).join(',')}|${value}`)
    .filter((one) => missing.has(one));
}

/** The value that covers the most, of these one that is taken least often. */
function best(size: number, taken: readonly number[], covers: (value: number) => number): number {
  let found = 0;
  let most = -1;
  for (let value = 0; value < size; value++) {
    const count = covers(value);
    if (count > most || (count === most && (taken[value] ?? 0) < (taken[found] ?? 0)))
      [found, most] = [value, count];
  }
  return found;
}

/** All groups of so many of the first factors. */
function groups(width: number, size: number): Row[] {
  if (size === 0) return [[]];
  return Array.from({ length: width }, (_, last) =>
    groups(last, size - 1).map((group) => [...group, last]),
  ).flat();
}

/** Every combination of a value of the factor `width` with values of a group of those before it. */
function missingOf(others: readonly Row[], sizes: Sizes, width: number): Set<string> {
  const values = [...Array(sizes[width] ?? 0).keys()];
  return new Set(
    others.flatMap((group, number) =>
      product(group.map((factor) => sizes[factor] ?? 0)).flatMap((row) =>
        values.map((value) => `${number}|${row.join(',')}|${value}`),
      ),
    ),
  );
}
