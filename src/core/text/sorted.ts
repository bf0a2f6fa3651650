/** How many of some items, which are sorted by a number of theirs, have one up to `most`. */
export function countUpTo<T>(sorted: readonly T[], most: number, numberOf: (item: T) => number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = sorted[middle];
    if (item !== undefined && numberOf(item) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
