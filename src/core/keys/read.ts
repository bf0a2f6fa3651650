import { yieldsTo } from './ambiguities.ts';
import type { Decoded, KeyCodec, Reading, Ticks } from './codec.ts';
import { KEY_CODECS } from './codecs.ts';
import { WINDOW } from './count.ts';
import { isNear, ranked } from './rank.ts';
import { splitKey, type Piece } from './split.ts';
import { UNIT } from './time.ts';

/** What is known beside the key itself. */
export interface ReadContext {
  /** The present, by which readings are ranked; without it any time of 1990 to 2099 is as likely as another. */
  readonly now?: Ticks;
  /**
   * Ids of the codecs that the table is known to use. They alone read what they can read, also at the beginning
   * or end of a longer run of digits or letters.
   */
  readonly declared?: readonly string[];
}

/** What a key says to who can read it: the parts that carry a value, in order; empty when none does. */
export interface KeyReading {
  readonly key: string;
  readonly parts: readonly KeyPart[];
}

/** One part of a key, with everything it may mean. */
export interface KeyPart {
  /** UTF-16 offsets in the key, `end` exclusive. */
  readonly span: { readonly start: number; readonly end: number };
  readonly text: string;
  /** At least one; several when nothing tells which of them is meant: the likeliest first where `now` is known. */
  readonly readings: readonly [Reading, ...Reading[]];
  /**
   * What the part says for certain: its only reading, or the time as far as several agree (to the microsecond,
   * millisecond or second). Undefined when they tell different times, or the text may as well be no time.
   */
  readonly common: Decoded | undefined;
  /** Where nothing is certain: the reading that is nearest to now, if it is near. */
  readonly likely: Decoded | undefined;
}

/** Characters of a key that is read: the service has keys of up to 1 KiB, Cosmos DB of up to 2 kB. */
export const MAX_KEY = 2_048;

/** Reads a PartitionKey or RowKey, alone or compound; one that is too long says nothing. Times are looked for from 1990 to 2099. */
export function readKey(key: string, context: ReadContext = {}): KeyReading {
  if (key.length > MAX_KEY) return { key, parts: [] };
  const declared = KEY_CODECS.filter(({ id }) => context.declared?.includes(id));
  const parts = splitKey(key).map(
    (piece) => partDeclared(piece, declared) ?? partGuessed(piece, context.now),
  );
  return { key, parts: parts.filter((part) => part !== undefined) };
}

const GUESSED = KEY_CODECS.filter(({ certainty }) => certainty !== 'declared');

function partGuessed({ start, text }: Piece, now: Ticks | undefined): KeyPart | undefined {
  const all = readingsOf(text, GUESSED);
  const common = all.every((reading) => isCertain(reading, now)) ? commonOf(all) : undefined;
  const [first, ...others] = common === undefined ? ranked(all, now) : all;
  if (first === undefined) return undefined;
  const isLikely = common === undefined && now !== undefined && isNear(first.decoded, now);
  return {
    span: { start, end: start + text.length },
    text,
    readings: [first, ...others],
    common,
    likely: isLikely ? first.decoded : undefined,
  };
}

/** Whether a reading can be relied on where no other disagrees. */
function isCertain({ codec, decoded }: Reading, now: Ticks | undefined): boolean {
  switch (codec.certainty) {
    case 'certain':
    case 'declared':
      return true;
    case 'near-now':
      return now === undefined || isNear(decoded, now);
    case 'possible':
      return false;
  }
}

/** What the declared codecs read: the whole piece, else the longest beginning or end of a run. */
function partDeclared(piece: Piece, declared: readonly KeyCodec[]): KeyPart | undefined {
  if (declared.length === 0) return undefined;
  for (const { start, text } of stretchesOf(piece)) {
    const all = readingsOf(text, declared);
    const [first, ...others] = all;
    if (first === undefined) continue;
    const span = { start, end: start + text.length };
    return { span, text, readings: [first, ...others], common: commonOf(all), likely: undefined };
  }
  return undefined;
}

function* stretchesOf({ start, text, isRun }: Piece): Generator<Pick<Piece, 'start' | 'text'>> {
  yield { start, text };
  if (!isRun) return;
  for (let length = text.length - 1; length > 1; length--) {
    yield { start, text: text.slice(0, length) };
    yield { start: start + text.length - length, text: text.slice(-length) };
  }
}

/** Every reading of a text for 1990 to 2099, but for those that give way to another. */
function readingsOf(text: string, codecs: readonly KeyCodec[]): Reading[] {
  const all = codecs.flatMap((codec): Reading[] => {
    const decoded = codec.decode(text);
    return decoded !== undefined && isInWindow(decoded) ? [{ codec, decoded }] : [];
  });
  return all.filter((reading) => !all.some((other) => other !== reading && yieldsTo(reading, other)));
}

function isInWindow(decoded: Decoded): boolean {
  return decoded.kind === 'number' || (decoded.ticks >= WINDOW.first && decoded.ticks <= WINDOW.last);
}

function commonOf(readings: readonly Reading[]): Decoded | undefined {
  const all = readings.map(({ decoded }) => decoded);
  const [first] = all;
  if (all.length === 1) return first;
  const times = all.filter((decoded) => decoded.kind === 'time');
  if (first?.kind !== 'time' || times.length < all.length) return undefined;
  if (times.some((time) => time.zone !== first.zone)) return undefined;
  const unit = [UNIT.microsecond, UNIT.millisecond, UNIT.second].find((candidate) =>
    times.every((time) => time.precision <= candidate && time.ticks / candidate === first.ticks / candidate),
  );
  return unit && { ...first, ticks: first.ticks - (first.ticks % unit), precision: unit };
}
