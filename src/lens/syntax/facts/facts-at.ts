import type { Span } from '../../../core/text/span.ts';
import type { Callback, FileFacts, LoopFacts } from './facts.ts';

/** The call that a function is written for as an argument; undefined for every other function. */
export function callbackOf({ callbacks }: FileFacts, fn: number | undefined): Callback | undefined {
  return fn === undefined ? undefined : found(callbacks, fn, (callback) => callback.fn);
}

/** The loop with this span. */
export function loopAt({ loops }: FileFacts, { start, end }: Span): LoopFacts | undefined {
  const loop = found(loops, start, ({ span }) => span.start);
  return loop?.span.end === end ? loop : undefined;
}

/** Whether what begins at an offset is put into a list that has a name. */
export function isPut({ puts }: FileFacts, start: number): boolean {
  return found(puts, start, (put) => put) !== undefined;
}

/** The one with a key, of what is sorted by it: a file asks for each of thousands. */
function found<T>(sorted: readonly T[], key: number, keyOf: (one: T) => number): T | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle];
    if (one !== undefined && keyOf(one) < key) low = middle + 1;
    else high = middle;
  }
  const one = sorted[low];
  return one !== undefined && keyOf(one) === key ? one : undefined;
}
