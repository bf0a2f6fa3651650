/**
 * The one of `names` that `name` was probably meant to be: the same but for case, or a slip of one letter (two in
 * names from eight letters). Undefined where nothing is near, or several are. `isAll`: there are no other names than these, so that one
 * for many is a slip, too.
 */
export function nearest(name: string, names: Iterable<string>, isAll = false): string | undefined {
  const lower = name.toLowerCase();
  const candidates = [...names].filter((other) => isAll || !isVariant(lower, other.toLowerCase()));
  const same = candidates.filter((other) => other.toLowerCase() === lower);
  if (same.length > 0) return same.length === 1 ? same[0] : undefined;
  if (lower.length > LONGEST) return undefined;
  const most = lower.length >= 8 ? 2 : lower.length >= 4 ? 1 : 0;
  const near = candidates
    .filter((other) => Math.abs(other.length - lower.length) <= most)
    .map((other) => ({ other, slips: distance(lower, other.toLowerCase()) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips);
  const [first, second] = near;
  return first !== undefined && first.slips !== second?.slips ? first.other : undefined;
}

/** Longer names are not compared letter by letter. */
const LONGEST = 64;

/** Names that are told apart by a number or by one and many are no slips: `line1` and `line2`, `tag` and `tags`; no word has many in `ss`. */
function isVariant(a: string, b: string): boolean {
  const isNumbered = a !== b && a.replace(/\d+/g, '#') === b.replace(/\d+/g, '#');
  const [one, many] = a.length < b.length ? [a, b] : [b, a];
  return isNumbered || (`${one}s` === many && !one.endsWith('s'));
}

/** How many letters must be added, left out, changed or swapped with the next (Damerau and Levenshtein). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) least = Math.min(least, at(before, j - 2) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}
