import assert from 'node:assert/strict';
import fc from 'fast-check';
import { calendarOfTicks, formatTicks, MAX_TICKS, ticksOfCalendar, UNIT, UNIX_EPOCH } from './time.ts';

describe('ticks and the calendar', () => {
  it('are each other in the whole range of .NET', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_TICKS }), (ticks) => {
        assert.equal(ticksOfCalendar(calendarOfTicks(ticks)), ticks);
      }),
    );
    assert.equal(formatTicks(0n, UNIT.tick), '0001-01-01T00:00:00.0000000Z');
    assert.equal(formatTicks(MAX_TICKS, UNIT.tick), '9999-12-31T23:59:59.9999999Z');
  });

  it('agree with Date to the millisecond', () => {
    const valid = fc.date({ min: new Date('1601-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(valid, (date) => {
        const ticks = UNIX_EPOCH + BigInt(date.getTime()) * UNIT.millisecond;
        assert.equal(formatTicks(ticks, UNIT.millisecond), date.toISOString());
      }),
    );
  });

  it('have no time that the calendar has not', () => {
    const midnight = { year: 2023, month: 2, day: 28, hour: 0, minute: 0, second: 0, fraction: 0n };
    assert.notEqual(ticksOfCalendar(midnight), undefined);
    assert.equal(ticksOfCalendar({ ...midnight, day: 29 }), undefined);
    assert.equal(ticksOfCalendar({ ...midnight, month: 13 }), undefined);
    assert.equal(ticksOfCalendar({ ...midnight, day: 0 }), undefined);
    assert.equal(ticksOfCalendar({ ...midnight, hour: 24 }), undefined);
  });
});

describe('formatTicks', () => {
  const moment = 638_677_812_301_234_567n;
  const texts: readonly (readonly [precision: bigint, text: string])[] = [
    [UNIT.tick, '2024-11-21T10:20:30.1234567Z'],
    [UNIT.microsecond, '2024-11-21T10:20:30.123456Z'],
    [UNIT.millisecond, '2024-11-21T10:20:30.123Z'],
    [UNIT.second, '2024-11-21T10:20:30Z'],
    [UNIT.minute, '2024-11-21T10:20Z'],
    [UNIT.hour, '2024-11-21T10Z'],
    [UNIT.day, '2024-11-21'],
    [UNIT.month, '2024-11'],
  ];
  for (const [precision, text] of texts) {
    it(text, () => {
      assert.equal(formatTicks(moment, precision), text);
    });
  }

  it('has no Z where the zone is unwritten', () => {
    assert.equal(formatTicks(moment, UNIT.second, 'unwritten'), '2024-11-21T10:20:30');
  });
});
