/** Things that are said to be the same, one with another, by their keys. */
export interface Classes {
  readonly join: (keys: readonly string[]) => void;
  readonly isSame: (a: string, b: string) => boolean;
}

/** Starts with every key alone. */
export function classes(): Classes {
  const above = new Map<string, string>();
  const top = (key: string): string => {
    let at = key;
    for (let next = above.get(at); next !== undefined; next = above.get(at)) {
      const over = above.get(next);
      // half of the way is enough for the next time
      if (over !== undefined) above.set(at, over);
      at = over ?? next;
    }
    return at;
  };
  return {
    join([first, ...others]) {
      if (first === undefined) return;
      for (const other of others) {
        const [a, b] = [top(first), top(other)];
        if (a !== b) above.set(b, a);
      }
    },
    isSame: (a, b) => top(a) === top(b),
  };
}
