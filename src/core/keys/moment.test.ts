import assert from 'node:assert/strict';
import { parseMoment } from './moment.ts';
import { formatTicks, UNIT } from './time.ts';

/** 2026-11-21T10:00:00Z. */
const NOW = 639_308_520_000_000_000n;

/** Two hours ahead of UTC until 2026-10-25T01:00Z, then one. */
const offsetAt = (unixMs: number): number => (unixMs < Date.UTC(2026, 9, 25, 1) ? 120 : 60);

function moment(text: string): string | undefined {
  const ticks = parseMoment(text, NOW, offsetAt);
  return ticks === undefined ? undefined : formatTicks(ticks, UNIT.tick);
}

describe('moments as people write them', () => {
  const cases: readonly (readonly [text: string, moment: string | undefined])[] = [
    ['2026-11-21T14:30Z', '2026-11-21T14:30:00.0000000Z'],
    ['2026-11-21 14:30 UTC', '2026-11-21T14:30:00.0000000Z'],
    ['2026-11-21 14:30:05.1234567', '2026-11-21T13:30:05.1234567Z'],
    ['2026-11-21 9:30', '2026-11-21T08:30:00.0000000Z'],
    ['2026-08-01 00:00', '2026-07-31T22:00:00.0000000Z'],
    ['2026-11-21T14:30:00+05:30', '2026-11-21T09:00:00.0000000Z'],
    ['2026-11-21', '2026-11-20T23:00:00.0000000Z'],
    ['2026-11-21Z', '2026-11-21T00:00:00.0000000Z'],
    ['2026-10-25 01:30', '2026-10-24T23:30:00.0000000Z'],
    ['now', '2026-11-21T10:00:00.0000000Z'],
    ['-24h', '2026-11-20T10:00:00.0000000Z'],
    ['-90m', '2026-11-21T08:30:00.0000000Z'],
    [' -7d ', '2026-11-14T10:00:00.0000000Z'],
    ['2026-02-30', undefined],
    ['21.11.2026', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ];
  for (const [text, expected] of cases) {
    it(`are ${expected ?? 'none'} for “${text}”`, () => {
      assert.equal(moment(text), expected);
    });
  }
});
