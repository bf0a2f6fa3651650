import assert from 'node:assert/strict';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { getEntityCall } from './copy-text.ts';

describe('copied calls', () => {
  it('read as they would be written', () => {
    assert.equal(getEntityCall('a', '1'), "await client.getEntity('a', '1')");
    assert.equal(getEntityCall("o'x", 'say "hi"\\'), `await client.getEntity('o\\'x', 'say "hi"\\\\')`);
  });

  it('pass exactly these keys', () => {
    const client = { getEntity: (...keys: string[]) => keys.join('\n\n') };
    const context = createContext({ client });
    const key = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(key, key, (partitionKey, rowKey) => {
        const call = getEntityCall(partitionKey, rowKey).replace('await ', '');
        assert.equal(runInContext(call, context), `${partitionKey}\n\n${rowKey}`);
      }),
    );
  });
});
