import ignore from 'ignore';
import { isWithin } from './paths.ts';

/** Tells which files below `folder` some patterns mean, written as in `.gitignore`; a pattern that is none means nothing. */
export function excluderOf(folder: string, patterns: readonly string[]): (file: string) => boolean {
  if (patterns.length === 0) return () => false;
  const rules = ignore().add(patterns);
  return (file) => isWithin(folder, file) && file !== folder && rules.ignores(file.slice(folder.length + 1));
}
