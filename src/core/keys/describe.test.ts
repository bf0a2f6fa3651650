import assert from 'node:assert/strict';
import { detailsOf, meaningOf, tellsTime, type OffsetAt } from './describe.ts';
import { readKey } from './read.ts';

/** 2026-01-02T03:04:05Z in ticks. */
const SECOND = 621_355_968_000_000_000n + BigInt(Date.UTC(2026, 0, 2, 3, 4, 5)) * 10_000n;

function keyMeaning(key: string): string | undefined {
  return meaningOf(readKey(key, { now: SECOND }));
}

function keyDetails(key: string, offsetAt: OffsetAt): string[] {
  return detailsOf(readKey(key, { now: SECOND }), offsetAt);
}

function inverted(ticks: bigint): string {
  return String(3_155_378_975_999_999_999n - ticks);
}

describe('what is said beside a key', () => {
  it('is the time, as exact as the key has it', () => {
    assert.equal(keyMeaning(inverted(SECOND)), '2026-01-02T03:04:05Z');
    assert.equal(keyMeaning(inverted(SECOND + 1_230_000n)), '2026-01-02T03:04:05.123Z');
    assert.equal(keyMeaning('2026-01-02T03:00:00Z'), '2026-01-02T03:00:00Z');
    assert.equal(keyMeaning('1767323040000'), '2026-01-02T03:04:00Z');
  });

  it('is told part by part for a compound key', () => {
    assert.equal(keyMeaning(`emp_000042_${inverted(SECOND)}`), '42 · 2026-01-02T03:04:05Z');
  });

  it('is the likeliest meaning with a question mark where there are several, and none where none is likely', () => {
    assert.equal(keyMeaning('1767323045'), '2026-01-02T03:04:05Z?');
    assert.equal(keyMeaning('2025112110'), '2025-11-21T10?');
    assert.equal(keyMeaning('emp_000042_1767323045'), '42 · 2026-01-02T03:04:05Z?');
    assert.equal(keyMeaning('4006381333931'), undefined);
    assert.equal(keyMeaning('Sales'), undefined);
  });

  it('is a certain time only where nothing else can be meant', () => {
    assert.ok(tellsTime(readKey(inverted(SECOND))));
    assert.ok(!tellsTime(readKey('1767323045', { now: SECOND })));
    assert.ok(!tellsTime(readKey('000042')));
  });
});

describe('what a tooltip says of a key', () => {
  it('names the encoding, in UTC and in local time', () => {
    const [, line] = keyDetails(inverted(SECOND + 1n), () => -210);
    assert.match(
      line ?? '',
      /ticks\): 2026-01-02T03:04:05\.0000001Z, local time 2026-01-01T23:34:05\.0000001-03:30$/,
    );
  });

  it('names all that is meant, the likeliest first where one is', () => {
    const heads = (key: string): string[] => keyDetails(key, () => 0).map((line) => line.replace(/:.*/, ''));
    assert.deepEqual(heads('1767323045'), [
      '“1767323045” might be any of these, the likeliest first',
      '  Unix seconds',
      '  inverted seconds (2³² − 1 − Unix seconds)',
    ]);
    assert.deepEqual(heads('2516352023999991234')[0], '“2516352023999991234” might be any of these');
    assert.deepEqual(heads('4006381333931'), ['“4006381333931” might be', '  Unix milliseconds']);
    assert.deepEqual(heads('000042'), ['“000042” is', '  number padded to 6 digits']);
  });

  it('moves no date that has no time of day, and no time without a zone', () => {
    assert.match(keyDetails('20260102', () => 60).join(), /2026-01-02/);
    assert.doesNotMatch(keyDetails('20260102', () => 60).join(), /local time/);
    assert.match(keyDetails('20260102030405', () => 60).join(), /without a time zone/);
  });
});
