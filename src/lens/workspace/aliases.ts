import { realNameOf } from './disk.ts';
import { isWithin } from './paths.ts';

/**
 * How many names one file may have by links. Links to folders that lie in those folders give each file a name for every way through
 * them: two links of a few characters a million names.
 */
const MAX_NAMES = 16;

/** Names by which files are imported, and which the disk does not have: it tells of changes under its own. */
export interface Aliases {
  /** Looks up what the disk calls a file. False where so many of its names are known (`isKnown`) that one more is of no use. */
  readonly note: (file: string, isKnown: (name: string) => boolean) => Promise<boolean>;
  /** What the disk calls a file, as far as that was looked up; else its name. */
  readonly realOf: (file: string) => string;
  /** Other names of a file. */
  readonly of: (real: string) => Iterable<string>;
  /** Other names of a file, or of all files below a folder. */
  readonly within: (path: string) => readonly string[];
}

export function createAliases(): Aliases {
  const names = new Map<string, Set<string>>();
  const realNames = new Map<string, string>();
  return {
    note: async (file, isKnown) => {
      const real = await realNameOf(file);
      if (real === file) return true;
      const others = names.get(real) ?? new Set();
      if (!others.has(file) && [...others].filter(isKnown).length >= MAX_NAMES) return false;
      realNames.set(file, real);
      names.set(real, others.add(file));
      return true;
    },
    realOf: (file) => realNames.get(file) ?? file,
    of: (real) => names.get(real) ?? [],
    within: (path) => [...names].flatMap(([real, others]) => (isWithin(path, real) ? [...others] : [])),
  };
}
