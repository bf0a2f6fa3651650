/** Work that is asked for more often than it should run. */
export interface Debounced {
  /** Runs the work `delay` milliseconds from now, unless asked again before; stops a run under way. */
  readonly request: (delay: number) => void;
  readonly dispose: () => void;
}

/** `work` gets a signal that is aborted when a newer request makes its result worthless. */
export function debounce(
  work: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Debounced {
  let timer: NodeJS.Timeout | undefined;
  let running = new AbortController();
  const stop = (): void => {
    clearTimeout(timer);
    running.abort();
  };
  const run = async (signal: AbortSignal): Promise<void> => {
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
  };
  return {
    request: (delay) => {
      stop();
      running = new AbortController();
      const { signal } = running;
      timer = setTimeout(() => void run(signal), delay);
    },
    dispose: stop,
  };
}
