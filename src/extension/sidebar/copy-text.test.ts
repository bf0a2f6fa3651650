import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { getEntityCalls, listEntitiesCall } from './copy-text.ts';

const getEntityCall = (partitionKey: string, rowKey: string): string =>
  getEntityCalls([{ partitionKey, rowKey }]);

describe('copied calls', () => {
  it('read as they would be written', () => {
    assert.equal(getEntityCall('a', '1'), "await client.getEntity('a', '1')");
    assert.equal(getEntityCall("o'x", 'say "hi"\\'), `await client.getEntity('o\\'x', 'say "hi"\\\\')`);
  });

  it('read several entities in parallel', () => {
    const keys = (rowKey: string) => ({ partitionKey: 'a', rowKey });
    assert.equal(
      getEntityCalls([keys('1'), keys('2')]),
      "await Promise.all([\n  client.getEntity('a', '1'),\n  client.getEntity('a', '2'),\n])",
    );
  });

  it('list what a filter finds, without quotes that need escapes', () => {
    assert.equal(listEntitiesCall('', undefined), 'client.listEntities()');
    assert.equal(
      listEntitiesCall("PartitionKey eq 'Sales'", ['Email', 'Timestamp']),
      `client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales'", select: ['partitionKey', 'rowKey', 'Email', 'Timestamp'] } })`,
    );
    assert.equal(
      listEntitiesCall('Age gt 5', undefined),
      "client.listEntities({ queryOptions: { filter: 'Age gt 5' } })",
    );
  });

  it('show what they pass: nothing in it turns the source around, or is not seen', () => {
    const key = "\u202E\u2066');\u2069\u200B\uFEFF\u2028\u{E0041}\u0085";
    for (const call of [
      getEntityCall(key, key),
      listEntitiesCall(key, [key]),
      listEntitiesCall('é 😀', []),
    ]) {
      assert.doesNotMatch(call, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
    assert.match(getEntityCall(key, 'é'), /\\u202e\\u2066\\'\);.*\\udb40\\udc41.*'é'/);
    const client = { listEntities: (options: unknown) => options };
    assert.equal(
      JSON.stringify(runInNewContext(listEntitiesCall(key, [key]), { client })),
      JSON.stringify({ queryOptions: { filter: key, select: ['partitionKey', 'rowKey', key] } }),
    );
  });

  it('pass exactly these keys', () => {
    const key = fc.string({
      unit: fc.constantFrom("'", '"', '`', '\\', '$', '{', '\n', '\u2028', '\u202E', 'u', 'é', '😀'),
    });
    fc.assert(
      fc.property(key, key, (partitionKey, rowKey) => {
        const client = { getEntity: (...keys: string[]) => keys.join('\n\n') };
        const call = getEntityCall(partitionKey, rowKey).replace('await ', '');
        assert.equal(runInNewContext(call, { client }), `${partitionKey}\n\n${rowKey}`);
      }),
      { numRuns: 50 },
    );
  });
});
