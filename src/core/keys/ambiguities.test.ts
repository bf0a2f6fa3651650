import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AMBIGUITIES, yieldsTo } from './ambiguities.ts';
import type { KeyCodec, Reading } from './codec.ts';
import { KEY_CODECS } from './codecs.ts';
import { WINDOW } from './count.ts';

const CODECS = new Map(KEY_CODECS.map((codec) => [codec.id, codec]));

function codec(id: string): KeyCodec {
  const found = CODECS.get(id);
  assert.ok(found, id);
  return found;
}

/** The values that a codec writes for 1990 to 2099; for numbers all of them. */
function valuesOf({ kind, domain }: KeyCodec): { min: bigint; max: bigint } {
  const inside = (value: bigint): bigint =>
    value < WINDOW.first ? WINDOW.first : value > WINDOW.last ? WINDOW.last : value;
  return kind === 'number'
    ? { min: domain.first, max: domain.last }
    : { min: inside(domain.first), max: inside(domain.last) };
}

/** Every codec that reads a text as a number or a time of 1990 to 2099. */
function readersOf(text: string): Reading[] {
  return KEY_CODECS.flatMap((candidate): Reading[] => {
    const decoded = candidate.decode(text);
    if (decoded === undefined) return [];
    const isRead =
      decoded.kind === 'number' || (decoded.ticks >= WINDOW.first && decoded.ticks <= WINDOW.last);
    return isRead ? [{ codec: candidate, decoded }] : [];
  });
}

function pairsOf(ids: readonly string[]): string[] {
  return ids.flatMap((a) => ids.flatMap((b) => (a < b ? [`${a} ${b}`] : [])));
}

/** Texts of digits that are seldom met by chance: hexadecimal ones that are decimal too. */
const RARE = ['2300000000000000', '912345678901234', '0912345678901234', '180000000'];

/** What codecs write for the ends of 1990 to 2099 and for moments between them. */
function samples(): string[] {
  const written = KEY_CODECS.flatMap((one) => {
    const values = valuesOf(one);
    const between = fc.sample(fc.bigInt(values), { seed: 1, numRuns: 60 });
    return [values.min, values.max, ...between].map((value) => one.encode(value));
  });
  return [...written, ...RARE];
}

/**
 * Codecs whose texts have the same length and overlap in order, but differ in a character: the version of a UUID,
 * the T within a date and time, the dot of a TimeSpan.
 */
const APART = [
  'inverted-timespan object-id',
  'iso-8601-basic yyyyMMddHHmmss',
  'uuid-v1 uuid-v6',
  'uuid-v1 uuid-v7',
  'uuid-v6 uuid-v7',
];

/** Where order does not tell the first and the last text. */
const UNORDERED: Readonly<Record<string, readonly [string, string]>> = {
  MMddyyyy: ['01011990', '12312099'],
  'uuid-v1': ['00000000', 'ffffffff-ffff'],
};

describe('ambiguities', () => {
  const declared = AMBIGUITIES.flatMap(({ codecs }) => pairsOf(codecs.toSorted())).sort();

  it('are of codecs that exist, each pair once', () => {
    for (const { codecs } of AMBIGUITIES) codecs.forEach(codec);
    assert.equal(new Set(declared).size, AMBIGUITIES.length);
  });

  it('name every pair that reads one text as times of 1990 to 2099, and no other', () => {
    const met = new Set(
      samples().flatMap((text) => pairsOf(readersOf(text).map((reading) => reading.codec.id))),
    );
    assert.deepEqual([...met].sort(), declared);
  });

  it('leave out only pairs whose texts differ in length, in range or in a character', () => {
    const ranges = KEY_CODECS.map((one) => {
      const { min, max } = valuesOf(one);
      const [first = '', last = ''] = UNORDERED[one.id] ?? [one.encode(min), one.encode(max)].sort();
      return { id: one.id, length: one.encode(min).length, first, last };
    });
    const overlapping = ranges.flatMap((a) =>
      ranges.flatMap((b) =>
        a.id < b.id && a.length === b.length && a.first <= b.last && b.first <= a.last
          ? [`${a.id} ${b.id}`]
          : [],
      ),
    );
    const known = new Set([...declared, ...APART]);
    assert.deepEqual(
      overlapping.filter((pair) => !known.has(pair)),
      [],
    );
  });

  it('never drop all readings, whatever a codec wrote', () => {
    for (const writer of KEY_CODECS) {
      fc.assert(
        fc.property(fc.bigInt(valuesOf(writer)), (value) => {
          const all = readersOf(writer.encode(value));
          const left = all.filter((one) => !all.some((other) => other !== one && yieldsTo(one, other)));
          assert.ok(left.length > 0, writer.encode(value));
        }),
        { numRuns: 25 },
      );
    }
  });
});
