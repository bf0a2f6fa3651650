import type { Ticks } from '../../core/keys/codec.ts';
import { detailsOf, meaningOf, tellsTime } from '../../core/keys/describe.ts';
import { readKey } from '../../core/keys/read.ts';
import { UNIT, UNIX_EPOCH } from '../../core/keys/time.ts';

/** A key as a cell shows it. */
export interface ShownKey {
  /** What it says, where it says anything. */
  readonly meaning: string | undefined;
  /** Whether the meaning is a time that is certain, and so comes before the digits. */
  readonly isTime: boolean;
}

/** What a key says to who looks at it now. */
export function shownKey(key: string): ShownKey {
  const reading = readKey(key, { now: ticksNow() });
  return { meaning: meaningOf(reading), isTime: tellsTime(reading) };
}

/** Every reading of a key, a line each, with local times. */
export function keyDetails(key: string): readonly string[] {
  const offsetAt = (unixMs: number): number => -new Date(unixMs).getTimezoneOffset();
  return detailsOf(readKey(key, { now: ticksNow() }), offsetAt);
}

/** The present in ticks. */
function ticksNow(): Ticks {
  return UNIX_EPOCH + BigInt(Date.now()) * UNIT.millisecond;
}
