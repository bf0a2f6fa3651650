import assert from 'node:assert/strict';
import { applyEdits } from './edit.ts';

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
