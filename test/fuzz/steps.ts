import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

/** Counts calls of the product's functions, as the engine that runs them does: a measure of work without a clock. */
export class StepCounter {
  readonly #session = new Session();

  start(): void {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** Calls of functions of `src/` since the last time it was asked, or the start. */
  take(): number {
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
