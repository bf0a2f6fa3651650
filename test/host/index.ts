import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { followRun, type Totals } from '../../scripts/lib/totals.ts';

/**
 * Runs every suite beside this file in the extension host. What Mocha's reporter says goes to the file that
 * `PARTITION_LENS_TEST_SPEC` names, the totals as JSON to `PARTITION_LENS_TEST_STATS`: the console of the
 * extension host is too noisy to read either from. A test that fails is tried again as often as
 * `PARTITION_LENS_TEST_RETRIES` says. `PARTITION_LENS_TEST_ONLY` names the one suite that is wanted, if not all are. Rejects when one failed.
 */
export async function run(): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const say = (line: string): void => {
    appendFileSync(file('SPEC'), `${line}\n`);
  };
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    say(format(...args));
  };
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 180_000,
    color: false,
    forbidOnly: true,
    forbidPending: true,
    retries: Number(process.env.PARTITION_LENS_TEST_RETRIES ?? 0),
  });
  const only = process.env.PARTITION_LENS_TEST_ONLY ?? '';
  const suites = readdirSync(__dirname).filter((name) => name.endsWith(`${only}.suite.js`));
  if (suites.length === 0) {
    say(`No file of test/host is called ${only}.suite.ts.`);
    throw new Error('no such suite');
  }
  for (const name of suites.sort()) mocha.addFile(join(__dirname, name));
  const totals = await new Promise<Totals>((done) => {
    const runner = mocha.run(() => {
      done(totalsNow());
    });
    const totalsNow = followRun(runner);
  });
  writeFileSync(file('STATS'), JSON.stringify(totals));
  if (totals.failed > 0) throw new Error(`${totals.failed} failed`);
}

function file(what: 'SPEC' | 'STATS'): string {
  const path = process.env[`PARTITION_LENS_TEST_${what}`];
  if (path === undefined) throw new Error(`PARTITION_LENS_TEST_${what} names no file`);
  return path;
}
