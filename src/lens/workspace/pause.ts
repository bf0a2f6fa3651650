import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn: below what a person typing notices. */
const SLICE = 8;

/** Does a long work in slices; rejects with the signal's reason once that is aborted, and leaves the rest of the work undone. */
export async function inSlices<T>(work: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  const pause = pauses(signal);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await pause();
  }
}

/**
 * A function for long work to await between its steps. It lets waiting requests run whenever a slice of time
 * is used up, and throws the signal's reason once it is aborted.
 */
export function pauses(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < SLICE) return;
    await setImmediate();
    since = performance.now();
    signal?.throwIfAborted();
  };
}
