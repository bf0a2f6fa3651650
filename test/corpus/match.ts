/** Two lists brought together: each member is in one pair, or left over. */
export interface Pairing<A, B> {
  readonly pairs: readonly (readonly [A, B])[];
  readonly leftA: readonly A[];
  readonly leftB: readonly B[];
}

/**
 * Pairs the members of two lists one to one, the best pairs first. `distance` is undefined where two do not
 * belong together.
 */
export function pairUp<A, B>(
  listA: readonly A[],
  listB: readonly B[],
  distance: (a: A, b: B) => number | undefined,
): Pairing<A, B> {
  const possible = listA.flatMap((a) =>
    listB.flatMap((b) => {
      const far = distance(a, b);
      return far === undefined ? [] : [{ a, b, far }];
    }),
  );
  possible.sort((one, other) => one.far - other.far);
  const [takenA, takenB] = [new Set<A>(), new Set<B>()];
  const pairs: (readonly [A, B])[] = [];
  for (const { a, b } of possible) {
    if (takenA.has(a) || takenB.has(b)) continue;
    takenA.add(a);
    takenB.add(b);
    pairs.push([a, b]);
  }
  return {
    pairs,
    leftA: listA.filter((a) => !takenA.has(a)),
    leftB: listB.filter((b) => !takenB.has(b)),
  };
}

/** Lines that a label may be off by. */
const NEAR = 2;

/** Far enough for any other way to match to be preferred. */
const ANOTHER_METHOD = 10;

/** How far an operation is from a label, preferably one of the same method; undefined beyond two lines. */
export function siteDistance(
  label: { readonly line: number; readonly method: string },
  said: { readonly line: number; readonly method: string },
): number | undefined {
  const lines = Math.abs(label.line - said.line);
  if (lines > NEAR) return undefined;
  return lines + (label.method === said.method ? 0 : ANOTHER_METHOD);
}

/** Lines from 1, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** How far a finding is from a label; undefined outside the label's statement and beyond two lines. */
export function findingDistance(
  label: { readonly line: number; readonly statement: LineRange },
  said: LineRange,
): number | undefined {
  const lines = Math.max(0, said.first - label.line, label.line - said.last);
  const isInside = label.statement.first <= said.first && said.first <= label.statement.last;
  return lines <= NEAR || isInside ? lines : undefined;
}

/** Whether a finding that stands elsewhere points to what a label is about. */
export function pointsTo(
  label: { readonly line: number; readonly statement: LineRange },
  { besides = [] }: { readonly besides?: readonly LineRange[] },
): boolean {
  return besides.some((range) => findingDistance(label, range) !== undefined);
}
