import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hashOf } from './hash.ts';

describe('the hash of a text', () => {
  it('has 16 digits, and is the same in every run', () => {
    assert.equal(hashOf(''), '811c9dc59747b28c');
    fc.assert(
      fc.property(fc.string(), (text) => /^[\da-f]{16}$/.test(hashOf(text)) && hashOf(text) === hashOf(text)),
    );
  });

  it('tells texts apart that differ little', () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => `table-scan no-filter ${i}`);
    assert.equal(new Set(texts.map(hashOf)).size, texts.length);
    assert.notEqual(hashOf('ab'), hashOf('ba'));
  });
});
