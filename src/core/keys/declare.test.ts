import assert from 'node:assert/strict';
import fc from 'fast-check';
import { WINDOW } from './count.ts';
import { boundAt, DECLARABLE_CODECS, readDeclared, splitDeclared, timePartOf } from './declare.ts';
import type { KeyDeclaration, PartDeclaration } from './declare.ts';
import { meaningOf } from './describe.ts';
import { MAX_TICKS } from './time.ts';

const codec = (id: string): PartDeclaration => ({ kind: 'codec', codec: id });
const constant = (text: string): PartDeclaration => ({ kind: 'constant', text });
const TEXT: PartDeclaration = { kind: 'text' };
const key = (separator: string, ...parts: PartDeclaration[]): KeyDeclaration => ({ separator, parts });

/** 2026-01-02T03:04:05Z. */
const TICKS = 639_029_198_450_000_000n;
const INVERTED = String(MAX_TICKS - TICKS);

describe('declared keys', () => {
  const meaning = (text: string, ...declarations: KeyDeclaration[]): string | undefined => {
    const reading = readDeclared(text, declarations);
    return reading && meaningOf(reading);
  };

  it('are read part by part', () => {
    const declared = key('_', TEXT, codec('inverted-ticks'), codec('padded-4'));
    assert.equal(meaning(`ACME_${INVERTED}_0007`, declared), '2026-01-02T03:04:05Z · 7');
    assert.deepEqual(splitDeclared(`ACME_${INVERTED}_0007`, declared), ['ACME', INVERTED, '0007']);
    assert.deepEqual(
      readDeclared(`ACME_${INVERTED}_0007`, [declared])?.parts.map(({ span }) => span),
      [
        { start: 5, end: 24 },
        { start: 25, end: 29 },
      ],
    );
  });

  it('take numbers without leading zeroes for what they are declared to be', () => {
    const declared = key('_', constant('empid'), codec('padded-6'));
    assert.equal(meaning('empid_123456', declared), '123456');
    assert.equal(meaning('empid_12345', declared), undefined);
    assert.equal(meaning('email_123456', declared), undefined);
  });

  it('are of the first kind that fits', () => {
    const employee = key('_', constant('empid'), codec('padded-6'));
    const review = key('_', TEXT, codec('yyyyMMdd'));
    assert.equal(meaning('empid_000042', employee, review), '42');
    assert.equal(meaning('jo_20260102', employee, review), '2026-01-02');
    assert.equal(meaning('jo_2026', employee, review), undefined);
  });

  it('may have encodings that hold the separator', () => {
    const declared = key('-', codec('iso-8601'), codec('uuid-v7'), TEXT);
    const uuid = DECLARABLE_CODECS.get('uuid-v7')?.encode(TICKS) ?? '';
    assert.deepEqual(splitDeclared(`2026-01-02-${uuid}-a-b`, declared), ['2026-01-02', uuid, 'a-b']);
  });

  it('may have no separator at all', () => {
    const declared = key('', codec('inverted-ms-date'), TEXT);
    const time = DECLARABLE_CODECS.get('inverted-ms-date')?.encode(TICKS) ?? '';
    assert.deepEqual(splitDeclared(`${time}8842`, declared), [time, '8842']);
    assert.deepEqual(splitDeclared(time, declared), [time, '']);
  });

  it('are read over the whole domain of their codec', () => {
    assert.equal(meaning('2051-06-01', key('', codec('iso-8601'))), '2051-06-01');
    assert.equal(
      meaning(String(MAX_TICKS - 600_000_000_000_000_000n), key('', codec('inverted-ticks'))),
      '1902-04-30T10:40:00Z',
    );
  });

  it('read back what their codec writes, whichever it is', () => {
    const codecs = [...DECLARABLE_CODECS.values()];
    fc.assert(
      fc.property(
        fc.constantFrom(...codecs),
        fc.bigInt(WINDOW.first, WINDOW.last),
        fc.nat(),
        (one, ticks, number) => {
          const { first, last } = one.domain;
          const wanted = one.kind === 'number' ? BigInt(number) : ticks;
          const value = wanted < first ? first : wanted > last ? last : wanted;
          const text = one.encode(value);
          const declared = key('~', constant('a'), codec(one.id), TEXT);
          assert.deepEqual(splitDeclared(`a~${text}~x~y`, declared), ['a', text, 'x~y']);
        },
      ),
    );
  });
});

describe('times of declared keys', () => {
  it('give bounds that begin at the moment, whatever stands before', () => {
    const declared = key('_', constant('log'), TEXT, codec('inverted-ticks'), TEXT);
    assert.deepEqual(timePartOf(declared)?.before, [constant('log'), TEXT]);
    assert.deepEqual(boundAt(declared, TICKS, ['web']), {
      prefix: 'log_web_',
      from: `log_web_${INVERTED}`,
    });
  });

  it('are none where the text does not sort by time', () => {
    assert.equal(timePartOf(key('', codec('MMddyyyy'))), undefined);
    assert.equal(timePartOf(key('_', TEXT, codec('padded-5'))), undefined);
  });

  it('part the keys into those before the moment and those from it on', () => {
    const sorting = [...DECLARABLE_CODECS.values()].filter(
      ({ kind, order }) => kind === 'time' && order !== 'none',
    );
    const moment = fc.bigInt(WINDOW.first, WINDOW.last);
    fc.assert(
      fc.property(
        fc.constantFrom(...sorting),
        moment,
        moment,
        ({ id, domain, precision, encode, order }, a, b) => {
          fc.pre([a, b].every((ticks) => ticks >= domain.first && ticks <= domain.last));
          const { from } = boundAt(key('', codec(id)), a, []);
          const rounded = (ticks: bigint): bigint => ticks / precision;
          if (rounded(a) === rounded(b)) return;
          assert.equal(encode(b) >= from, order === 'descending' ? b < a : b > a);
        },
      ),
    );
  });
});
