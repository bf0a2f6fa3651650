import assert from 'node:assert/strict';
import { CLIENT } from '../../../test/support/operations.ts';
import { useOf } from '../../../test/support/designs.ts';
import { AS_IT_IS, beginsWithDigit, ISO_TIME, NEWEST_FIRST, PADDED, TRUTH } from './layout.ts';

describe('how a value is written into a key', () => {
  /** The encoding of a RowKey that the source makes so. */
  function encodingOf(rowKey: string): readonly unknown[] {
    const { kinds } = useOf(
      `${CLIENT}
      import { ulid } from 'ulid';
      export const add = (n: number, text: string, at: Date, flag: boolean) =>
        client.createEntity({ partitionKey: text, rowKey: ${rowKey} });`,
    );
    const [part] = kinds[0]?.layout.rowKey ?? [];
    if (part?.kind !== 'attribute') return [];
    const { sorts, isFixed, label } = part.encoding;
    return [sorts, isFixed, label, beginsWithDigit(part.encoding)];
  }

  const cases: readonly (readonly [rowKey: string, ...encoding: unknown[]])[] = [
    ['text', 'up', false, '', false],
    ['encodeURIComponent(text)', 'none', false, 'uri', false],
    ["String(n).padStart(6, '0')", 'up', true, '6', true],
    ['String(n)', 'none', false, '', false],
    ['at.toISOString()', 'up', true, 'iso', true],
    ['at.toISOString().slice(0, 10)', 'up', true, 'yyyy-MM-dd', true],
    [
      "String(9999999999999 - at.getTime()).padStart(13, '0')",
      'down',
      true,
      'inverted milliseconds:13',
      true,
    ],
    ['ulid()', 'up', true, 'ulid', false],
  ];
  for (const [rowKey, ...encoding] of cases) {
    it(`is known of ${rowKey}`, () => {
      assert.deepEqual(encodingOf(rowKey), encoding);
    });
  }

  it('begins with a digit or not, of those that designs make', () => {
    assert.deepEqual([PADDED, ISO_TIME, NEWEST_FIRST, AS_IT_IS, TRUTH].map(beginsWithDigit), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
