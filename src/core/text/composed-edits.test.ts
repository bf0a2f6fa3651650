import assert from 'node:assert/strict';
import fc from 'fast-check';
import { composedEdits } from './composed-edits.ts';
import { applyEdits, type TextEdit } from './edit.ts';

/** Edits of a text of that length which don't overlap. */
function editsOf(length: number): fc.Arbitrary<readonly TextEdit[]> {
  return fc
    .tuple(
      fc.array(fc.nat({ max: length }), { maxLength: 8 }),
      fc.array(fc.string({ maxLength: 4 }), { minLength: 4, maxLength: 4 }),
    )
    .map(([offsets, texts]) => {
      const sorted = offsets.sort((a, b) => a - b);
      return texts.flatMap((text, index) => {
        const [start, end] = [sorted[2 * index], sorted[2 * index + 1]];
        return start === undefined || end === undefined ? [] : [{ span: { start, end }, text }];
      });
    });
}

describe('composedEdits', () => {
  it('does what both lists do, one after the other', () => {
    const cases = fc
      .string({ maxLength: 30 })
      .chain((text) => editsOf(text.length).map((first) => ({ text, first })))
      .chain(({ text, first }) =>
        editsOf(applyEdits(text, first).length).map((second) => ({ text, first, second })),
      );
    fc.assert(
      fc.property(cases, ({ text, first, second }) => {
        assert.equal(
          applyEdits(text, composedEdits(text, first, second)),
          applyEdits(applyEdits(text, first), second),
        );
      }),
    );
  });

  it('keeps edits apart that are about different places', () => {
    const edits = composedEdits(
      'one two three',
      [{ span: { start: 0, end: 3 }, text: 'first' }],
      [{ span: { start: 10, end: 15 }, text: 'last' }],
    );
    assert.deepEqual(edits, [
      { span: { start: 0, end: 3 }, text: 'first' },
      { span: { start: 8, end: 13 }, text: 'last' },
    ]);
  });
});
