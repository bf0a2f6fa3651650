import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Calls a function very often, which V8 tells on standard output when it compiles it. */
const PROGRAM = `
  if (process.argv[1] !== undefined) (await import(process.argv[1])).compileForSeconds();
  const add = (sum, count) => sum + (count % 7) * (sum % 3);
  let sum = 0;
  for (let count = 0; count < 20_000_000; count += 1) sum = add(sum, count) % 1_000_003;
  console.log('sum', sum);
`;

describe('compileForSeconds', () => {
  it('leaves functions to the quick compilers', async () => {
    const said = async (...args: readonly string[]): Promise<string> => {
      const flags = ['--trace-opt', '--input-type=module', '-e', PROGRAM];
      return (await promisify(execFile)(process.execPath, [...flags, ...args])).stdout;
    };
    const [quick, free] = await Promise.all([said(join(import.meta.dirname, 'compilers.ts')), said()]);
    assert.match(quick, /MAGLEV/);
    assert.doesNotMatch(quick, /TURBOFAN/);
    // else nothing is seen here
    assert.match(free, /TURBOFAN/);
    assert.equal(/sum.*/.exec(quick)?.[0], /sum.*/.exec(free)?.[0]);
  });
});
