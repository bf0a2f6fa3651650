import assert from 'node:assert/strict';
import { shownKey } from './keys.ts';

const DECLARED = { partitionKey: [], rowKey: [] };

describe('keys in cells', () => {
  it('have nothing beside them that stands in them anyhow', () => {
    for (const key of ['cust-0001', 'empid_000123', 'a']) {
      assert.equal(shownKey(key, 'partitionKey', DECLARED).meaning, undefined, key);
    }
  });

  it('have the time beside them that they are sorted by', () => {
    const { meaning, isTime } = shownKey('2516079999999999999', 'rowKey', DECLARED);
    assert.match(meaning ?? '', /^20\d\d-/);
    assert.ok(isTime);
  });
});
