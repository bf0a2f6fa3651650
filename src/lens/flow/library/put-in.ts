import type { Abstract } from '../../link/values/abstract.ts';
import { constantText } from '../../link/values/text.ts';
import { type Machine, settled } from '../machine.ts';
import type { Value } from '../values/values.ts';

/**
 * The characters that are in a text because others in it were replaced by them: all that aren't letters or digits, or all blanks, as
 * `text.replace(/\W+/g, '-')` does. What one character is replaced by (`mac.replaceAll(':', '-')`) may be there as often in each such text.
 */
export function putInBy(
  machine: Machine,
  name: string,
  search: Value | undefined,
  by: Abstract | undefined,
): string | undefined {
  if ((name !== 'replace' && name !== 'replaceAll') || search === undefined || by === undefined)
    return undefined;
  const pattern = settled(machine, search);
  if (pattern.kind !== 'pattern' || !pattern.flags.includes('g')) return undefined;
  const added = constantText(by);
  const isPut = added !== undefined && /^[^\p{L}\p{N}$]+$/u.test(added);
  return isPut && isOfClass(pattern.source) ? added : undefined;
}

/** Whether a pattern finds blanks, or whatever is not of some kind, anywhere in a text. */
function isOfClass(source: string): boolean {
  return /\\[Ws]|\[\^/.test(source) && !/[\^$]/.test(source.replaceAll('[^', ''));
}
