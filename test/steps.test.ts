import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSteps, type Outcome } from '../scripts/lib/steps.ts';

describe('the steps of npm test', () => {
  it('end one that does not end, with what it started, and say so', async () => {
    // a process that the shell waits for, and that keeps its output open
    const hangs = `${JSON.stringify(process.execPath)} -e "console.log('started'); setInterval(() => 0, 1000)"; echo`;
    const [outcome] = await runSteps([{ name: 'hangs', command: hangs, limit: 2 }], 1, () => undefined);
    assert.ok(outcome !== undefined && !outcome.ok);
    assert.match(outcome.output, /^started\n\nhangs did not end within 2 s/);
  });

  it('run each when what it comes after ended well, and all else whatever fails', async () => {
    const told: Outcome[] = [];
    const steps = [
      { name: 'fails', command: 'exit 3' },
      { name: 'after it', command: 'exit 0', after: ['fails'] },
      { name: 'beside it', command: 'echo said' },
    ];
    const outcomes = await runSteps(steps, 2, (outcome) => told.push(outcome));
    assert.deepEqual(told, outcomes);
    assert.deepEqual(outcomes.map(({ name, ok }) => [name, ok]).sort(), [
      ['beside it', true],
      ['fails', false],
    ]);
    assert.equal(outcomes.find(({ ok }) => ok)?.output, 'said\n');
  });

  it('say what processor time each took, with what it started, also where it fails', async () => {
    const busy = `${JSON.stringify(process.execPath)} -e "while (process.cpuUsage().user < 400_000);"`;
    const steps = [
      { name: 'computes', command: `${busy}; exit 3` },
      { name: 'waits', command: 'sleep 0.5' },
    ];
    const outcomes = await runSteps(steps, 2, () => undefined);
    const of = (wanted: string): Outcome | undefined => outcomes.find(({ name }) => name === wanted);
    assert.equal(of('computes')?.ok, false);
    const [busySeconds, waitingSeconds] = ['computes', 'waits'].map((name) => of(name)?.processorSeconds);
    // where the shell isn't one of POSIX nothing is told
    const isTold = process.platform !== 'win32';
    assert.equal(isTold ? Number(busySeconds) >= 0.4 : busySeconds === undefined, true);
    assert.equal(isTold ? Number(waitingSeconds) < 0.2 : waitingSeconds === undefined, true);
  });

  it('run beside one another as far as the cores go: more of those that wait', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'partition-lens-steps-'));
    const mark = join(folder, 'mark');
    const untilMarked = `until [ -e "${mark}" ]; do sleep 0.05; done`;
    const steps = [
      { name: 'computes', command: untilMarked, limit: 20 },
      { name: 'waits', command: untilMarked, limit: 20, load: 1 / 2 },
      { name: 'waits, too', command: `sleep 0.5; echo >"${mark}"`, load: 1 / 2 },
      // of the one core that is left when the marker ends, half is taken
      { name: 'computes later', command: `[ -e "${mark}" ]` },
    ];
    try {
      const outcomes = await runSteps(steps, 2, () => undefined);
      assert.deepEqual(
        outcomes.filter(({ ok }) => !ok),
        [],
      );
      assert.equal(outcomes.length, steps.length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
