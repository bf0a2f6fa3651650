/** Gives groups of equal keys, in the order of their first members. */
export function groupsOf<T>(
  all: readonly T[],
  keyOf: (one: T) => string,
): readonly (readonly [string, T[]])[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups];
}
