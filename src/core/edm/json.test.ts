import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readEntities, writeEntity } from './json.ts';
import type { Entity } from './json.ts';
import type { EdmValue } from './value.ts';

const dateTime = fc
  .tuple(
    fc.date({ min: new Date('1601-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    fc.nat(9999),
  )
  .map(([date, rest]) => date.toISOString().replace('Z', `${String(rest).padStart(4, '0')}Z`));

const edmValue: fc.Arbitrary<EdmValue> = fc.oneof(
  fc
    .string({ unit: fc.constantFrom('"', '\\', '[', ']', '1', '.', '\n', 'é', '😀', '\ud800') })
    .map((value): EdmValue => ({ type: 'String', value })),
  fc.boolean().map((value): EdmValue => ({ type: 'Boolean', value })),
  fc.integer().map((value): EdmValue => ({ type: 'Int32', value })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value): EdmValue => ({ type: 'Int64', value })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): EdmValue => {
    const text =
      Number.isInteger(value) && !String(value).includes('e') ? `${String(value)}.0` : String(value);
    return { type: 'Double', value: Number(text), text };
  }),
  fc
    .constantFrom('NaN', 'Infinity', '-Infinity')
    .map((text): EdmValue => ({ type: 'Double', value: Number(text), text })),
  dateTime.map((value): EdmValue => ({ type: 'DateTime', value })),
  fc.uuid().map((value): EdmValue => ({ type: 'Guid', value })),
  fc
    .uint8Array()
    .map((bytes): EdmValue => ({ type: 'Binary', value: Buffer.from(bytes).toString('hex').toUpperCase() })),
);

const entity: fc.Arbitrary<Entity> = fc.record(
  {
    partitionKey: fc.string(),
    rowKey: fc.string(),
    timestamp: dateTime,
    etag: fc.string(),
    properties: fc
      .dictionary(fc.stringMatching(/^[A-Z][A-Za-z_]{0,9}$/), edmValue)
      .map((values) => Object.entries(values).map(([name, value]) => ({ name, value }))),
  },
  { noNullPrototype: true },
);

describe('entities as JSON', () => {
  it('come back from JSON as they were, every type', () => {
    fc.assert(
      fc.property(entity, (value) => {
        assert.deepEqual(readEntities(writeEntity(value)), [value]);
      }),
    );
  });

  it('keep what JSON.parse would lose', () => {
    const json = `{"value":[{"PartitionKey":"p","RowKey":"r","d":123.0,"e":1e400,"i":7,"big":-1.50,
      "l@odata.type":"Edm.Int64","l":"9007199254740993","n@odata.type":"Edm.Int64","n":9007199254740993,"s":"1.0, [2] \\"3\\"","gone":null}]}`;
    assert.deepEqual(readEntities(json)[0]?.properties, [
      { name: 'd', value: { type: 'Double', value: 123, text: '123.0' } },
      { name: 'e', value: { type: 'Double', value: Infinity, text: '1e400' } },
      { name: 'i', value: { type: 'Int32', value: 7 } },
      { name: 'big', value: { type: 'Double', value: -1.5, text: '-1.50' } },
      { name: 'l', value: { type: 'Int64', value: 9007199254740993n } },
      { name: 'n', value: { type: 'Int64', value: 9007199254740993n } },
      { name: 's', value: { type: 'String', value: '1.0, [2] "3"' } },
    ]);
  });

  it('show a value that is not of its declared type as the text that it is', () => {
    const json = '{"PartitionKey":"p","RowKey":"r","l@odata.type":"Edm.Int64","l":"abc"}';
    assert.deepEqual(readEntities(json)[0]?.properties, [
      { name: 'l', value: { type: 'String', value: 'abc' } },
    ]);
  });

  it('are written with the types that JSON does not tell', () => {
    const json = writeEntity({
      partitionKey: 'p',
      rowKey: 'r',
      properties: [
        { name: 'Name', value: { type: 'String', value: 'x' } },
        { name: 'Amount', value: { type: 'Double', value: 123, text: '123.0' } },
      ],
    });
    assert.equal(
      json,
      '{\n  "PartitionKey": "p",\n  "RowKey": "r",\n  "Name": "x",\n  "Amount@odata.type": "Edm.Double",\n  "Amount": 123.0\n}\n',
    );
  });

  it('are not read from what is no entity', () => {
    assert.throws(() => readEntities('[]'), SyntaxError);
    assert.throws(() => readEntities('<html>'), SyntaxError);
  });
});
