import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { KeyCodec } from './codec.ts';
import { AMBIGUITIES, KEY_CODECS, yieldsTo } from './codecs.ts';
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
      const check = (one: bigint, other: bigint): void => {
        const [low, high] = [one, other].sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
        const [a, b] = [encode(low), encode(high)];
        assert.ok(order === 'descending' ? a >= b : order === 'ascending' && a <= b, `${a} ${b}`);
      };
      check(domain.first, domain.last);
      fc.assert(fc.property(values, values, check));
    });

    it(`${id}: writes nothing outside its domain and reads nothing else`, () => {
      assert.throws(() => encode(domain.first - 1n), RangeError);
      assert.throws(() => encode(domain.last + 1n), RangeError);
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{2,22}$/)), (text) => {
          const decoded = decode(text);
          if (decoded === undefined) return;
          const read = decoded.kind === 'time' ? decoded.ticks : decoded.value;
          assert.ok(read >= domain.first && read <= domain.last);
        }),
      );
    });
  }
});

/** The texts that a codec writes for 1990 to 2099, as first and last in text order; for numbers all of them. */
function textsOfWindow({ kind, domain, encode }: KeyCodec): readonly [string, string] {
  const inside = (value: bigint): bigint =>
    kind === 'number' ? value : value < FIRST ? FIRST : value > LAST ? LAST : value;
  return [encode(inside(domain.first)), encode(inside(domain.last))].sort() as [string, string];
}

describe('ambiguities', () => {
  const declared = new Set(AMBIGUITIES.flatMap(({ codecs: [a, b] }) => [`${a} ${b}`, `${b} ${a}`]));

  it('name every pair whose texts of 1990 to 2099 overlap, and no other', () => {
    const overlapping = new Set<string>();
    for (const a of KEY_CODECS) {
      for (const b of KEY_CODECS) {
        const [firstA, lastA] = textsOfWindow(a);
        const [firstB, lastB] = textsOfWindow(b);
        const sameForm = firstA.replace(/\d/g, '0') === firstB.replace(/\d/g, '0');
        if (a !== b && sameForm && firstA <= lastB && firstB <= lastA) overlapping.add(`${a.id} ${b.id}`);
      }
    }
    assert.deepEqual([...overlapping].sort(), [...declared].sort());
  });

  it('name every pair met when one codec reads what another wrote', () => {
    for (const writer of KEY_CODECS.filter(({ kind }) => kind === 'time')) {
      const first = writer.domain.first > FIRST ? writer.domain.first : FIRST;
      const last = writer.domain.last < LAST ? writer.domain.last : LAST;
      fc.assert(
        fc.property(fc.bigInt({ min: first, max: last }), (ticks) => {
          const text = writer.encode(ticks);
          for (const reader of KEY_CODECS) {
            const decoded = reader.decode(text);
            if (reader === writer || decoded === undefined) continue;
            if (decoded.kind === 'time' && (decoded.ticks < FIRST || decoded.ticks > LAST)) continue;
            assert.ok(declared.has(`${writer.id} ${reader.id}`), `${writer.id} ${reader.id} ${text}`);
          }
        }),
      );
    }
  });

  it('are of codecs that exist, each pair once', () => {
    for (const { codecs } of AMBIGUITIES) codecs.forEach(codec);
    assert.equal(declared.size, AMBIGUITIES.length * 2);
  });

  it('never drop both readings of a pair', () => {
    for (const {
      codecs: [a, b],
    } of AMBIGUITIES) {
      fc.assert(
        fc.property(fc.bigInt({ min: FIRST, max: LAST }), (ticks) => {
          const { domain, encode } = codec(a);
          const text = encode(ticks < domain.first || ticks > domain.last ? domain.first : ticks);
          const [one, other] = [codec(a).decode(text), codec(b).decode(text)];
          if (one === undefined || other === undefined) return;
          const readings = [
            { codec: codec(a), decoded: one },
            { codec: codec(b), decoded: other },
          ] as const;
          assert.ok(!(yieldsTo(readings[0], readings[1]) && yieldsTo(readings[1], readings[0])));
        }),
      );
    }
  });
});

describe('ranges for 1990 to 2099', () => {
  const ranges: readonly (readonly [id: string, of1990: string, of2099: string])[] = [
    ['inverted-ticks', '2527711487999999999', '2492998560000000000'],
    ['inverted-ticks-plus-one', '2527711488000000000', '2492998560000000001'],
    ['inverted-ms-0000', '2527711487999990000', '2492998560000000000'],
    ['inverted-ticks-20', '02527711487999999999', '02492998560000000000'],
    ['inverted-ticks-21', '002527711487999999999', '002492998560000000000'],
    ['inverted-ticks-slip', '12527711487999999999', '12492998560000000000'],
    ['ticks', '627667488000000000', '662380415999999999'],
    ['ticks-19', '0627667488000000000', '0662380415999999999'],
    ['ticks-20', '00627667488000000000', '00662380415999999999'],
    ['inverted-ms-safe', '9006568102740991', '9003096809940992'],
    ['inverted-ms-date', '8639368848000000', '8635897555200001'],
    ['inverted-ms-date-19', '0008639368848000000', '0008635897555200001'],
    ['inverted-ms-1e16', '9999368848000000', '9995897555200001'],
    ['inverted-ms-1e15', '999368848000000', '995897555200001'],
    ['inverted-ms-net', '252771148799999', '249299856000000'],
    ['inverted-ms-1e14', '99368848000000', '95897555200001'],
    ['inverted-ms-1e13', '9368848000000', '5897555200001'],
    ['inverted-ms-1e13-minus-1', '9368847999999', '5897555200000'],
    ['inverted-s-1e10-minus-1', '9368847999', '5897555200'],
    ['inverted-yyyyMMdd', '80099898', '79008768'],
    ['yyyyMMdd', '19900101', '20991231'],
  ];
  for (const [id, of1990, of2099] of ranges) {
    it(id, () => {
      assert.equal(codec(id).encode(FIRST), of1990);
      assert.equal(codec(id).encode(LAST), of2099);
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
    ['ticks', '638677440000000000', '2024-11-21T00:00:00.0000000Z'],
    ['unix-s', '1732147200', '2024-11-21T00:00:00Z'],
    ['unix-ms', '1732147200123', '2024-11-21T00:00:00.123Z'],
    ['unix-us', '1732147200123456', '2024-11-21T00:00:00.123456Z'],
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
