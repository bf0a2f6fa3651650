import assert from 'node:assert/strict';
import fc from 'fast-check';
import { datetimeTicks } from './datetime.ts';

describe('datetimeTicks', () => {
  it('counts 100 ns from 1970 on', () => {
    assert.equal(datetimeTicks('1970-01-01T00:00:00Z'), 0n);
    assert.equal(datetimeTicks('1970-01-01'), 0n);
    assert.equal(datetimeTicks('1970-01-01T00:00:00.0000001Z'), 1n);
    assert.equal(datetimeTicks('1970-01-01T01:00+01:00'), 0n);
    assert.equal(datetimeTicks('1969-12-31T23:30:00.5-00:30'), 5_000_000n);
    assert.equal(datetimeTicks('0001-01-01T00:00:00Z'), -621355968000000000n);
  });

  it('agrees with Date for every millisecond that a Date can hold in four digits', () => {
    const dates = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        assert.equal(datetimeTicks(date.toISOString()), BigInt(date.getTime()) * 10_000n);
      }),
    );
  });

  const none = [
    '',
    'garbage',
    '2026-02-29',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-01-01T24:00Z',
    '2026-01-01T00:60Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00.12345678Z',
    '2026-01-01 00:00',
    '26-01-01',
  ];
  for (const text of none) {
    it(`knows no ${JSON.stringify(text)}`, () => {
      assert.equal(datetimeTicks(text), undefined);
    });
  }
});
