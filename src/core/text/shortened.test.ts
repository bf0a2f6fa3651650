import assert from 'node:assert/strict';
import { shortened } from './shortened.ts';

describe('a text that is too long', () => {
  it('loses its middle', () => {
    assert.equal(shortened('abcdefghij', 10), 'abcdefghij');
    assert.equal(shortened('abcdefghijk', 10), 'abcdef…ijk');
    assert.equal(shortened('x'.repeat(10_000), 200).length, 200);
  });

  it('loses no half of a character', () => {
    for (let length = 4; length < 20; length += 1) {
      const text = shortened('😀'.repeat(100), length);
      assert.ok(text.length <= length && /^\p{Emoji}*…\p{Emoji}*$/u.test(text), text);
    }
  });
});
