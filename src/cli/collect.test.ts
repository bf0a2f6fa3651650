import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Goes from one large thing to the next, each of which outlives quick collections, and tells how large the heap became. */
const PROGRAM = `
  const { cachedDataVersionTag } = await import('node:v8');
  const tag = cachedDataVersionTag();
  const collect = process.argv[1] === undefined ? () => {} : (await import(process.argv[1])).collectOften();
  let most = 0;
  for (let round = 0; round < 60; round += 1) {
    const held = Array.from({ length: 60_000 }, (_, count) => ({ round, count, more: [round, count] }));
    most = Math.max(most, process.memoryUsage().heapUsed);
    globalThis.last = held;
    collect();
  }
  console.log(JSON.stringify({ megabytes: most / 2 ** 20, isSameTag: tag === cachedDataVersionTag(), gc: typeof gc }));
`;

interface Seen {
  readonly megabytes: number;
  readonly isSameTag: boolean;
  readonly gc: string;
}

describe('collectOften', () => {
  it('keeps the heap near what is needed, and leaves flags and globals as they were', async () => {
    const seen = async (...args: readonly string[]): Promise<Seen> => {
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM, ...args]);
      return JSON.parse(stdout) as Seen;
    };
    const [often, free] = await Promise.all([seen(join(import.meta.dirname, 'collect.ts')), seen()]);
    assert.ok(often.megabytes <= 64, `${often.megabytes} MB`);
    // else nothing is seen here
    assert.ok(free.megabytes > 64, `${free.megabytes} MB`);
    assert.deepEqual([often.isSameTag, often.gc], [true, 'undefined']);
  });
});
