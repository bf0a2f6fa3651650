/** Programs that are tried at most for one that fails. */
const MOST_TRIES = 300;

/**
 * The simplest list of choices found that still fails: parts are left out, then made smaller. `fails` is asked of every list that is
 * tried; the list that it is given first must fail.
 */
export async function shrink(
  taken: readonly number[],
  fails: (taken: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  let best = taken;
  let tries = 0;
  const isBetter = async (candidate: readonly number[]): Promise<boolean> => {
    if (tries >= MOST_TRIES || !isSimpler(candidate, best)) return false;
    tries += 1;
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let before: readonly number[] | undefined; before !== best && tries < MOST_TRIES;) {
    before = best;
    for (const size of [16, 8, 4, 2, 1]) {
      for (let at = best.length - size; at >= 0; at -= size) {
        const after = at + size;
        if (await isBetter([...best.slice(0, at), ...best.slice(after)])) continue;
        await isBetter(best.map((choice, index) => (index >= at && index < after ? 0 : choice)));
      }
    }
    for (let at = 0; at < best.length; at++) {
      const with_ = (choice: number): readonly number[] =>
        best.map((each, index) => (index === at ? choice : each));
      const choice = best[at] ?? 0;
      if (choice > 1 && !(await isBetter(with_(choice >> 1)))) await isBetter(with_(choice - 1));
    }
  }
  return best;
}

/** Shorter, or smaller where they first differ. */
function isSimpler(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const index = a.findIndex((choice, at) => choice !== b[at]);
  return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0);
}
