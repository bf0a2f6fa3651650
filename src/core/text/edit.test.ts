import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits, editBetween } from './edit.ts';

describe('applyEdits', () => {
  it('applies edits of the text before, in any order', () => {
    const edits = [
      { span: { start: 4, end: 5 }, text: 'X' },
      { span: { start: 0, end: 1 }, text: '' },
      { span: { start: 2, end: 2 }, text: '--' },
    ];
    assert.equal(applyEdits('abcdef', edits), 'b--cdXf');
    assert.equal(applyEdits('abc', []), 'abc');
  });

  it('refuses edits that overlap', () => {
    const edits = [
      { span: { start: 0, end: 3 }, text: '' },
      { span: { start: 2, end: 4 }, text: '' },
    ];
    assert.throws(() => applyEdits('abcdef', edits), RangeError);
  });
});

describe('editBetween', () => {
  it('is the smallest edit that makes one text of another', () => {
    assert.deepEqual(editBetween('abcdef', 'abXef'), { span: { start: 2, end: 4 }, text: 'X' });
    assert.deepEqual(editBetween('abc', 'abc'), { span: { start: 3, end: 3 }, text: '' });
    assert.deepEqual(editBetween('aa', 'aaa'), { span: { start: 2, end: 2 }, text: 'a' });
    assert.deepEqual(editBetween('', 'ab'), { span: { start: 0, end: 0 }, text: 'ab' });
  });

  it('leads from any text to any other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        assert.equal(applyEdits(before, [editBetween(before, after)]), after);
      }),
    );
  });
});
