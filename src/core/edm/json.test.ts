import assert from 'node:assert/strict';
import fc from 'fast-check';
import { UnreadableJson } from './exact-json.ts';
import type { UnreadableReason } from './exact-json.ts';
import { readEntities, writeEntities, writeEntity } from './json.ts';
import type { Entity } from './json.ts';
import { valueIn } from './value-in.ts';
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
        assert.deepEqual(readEntities(writeEntities([value])), [value]);
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

  it('are not read from what is no list of entities', () => {
    const reasonOf = (json: string, most?: number): UnreadableReason | undefined => {
      try {
        readEntities(json, most === undefined ? {} : { most });
        return undefined;
      } catch (error) {
        assert.ok(error instanceof UnreadableJson, String(error));
        return error.reason;
      }
    };
    assert.equal(reasonOf('[]'), 'no-list');
    assert.equal(reasonOf('{}'), 'no-list');
    assert.equal(reasonOf('{"value":{}}'), 'no-list');
    assert.equal(reasonOf('{"PartitionKey":"p","RowKey":"r"}'), 'no-list');
    assert.equal(reasonOf('{"value":[{},{}]}', 1), 'too-many');
    assert.equal(reasonOf('{"value":[{},{}]}', 2), undefined);
    for (const json of ['<html>', '', '{', '{"value":[', '{"value":[]', '{"value":[]}}', '{"value":[],}']) {
      assert.equal(reasonOf(json), 'no-json', json);
    }
  });
});

/** One entity with these members besides its keys. */
function withMembers(members: string): Entity {
  const [entity] = readEntities(`{"value":[{"PartitionKey":"p","RowKey":"r",${members}}]}`);
  assert.ok(entity);
  return entity;
}

describe('an entity with something wrong in it', () => {
  const misfit = (declared: string | undefined, value: string, json?: string): EdmValue => ({
    type: 'String',
    value,
    misfit: { ...(declared !== undefined && { declared }), ...(json !== undefined && { json }) },
  });

  const values: readonly (readonly [string, EdmValue])[] = [
    ['"v@odata.type":"Edm.Binary","v":"%%"', misfit('Edm.Binary', '%%')],
    ['"v@odata.type":"Edm.Binary","v":"AAA"', misfit('Edm.Binary', 'AAA')],
    ['"v@odata.type":"Edm.Binary","v":"AB=="', misfit('Edm.Binary', 'AB==')],
    ['"v@odata.type":"Edm.Binary","v":" AA=="', misfit('Edm.Binary', ' AA==')],
    ['"v@odata.type":"Edm.Int64","v":"abc"', misfit('Edm.Int64', 'abc')],
    ['"v@odata.type":"Edm.Int64","v":1.5', misfit('Edm.Int64', '1.5', '1.5')],
    ['"v@odata.type":"Edm.Int64","v":"9223372036854775808"', misfit('Edm.Int64', '9223372036854775808')],
    ['"v@odata.type":"Edm.Int32","v":2147483648', misfit('Edm.Int32', '2147483648', '2147483648')],
    ['"v@odata.type":"Edm.Double","v":"much"', misfit('Edm.Double', 'much')],
    [
      '"v@odata.type":"Edm.DateTime","v":"2026-02-30T00:00:00Z"',
      misfit('Edm.DateTime', '2026-02-30T00:00:00Z'),
    ],
    ['"v@odata.type":"Edm.Guid","v":"no"', misfit('Edm.Guid', 'no')],
    ['"v@odata.type":"Edm.Boolean","v":"true"', misfit('Edm.Boolean', 'true')],
    ['"v@odata.type":"Edm.String","v":true', misfit('Edm.String', 'true', 'true')],
    ['"v@odata.type":"Edm.Money","v":"5"', misfit('Edm.Money', '5')],
    ['"v":["5"]', misfit(undefined, '["5"]', '["5"]')],
    ['"v":{"a": [1.0]}', misfit(undefined, '{"a": [1.0]}', '{"a": [1.0]}')],
  ];
  for (const [members, value] of values) {
    it(`has ${members} as the text that came, and gives it back as it came`, () => {
      const entity = withMembers(members);
      assert.deepEqual(entity.properties, [{ name: 'v', value }]);
      assert.deepEqual(JSON.parse(writeEntity(entity)), {
        PartitionKey: 'p',
        RowKey: 'r',
        ...(JSON.parse(`{${members}}`) as object),
      });
      assert.deepEqual(readEntities(writeEntities([entity])), [entity]);
    });
  }

  it('says which keys it lacks, and has what came instead', () => {
    const [none, wrong, noObject] = readEntities(
      '{"value":[{"A":1},{"PartitionKey":5,"RowKey":["r"]},7,{"PartitionKey":"p","RowKey":""}]}',
    );
    assert.deepEqual(none, {
      partitionKey: '',
      rowKey: '',
      lacks: ['PartitionKey', 'RowKey'],
      properties: [{ name: 'A', value: { type: 'Int32', value: 1 } }],
    });
    assert.deepEqual(wrong?.lacks, ['PartitionKey', 'RowKey']);
    assert.deepEqual(valueIn(wrong, 'PartitionKey'), { type: 'Int32', value: 5 });
    assert.equal(valueIn(none, 'RowKey'), undefined);
    assert.deepEqual(JSON.parse(writeEntity(wrong)), {
      'PartitionKey@odata.type': 'Edm.Int32',
      PartitionKey: 5,
      RowKey: ['r'],
    });
    assert.deepEqual(noObject?.properties, [{ name: 'value', value: { type: 'Int32', value: 7 } }]);
  });

  it('lacks no key that nobody asked for', () => {
    const json = '{"value":[{"PartitionKey":"p"}]}';
    assert.equal(readEntities(json, { keys: ['PartitionKey'] })[0]?.lacks, undefined);
  });

  it('has a Timestamp that is none as what came', () => {
    const entity = withMembers('"Timestamp":"soon"');
    assert.equal(entity.timestamp, undefined);
    assert.deepEqual(valueIn(entity, 'Timestamp'), misfit('Edm.DateTime', 'soon'));
    assert.equal(valueIn(withMembers('"A":1'), 'Timestamp'), undefined);
  });

  it('tells what it has too many of, and says so when it is written', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `"p${index}":${index}`).join();
    const entity = withMembers(`${many},"${'n'.repeat(2_000)}":1,"p0":2`);
    assert.deepEqual(entity.properties[0], { name: 'p0', value: { type: 'Int32', value: 0 } });
    assert.ok(entity.properties.length > 252);
    assert.equal(entity.omitted, 100_002 - entity.properties.length);
    assert.deepEqual(readEntities(writeEntities([entity])), [entity]);
  });

  it('keeps names that mean something to JavaScript, and what only looks like an annotation', () => {
    const names = ['__proto__', 'constructor', 'toString', 'a@b', '', '7'];
    const entity = withMembers(names.map((name, index) => `"${name}":${index}`).join());
    assert.deepEqual(
      entity.properties.map(({ name, value }) => [name, value.type === 'Int32' ? value.value : undefined]),
      names.map((name, index) => [name, index]),
    );
    assert.deepEqual(readEntities(writeEntities([entity])), [entity]);
  });

  it('may have texts of 10 MB, whatever is in them', () => {
    for (const unit of ['a', '\n', '"', '\\', '\ud800', '1.0,']) {
      const text = unit.repeat(10_000_000 / unit.length);
      const [property] = withMembers(`"v":${JSON.stringify(text)}`).properties;
      assert.ok(property?.value.type === 'String' && property.value.value === text, JSON.stringify(unit));
    }
    const digits = '9'.repeat(10_000_000);
    assert.equal(withMembers(`"v@odata.type":"Edm.Int64","v":${digits}`).properties[0]?.value.type, 'String');
    assert.equal(withMembers(`"v":${digits}`).properties[0]?.value.type, 'Double');
  });
});
