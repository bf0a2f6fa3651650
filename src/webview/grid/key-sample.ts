/** Kinds of keys that are told apart, and how many keys of each are kept: as many as tell what the others are like. */
const MOST_KINDS = 40;
const MOST_OF_KIND = 50;

/** The letters that a key begins with: what tables tell the kinds of their rows apart by. */
const FIRST_LETTERS = /^\p{L}*/u;

/** Keys that were seen, some of each kind: of a kind that comes late, or in few rows, as well. */
export interface KeySample {
  readonly add: (keys: readonly string[]) => void;
  readonly keys: () => readonly string[];
}

export function createKeySample(): KeySample {
  const kinds = new Map<string, Set<string>>();
  return {
    add: (keys) => {
      for (const key of keys) {
        const letters = FIRST_LETTERS.exec(key)?.[0] ?? '';
        const known = kinds.get(letters) ?? new Set();
        if (known.size === 0 && kinds.size >= MOST_KINDS) continue;
        if (known.size < MOST_OF_KIND) kinds.set(letters, known.add(key));
      }
    },
    keys: () => [...kinds.values()].flatMap((keys) => [...keys]),
  };
}
