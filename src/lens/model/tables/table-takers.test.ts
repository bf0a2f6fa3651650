import assert from 'node:assert/strict';
import { operationsOf, PACKAGE } from '../../../../test/support/operations.ts';

const CLIENTS = `${PACKAGE}export const staff = new TableClient(url, 'Staff', credential);
export const rooms = new TableClient(url, 'Rooms', credential);
`;

/** A class that is given its client, in a file of its own. */
const STORE = `${PACKAGE}export class Store {
  constructor(private readonly client: TableClient) {}
  one(id: string) { return this.client.getEntity('a', id); }
}
`;

/** The tables of the operations in the last file, `?` where none is known. */
function tables(files: Readonly<Record<string, string>>): string {
  return operationsOf(files)
    .map(({ table }) => table ?? '?')
    .join();
}

const IMPORTS = `import { staff, rooms } from './clients.ts';\nimport { Store } from './store.ts';\n`;

/** The table of the store, where this is another file. */
function tableOfStore(main: string, store = STORE, others: Readonly<Record<string, string>> = {}): string {
  return tables({ 'clients.ts': CLIENTS, 'main.ts': IMPORTS + main, ...others, 'store.ts': store });
}

describe('the table of a client that is given', () => {
  it('is that of an instance which a function of another file is given', () => {
    const store = `${PACKAGE}export class Store {
  constructor(private readonly client: TableClient) {}
  one(key: string, id: string) { return this.client.getEntity(key, id); }
}`;
    const use =
      "import { Store } from './store.ts';\nexport const use = (store: Store) => store.one('a', 'b');";
    const clients = (main: string): string =>
      tables({ 'clients.ts': CLIENTS, 'main.ts': IMPORTS + main, 'store.ts': store, 'use.ts': use });
    assert.equal(clients('export const a = new Store(staff);'), 'Staff');
    assert.equal(clients('export const all = [new Store(staff), new Store(rooms)];'), '?');
    assert.equal(clients('export type A = Store;'), '?');
  });

  const cases: readonly (readonly [what: string, table: string, main: string, store?: string])[] = [
    ['is that of the one instance, which another file makes', 'Staff', 'export const a = new Store(staff);'],
    ['is that of all instances', 'Staff', 'export const all = [new Store(staff), new Store(staff)];'],
    ['is not known where there are several', '?', 'export const all = [new Store(staff), new Store(rooms)];'],
    [
      'is not known where one instance is given what is not',
      '?',
      'export const all = [new Store(staff), new Store(other())];',
    ],
    ['is not known where nothing makes one', '?', 'export type A = Store;'],
    [
      'leaves out stand-ins',
      'Staff',
      'export const all = [new Store(staff), new Store({ getEntity: async () => ({}) })];',
    ],
    [
      'is followed through a function that makes it',
      'Rooms',
      `function clientOf(name: string) { return TableClient.fromConnectionString(text, name); }
export const a = new Store(clientOf('Rooms'));`,
    ],
    [
      'is followed through functions that hand it on',
      'Rooms',
      `import { TableClient } from '@azure/data-tables';
export function make(client: TableClient) { return new Store(client); }
export const a = make(rooms);`,
    ],
    [
      'is not known where a function that hands it on is called with several',
      '?',
      `import { TableClient } from '@azure/data-tables';
export function make(client: TableClient) { return new Store(client); }
export const a = [make(rooms), make(staff)];`,
    ],
    [
      'is followed through a class that hands it on',
      'Rooms',
      `import { TableClient } from '@azure/data-tables';
export class Service {
  private readonly store: Store;
  constructor(client: TableClient) { this.store = new Store(client); }
}
export const a = new Service(rooms);`,
    ],
    [
      'is that of a class that extends it',
      'Staff',
      'class Own extends Store { constructor() { super(staff); } }\nexport const a = new Own(1);',
    ],
    [
      'is that of a class without a constructor that extends it',
      'Rooms',
      'class Own extends Store {}\nexport const a = new Own(rooms);',
    ],
    [
      'is not known where it and one that extends it have several',
      '?',
      'class Own extends Store {}\nexport const a = [new Own(rooms), new Store(staff)];',
    ],
    [
      'is that whose name the class is given',
      'Orders',
      `export const a = new Store('Orders');`,
      `${PACKAGE}export class Store {
  private readonly client: TableClient;
  constructor(name: string) { this.client = TableClient.fromConnectionString(text, name); }
  one(id: string) { return this.client.getEntity('a', id); }
}`,
    ],
    [
      'is that which a default gives, too',
      '?',
      'export const all = [new Store(), new Store(staff)];',
      `${PACKAGE}import { rooms } from './clients.ts';
export class Store {
  constructor(private readonly client: TableClient = rooms) {}
  one(id: string) { return this.client.getEntity('a', id); }
}`,
    ],
    [
      'is given to a function',
      'Staff',
      `import { one } from './store.ts'; export const a = one(staff, '1');`,
      `${PACKAGE}export async function one(client: TableClient, id: string) { return client.getEntity('a', id); }`,
    ],
    [
      'is given to a function that makes others of it',
      'Staff',
      `import { storeOf } from './store.ts'; export const a = storeOf(staff);`,
      `${PACKAGE}export function storeOf(client: TableClient) {
  return { one: (id: string) => client.getEntity('a', id), drop: (id: string) => client.deleteEntity('a', id) };
}`,
    ],
    [
      'is given to a class of JavaScript',
      'Staff',
      'export const a = new Store(staff);',
      `import '@azure/data-tables';
export class Store {
  constructor(client) { this.client = client; }
  all() { return this.client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } }); }
}`,
    ],
  ];
  for (const [what, table, main, store] of cases) {
    it(what, () => {
      const found = tableOfStore(main, store);
      assert.equal(found.split(',')[0], table);
      assert.equal(new Set(found.split(',')).size, 1);
    });
  }

  it('is not what a test gives', () => {
    const test = { 'store.test.ts': `${IMPORTS}new Store(rooms);` };
    assert.equal(tableOfStore('export const a = new Store(staff);', STORE, test), 'Staff');
  });

  const named: readonly (readonly [what: string, table: string, name: string, given: string])[] = [
    ['put together with a constant', 'appStaff', "'app' + name", "'Staff'"],
    ['in place of another', 'Staff', "name ?? 'Rooms'", "'Staff'"],
    ['which is of a list of names', 'Staff', 'NAMES[name]', "'staff'"],
  ];
  for (const [what, table, name, given] of named)
    it(`is that of the name that an instance is given, ${what}`, () => {
      const store = `${PACKAGE}const NAMES = { staff: 'Staff', rooms: 'Rooms' };
export class Store {
  private readonly client: TableClient;
  constructor(name: string) { this.client = TableClient.fromConnectionString(text, ${name}); }
  one(id: string) { return this.client.getEntity('a', id); }
}
`;
      assert.equal(tableOfStore(`export const a = new Store(${given});`, store), table);
      const both = `export const all = [new Store(${given}), new Store('rooms')];`;
      assert.equal(tableOfStore(both, store), '?');
      const byKey = store.replace('name: string', 'name: keyof typeof NAMES');
      assert.equal(tableOfStore(`export const a = new Store(${given});`, byKey), table);
    });

  it('is that of an instance in the same file', () => {
    assert.equal(tables({ 'main.ts': `${CLIENTS}${STORE.replace(PACKAGE, '')}new Store(rooms);` }), 'Rooms');
  });

  it('is that of a call of a method that is inherited', () => {
    const base = `${PACKAGE}export abstract class Base {
  constructor(protected readonly client: TableClient) {}
  protected async query(filter: string) { return this.client.listEntities({ queryOptions: { filter } }); }
}`;
    const own = (name: string): string => `import { Base } from './base.ts';
export class ${name} extends Base { all() { return this.query("PartitionKey eq 'a'"); } }`;
    const main = `import { staff, rooms } from './clients.ts'; import { A } from './a.ts'; import { B } from './b.ts';
export const all = [new A(staff), new B(rooms)];`;
    const files = {
      'clients.ts': CLIENTS,
      'base.ts': base,
      'main.ts': main,
      'b.ts': own('B'),
      'a.ts': own('A'),
    };
    assert.equal(tables(files), 'Staff');
  });

  it('is that of an instance that a class is given, whatever other clients that has', () => {
    const main = `${IMPORTS}import { TableClient } from '@azure/data-tables';
export class Own {
  constructor(private readonly store: Store, private readonly client: TableClient) {}
  one() { return this.store.get('1'); }
}
export const a = new Own(new Store(staff), rooms);`;
    const store = STORE.replace('one(id: string)', 'get(pk: string, id: string)').replace("'a'", 'pk');
    assert.equal(tables({ 'clients.ts': CLIENTS, 'store.ts': store, 'main.ts': main }), 'Staff');
  });

  it('is that which a wrapper is given of a field', () => {
    const wrapper = `${PACKAGE}export const listAll = (client: TableClient, filter: string) => client.listEntities({ queryOptions: { filter } });`;
    const own = `import type { TableClient } from '@azure/data-tables'; import { listAll } from './wrapper.ts';
export class Own { constructor(private readonly client: TableClient) {} all() { return listAll(this.client, "PartitionKey eq 'a'"); } }`;
    const main = `import { staff } from './clients.ts'; import { Own } from './own.ts'; export const own = new Own(staff);`;
    const files = { 'clients.ts': CLIENTS, 'wrapper.ts': wrapper, 'main.ts': main, 'own.ts': own };
    assert.equal(tables(files), 'Staff');
  });

  it('is told of the class whose own members use what its base is given', () => {
    const main = `${IMPORTS}export class Own extends Store {
  two(id: string) { return this.client.getEntity('b', id); }
}
export const a = new Own(staff);`;
    const store = STORE.replace('private', 'protected');
    assert.equal(tables({ 'clients.ts': CLIENTS, 'store.ts': store, 'main.ts': main }), 'Staff');
  });
});
