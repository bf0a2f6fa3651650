import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EdmValue } from '../edm/value.ts';
import { isWritable, keyTextOf } from './key-text.ts';

const text = (value: string): EdmValue => ({ type: 'String', value });
const int = (value: number): EdmValue => ({ type: 'Int32', value });
const time = (value: string): EdmValue => ({ type: 'DateTime', value });

describe('a value as text of a key', () => {
  it('is written as layouts name it, or not at all', () => {
    const at = time('2026-01-02T03:04:05.678Z');
    const cases: readonly (readonly [EdmValue, string, string | undefined])[] = [
      [text('a b'), '', 'a b'],
      [int(7), '6', '000007'],
      [text('7'), '6', '000007'],
      [int(1234567), '6', undefined],
      [int(-1), '6', undefined],
      [text('x'), '6', undefined],
      [{ type: 'Int64', value: 2n ** 60n }, '20', '01152921504606846976'],
      [{ type: 'Double', value: 1.5, text: '1.5' }, '', undefined],
      [{ type: 'Boolean', value: true }, '', 'true'],
      [at, '', undefined],
      [at, 'iso', '2026-01-02T03:04:05.678Z'],
      [at, 'yyyy-MM-dd', '2026-01-02'],
      [at, 'inverted ticks:19', '2516349777543219999'],
      [int(7), 'inverted:10', '9999999992'],
      [int(-7), 'inverted:10', undefined],
      [{ type: 'Double', value: 0.5, text: '0.5' }, 'inverted:10', undefined],
      [text('2026-01-02'), 'iso', undefined],
      [time('garbage'), 'iso', undefined],
      [text('a'), 'uri', undefined],
    ];
    for (const [value, encoding, expected] of cases) {
      assert.equal(
        keyTextOf(value, encoding),
        expected,
        `${JSON.stringify(String(value.value))} as “${encoding}”`,
      );
      if (expected !== undefined) assert.ok(isWritable(encoding));
    }
    assert.ok(!isWritable('uri'));
  });

  it('sorts as the value does, and the newest first', () => {
    const moment = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, moment, fc.nat(), fc.nat(), (a, b, n, m) => {
        const of = (value: EdmValue, encoding: string): string => keyTextOf(value, encoding) ?? '';
        const [one, other] = [time(a.toISOString()), time(b.toISOString())];
        assert.equal(of(one, 'iso') < of(other, 'iso'), a < b);
        assert.equal(of(one, 'inverted ticks:19') < of(other, 'inverted ticks:19'), a > b);
        assert.equal(of(int(n), '10') < of(int(m), '10'), n < m);
        assert.equal(of(int(n), 'inverted:10') < of(int(m), 'inverted:10'), n > m);
      }),
    );
  });

  it('is in one of sixteen buckets, always the same', () => {
    const buckets = Array.from({ length: 500 }, (_, n) => keyTextOf(text(`id${n}`), 'hash:2') ?? '');
    assert.equal(new Set(buckets).size, 16);
    assert.ok(buckets.every((one) => /^(?:0\d|1[0-5])$/.test(one)));
    assert.equal(buckets[3], keyTextOf(text('id3'), 'hash:2'));
  });
});
