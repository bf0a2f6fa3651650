import { datetimeTicks } from './datetime.ts';
import type { EdmValue } from './value.ts';

/**
 * Negative, zero or positive as `a` sorts before, with or after `b`; undefined when the two cannot be
 * compared. The service compares by type: values of different types never match. Strings are ordered by
 * UTF-16 code units, Guids and Binaries by their text, false before true.
 */
export function compareValues(a: EdmValue, b: EdmValue): number | undefined {
  switch (a.type) {
    case 'String':
      return b.type === a.type ? order(a.value, b.value) : undefined;
    case 'Boolean':
      return b.type === a.type ? order(a.value, b.value) : undefined;
    case 'Int32':
      return b.type === a.type ? order(a.value, b.value) : undefined;
    case 'Double':
      return b.type === a.type ? order(a.value, b.value) : undefined;
    case 'Int64':
      return b.type === a.type ? order(a.value, b.value) : undefined;
    case 'DateTime':
      return b.type === a.type ? order(datetimeTicks(a.value), datetimeTicks(b.value)) : undefined;
    case 'Guid':
      return b.type === a.type ? order(a.value.toLowerCase(), b.value.toLowerCase()) : undefined;
    case 'Binary':
      return b.type === a.type ? order(a.value, b.value) : undefined;
  }
}

/** NaN and dates that are none are unordered. */
function order<T extends string | boolean | number | bigint>(
  a: T | undefined,
  b: T | undefined,
): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a < b) return -1;
  if (a > b) return 1;
  return a === b ? 0 : undefined;
}
