import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareByType, compareNaturally } from './order.ts';
import type { EdmValue } from './value.ts';

const text = (value: string): EdmValue => ({ type: 'String', value });
const whole = (value: number): EdmValue => ({ type: 'Int32', value });
const long = (value: bigint): EdmValue => ({ type: 'Int64', value });
const decimal = (value: number): EdmValue => ({ type: 'Double', value, text: String(value) });

function sorted(values: readonly EdmValue[], compare: typeof compareNaturally): unknown[] {
  return [...values].sort(compare).map(({ value }) => value);
}

describe('the order of values', () => {
  it('is that of numbers, whatever their types', () => {
    const numbers = [whole(10), decimal(2.5), long(9_007_199_254_740_993n), whole(-1), long(3n)];
    for (const compare of [compareNaturally, compareByType]) {
      assert.deepEqual(sorted(numbers, compare), [-1, 2.5, 3n, 10, 9_007_199_254_740_993n]);
      assert.deepEqual(sorted([decimal(NaN), whole(2), decimal(1)], compare), [1, 2, NaN]);
    }
  });

  it('is that of the numbers in texts', () => {
    const texts = ['item10', 'item2', 'item1b', 'item', 'item02', 'Item3', 'item1a'].map(text);
    assert.deepEqual(sorted(texts, compareNaturally), [
      'Item3',
      'item',
      'item1a',
      'item1b',
      'item02',
      'item2',
      'item10',
    ]);
  });

  it('keeps types apart that have nothing in common', () => {
    const mixed = [text('a'), whole(5), { type: 'Boolean', value: true } as const];
    assert.deepEqual(sorted(mixed, compareNaturally), [true, 5, 'a']);
  });

  it('is an order', () => {
    const values = fc.oneof(
      fc.stringMatching(/^[a0-2]{0,4}$/).map(text),
      fc.integer({ min: -9, max: 9 }).map(whole),
      fc.bigInt({ min: -9n, max: 9n }).map(long),
      fc.integer({ min: -9, max: 9 }).map((value) => decimal(value / 2)),
      fc.constant(decimal(NaN)),
    );
    for (const compare of [compareNaturally, compareByType]) {
      fc.assert(
        fc.property(values, values, values, (a, b, c) => {
          assert.equal(Math.sign(compare(a, b)), -Math.sign(compare(b, a)) + 0);
          if (compare(a, b) <= 0 && compare(b, c) <= 0) assert.ok(compare(a, c) <= 0);
        }),
      );
    }
  });
});
