import assert from 'node:assert/strict';
import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';
import { callsCounted } from '../support/counted-sources.ts';

/**
 * Counts calls of the product's functions: a measure of work without a clock. Where its sources do not count them (`count-calls.ts`), the
 * engine that runs them does, for twice the processor time.
 */
export class StepCounter {
  readonly #session = new Session();
  #before = 0;

  start(): void {
    const counted = callsCounted();
    if (counted !== undefined) {
      this.#before = counted;
      return;
    }
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** Leaves what was called until now out of what is taken next. */
  skip(): void {
    this.#calls();
  }

  /** Calls of functions of `src/` since `start`, `skip`, or the last time it was asked. Throws where there are none: any budget would hold. */
  take(): number {
    const calls = this.#calls();
    assert.ok(calls > 0, 'no call of a function of src/ was counted');
    return calls;
  }

  stop(): void {
    this.#session.disconnect();
  }

  #calls(): number {
    const counted = callsCounted();
    if (counted !== undefined) {
      const calls = counted - this.#before;
      this.#before = counted;
      return calls;
    }
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (_, { result }) => (scripts = result));
    return scripts
      .filter(({ url }) => url.includes('/src/') && !url.includes('/node_modules/'))
      .flatMap(({ functions }) => functions)
      .reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);
  }
}
