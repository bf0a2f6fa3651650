import assert from 'node:assert/strict';
import { CLIENT, operationsOf, PACKAGE } from '../../../test/support/operations.ts';
import type { Operation } from './operations/operation.ts';

function only(source: string): Operation {
  const [operation, ...others] = operationsOf({ 'main.ts': PACKAGE + source });
  assert(operation !== undefined && others.length === 0);
  return operation;
}

/** Tables that `open` gives by name, kept in a map. */
const CACHE = `const kept = new Map<string, TableClient>();
  function open(name: string) { let c = kept.get(name); if (!c) { c = new TableClient(u, name, k); kept.set(name, c); } return c; }\n`;

describe('clients in lists and maps that say what they hold', () => {
  const cases: Readonly<Record<string, string>> = {
    'each of a list': `declare const all: TableClient[]; for (const c of all) c.listEntities();`,
    'an element by its index': `function f(all: readonly TableClient[], i: number) { all[i].listEntities(); }`,
    'an element of a list by its generic name': `declare const all: Array<TableClient>; all.at(-1).listEntities();`,
    'one that is found': `declare const all: TableClient[]; all.find((c) => c.tableName === x)?.listEntities();`,
    'each of those that are chosen': `declare const all: TableClient[]; all.filter((c) => c).map((c) => c.listEntities());`,
    'a list that is filled elsewhere': `const all: TableClient[] = []; export const add = (c: TableClient) => all.push(c); all[0].listEntities();`,
    'a list in a field': `class A { all: TableClient[] = []; add(c: TableClient) { this.all.push(c); } f() { for (const c of this.all) c.listEntities(); } }`,
    'a list with a name': `type All = TableClient[]; function f(all: All) { all[0].listEntities(); }`,
    'a list in an object': `interface Deps { all: TableClient[] } function f({ all }: Deps) { all[0].listEntities(); }`,
    'a list that a function gives': `declare function open(): Promise<TableClient[]>; async function f() { for (const c of await open()) c.listEntities(); }`,
    'a value of a map': `declare const all: Map<string, TableClient>; all.get('a')!.listEntities();`,
    'the values of a map': `declare const all: Map<string, TableClient>; for (const c of all.values()) c.listEntities();`,
    'each value of a map': `declare const all: Map<string, TableClient>; all.forEach((c) => c.listEntities());`,
    'the entries of a map': `declare const all: Map<string, TableClient>; for (const [, c] of all) c.listEntities();`,
    'a map that is made': `const all = new Map<string, TableClient>(); function f() { all.get('a')?.listEntities(); }`,
    'a set': `declare const all: Set<TableClient>; for (const c of [...all]) c.listEntities();`,
    'the values of a record': `function f(all: Record<string, TableClient>) { for (const c of Object.values(all)) c.listEntities(); }`,
    'a record by a name that is not known': `function f(all: Record<string, TableClient>, name: string) { all[name].listEntities(); }`,
    pairs: `declare const all: [string, TableClient][]; for (const [, c] of all) c.listEntities();`,
    'an instance that has one': `class A { c: TableClient } declare const all: A[]; for (const a of all) a.c.listEntities();`,
  };
  for (const [name, source] of Object.entries(cases)) {
    it(`are seen: ${name}`, () => {
      const { evidence, table } = only(source);
      assert.deepEqual({ evidence, table }, { evidence: 'proved', table: undefined });
    });
  }

  it('are those that are put there, where that is seen', () => {
    const { evidence, table } = only(`${CACHE}open('Employees').listEntities();`);
    assert.deepEqual({ evidence, table }, { evidence: 'proved', table: 'Employees' });
  });

  it('are not made of lists of something else', () => {
    const { evidence } = only(`declare const all: { listEntities(): void }[]; all[0].listEntities();`);
    assert.notEqual(evidence, 'proved');
  });
});

describe('entities made of the elements of a list', () => {
  const ORDER = 'interface Order { customer: string; id: number; tags: string[] }\n';
  const writes: Readonly<Record<string, string>> = {
    'in a loop': `for (const o of orders) client.createEntity(ENTITY);`,
    'in a callback': `orders.forEach((o) => client.createEntity(ENTITY));`,
    'in a callback with more of it': `orders.map(async (o) => { client.createEntity(ENTITY); });`,
    'by index': `const o = orders[0]; client.createEntity(ENTITY);`,
  };
  for (const [name, write] of Object.entries(writes)) {
    it(`have values of known types: ${name}`, () => {
      const entity = '{ partitionKey: o.customer, rowKey: String(o.id), tags: o.tags }';
      const operation = only(
        `${CLIENT}${ORDER}function f(orders: Order[]) { ${write.replace('ENTITY', entity)} }`,
      );
      assert(operation.kind === 'write');
      assert.deepEqual(operation.partitionKey?.value, {
        kind: 'unknown',
        why: 'parameter',
        name: 'o.customer',
        is: 'string',
        ...(operation.partitionKey?.value.kind === 'unknown' && {
          given: operation.partitionKey.value.given,
          symbol: operation.partitionKey.value.symbol,
        }),
      });
      assert.equal(operation.rowKey?.value.kind, 'number-text');
      const tags = operation.values.find((property) => property.name === 'tags');
      assert.equal(tags?.structure?.kind, 'array');
    });
  }

  it('have values of no type where a method may give any of a pair', () => {
    const keysOf = (key: string): unknown => {
      const operation = only(
        `${CLIENT}function f(pair: [string, number]) { client.createEntity({ partitionKey: 'p', rowKey: ${key} }); }`,
      );
      assert(operation.kind === 'write' && operation.rowKey?.value.kind === 'unknown');
      return operation.rowKey.value.is;
    };
    assert.equal(keysOf('pair[0]'), 'string');
    for (const key of ['pair.at(1)', 'pair.pop()', 'pair.slice(1)[0]', 'pair.reverse()[0]']) {
      assert.equal(keysOf(key), undefined, key);
    }
  });

  it('have the properties that the type tells', () => {
    const operation = only(
      `${CLIENT}interface Item { partitionKey: string; rowKey: string; total: number }
      function f(items: Item[]) { for (const item of items) client.createEntity(item); }`,
    );
    assert(operation.kind === 'write');
    assert.deepEqual(
      operation.values.map(({ name }) => name),
      ['partitionKey', 'rowKey', 'total'],
    );
  });
});
