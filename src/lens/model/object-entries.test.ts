import assert from 'node:assert/strict';
import { CLIENT, operationsOf, PACKAGE } from '../../../test/support/operations.ts';
import type { Write } from './operations/operation.ts';

/** The write of an entity of which `body` makes the `made` one. */
function writeOf(made: string, entity = "{ partitionKey: 'Bus', rowKey: id, seats: 3 }"): Write {
  const code = `function save(id: string, given: any) { const entity = ${entity}; client.createEntity(${made}); }\n`;
  const [write] = operationsOf({ 'main.ts': PACKAGE + CLIENT + code });
  assert(write?.kind === 'write');
  return write;
}

/** The constant PartitionKeys that a write may have, and of others what is known. */
function partitionsOf({ partitionKey }: Write): readonly string[] {
  const value = partitionKey?.value;
  const all = value?.kind === 'oneOf' ? value.values.map((choice) => choice.value) : value ? [value] : [];
  return all.map((one) =>
    one.kind === 'text'
      ? one.segments.map((segment) => (segment.kind === 'literal' ? segment.text : '?')).join('')
      : one.kind,
  );
}

const KEPT = [
  'Object.fromEntries(Object.entries(entity))',
  'Object.fromEntries(Object.entries(entity).map(([property, value]) => [property, value]))',
  'Object.fromEntries(Object.entries(entity).sort())',
  'Object.fromEntries(Object.entries(entity).map((pair) => pair)) as TableEntity',
  'Object.fromEntries(Object.entries(entity).map(([property, value]) => { return [property, value]; }))',
];

describe('an object made of the entries of another', () => {
  for (const made of KEPT) {
    it(`has the same properties: ${made}`, () => {
      const write = writeOf(made);
      assert.deepEqual(partitionsOf(write), ['Bus']);
      assert.equal(write.rowKey?.value.kind, 'unknown');
      assert.deepEqual(write.properties, ['seats']);
      assert.equal(write.isWhole, true);
    });
  }

  it('may lack some of them after a filter', () => {
    for (const made of [
      'Object.fromEntries(Object.entries(entity).filter(([, v]) => v !== undefined))',
      'Object.fromEntries(Object.entries(entity).filter(([, v]) => v).map(([k, v]) => [k, v]))',
      'Object.fromEntries(Object.entries(entity).map(([k, v]) => [k, v]).filter(([k]) => k))',
    ]) {
      const write = writeOf(made);
      assert.deepEqual(partitionsOf(write), ['Bus']);
      assert.deepEqual(write.properties, ['seats']);
    }
  });

  it('has what the function makes of a value, on the branches that do so', () => {
    const change = (body: string): readonly string[] =>
      partitionsOf(
        writeOf(`Object.fromEntries(Object.entries(entity).map(([property, value]) => { ${body} }))`),
      );
    assert.deepEqual(change('return [property, value.toUpperCase()];'), ['BUS']);
    assert.deepEqual(
      change('if (isDate(value)) return [property, value.trim() + 1]; return [property, value];'),
      ['Bus', 'Bus1'],
    );
  });

  it('has a text as it is where only the values that are none are written as JSON', () => {
    const change = (changed: string): readonly string[] =>
      partitionsOf(
        writeOf(
          `Object.fromEntries(Object.entries(entity).map(([k, v]) => [k, isNested(v) ? ${changed} : v]))`,
        ),
      );
    assert.deepEqual(change('JSON.stringify(v)'), ['Bus']);
    assert.deepEqual(change('encrypt(v)'), ['unknown', 'Bus']);
  });

  it('is seen through what is spread into the other one', () => {
    const write = writeOf(
      'Object.fromEntries(Object.entries(entity).map(([k, v]) => [k, v]))',
      "{ ...given, ...{ partitionKey: 'Bus' }, rowKey: id }",
    );
    assert.deepEqual(partitionsOf(write), ['Bus']);
    assert.equal(write.isWhole, false);
  });

  it('is not followed where its names are changed, or what changes it is not seen', () => {
    for (const made of [
      'Object.fromEntries(Object.entries(entity).map(([k, v]) => [k + "_", v]))',
      'Object.fromEntries(Object.entries(entity).map(([k, v]) => [names[k], v]))',
      'Object.fromEntries(Object.entries(entity).map(([k, v]) => (v ? [k, v] : [names[k], v])))',
      'Object.fromEntries(Object.entries(entity).map(elsewhere))',
      'Object.fromEntries(other.entries(entity).map(([k, v]) => [k, v]))',
    ]) {
      assert.deepEqual(partitionsOf(writeOf(made)), [], made);
    }
  });

  it('is decided by the callers where the other one is', () => {
    const given = (made: string): boolean => {
      const code = `export function save(entity: any) { client.createEntity(${made}); }
const serialize = (item: Item) => Object.fromEntries(Object.entries(item).map(([k, v]) => [k, v])) as Entity;
interface Item { id: string }\n`;
      const [write] = operationsOf({ 'main.ts': PACKAGE + CLIENT + code });
      return write?.kind === 'write' && write.given !== undefined;
    };
    assert.ok(KEPT.every(given));
    assert.ok(given('serialize(entity)'));
    assert.ok(!given('Object.fromEntries(Object.entries(entity).map(([k, v]) => [k + "_", v]))'));
  });
});
