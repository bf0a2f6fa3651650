import { visible } from '../../core/text/one-line.ts';
import { shortened } from '../../core/text/shortened.ts';

/** Characters of code that a reason shows. */
const MOST = 60;

/** Code as a reason shows it: on one line, and not too much of it. */
export function shownCode(code: string): string {
  return shortened(visible(code), MOST);
}

/** Says a reason with the code that it is about. */
export function ofCode(say: (code: string) => string): (code: string) => string {
  return (code) => say(shownCode(code));
}
