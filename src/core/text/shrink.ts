/** How a list is made simpler, and how much may be tried for it. */
export interface Shrinking<T> {
  /** Lists that are tried at most. */
  readonly most: number;
  /** How many elements are left out together, the most first. */
  readonly sizes: readonly number[];
  /** Whether a list is simpler than another; only those are tried. Never true both ways. */
  readonly isSimpler: (a: readonly T[], b: readonly T[]) => boolean;
  /** What may be in place of an element, the simplest first. */
  readonly simpler?: (element: T) => readonly T[];
  /** What may be in place of elements that can't be left out. */
  readonly blank?: T;
}

/**
 * Gives the simplest list found that is still wanted: parts are left out, then made smaller. `isWanted` is asked of every list that is
 * tried, one after the other; the list that is given first must be wanted.
 */
export async function shrink<T>(
  given: readonly T[],
  isWanted: (list: readonly T[]) => Promise<boolean>,
  { most, sizes, isSimpler, simpler = () => [], blank }: Shrinking<T>,
): Promise<readonly T[]> {
  let best = given;
  let tries = 0;
  const isBetter = async (candidate: readonly T[]): Promise<boolean> => {
    if (tries >= most || !isSimpler(candidate, best)) return false;
    tries += 1;
    if (!(await isWanted(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let before: readonly T[] | undefined; before !== best && tries < most;) {
    before = best;
    for (const size of sizes) {
      for (let at = best.length - size; at >= 0; at -= size) {
        const after = at + size;
        if (await isBetter([...best.slice(0, at), ...best.slice(after)])) continue;
        if (blank === undefined) continue;
        await isBetter(best.map((each, index) => (index >= at && index < after ? blank : each)));
      }
    }
    for (let at = 0; at < best.length; at++) {
      const element = best[at];
      if (element === undefined) break;
      for (const other of simpler(element)) {
        if (await isBetter(best.map((each, index) => (index === at ? other : each)))) break;
      }
    }
  }
  return best;
}

/** How a list is shrunk whose elements can only be left out; `most` lists are tried. */
export function leavingOut<T>(length: number, most: number): Shrinking<T> {
  const sizes: number[] = [];
  for (let size = 2 ** Math.floor(Math.log2(Math.max(1, length))); size >= 1; size /= 2) sizes.push(size);
  return { most, sizes, isSimpler: (a, b) => a.length < b.length };
}
