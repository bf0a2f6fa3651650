import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Decoded } from './codec.ts';
import { KEY_CODECS, type Reading } from './codecs.ts';
import { WINDOW } from './count.ts';
import { readKey } from './read.ts';
import { formatTicks, UNIT } from './time.ts';

function show(decoded: Decoded | undefined): string | undefined {
  if (decoded === undefined) return undefined;
  return decoded.kind === 'number'
    ? decoded.value.toString()
    : formatTicks(decoded.ticks, decoded.precision, decoded.zone);
}

/** Parts as `text: codec value | codec value => common`. */
function partsOf(key: string): string[] {
  return readKey(key).parts.map(
    ({ text, readings, common }) =>
      `${text}: ${readings.map((r) => `${r.codec.id} ${show(r.decoded) ?? ''}`).join(' | ')} => ${show(common) ?? '-'}`,
  );
}

const INVERTED =
  '2516352023999999999: inverted-ticks 2025-12-30T12:40:00.0000000Z => 2025-12-30T12:40:00.0000000Z';

describe('readKey', () => {
  const keys: readonly (readonly [key: string, ...parts: string[]])[] = [
    [''],
    ['Sales'],
    ['email_jonesj@contoso.com'],
    ['empid_000223', '000223: padded-6 223 => 223'],
    ['000123_2012', '000123: padded-6 123 => 123'],
    ['2516352023999999999', INVERTED],
    ['2516352023999999999_0007', INVERTED, '0007: padded-4 7 => 7'],
    ['claim-2516352023999999999.a', INVERTED],
    [
      '2516352023999991234',
      '2516352023999991234: inverted-ticks 2025-12-30T12:40:00.0008765Z | inverted-ticks-plus-one 2025-12-30T12:40:00.0008766Z => 2025-12-30T12:40:00.000876Z',
    ],
    [
      '2516352023999990000',
      '2516352023999990000: inverted-ticks-plus-one 2025-12-30T12:40:00.0010000Z | inverted-ms-0000 2025-12-30T12:40:00.000Z => 2025-12-30T12:40:00Z',
    ],
    [
      '0638677440000000000',
      '0638677440000000000: ticks-19 2024-11-21T00:00:00.0000000Z => 2024-11-21T00:00:00.0000000Z',
    ],
    ['1732147200', '1732147200: unix-s 2024-11-21T00:00:00Z | inverted-s-uint32 2051-03-19T06:28:15Z => -'],
    [
      '2025112110',
      '2025112110: unix-s 2034-03-04T19:08:30Z | inverted-s-uint32 2041-12-05T11:19:45Z | yyyyMMddHH 2025-11-21T10 => -',
    ],
    [
      '998267852800000',
      '998267852800000: inverted-ms-1e15 2024-11-21T00:00:00.000Z | unix-us-15 2001-08-20T00:37:32.800000Z => -',
    ],
    [
      'login:2024-05-01T10:00:00.123+02:00+00042',
      '2024-05-01T10:00:00.123+02:00: iso-8601 2024-05-01T08:00:00.123Z => 2024-05-01T08:00:00.123Z',
      '00042: padded-5 42 => 42',
    ],
    ['2012-03_0001', '2012-03: iso-8601 2012-03 => 2012-03', '0001: padded-4 1 => 1'],
    // Digits that are no value of their own: a GUID, a time of day, dates written otherwise, an escape.
    ['01234567-0123-0123-0123-012345678901'],
    ['01:02:03'],
    ['01.02.2024'],
    ['2024-05-01_07-30', '2024-05-01: iso-8601 2024-05-01 => 2024-05-01'],
    ['2024-02-30'],
    [':002F0042'],
    // Inside a longer run nothing is read.
    ['emp000123'],
    ['25163520239999999990'],
  ];
  for (const [key, ...parts] of keys) {
    it(`reads ${JSON.stringify(key)}`, () => {
      assert.deepEqual(partsOf(key), parts);
    });
  }

  it('tells where each part stands', () => {
    const key = 'empid_000223_2012-03';
    for (const { span, text } of readKey(key).parts) assert.equal(key.slice(span.start, span.end), text);
    assert.equal(readKey(key).parts.length, 2);
  });

  it('never throws, and its parts are in order and apart', () => {
    const pieces = fc.constantFrom(
      '000123',
      '2516352023999999999',
      '2024-05-01',
      'T10:00:00Z',
      '_',
      '-',
      ':',
      'ä',
      '😀',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (key) => {
          let end = 0;
          for (const { span, text, readings } of readKey(key).parts) {
            assert.ok(span.start >= end);
            assert.equal(key.slice(span.start, span.end), text);
            assert.ok(readings.length > 0);
            end = span.end;
          }
        },
      ),
    );
  });

  it('shows what any codec wrote for 1990 to 2099, or only better readings of it', () => {
    for (const { id, kind, domain, encode, decode } of KEY_CODECS) {
      const first = kind === 'time' && domain.first < WINDOW.first ? WINDOW.first : domain.first;
      const last = kind === 'time' && domain.last > WINDOW.last ? WINDOW.last : domain.last;
      fc.assert(
        fc.property(fc.bigInt({ min: first, max: last }), (value) => {
          const text = encode(value);
          const [part] = readKey(`a_${text}_b`).parts;
          assert.equal(part?.text, text);
          const isBetter = ({ decoded }: Reading): boolean =>
            decoded.kind === 'time' && (kind === 'number' || decoded.ticks % UNIT.millisecond === 0n);
          const shown = part.readings.map((reading) => show(reading.decoded));
          assert.ok(shown.includes(show(decode(text))) || part.readings.every(isBetter), `${id} ${text}`);
        }),
      );
    }
  });
});
