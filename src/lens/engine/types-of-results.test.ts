import assert from 'node:assert/strict';
import { operationsOf, PACKAGE } from '../../../test/support/operations.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const STORE = `${PACKAGE}
const table = new TableClient(url, 'Customers', credential);
export const createOrders = (client: TableClient) => {
  let filter = "PartitionKey eq 'a'";
  return {
    settings: { filter: "Age gt 30" },
    get: (customer: string, id: string) => client.getEntity<{ status: string }>(customer, id),
    save: (order: any) => client.updateEntity(order, 'Merge'),
    find: (filter: string) => client.listEntities({ queryOptions: { filter } }),
    list: () => client.listEntities({ queryOptions: { filter } }),
    open() { filter = "status eq 'open'"; },
  };
};
export type Orders = ReturnType<typeof createOrders>;
export interface Deps { readonly orders: Orders }
export async function load(id: string) { return table.getEntity<{ status: string }>('a', id); }
export type Loaded = Awaited<ReturnType<typeof load>>;
export function either(kind: string) {
  if (kind === 'a') return { list: () => table.listEntities({ queryOptions: { filter: 'Age gt 30' } }) };
  return { list: () => table.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } }) };
}
const api = { name: 'x', find: (filter: string) => table.listEntities({ queryOptions: { filter } }) };
export const getApi = () => api;
export const left = (right: ReturnType<typeof makeRight>) => ({ find: () => right.find('Age gt 30') });
export const makeRight = (other: ReturnType<typeof left>) => ({ other, find: (filter: string) => table.listEntities({ queryOptions: { filter } }) });
`;

const MAIN = `${PACKAGE}
import { createOrders } from './store.ts';
import { use } from './use.ts';
use(createOrders(new TableClient(url, 'Orders', credential)));
`;

const IMPORTS = `${PACKAGE}
import { createOrders, either, getApi, makeRight, type Deps, type Loaded, type Orders } from './store.ts';
`;

/** The operations of a file beside those that make stores: tables and shapes. */
function operations(use: string): readonly string[] {
  return operationsOf({ 'store.ts': STORE, 'main.ts': MAIN, 'use.ts': IMPORTS + use }).map((one) =>
    [
      one.table ?? '?',
      one.kind === 'query' && one.filter.kind === 'known' ? one.filter.worst.classification.shape : one.kind,
    ].join(' '),
  );
}

function findings(use: string): readonly string[] {
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  const files = { '/store.ts': STORE, '/main.ts': MAIN, '/use.ts': IMPORTS + use };
  for (const [file, text] of Object.entries(files)) engine.setFile(file, text);
  return engine.analyze('/use.ts').findings.map(({ rule }) => rule);
}

describe('what a type of a function’s result stands for', () => {
  for (const given of [
    'orders: Orders',
    'orders: ReturnType<typeof createOrders>',
    '{ orders }: Deps',
    '{ deps: { orders } }: { deps: Deps }',
    'orders: Readonly<Orders>',
  ]) {
    it(`is the functions that it gives: ${given}`, () => {
      const use = (body: string): string => `export async function use(${given}) {\n${body}\n}`;
      const change = use(`const order = await orders.get('a', 'b');
order.status = 'closed';
await orders.save(order);`);
      assert.deepEqual(operations(change), ['Orders point-read', 'Orders write']);
      assert.deepEqual(findings(change), ['lost-update']);
      const scan = use("for await (const one of orders.find('Age gt 30')) console.log(one);");
      assert.deepEqual(operations(scan), ['Orders table-scan']);
      assert.deepEqual(findings(scan), ['table-scan']);
    });
  }

  it('has what its members are changed by', () => {
    const store = `${PACKAGE}
class Rows {
  constructor(private readonly table: TableClient) {}
  add(row: any) { return this.table.createEntity(row); }
  find(filter: string) { return this.table.listEntities({ queryOptions: { filter } }); }
}
export const makeAll = () => ({ rows: new Rows(new TableClient(url, 'Rows', credential)) });
`;
    const use = `import { makeAll } from './all.ts';
type All = ReturnType<typeof makeAll>;
export async function use(all: All, row: object) {
  await all.rows.add(row);
  for await (const one of all.rows.find('Age gt 30')) console.log(one);
}`;
    const found = operationsOf({ 'all.ts': store, 'use.ts': use });
    assert.deepEqual(
      found.map(({ table }) => table),
      ['Rows', 'Rows'],
    );
  });

  it('is what a class has', () => {
    const use = `export class Closing {
  constructor(private readonly deps: Deps) {}
  async close(id: string) {
    const order = await this.deps.orders.get('a', id);
    order.status = 'closed';
    await this.deps.orders.save(order);
  }
}`;
    assert.deepEqual(findings(use), ['lost-update']);
  });

  it('is not what another call may have left', () => {
    const body = 'for await (const one of orders.list()) console.log(one);';
    assert.deepEqual(findings(`export async function use(orders: Orders) { ${body} }`), []);
    const settings = 'for await (const one of orders.find(orders.settings.filter)) console.log(one);';
    assert.deepEqual(findings(`export async function use(orders: Orders) { ${settings} }`), []);
  });

  it('is no entity that its function read', () => {
    const use = `const table = new TableClient(url, 'Customers', credential);
export const use = (row: Loaded) => table.updateEntity({ ...row, partitionKey: 'a', rowKey: 'b' }, 'Merge');`;
    assert.deepEqual(findings(use), []);
  });

  it('is not one of two that its function may give', () => {
    const use =
      'export async function use(one: ReturnType<typeof either>) { for await (const e of one.list()) console.log(e); }';
    assert.deepEqual(findings(use), []);
  });

  it('is not what a part of it may be given in place of', () => {
    const use =
      "export async function use(part: Partial<Orders>) { for await (const e of part.find!('Age gt 30')) console.log(e); }";
    assert.deepEqual(findings(use), []);
  });

  it('is not known where something else is made of the type, or takes the place of a member', () => {
    const scan = "for await (const one of orders.find('Age gt 30')) console.log(one);";
    for (const other of [
      'export const scoped = (orders: Orders): Orders => ({ ...orders, find: (more) => orders.find(`PartitionKey eq 1 and ${more}`) });',
      'export class Old implements Orders {}',
      'export const narrow = (orders: any) => { orders.find = () => []; };',
    ])
      assert.deepEqual(findings(`${other}\nexport async function use(orders: Orders) { ${scan} }`), []);
  });

  it('is not what it is for some calls of its function', () => {
    const store = `${PACKAGE}
export function makeStore(partition?: string) {
  const table = new TableClient(url, 'Orders', credential);
  let prefix = '';
  if (partition) prefix = \`PartitionKey eq '\${partition}' and \`;
  return { find: (more: string) => table.listEntities({ queryOptions: { filter: prefix + more } }) };
}
export type Store = ReturnType<typeof makeStore>;
`;
    const use =
      "import type { Store } from './made.ts';\nexport async function use(store: Store) { for await (const one of store.find('Age gt 3')) console.log(one); }";
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/made.ts', store);
    engine.setFile('/use.ts', use);
    assert.deepEqual(engine.analyze('/use.ts').findings, []);
  });

  it('is what its module has', () => {
    const use =
      'export async function use(a: ReturnType<typeof getApi>) { for await (const e of a.find(`Age gt ${a.name}`)) console.log(e); }';
    assert.deepEqual(operations(use), ['Customers table-scan']);
  });

  it('comes to an end where two ask for one another', () => {
    const use =
      "export async function use(a: ReturnType<typeof makeRight>) { for await (const e of a.find('Age gt 30')) console.log(e); }";
    assert.deepEqual(operations(use), ['Customers table-scan']);
  });
});
