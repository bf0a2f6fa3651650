import type { FileFacts } from '../syntax/facts/facts.ts';
import { type Parse } from '../syntax/parse.ts';
import { readFile } from '../syntax/read-file.ts';
import { MAX_SIZE } from './limits.ts';

/** The facts of a text, of one that is too large nothing but that: every text that the engine reads goes through here. */
export function readFacts(file: string, text: string, parse?: Parse): FileFacts {
  return isTooLarge(text) ? { ...readFile(file, ''), tooLarge: 'size' } : readFile(file, text, parse);
}

export function isTooLarge(text: string): boolean {
  return text.length > MAX_SIZE;
}
