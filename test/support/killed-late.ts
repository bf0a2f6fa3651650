/** For `spawn`: a process that does not end is killed after longer than any test takes, so that no run of tests waits for it for ever. */
export const KILLED_LATE = { timeout: 180_000, killSignal: 'SIGKILL' } as const;
