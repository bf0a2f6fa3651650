import * as l10n from '@vscode/l10n';
import type { Decoded } from '../../core/keys/codec.ts';
import { readKey } from '../../core/keys/read.ts';
import type { KeyPart } from '../../core/keys/read.ts';
import { formatTicks, UNIT, UNIX_EPOCH } from '../../core/keys/time.ts';

/** Minutes by which local time is ahead of UTC at a moment (milliseconds since 1970). */
export type OffsetAt = (unixMs: number) => number;

/** The offset of the zone that this process runs in. */
export const localOffset: OffsetAt = (unixMs) => -new Date(unixMs).getTimezoneOffset();

/**
 * What a key says, for beside it: times in UTC and numbers, in the order of its parts. What could mean two
 * things is shown as both; what could mean more is left to the tooltip. Undefined for a key that says nothing.
 */
export function keyMeaning(key: string): string | undefined {
  const meanings = readKey(key).parts.flatMap((part) => meaningOf(part) ?? []);
  return meanings.length === 0 ? undefined : meanings.join(' · ');
}

/** Whether a key has a time in it that nothing else can be meant by. */
export function tellsTime(key: string): boolean {
  return readKey(key).parts.some((part) => part.common?.kind === 'time');
}

/** Every reading of every part of a key, with the encoding's name, the moment in UTC and in local time. */
export function keyDetails(key: string, offsetAt: OffsetAt): string[] {
  return readKey(key).parts.flatMap((part) => [
    part.readings.length === 1
      ? l10n.t('“{0}” is:', part.text)
      : l10n.t('“{0}” may be any of these, nothing tells which:', part.text),
    ...part.readings.map(({ codec, decoded }) => `  ${codec.title()}: ${detailOf(decoded, offsetAt)}`),
  ]);
}

function meaningOf({ readings, common }: KeyPart): string | undefined {
  if (common !== undefined) return shortText(common);
  const texts = [...new Set(readings.map(({ decoded }) => shortText(decoded)))];
  return texts.length <= 2 ? texts.join(l10n.t(' or ')) : undefined;
}

/** Decimals of a second that are zero at the end are left to the tooltip. */
function shortText(decoded: Decoded): string {
  return decoded.kind === 'number'
    ? String(decoded.value)
    : formatTicks(decoded.ticks, decoded.precision, decoded.zone).replace(
        /\.0+(?=Z?$)|(?<=\.\d+)0+(?=Z?$)/,
        '',
      );
}

function detailOf(decoded: Decoded, offsetAt: OffsetAt): string {
  if (decoded.kind === 'number') return String(decoded.value);
  const { ticks, precision, zone } = decoded;
  const text = formatTicks(ticks, precision, zone);
  if (zone === 'unwritten') return l10n.t('{0} (the zone is not written)', text);
  // a date alone is the same day everywhere: moving it would invent a time
  return precision >= UNIT.day
    ? text
    : l10n.t('{0}, local time {1}', text, localText(ticks, precision, offsetAt));
}

/** ISO 8601 with the zone's offset, exact to the precision of the key. */
function localText(ticks: bigint, precision: bigint, offsetAt: OffsetAt): string {
  const offset = offsetAt(Number((ticks - UNIX_EPOCH) / UNIT.millisecond));
  const sign = offset < 0 ? '-' : '+';
  const hours = String(Math.trunc(Math.abs(offset) / 60)).padStart(2, '0');
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0');
  return `${formatTicks(ticks + BigInt(offset) * UNIT.minute, precision, 'unwritten')}${sign}${hours}:${minutes}`;
}
