/** Whether work is done in steps now: what wants many runs at once is left, and done again when they are there. */
export interface Stepping {
  isOn: boolean;
}

/** Thrown where many runs are wanted at once; `runs` makes one of them a step. */
export class RunsWanted extends Error {
  readonly runs: () => Iterable<void>;

  constructor(runs: () => Iterable<void>) {
    super('runs are wanted first');
    this.runs = runs;
  }
}

/** Does a work, which others may do again for nothing; the runs that it wants at once are made one a step. */
export function* inSteps<T>(stepping: Stepping, work: () => T): Generator<void, T> {
  for (;;) {
    const tried = attempt(stepping, work);
    if (!(tried instanceof RunsWanted)) return tried.value;
    yield* tried.runs();
  }
}

function attempt<T>(stepping: Stepping, work: () => T): { readonly value: T } | RunsWanted {
  stepping.isOn = true;
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof RunsWanted) return error;
    throw error;
  } finally {
    stepping.isOn = false;
  }
}
