import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterPrefix, quote } from './quote.ts';

describe('quote', () => {
  it('doubles quotes', () => {
    assert.equal(quote("O'Brien's"), "'O''Brien''s'");
    assert.equal(quote(''), "''");
  });
});

describe('afterPrefix', () => {
  it('bounds exactly the texts with the prefix', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (prefix, other) => {
        const next = afterPrefix(prefix);
        assert.ok(next !== undefined);
        for (const text of [other, prefix + other]) {
          assert.equal(text >= prefix && text < next, text.startsWith(prefix));
        }
      }),
    );
  });

  it('gives none where one more character does not make one', () => {
    for (const prefix of ['', 'a\uFFFF', '\u{1F600}', '\uD7FF']) assert.equal(afterPrefix(prefix), undefined);
  });
});
