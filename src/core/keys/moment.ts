import type { Ticks } from './codec.ts';
import { DECLARABLE_CODECS } from './declare.ts';
import type { OffsetAt } from './describe.ts';
import { UNIT, UNIX_EPOCH } from './time.ts';

const AGO = /^-\s*(?<count>\d{1,6})\s*(?<unit>[mhd])$/;

const UNITS: Readonly<Record<string, Ticks>> = { m: UNIT.minute, h: UNIT.hour, d: UNIT.day };

/** Nobody writes a moment in more characters. */
const LONGEST = 100;

/**
 * The moment that a person wrote: ISO 8601 from the day to 100 ns, with a space for the `T` too; with `Z`, `UTC` or an
 * offset in that zone, else in local time; `now`, or so many minutes, hours or days ago: `-90m`, `-24h`, `-7d`. Undefined for anything
 * else, and outside 1990 to 2099.
 */
export function parseMoment(text: string, now: Ticks, offsetAt: OffsetAt): Ticks | undefined {
  const written = text.trim();
  if (written.length > LONGEST) return undefined;
  if (written === 'now') return now;
  const ago = AGO.exec(written)?.groups;
  if (ago !== undefined) return now - BigInt(ago.count ?? 0) * (UNITS[ago.unit ?? ''] ?? 0n);
  const iso = written
    .replace(/^(\d{4}-\d\d-\d\d)\s+(?=\d)/, '$1T')
    .replace(/(?<!\s)\s*(?:utc|z)$/i, 'Z')
    .replace(/(?<!\s)\s+(?=[+-]\d\d:\d\d$)/, '')
    .replace(/^(\d{4}-\d\d-\d\d)Z$/, '$1T00:00Z')
    .replace(/T(\d):/, 'T0$1:');
  const time = DECLARABLE_CODECS.get('iso-8601')?.decode(iso);
  if (time?.kind !== 'time') return undefined;
  return time.zone === 'utc' ? time.ticks : fromLocal(time.ticks, offsetAt);
}

/** The moment at which clocks show this; where they show it twice or never, the offset of a bit before decides. */
function fromLocal(shown: Ticks, offsetAt: OffsetAt): Ticks {
  const at = (ticks: Ticks): Ticks =>
    shown - BigInt(offsetAt(Number((ticks - UNIX_EPOCH) / UNIT.millisecond))) * UNIT.minute;
  return at(at(shown));
}
