import type { Decoded, Reading, Ticks } from './codec.ts';
import { UNIT } from './time.ts';

/** 2008-01-01, the year in which the service was first shown: no clock wrote an older time into a key. */
const SERVICE_BEGINS: Ticks = 633_347_424_000_000_000n;

/** How far ahead keys tell times (ends of contracts, dates of expiry): ten years. */
const AHEAD: Ticks = 3_653n * UNIT.day;

/** Whether it is a time that a key of the service is likely to tell. */
export function isNear(decoded: Decoded, now: Ticks): boolean {
  return decoded.kind === 'time' && decoded.ticks >= SERVICE_BEGINS && decoded.ticks <= now + AHEAD;
}

/**
 * The readings of one text, the likeliest first: times near now, the nearest first, then numbers, then other
 * times. Without `now` as they are. Nothing is left where the text looks like a time by its length alone, and none of
 * the times is near.
 */
export function ranked(readings: readonly Reading[], now: Ticks | undefined): readonly Reading[] {
  if (now === undefined) return readings;
  const isWorthIt = readings.some(
    ({ codec, decoded }) => codec.certainty !== 'possible' || isNear(decoded, now),
  );
  return isWorthIt ? readings.toSorted((a, b) => compare(a.decoded, b.decoded, now)) : [];
}

function compare(a: Decoded, b: Decoded, now: Ticks): number {
  const byKind = rankOf(a, now) - rankOf(b, now);
  if (byKind !== 0 || a.kind === 'number' || b.kind === 'number') return byKind;
  return daysBetween(a.ticks, now) - daysBetween(b.ticks, now);
}

function rankOf(decoded: Decoded, now: Ticks): 0 | 1 | 2 {
  if (isNear(decoded, now)) return 0;
  return decoded.kind === 'number' ? 1 : 2;
}

/** In whole days, so that encodings which are a tick or a millisecond apart keep their order. */
function daysBetween(a: Ticks, b: Ticks): number {
  return Number((a < b ? b - a : a - b) / UNIT.day);
}
