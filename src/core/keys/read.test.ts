import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AMBIGUITIES } from './ambiguities.ts';
import type { Decoded, Reading } from './codec.ts';
import { KEY_CODECS } from './codecs.ts';
import { WINDOW } from './count.ts';
import { readKey, type KeyPart, type ReadContext } from './read.ts';
import { formatTicks, UNIT, UNIX_EPOCH } from './time.ts';

/** 2026-01-02, as the present of these tests. */
const now = UNIX_EPOCH + BigInt(Date.UTC(2026, 0, 2)) * UNIT.millisecond;

function show(decoded: Decoded | undefined): string | undefined {
  if (decoded === undefined) return undefined;
  return decoded.kind === 'number'
    ? decoded.value.toString()
    : formatTicks(decoded.ticks, decoded.precision, decoded.zone);
}

/** Parts as `text: codec value | codec value => common`. */
function partsOf(key: string, context?: ReadContext): string[] {
  return readKey(key, context).parts.map(
    ({ text, readings, common }) =>
      `${text}: ${readings.map((r) => `${r.codec.id} ${show(r.decoded) ?? ''}`).join(' | ')} => ${show(common) ?? '-'}`,
  );
}

/** The parts of a key as a row shows them: what is certain, or what is likely with a question mark. */
function summary(key: string, context: ReadContext): string[] {
  const said = ({ common, likely }: KeyPart): string =>
    show(common) ?? (likely === undefined ? '-' : `${show(likely) ?? ''}?`);
  return readKey(key, context).parts.map((part) => `${part.text}: ${said(part)}`);
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
    [
      'a_2912442.23:59:59.9999999_2912442.23:59:59',
      '2912442.23:59:59.9999999: inverted-timespan 2026-01-01T00:00:00.0000000Z => 2026-01-01T00:00:00.0000000Z',
      '2912442.23:59:59: inverted-timespan 2026-01-01T00:00:00.9999999Z => 2026-01-01T00:00:00.9999999Z',
    ],
    [
      'job:017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
      '017f22e2-79b0-7cc3-98c4-dc0c0c07398f: uuid-v7 2022-02-22T19:22:22.000Z => 2022-02-22T19:22:22.000Z',
    ],
    [
      'user_01h455vb4pex5vsknk084sn02q',
      '01h455vb4pex5vsknk084sn02q: ulid 2023-06-30T03:34:18.518Z => 2023-06-30T03:34:18.518Z',
    ],
    [
      '22ED1E5FD413D04F-7',
      '22ED1E5FD413D04F: inverted-ticks-hex 2024-11-21T10:20:30.1230000Z => 2024-11-21T10:20:30.1230000Z',
    ],
    // Ticks off by what doubles lose are rounded, not floored.
    [
      '2516701535804600320',
      '2516701535804600320: inverted-ticks-double 2024-11-21T00:00:19.540Z => 2024-11-21T00:00:19.540Z',
    ],
    [
      '638677440039079936',
      '638677440039079936: ticks-double 2024-11-21T00:00:03.908Z => 2024-11-21T00:00:03.908Z',
    ],
    ['507f1f77bcf86cd799439011', '507f1f77bcf86cd799439011: object-id 2012-10-17T21:13:27Z => -'],
    ['02012024', '02012024: MMddyyyy 2024-02-01 | padded-8 2012024 => -'],
    // Metrics tables write characters as `:XXXX`.
    [':005CProcessor:0028_Total:0029:005C:0025 Processor Time__2516352023999999999', INVERTED],
    [':002Fsubscriptions:002F01234567-0123-4123-8123-012345678901:002F'],
    [':002F0042:0029', '0042: padded-4 42 => 42'],
    ['20251121T1020__:002F', '20251121T1020: iso-8601-basic 2025-11-21T10:20 => 2025-11-21T10:20'],
    // A number behind a colon is no escape.
    ['emp:0042', '0042: padded-4 42 => 42'],
    ['emp:00250007', '00250007: padded-8 250007 => 250007'],
    // Digits that are no value of their own: a GUID, a time of day, dates written otherwise.
    ['01234567-0123-0123-0123-012345678901'],
    ['01:02:03'],
    ['01.02.2024'],
    ['2024.02.01'],
    ['2024-05-01_07-30', '2024-05-01: iso-8601 2024-05-01 => 2024-05-01'],
    ['2024-02-30'],
    ['12345678-0123-4123-8123-012345678901'],
    // No time is made of short ids, or of ids that only sometimes carry one.
    ['123456789'],
    ['383763647'],
    ['123456789012'],
    ['m3qjpxc0'],
    ['0ujtsYcgvSTl8PAuAdqWYSMnLOv'],
    ['175928847299117063'],
    ['1541815603606036480'],
    ['deadbeef'],
    ['a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'],
    // Inside a longer run nothing is read.
    ['emp000123'],
    ['25163520239999999990'],
  ];
  for (const [key, ...parts] of keys) {
    it(`reads ${JSON.stringify(key)}`, () => {
      assert.deepEqual(partsOf(key), parts);
    });
  }

  it('ranks what is ambiguous by its distance from now', () => {
    const rows: readonly (readonly [key: string, ...parts: string[]])[] = [
      // Unix seconds of today, and 2^32 − 1 − s of today.
      ['1732147200', '1732147200: 2024-11-21T00:00:00Z?'],
      ['2562820095', '2562820095: 2024-11-21T00:00:00Z?'],
      ['8267852799', '8267852799: 2024-11-21T00:00:00Z?'],
      ['2025112110', '2025112110: 2025-11-21T10?'],
      ['998267852800000', '998267852800000: 2024-11-21T00:00:00.000Z?'],
      ['507f1f77bcf86cd799439011', '507f1f77bcf86cd799439011: 2012-10-17T21:13:27Z?'],
      ['02012024', '02012024: 2024-02-01?'],
      ['133766208000000000', '133766208000000000: 2024-11-21T00:00:00.0000000Z?'],
      ['1732147200123456700', '1732147200123456700: 2024-11-21T00:00:00.1234567Z?'],
      // No time near now: a telephone number, random digits, a number that is no likely date.
      ['6125551234'],
      ['f07f1f77bcf86cd799439011'],
      ['02011999', '02011999: -'],
      // Certain near now, else barcodes and cards are as likely.
      ['1732147200123', '1732147200123: 2024-11-21T00:00:00.123Z'],
      ['4006381333931', '4006381333931: -'],
      ['4024007103939509', '4024007103939509: -'],
      ['638677440001234567', '638677440001234567: 2024-11-21T00:00:00.1234567Z'],
      ['660000000001234567', '660000000001234567: -'],
      // Certain whatever the time.
      ['2527711487999999999', '2527711487999999999: 1990-01-01T00:00:00.0000000Z'],
      ['19900101', '19900101: 1990-01-01'],
      ['000123', '000123: 123'],
      ['2516352023999991234', '2516352023999991234: 2025-12-30T12:40:00.000876Z'],
    ];
    for (const [key, ...parts] of rows) assert.deepEqual(summary(key, { now }), parts, key);
    assert.deepEqual(
      readKey('1732147200', { now }).parts[0]?.readings.map(({ codec }) => codec.id),
      ['unix-s', 'inverted-s-uint32'],
    );
    assert.deepEqual(
      readKey('2562820095', { now }).parts[0]?.readings.map(({ codec }) => codec.id),
      ['inverted-s-uint32', 'unix-s'],
    );
  });

  it('lets the codecs that a table declares read first, also within a run', () => {
    const rows: readonly (readonly [declared: string, key: string, ...parts: string[]])[] = [
      ['unix-s', '1732147200', '1732147200: 2024-11-21T00:00:00Z'],
      ['inverted-s-int32', 'a_415336447', '415336447: 2024-11-21T00:00:00Z'],
      ['ksuid', '0ujtsYcgvSTl8PAuAdqWYSMnLOv', '0ujtsYcgvSTl8PAuAdqWYSMnLOv: 2017-10-10T04:00:47Z'],
      ['snowflake-discord-18', '175928847299117063', '175928847299117063: 2016-04-30T11:18:25.796Z'],
      // 8640000000000000 − ms with random digits behind.
      ['inverted-ms-date', '8638267852800000483920', '8638267852800000: 2024-11-21T00:00:00.000Z'],
      ['padded-6', 'emp000123_000007', '000123: 123', '000007: 7'],
      ['inverted-ticks', 'log2516352023999999999', '2516352023999999999: 2025-12-30T12:40:00.0000000Z'],
      // What they cannot read is read as ever; a codec that nobody has reads nothing.
      ['ksuid', '2024-11-21', '2024-11-21: 2024-11-21'],
      ['no-such-codec', '0042', '0042: 42'],
    ];
    for (const [declared, key, ...parts] of rows) {
      assert.deepEqual(summary(key, { now, declared: [declared] }), parts, key);
    }
    const [part] = readKey('log2516352023999999999', { declared: ['inverted-ticks'] }).parts;
    assert.deepEqual(part?.span, { start: 3, end: 22 });
  });

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
          for (const { span, text, readings } of readKey(key, { declared: ['padded-6'] }).parts) {
            assert.ok(span.start >= end);
            assert.equal(key.slice(span.start, span.end), text);
            assert.ok(readings.length > 0);
            end = span.end;
          }
        },
      ),
    );
  });

  it('shows what any codec wrote for 1990 to 2099, or what is declared to be likelier', () => {
    const chosen = new Set(
      AMBIGUITIES.filter(({ show }) => show !== 'both').flatMap(({ codecs: [a, b] }) => [
        `${a} ${b}`,
        `${b} ${a}`,
      ]),
    );
    for (const { id, kind, certainty, domain, encode, decode } of KEY_CODECS) {
      const declared = certainty === 'declared' ? [id] : [];
      const first = kind === 'time' && domain.first < WINDOW.first ? WINDOW.first : domain.first;
      const last = kind === 'time' && domain.last > WINDOW.last ? WINDOW.last : domain.last;
      fc.assert(
        fc.property(fc.bigInt({ min: first, max: last }), (value) => {
          const text = encode(value);
          const [part] = readKey(`a_${text}_b`, { declared }).parts;
          assert.equal(part?.text, text);
          const isBetter = ({ codec }: Reading): boolean => chosen.has(`${id} ${codec.id}`);
          const shown = part.readings.map((reading) => show(reading.decoded));
          assert.ok(shown.includes(show(decode(text))) || part.readings.some(isBetter), `${id} ${text}`);
        }),
      );
    }
  });
});
