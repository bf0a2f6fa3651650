import assert from 'node:assert/strict';
import { keyDetails, keyMeaning } from './key-text.ts';

/** 2026-01-02T03:04:05Z in ticks. */
const SECOND = 621_355_968_000_000_000n + BigInt(Date.UTC(2026, 0, 2, 3, 4, 5)) * 10_000n;

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

  it('is both meanings where there are two, and none where there are more or none', () => {
    assert.equal(keyMeaning('996000000000000'), '2096-10-02T07:06:40Z or 2001-07-24T18:40:00Z');
    assert.equal(keyMeaning('2025112110'), undefined);
    assert.equal(keyDetails('2025112110', () => 0).length, 4);
    assert.equal(keyMeaning('Sales'), undefined);
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

  it('moves no date that has no time of day, and no time without a zone', () => {
    assert.match(keyDetails('20260102', () => 60).join(), /2026-01-02/);
    assert.doesNotMatch(keyDetails('20260102', () => 60).join(), /local time/);
    assert.match(keyDetails('20260102030405', () => 60).join(), /the zone is not written/);
  });
});
