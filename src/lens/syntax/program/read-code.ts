import { parseSource } from '../parse.ts';
import { type CodeIndex, indexCode } from './code.ts';
import { lowerProgram } from './lower-program.ts';

/** What is asked of the code of a text that no facts were made of; undefined where it is nested deeper than the stack allows. */
export function readCode(file: string, text: string): CodeIndex | undefined {
  try {
    return indexCode(file, lowerProgram(parseSource(file, text), text));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
