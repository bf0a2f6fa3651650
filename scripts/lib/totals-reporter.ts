import { writeFileSync } from 'node:fs';
import { reporters, type MochaOptions, type Runner } from 'mocha';

/** Mocha's "spec" reporter, which also writes `{ passed, failed }` to the file of its option `file`. */
export default class TotalsReporter extends reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const { file } = options.reporterOptions as { file: string };
    runner.once('end', () => {
      writeFileSync(file, JSON.stringify({ passed: this.stats.passes, failed: this.stats.failures }));
    });
  }
}
