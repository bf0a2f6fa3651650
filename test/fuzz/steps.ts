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
    if (callsCounted() !== undefined) return;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** Calls of functions of `src/` since the last time it was asked, or the start. */
  take(): number {
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

  stop(): void {
    this.#session.disconnect();
  }
}
