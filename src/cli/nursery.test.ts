import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Makes objects that outlive collections, with turns of the event loop in between, and tells how large their part of the heap became, and is in the end. */
const PROGRAM = `
  const { getHeapSpaceStatistics } = await import('node:v8');
  const { setImmediate: turn } = await import('node:timers/promises');
  if (process.argv[1] !== undefined) (await import(process.argv[1])).boundNursery();
  const size = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
  const kept = [];
  let most = 0;
  for (let round = 0; round < 200; round += 1) {
    for (let count = 0; count < 10_000; count += 1) kept[count % 8_000] = { round, count, more: [round, count] };
    if (round % 50 < 20) kept.push(...Array.from({ length: 20_000 }, () => ({})));
    most = Math.max(most, size());
    await turn();
  }
  console.log(JSON.stringify([most / 2 ** 20, size() / 2 ** 20]));
`;

describe('boundNursery', () => {
  it('keeps the part of the heap for new objects small', async () => {
    const megabytes = async (...args: readonly string[]): Promise<{ most: number; end: number }> => {
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM, ...args]);
      const [most = NaN, end = NaN] = JSON.parse(stdout) as number[];
      return { most, end };
    };
    const [bounded, free] = await Promise.all([
      megabytes(join(import.meta.dirname, 'nursery.ts')),
      megabytes(),
    ]);
    assert.ok(bounded.end <= 32, `${bounded.end} MB`);
    // a collection holds up to as much again while it copies
    assert.ok(bounded.most <= 64, `${bounded.most} MB for a while`);
    // else nothing is seen here
    assert.ok(free.end > 64, `${free.end} MB`);
  });
});
