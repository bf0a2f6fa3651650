import { dirname } from 'node:path/posix';
import { isWithin } from './paths.ts';
import { patternsOf } from './patterns.ts';

/** Tells which files below `folder` some patterns mean, written as in `.gitignore`; a pattern that is none means nothing. */
export function excluderOf(folder: string, patterns: readonly string[]): (file: string) => boolean {
  if (patterns.length === 0) return () => false;
  // on every machine the same, whatever the case of names means to its disk; how long they are together is bounded where they are read
  const { verdictOf } = patternsOf(patterns, { ignoreCase: true, budget: Infinity });
  const folders = new Map<string, boolean>();
  const isExcluded = (path: string, isFolder: boolean): boolean => {
    const above = dirname(path);
    if (above !== '.' && isFolderExcluded(above)) return true;
    return verdictOf(path, isFolder) === 'ignored';
  };
  const isFolderExcluded = (path: string): boolean => {
    const known = folders.get(path) ?? isExcluded(path, true);
    folders.set(path, known);
    return known;
  };
  return (file) =>
    isWithin(folder, file) && file !== folder && isExcluded(file.slice(folder.length + 1), false);
}
