import * as l10n from '@vscode/l10n';
import type { Decoded } from './codec.ts';
import type { KeyPart, KeyReading } from './read.ts';
import { formatTicks, UNIT, UNIX_EPOCH } from './time.ts';

/** Minutes by which local time is ahead of UTC at a moment (milliseconds since 1970). */
export type OffsetAt = (unixMs: number) => number;

/**
 * What a key says, for beside it: times in UTC and numbers, in the order of its parts. What may be several
 * things is shown as the likeliest of them with a question mark; what is not even likely, and which else it may be, is
 * left to the details. Undefined for a key that says nothing.
 */
export function meaningOf({ parts }: KeyReading): string | undefined {
  const meanings = parts.flatMap((part) => partMeaning(part) ?? []);
  return meanings.length === 0 ? undefined : meanings.join(' · ');
}

/** What a key says beyond what is seen in it, for beside it: nothing where all of that are numbers which stand in it, whatever pads them. */
export function meaningBeside(reading: KeyReading): string | undefined {
  const isSeen = reading.parts.every(({ text, common, likely }) => {
    const said = common ?? likely;
    return said === undefined || (said.kind === 'number' && text.endsWith(String(said.value)));
  });
  return isSeen ? undefined : meaningOf(reading);
}

/** Whether a key has a time in it that nothing else can be meant by. */
export function tellsTime({ parts }: KeyReading): boolean {
  return parts.some(({ common }) => common?.kind === 'time');
}

/** Every reading of every part of a key, with the encoding's name, the moment in UTC and in local time. */
export function detailsOf({ parts }: KeyReading, offsetAt: OffsetAt): string[] {
  return parts.flatMap((part) => [
    introduction(part),
    ...part.readings.map(({ codec, decoded }) => `  ${codec.title()}: ${detail(decoded, offsetAt)}`),
  ]);
}

function introduction({ text, readings, common, likely }: KeyPart): string {
  if (readings.length === 1) {
    return common === undefined ? l10n.t('“{0}” might be:', text) : l10n.t('“{0}” is:', text);
  }
  return likely === undefined
    ? l10n.t('“{0}” might be any of these:', text)
    : l10n.t('“{0}” might be any of these, the likeliest first:', text);
}

function partMeaning({ common, likely }: KeyPart): string | undefined {
  if (common !== undefined) return shortText(common);
  return likely && l10n.t('{0}?', shortText(likely));
}

/** Decimals of a second that are zero at the end are left to the details. */
function shortText(decoded: Decoded): string {
  return decoded.kind === 'number'
    ? String(decoded.value)
    : formatTicks(decoded.ticks, decoded.precision, decoded.zone).replace(
        /(?:\.|(?<=[1-9]))0+(?=Z?$)(?<=\.\d+)/,
        '',
      );
}

function detail(decoded: Decoded, offsetAt: OffsetAt): string {
  if (decoded.kind === 'number') return String(decoded.value);
  const { ticks, precision, zone } = decoded;
  const text = formatTicks(ticks, precision, zone);
  if (zone === 'unwritten') return l10n.t('{0} (without a time zone)', text);
  // a date alone is the same day everywhere: moving it would invent a time
  return precision >= UNIT.day ? text : bothTimes(ticks, precision, offsetAt);
}

/** A moment in UTC and in local time, ISO 8601. */
export function bothTimes(ticks: bigint, precision: bigint, offsetAt: OffsetAt): string {
  const local = localText(ticks, precision, offsetAt);
  return l10n.t('{0}, local time {1}', formatTicks(ticks, precision), local);
}

/** ISO 8601 with the zone's offset, exact to the precision of the key. */
function localText(ticks: bigint, precision: bigint, offsetAt: OffsetAt): string {
  const offset = offsetAt(Number((ticks - UNIX_EPOCH) / UNIT.millisecond));
  const sign = offset < 0 ? '-' : '+';
  const hours = String(Math.trunc(Math.abs(offset) / 60)).padStart(2, '0');
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0');
  return `${formatTicks(ticks + BigInt(offset) * UNIT.minute, precision, 'unwritten')}${sign}${hours}:${minutes}`;
}
