import type { Runner, Test } from 'mocha';

/** What a run of tests came to. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test in a few lines, where the tool that ran them can say that. */
  readonly failures?: readonly string[];
  /** The same for what failed first and passed when it was tried again. */
  readonly retried?: readonly string[];
}

/** Follows a run of Mocha; what it returns gives the totals once the run has ended. */
export function followRun(runner: Runner): () => Totals {
  const failures = new Map<string, string>();
  const retried = new Map<string, string>();
  runner.on('fail', (test: Test, error: Error) => {
    failures.set(test.fullTitle(), inBrief(test, error));
    retried.delete(test.fullTitle());
  });
  runner.on('retry', (test: Test, error: Error) => {
    retried.set(test.fullTitle(), inBrief(test, error));
  });
  return () => ({
    passed: runner.stats?.passes ?? 0,
    failed: runner.stats?.failures ?? 0,
    failures: [...failures.values()],
    retried: [...retried.values()],
  });
}

/** Its names, and what went wrong where. */
function inBrief(test: Test, { stack, message }: Error): string {
  return `${test.titlePath().join(' › ')}\n${stack ?? message}`;
}
