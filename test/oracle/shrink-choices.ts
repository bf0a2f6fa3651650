import { shrink, type Shrinking } from '../../src/core/text/shrink.ts';

/** Choices of a program: a list that is shorter, or smaller where it first differs, makes a simpler one. */
const CHOICES: Shrinking<number> = {
  most: 300,
  sizes: [16, 8, 4, 2, 1],
  isSimpler: (a, b) => {
    if (a.length !== b.length) return a.length < b.length;
    const index = a.findIndex((choice, at) => choice !== b[at]);
    return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0);
  },
  simpler: (choice) => (choice > 1 ? [choice >> 1, choice - 1] : []),
  blank: 0,
};

/** Gives the simplest list of choices found that still fails; the list that is given must. */
export function shrinkChoices(
  taken: readonly number[],
  fails: (taken: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  return shrink(taken, fails, CHOICES);
}
