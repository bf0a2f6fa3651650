import type { Program, Root } from '../syntax/program/program.ts';

/** Where the runs of a file start: its module, and each outermost function. */
export function startsOf({ text, roots }: Program): readonly number[] {
  return [text.length, ...roots.map(({ fn }) => fn.span.start)];
}

/** The function of a program that stands in no other, around an offset; they are in order, and none is in another. */
export function rootAt({ roots }: Program, offset: number): Root | undefined {
  let [low, high] = [0, roots.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const root = roots[middle];
    if (root === undefined) return undefined;
    const { start, end } = root.fn.span;
    if (start <= offset && offset < end) return root;
    if (offset < start) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}
