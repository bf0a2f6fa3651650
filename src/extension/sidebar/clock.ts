import type { Ticks } from '../../core/keys/codec.ts';
import type { OffsetAt } from '../../core/keys/describe.ts';
import { UNIT, UNIX_EPOCH } from '../../core/keys/time.ts';

/** The present and the zone of who looks at keys. */
export interface Clock {
  readonly now: Ticks;
  readonly offsetAt: OffsetAt;
}

/** What the clock of this process shows, in the zone that it runs in. */
export function localClock(): Clock {
  return {
    now: UNIX_EPOCH + BigInt(Date.now()) * UNIT.millisecond,
    offsetAt: (unixMs) => -new Date(unixMs).getTimezoneOffset(),
  };
}
