import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { getEntityCall } from './copy-text.ts';

describe('copied calls', () => {
  it('read as they would be written', () => {
    assert.equal(getEntityCall('a', '1'), "await client.getEntity('a', '1')");
    assert.equal(getEntityCall("o'x", 'say "hi"\\'), `await client.getEntity('o\\'x', 'say "hi"\\\\')`);
  });

  it('pass exactly these keys', () => {
    const key = fc.string({ unit: 'binary' });
    const pairs = fc.array(fc.tuple(key, key), { minLength: 20 });
    fc.assert(
      fc.property(pairs, (expected) => {
        const calls = expected.map(([pk, rk]) => getEntityCall(pk, rk).replace('await ', ''));
        const client = { getEntity: (...keys: string[]) => keys.join('\n\n') };
        const passed: unknown = runInNewContext(`[${calls.join()}].join('\\n\\n')`, { client });
        assert.equal(passed, expected.flat().join('\n\n'));
      }),
      { numRuns: 10 },
    );
  });
});
