import type { Atom } from '../values/values.ts';

/** Under which number it is noted where a value comes from. */
export function sourceKeyOf(atom: Atom): number | undefined {
  switch (atom.kind) {
    case 'unknown':
    case 'typed':
    case 'random-text':
    case 'time-text':
      return atom.symbol;
    case 'number':
      return atom.number.constant === undefined ? atom.symbol : undefined;
    case 'object':
      return -atom.id;
    default:
      return undefined;
  }
}
