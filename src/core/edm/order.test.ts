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
    assert.deepEqual(sorted(numbers, compareNaturally), [-1, 2.5, 3n, 10, 9_007_199_254_740_993n]);
    assert.deepEqual(sorted(numbers, compareByType), [-1, 10, 3n, 9_007_199_254_740_993n, 2.5]);
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
    );
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        assert.equal(Math.sign(compareNaturally(a, b)), -Math.sign(compareNaturally(b, a)) + 0);
        if (compareNaturally(a, b) <= 0 && compareNaturally(b, c) <= 0)
          assert.ok(compareNaturally(a, c) <= 0);
      }),
    );
  });
});
