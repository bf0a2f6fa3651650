import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matches, type Piece } from './match.ts';

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '1', '-'), maxLength: 2 }),
  fc.record({ least: fc.integer({ min: 1, max: 3 }), isDigits: fc.boolean() }),
);

describe('pieces of a key', () => {
  it('match what a regular expression of them matches', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '1', '-'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), texts, (pieces, text) => {
        const source = pieces.map((one) =>
          typeof one === 'string' ? one : `${one.isDigits ? '\\d' : '.'}{${one.least},}`,
        );
        assert.equal(matches(pieces, text), new RegExp(`^${source.join('')}$`).test(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are followed on all ways at once', () => {
    const any: Piece = { least: 1, isDigits: false };
    const pieces = Array.from({ length: 30 }, (): readonly Piece[] => [any, 'a']).flat();
    assert.equal(matches([...pieces, '!'], 'a'.repeat(2_000)), false);
    assert.equal(matches(pieces, 'a'.repeat(2_000)), true);
  });
});
