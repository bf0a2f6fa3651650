import assert from 'node:assert/strict';
import { PACKAGE } from '../../../test/support/operations.ts';
import { createEngine } from './create.ts';
import type { Engine } from './engine.ts';

const STORE = `${PACKAGE}export class Store {
  constructor(private readonly orders: TableClient, private readonly other: any) {}
  one(id: string) { return this.orders.getEntity('a', id); }
  all() { return this.other.listEntities(); }
}
`;

function engineWith(files: Readonly<Record<string, string>>): Engine {
  const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
  for (const [file, text] of Object.entries(files)) engine.setFile(file, text);
  engine.wantedFiles();
  return engine;
}

function declare(engine: Engine, folders: Readonly<Record<string, Readonly<Record<string, string>>>>): void {
  engine.declareClients(
    Object.entries(folders).map(([folder, clients]) => ({
      folder,
      clients: new Map(Object.entries(clients)),
    })),
  );
}

function tablesOf(engine: Engine, file = '/app/store.ts'): string {
  return engine
    .analyze(file)
    .operations.map(({ table, evidence }) => `${table ?? '?'} ${evidence}`)
    .join();
}

describe('tables that a folder declares of clients', () => {
  it('have nothing read again where none are declared', () => {
    const engine = engineWith({ '/app/store.ts': STORE });
    const before = engine.analyze('/app/store.ts');
    declare(engine, { '/app': {}, '/': {} });
    assert.equal(engine.analyze('/app/store.ts'), before);
  });

  it('are those of operations on the client, by its name or with its class', () => {
    const engine = engineWith({ '/app/store.ts': STORE });
    assert.equal(tablesOf(engine), '? proved,? shape-only');
    declare(engine, { '/app': { orders: 'Orders' } });
    assert.equal(tablesOf(engine), 'Orders proved,? shape-only');
    assert.equal(engine.table('orders')?.operations.length, 1);
    declare(engine, { '/app': { orders: 'Orders', 'Store.orders': 'Others', 'Store.other': 'Logs' } });
    assert.equal(tablesOf(engine), 'Others proved,Logs inferred');
    assert.match(engine.analyze('/app/store.ts').operations[1]?.because ?? '', /partitionlens\.json/);
    declare(engine, {});
    assert.equal(tablesOf(engine), '? proved,? shape-only');
    assert.equal(engine.table('Orders'), undefined);
  });

  it('hold in the folder, where the innermost one that has any decides', () => {
    const engine = engineWith({
      '/app/store.ts': STORE,
      '/app2/store.ts': STORE,
      '/app/sub/store.ts': STORE,
    });
    declare(engine, { '/app': { orders: 'Orders' }, '/app/sub': { orders: 'Sub' } });
    assert.equal(tablesOf(engine), 'Orders proved,? shape-only');
    assert.equal(tablesOf(engine, '/app2/store.ts'), '? proved,? shape-only');
    assert.equal(tablesOf(engine, '/app/sub/store.ts'), 'Sub proved,? shape-only');
  });

  it('give way to what code shows', () => {
    const main = (tables: readonly string[]): string =>
      `${PACKAGE}import { Store } from './store.ts';\n${tables
        .map((table) => `new Store(new TableClient(url, '${table}', credential), other);`)
        .join('\n')}`;
    const engine = engineWith({ '/app/store.ts': STORE, '/app/main.ts': main(['Real']) });
    declare(engine, { '/app': { orders: 'Orders' } });
    assert.match(tablesOf(engine), /^Real proved/);
    engine.setFile('/app/main.ts', main(['Real', 'Other']));
    assert.match(tablesOf(engine), /^\? proved/);
    engine.setFile('/app/main.ts', '');
    assert.match(tablesOf(engine), /^Orders proved/);
    const known = `${PACKAGE}const orders = new TableClient(url, flag ? 'A' : 'B', credential); orders.listEntities();
const staff = new TableClient(url, 'Staff', credential); staff.listEntities();`;
    engine.setFile('/app/known.ts', known);
    declare(engine, { '/app': { orders: 'Orders', staff: 'Orders' } });
    assert.equal(tablesOf(engine, '/app/known.ts'), '? proved,Staff proved');
  });

  it('are those of a client whose table is a setting, and go through wrappers', () => {
    const text = `${PACKAGE}const orders = new TableClient(url, process.env.ORDERS, credential);
export const find = (filter: string) => orders.listEntities({ queryOptions: { filter } });
`;
    const engine = engineWith({
      '/app/store.ts': text,
      '/app/b.ts': `import { find } from './store.ts';\nfind("PartitionKey eq 'a'");\n`,
    });
    declare(engine, { '/app': { orders: 'Orders' } });
    assert.equal(tablesOf(engine), 'Orders proved');
    assert.equal(tablesOf(engine, '/app/b.ts'), 'Orders proved');
  });

  it('say nothing of what is something else', () => {
    const engine = engineWith({
      '/app/store.ts': `${PACKAGE}const orders = [1]; orders.deleteEntity('a', 'b');`,
    });
    declare(engine, { '/app': { orders: 'Orders' } });
    assert.doesNotMatch(tablesOf(engine), /Orders|inferred/);
  });
});
