/** The items by what each belongs to, in order; those that belong to nothing are left out. Takes one step for each item. */
export function grouped<K, T>(items: Iterable<T>, keyOf: (item: T) => K | undefined): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) addTo(groups, key, item);
  }
  return groups;
}

/** Adds an item to its group, the first of which makes it. */
export function addTo<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const others = groups.get(key);
  if (others === undefined) groups.set(key, [item]);
  else others.push(item);
}
