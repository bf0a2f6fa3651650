import assert from 'node:assert/strict';
import type { EdmValue } from '../../core/edm/value.ts';
import { cellText, compareCells, isBlank } from './cell.ts';
import { hexLines } from './viewer.ts';

describe('a cell', () => {
  it('shows values exactly, on one line', () => {
    assert.equal(cellText({ type: 'Int64', value: 9_007_199_254_740_993n }), '9007199254740993');
    assert.equal(cellText({ type: 'Double', value: 123, text: '123.0' }), '123.0');
    assert.equal(cellText({ type: 'String', value: 'a\r\n\tb\nc' }), 'a↵⇥b↵c');
  });

  it('names values in which nothing can be seen, so that they do not look missing', () => {
    assert.equal(cellText({ type: 'String', value: '' }), '(empty)');
    assert.equal(cellText({ type: 'Binary', value: '' }), '(empty)');
    assert.equal(cellText({ type: 'String', value: ' \r\n' }), '(blanks only)');
    assert.ok(isBlank({ type: 'String', value: '' }));
    // who wrote the very words is not taken for empty
    assert.ok(!isBlank({ type: 'String', value: '(empty)' }));
  });

  it('marks what is no value of its type', () => {
    const misfit = { declared: 'Edm.Int64' };
    assert.equal(cellText({ type: 'String', value: 'abc', misfit }), 'abc · no Int64');
    assert.equal(cellText({ type: 'String', value: '', misfit }), '(empty) · no Int64');
    assert.equal(cellText({ type: 'String', value: '{}', misfit: { json: '{}' } }), '{} · no value');
  });

  it('shows blanks before and behind a value, which make it another one', () => {
    assert.equal(cellText({ type: 'String', value: '  a  b ' }), '␣␣a  b␣');
  });

  it('cuts long texts and bytes, and says how long they are', () => {
    assert.equal(cellText({ type: 'String', value: 'x'.repeat(200) }), 'x'.repeat(200));
    assert.equal(
      cellText({ type: 'String', value: 'x'.repeat(2_000) }),
      `${'x'.repeat(200)}… (2,000 characters)`,
    );
    assert.equal(cellText({ type: 'Binary', value: '0A'.repeat(300) }), `${'0A'.repeat(100)}… (300 bytes)`);
  });

  it('sorts by type, then as the service compares, none last', () => {
    const values: (EdmValue | undefined)[] = [
      undefined,
      { type: 'String', value: '9' },
      { type: 'String', value: '10' },
      { type: 'Int32', value: 10 },
      { type: 'Int32', value: 9 },
      { type: 'Double', value: 9.5, text: '9.5' },
      { type: 'DateTime', value: '2026-01-02T00:00:00Z' },
      { type: 'DateTime', value: '2026-01-01T00:00:00.5Z' },
    ];
    const sorted = [...values].sort(compareCells);
    assert.deepEqual(
      sorted.map((value) => value?.value),
      [9, 9.5, 10, '2026-01-01T00:00:00.5Z', '2026-01-02T00:00:00Z', '10', '9', undefined],
    );
  });

  it('shows bytes in lines of sixteen', () => {
    assert.equal(hexLines('00'.repeat(16) + 'FF'), `000000  ${Array(16).fill('00').join(' ')}\n000010  FF`);
    assert.equal(hexLines(''), '');
  });
});
