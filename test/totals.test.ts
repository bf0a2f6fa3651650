import assert from 'node:assert/strict';
import Mocha from 'mocha';
import { followRun, type Totals } from '../scripts/lib/totals.ts';

/** What a run comes to whose tests, by their titles, fail so many times before they pass. */
async function totalsOf(failing: Readonly<Record<string, number>>, retries: number): Promise<Totals> {
  const mocha = new Mocha({ retries, reporter: Mocha.reporters.Base });
  const suite = Mocha.Suite.create(mocha.suite, 'rows');
  for (const [title, times] of Object.entries(failing)) {
    let left = times;
    suite.addTest(
      new Mocha.Test(title, () => {
        if (left-- > 0) throw new Error(`${title} went wrong`);
      }),
    );
  }
  return new Promise((resolve) => {
    const runner = mocha.run(() => {
      resolve(totals());
    });
    const totals = followRun(runner);
  });
}

describe('the totals of a run of tests', () => {
  it('tell a test that passed at its second try apart from one that failed', async () => {
    const {
      passed,
      failed,
      failures = [],
      retried = [],
    } = await totalsOf({ 'are there': 0, 'come late': 1, 'never come': 2 }, 1);
    assert.deepEqual([passed, failed], [2, 1]);
    assert.deepEqual([failures.length, retried.length], [1, 1]);
    assert.match(failures[0] ?? '', /^rows › never come\nError: never come went wrong\n +at /);
    assert.match(retried[0] ?? '', /^rows › come late\nError: come late went wrong\n/);
  });

  it('have nothing that was retried where nothing may be', async () => {
    const { passed, failed, retried } = await totalsOf({ 'come late': 1 }, 0);
    assert.deepEqual([passed, failed, retried], [0, 1, []]);
  });
});
