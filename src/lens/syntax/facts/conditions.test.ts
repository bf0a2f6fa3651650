import assert from 'node:assert/strict';
import { negate } from './conditions.ts';

describe('the opposite of a condition', () => {
  for (const [test, opposite] of [
    ['building !== null', 'building === null'],
    ["typeof filter === 'string'", "typeof filter !== 'string'"],
    ['options?.size == 0', 'options?.size != 0'],
    ['filter', '!filter'],
    ['a === b && c', '!(a === b && c)'],
    ['count > 0', '!(count > 0)'],
  ] as const) {
    it(`of ${test} is ${opposite}, and back`, () => {
      assert.equal(negate(test), opposite);
      if (!opposite.startsWith('!(')) assert.equal(negate(opposite), test);
    });
  }
});
