import { writeFileSync } from 'node:fs';
import { reporters, type MochaOptions, type Runner } from 'mocha';
import { followRun } from './totals.ts';

/** Mocha's "spec" reporter, which also writes its `Totals` as JSON to the file of its option `file`. */
export default class TotalsReporter extends reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const { file } = options.reporterOptions as { file: string };
    const totals = followRun(runner);
    runner.once('end', () => {
      writeFileSync(file, JSON.stringify(totals()));
    });
  }
}
