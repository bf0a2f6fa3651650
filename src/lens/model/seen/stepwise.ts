/** A value that is worked out step by step, by whoever comes: what one has done, nobody does again. */
export interface Stepwise<T> {
  /** What is left to do. Several may go through it at the same time, and nobody has to go to the end. */
  readonly steps: () => Iterable<void>;
  /** The value, after all that is left to do. Throws what working it out has thrown. */
  readonly value: () => T;
}

/** `work` yields between two steps, and must not ask for its own value. */
export function stepwise<T>(work: () => Generator<void, T>): Stepwise<T> {
  let running: Generator<void, T> | undefined;
  let ended: { readonly value: T } | { readonly error: unknown } | undefined;
  const step = (): void => {
    running ??= work();
    try {
      const { done, value } = running.next();
      if (done !== true) return;
      ended = { value };
    } catch (error) {
      ended = { error };
    }
    // what it worked with is needed no more
    running = undefined;
  };
  return {
    *steps() {
      while (ended === undefined) {
        step();
        yield;
      }
    },
    value() {
      while (ended === undefined) step();
      if ('error' in ended) throw ended.error;
      return ended.value;
    },
  };
}

/** Does all of a work at once. */
export function finish<T>(work: Generator<void, T>): T {
  return stepwise(() => work).value();
}
