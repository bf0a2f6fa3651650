import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { KeyCodec } from './codec.ts';
import { KEY_CODECS } from './codecs.ts';
import { WINDOW } from './count.ts';
import { formatTicks, UNIT } from './time.ts';

function codec(id: string): KeyCodec {
  const found = KEY_CODECS.find((candidate) => candidate.id === id);
  assert.ok(found, id);
  return found;
}

function iso(id: string, text: string): string | undefined {
  const decoded = codec(id).decode(text);
  return decoded?.kind === 'time' ? formatTicks(decoded.ticks, decoded.precision, decoded.zone) : undefined;
}

const FIRST = WINDOW.first;
const LAST = WINDOW.last;

describe('key codecs', () => {
  it('have ids of their own', () => {
    assert.equal(new Set(KEY_CODECS.map(({ id }) => id)).size, KEY_CODECS.length);
  });

  for (const { id, domain, precision, order, encode, decode } of KEY_CODECS) {
    const values = fc.bigInt({ min: domain.first, max: domain.last });

    it(`${id}: reads what it writes, down to its precision`, () => {
      const check = (value: bigint): void => {
        const decoded = decode(encode(value));
        assert.ok(decoded, encode(value));
        const read = decoded.kind === 'time' ? decoded.ticks : decoded.value;
        assert.equal(read, value - (value % precision));
      };
      check(domain.first);
      check(domain.last);
      fc.assert(fc.property(values, check));
    });

    it(`${id}: text order is ${order}`, () => {
      const check = (one: bigint, other: bigint): boolean => {
        const [a, b] = one < other ? [encode(one), encode(other)] : [encode(other), encode(one)];
        return a === b || (order === 'descending' ? a > b : a < b);
      };
      if (order === 'none') {
        const samples = fc.sample(values, { seed: 1, numRuns: 20 });
        assert.ok(!samples.every((one) => samples.every((other) => check(one, other))));
      } else {
        assert.ok(check(domain.first, domain.last));
        fc.assert(fc.property(values, values, check));
      }
    });

    it(`${id}: writes nothing outside its domain and reads nothing else`, () => {
      assert.throws(() => encode(domain.first - 1n), RangeError);
      assert.throws(() => encode(domain.last + 1n), RangeError);
      fc.assert(
        fc.property(
          fc.oneof(fc.string(), fc.stringMatching(/^\d{2,22}$/), fc.stringMatching(/^[0-9a-f]{8,32}$/)),
          (text) => {
            const decoded = decode(text);
            if (decoded === undefined) return;
            const read = decoded.kind === 'time' ? decoded.ticks : decoded.value;
            assert.ok(read >= domain.first && read <= domain.last);
          },
        ),
      );
    });
  }
});

describe('ranges for 1990 to 2099', () => {
  /** Texts of the first and the last moment, and what all between them look like. */
  const ranges: readonly (readonly [id: string, of1990: string, of2099: string, form: RegExp])[] = [
    ['inverted-ticks', '2527711487999999999', '2492998560000000000', /^2(49[2-9]|5[01]\d|52[0-7])\d{15}$/],
    [
      'inverted-ticks-plus-one',
      '2527711488000000000',
      '2492998560000000001',
      /^2(49[2-9]|5[01]\d|52[0-7])\d{15}$/,
    ],
    ['inverted-ms-0000', '2527711487999990000', '2492998560000000000', /^2(49|5[0-2])\d{12}0000$/],
    ['inverted-ticks-double', '2527711488000000000', '2492998560000010240', /^2(49|5[0-2])\d{16}$/],
    ['inverted-ticks-20', '02527711487999999999', '02492998560000000000', /^02(49|5[0-2])\d{16}$/],
    ['inverted-ticks-21', '002527711487999999999', '002492998560000000000', /^002(49|5[0-2])\d{16}$/],
    ['inverted-ticks-slip', '12527711487999999999', '12492998560000000000', /^12(49|5[0-2])\d{16}$/],
    ['inverted-ticks-hex', '23143C34B8E9FFFF', '2298E8FB5A5C4000', /^2[23][0-9A-F]{14}$/],
    [
      'inverted-timespan',
      '2925591.23:59:59.9999999',
      '2885415.00:00:00',
      /^2(88[5-9]|89\d|9[01]\d|92[0-5])\d{3}\.\d\d:\d\d:\d\d(\.\d{7})?$/,
    ],
    ['ticks', '627667488000000000', '662380415999999999', /^6[2-6]\d{16}$/],
    ['ticks-double', '627667488000000000', '662380415999990016', /^6[2-6]\d{16}$/],
    ['ticks-19', '0627667488000000000', '0662380415999999999', /^06\d{17}$/],
    ['ticks-20', '00627667488000000000', '00662380415999999999', /^006\d{17}$/],
    ['ticks-hex', '8B5EC413B4D4000', '9313F7A99DAFFFF', /^[89][0-9A-F]{14}$/],
    ['ticks-hex-16', '08B5EC413B4D4000', '09313F7A99DAFFFF', /^0[89][0-9A-F]{14}$/],
    ['filetime', '122756256000000000', '157469183999999999', /^1[2-5]\d{16}$/],
    ['inverted-ms-safe', '9006568102740991', '9003096809940992', /^900[3-6]\d{12}$/],
    ['inverted-ms-date', '8639368848000000', '8635897555200001', /^863[5-9]\d{12}$/],
    ['inverted-ms-date-17', '08639368848000000', '08635897555200001', /^0863[5-9]\d{12}$/],
    ['inverted-ms-date-18', '008639368848000000', '008635897555200001', /^00863[5-9]\d{12}$/],
    ['inverted-ms-date-19', '0008639368848000000', '0008635897555200001', /^000863[5-9]\d{12}$/],
    ['inverted-ms-date-20', '00008639368848000000', '00008635897555200001', /^0000863[5-9]\d{12}$/],
    ['inverted-ms-1e16', '9999368848000000', '9995897555200001', /^999[5-9]\d{12}$/],
    ['inverted-ms-1e15', '999368848000000', '995897555200001', /^99[5-9]\d{12}$/],
    ['inverted-ms-1e15-16', '0999368848000000', '0995897555200001', /^099[5-9]\d{12}$/],
    ['inverted-ms-net', '252771148799999', '249299856000000', /^2(49|5[0-2])\d{12}$/],
    ['inverted-ms-1e14', '99368848000000', '95897555200001', /^9[5-9]\d{12}$/],
    ['inverted-ms-1e13', '9368848000000', '5897555200001', /^[5-9]\d{12}$/],
    ['inverted-ms-1e13-minus-1', '9368847999999', '5897555200000', /^[5-9]\d{12}$/],
    ['inverted-s-1e10-minus-1', '9368847999', '5897555200', /^[5-9]\d{9}$/],
    ['inverted-yyyyMMdd', '80099898', '79008768', /^(79|80)\d{6}$/],
    ['yyyyMMdd', '19900101', '20991231', /^(19|20)\d{6}$/],
    ['MMddyyyy', '01011990', '12312099', /^[01]\d[0-3]\d(19|20)\d\d$/],
    ['ulid', '00JBSSEF000000000000000000', '03QCPC7NZZ0000000000000000', /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
    [
      'uuid-v7',
      '0092f397-3c00-7000-8000-000000000000',
      '03bb2cc3-d7ff-7000-8000-000000000000',
      /^0[0-3][0-9a-f]{6}-[0-9a-f]{4}-7/,
    ],
    ['object-id', '259e9d800000000000000000', 'f48656ff0000000000000000', /^[0-9a-f]{24}$/],
    ['base36-ms-9', '081y3ls00', '1gcmxpmnz', /^[01][0-9a-z]{8}$/],
  ];
  for (const [id, of1990, of2099, form] of ranges) {
    it(id, () => {
      const { encode } = codec(id);
      assert.equal(encode(FIRST), of1990);
      assert.equal(encode(LAST), of2099);
      fc.assert(fc.property(fc.bigInt({ min: FIRST, max: LAST }), (ticks) => form.test(encode(ticks))));
    });
  }

  it('are those of the calendar', () => {
    assert.equal(formatTicks(FIRST, UNIT.tick), '1990-01-01T00:00:00.0000000Z');
    assert.equal(formatTicks(LAST, UNIT.tick), '2099-12-31T23:59:59.9999999Z');
  });
});

describe('texts of other programs', () => {
  const texts: readonly (readonly [id: string, text: string, iso: string | undefined])[] = [
    ['inverted-ticks', '2516352023999999999', '2025-12-30T12:40:00.0000000Z'],
    ['inverted-ticks', '2516352023999991234', '2025-12-30T12:40:00.0008765Z'],
    ['inverted-ticks-plus-one', '2516352024000000000', '2025-12-30T12:40:00.0000000Z'],
    ['inverted-ticks', '0000000000000000000', '9999-12-31T23:59:59.9999999Z'],
    ['inverted-ticks', '2650467744000000000', undefined],
    // In doubles off by 321 and by 64 ticks, as `BigInt` and as `String` write it; digits that no double has.
    ['inverted-ticks-double', '2516701535804600320', '2024-11-21T00:00:19.540Z'],
    ['inverted-ticks-double', '2516701535804600300', '2024-11-21T00:00:19.540Z'],
    ['inverted-ticks-double', '2516701535804600319', undefined],
    ['inverted-ticks-double', '2516701535804601344', undefined],
    ['ticks-double', '638677440039079936', '2024-11-21T00:00:03.908Z'],
    ['ticks-double', '638677440039079937', undefined],
    ['inverted-ticks-hex', '22ED1E5FD413D04F', '2024-11-21T10:20:30.1230000Z'],
    ['inverted-ticks-hex', '22ed1e5fd413d04f', '2024-11-21T10:20:30.1230000Z'],
    ['inverted-ticks-hex', '22ed1E5FD413D04F', undefined],
    ['ticks-hex', '8DD0A1620236FB0', '2024-11-21T10:20:30.1230000Z'],
    ['ticks-hex-16', '08DD0A1620236FB0', '2024-11-21T10:20:30.1230000Z'],
    ['inverted-timespan', '2912442.23:59:59.9999999', '2026-01-01T00:00:00.0000000Z'],
    ['inverted-timespan', '2912442.23:59:59', '2026-01-01T00:00:00.9999999Z'],
    ['inverted-timespan', '2912442.24:00:00', undefined],
    ['inverted-timespan', '2912442.23:59:59.999', undefined],
    ['ticks', '638677440000000000', '2024-11-21T00:00:00.0000000Z'],
    ['filetime', '133766208000000000', '2024-11-21T00:00:00.0000000Z'],
    ['unix-s', '1732147200', '2024-11-21T00:00:00Z'],
    ['unix-ms', '1732147200123', '2024-11-21T00:00:00.123Z'],
    ['unix-us', '1732147200123456', '2024-11-21T00:00:00.123456Z'],
    ['unix-ns-00', '1732147200123456700', '2024-11-21T00:00:00.1234567Z'],
    ['unix-ns-00', '1732147200123456789', undefined],
    ['unix-ns', '1732147200123456789', '2024-11-21T00:00:00.1234567Z'],
    ['unix-s-9', '999999999', '2001-09-09T01:46:39Z'],
    ['unix-ms-12', '999999999999', '2001-09-09T01:46:39.999Z'],
    ['unix-ns-18', '999999999999999999', '2001-09-09T01:46:39.9999999Z'],
    ['base36-ms', 'm3qjpxc0', '2024-11-21T00:00:00.000Z'],
    ['base36-ms-9', '0m3qjpxc0', '2024-11-21T00:00:00.000Z'],
    ['inverted-s-uint32', '2562820095', '2024-11-21T00:00:00Z'],
    ['inverted-s-uint32-9', '192522496', '2099-12-31T23:59:59Z'],
    ['inverted-s-int32', '415336447', '2024-11-21T00:00:00Z'],
    ['inverted-s-int32-10', '0415336447', '2024-11-21T00:00:00Z'],
    ['inverted-ms-1e13-minus-1', '8267852799999', '2024-11-21T00:00:00.000Z'],
    ['inverted-ms-safe', '9005467107540991', '2024-11-21T00:00:00.000Z'],
    ['snowflake-x', '1541815603606036480', '2022-06-28T16:07:40.105Z'],
    ['snowflake-discord-18', '175928847299117063', '2016-04-30T11:18:25.796Z'],
    // The examples of RFC 9562, the specifications of ULID, KSUID and TypeID, and MongoDB's manual.
    ['uuid-v1', 'C232AB00-9414-11EC-B3C8-9F6BDECED846', '2022-02-22T19:22:22.0000000Z'],
    ['uuid-v6', '1EC9414C-232A-6B00-B3C8-9F6BDECED846', '2022-02-22T19:22:22.0000000Z'],
    ['uuid-v7', '017F22E2-79B0-7CC3-98C4-DC0C0C07398F', '2022-02-22T19:22:22.000Z'],
    ['uuid-v7', '017f22e279b07cc398c4dc0c0c07398f', '2022-02-22T19:22:22.000Z'],
    ['uuid-v7', '017f22e2-79b0-7cc3-18c4-dc0c0c07398f', undefined],
    ['uuid-v7', '017f22e2-79b0-4cc3-98c4-dc0c0c07398f', undefined],
    ['uuid-v7', '017f22e2-79b07cc3-98c4-dc0c0c07398f', undefined],
    ['ulid', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '2016-07-30T23:54:10.259Z'],
    ['ulid', '01h455vb4pex5vsknk084sn02q', '2023-06-30T03:34:18.518Z'],
    ['ulid', '01ARZ3NDEKTSV4RRFFQ69G5FAU', undefined],
    ['ksuid', '0ujtsYcgvSTl8PAuAdqWYSMnLOv', '2017-10-10T04:00:47Z'],
    ['object-id', '507f1f77bcf86cd799439011', '2012-10-17T21:13:27Z'],
    ['object-id', '507f191e810c19729de860eg', undefined],
    ['MMddyyyy', '02292024', '2024-02-29'],
    ['MMddyyyy', '02302024', undefined],
    ['iso-8601', '2024-11-21T10:20:30.1234567Z', '2024-11-21T10:20:30.1234567Z'],
    ['iso-8601', '2024-11-21T10:20:30.123Z', '2024-11-21T10:20:30.123Z'],
    ['iso-8601', '2024-11-21T10:20:30-05:30', '2024-11-21T15:50:30Z'],
    ['iso-8601', '2024-11-21T10:20:30', '2024-11-21T10:20:30'],
    ['iso-8601', '2024-11-21T10:20', '2024-11-21T10:20'],
    ['iso-8601', '2024-11-21', '2024-11-21'],
    ['iso-8601', '2024-11', '2024-11'],
    ['iso-8601', '2023-02-29', undefined],
    ['iso-8601', '2024-11-21T24:00:00Z', undefined],
    ['iso-8601-basic', '20241121T1020', '2024-11-21T10:20'],
    ['iso-8601-basic', '20241121T102030Z', '2024-11-21T10:20:30Z'],
    ['yyyyMMddHH', '2024112110', '2024-11-21T10'],
    ['yyyyMMddHHmmssfff', '20241121102030123', '2024-11-21T10:20:30.123'],
    ['yyyyMMdd', '20240229', '2024-02-29'],
    ['yyyyMMdd', '20230229', undefined],
    ['yyyyMMddHHmmss', '20241121106030', undefined],
    ['inverted-yyyyMMdd', '79758878', '2024-11-21'],
    ['inverted-yyyyMMdd', '79758868', undefined],
  ];
  for (const [id, text, expected] of texts) {
    it(`${id}: ${text}`, () => {
      assert.equal(iso(id, text), expected);
    });
  }

  it('a padded number needs its leading zero', () => {
    assert.deepEqual(codec('padded-6').decode('000123'), { kind: 'number', value: 123n, width: 6 });
    assert.equal(codec('padded-6').decode('123456'), undefined);
    assert.deepEqual(codec('padded-2').decode('00'), { kind: 'number', value: 0n, width: 2 });
  });
});
