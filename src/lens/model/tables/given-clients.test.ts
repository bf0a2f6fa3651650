import assert from 'node:assert/strict';
import { operationsOf, PACKAGE } from '../../../../test/support/operations.ts';

const CLIENTS = `const staff = new TableClient(url, 'Staff', credential);
const rooms = new TableClient(url, 'Rooms', credential);
`;

/** The tables of the reads in a source, `?` where none is known. */
function tables(code: string): string {
  return operationsOf({ 'main.ts': PACKAGE + CLIENTS + code })
    .map(({ table }) => table ?? '?')
    .join();
}

describe('a client that a function is given', () => {
  const cases: readonly (readonly [what: string, code: string, tables: string])[] = [
    [
      'is the one that all callers give',
      `function read(client: TableClient, id: string) { return client.getEntity('a', id); }
read(staff, '1'); read(staff, '2');`,
      'Staff',
    ],
    [
      'is followed through functions between',
      `const outer = (client: TableClient) => inner(client);
const inner = (client: TableClient) => client.getEntity('a', 'b');
outer(rooms);`,
      'Rooms',
    ],
    [
      'may be of several tables',
      `function read(client: TableClient, id: string) { return client.getEntity('a', id); }
read(staff, '1'); read(rooms, '2');`,
      '?',
    ],
    [
      'is not known where one caller gives what is not',
      `function read(client: TableClient) { return client.getEntity('a', 'b'); }
read(staff); read(other());`,
      '?',
    ],
    [
      'is the one that is given in any file where the function is exported',
      `export function read(client: TableClient) { return client.getEntity('a', 'b'); }
read(staff);`,
      'Staff',
    ],
    [
      'is the one that is given in any file where the function is exported later',
      `function read(client: TableClient) { return client.getEntity('a', 'b'); }
module.exports = { read }; read(staff);`,
      'Staff',
    ],
    [
      'is the one that is given through the exports of the module itself',
      `exports.read = (client) => client.getEntity('a', 'b');
exports.both = () => { exports.read(staff); module.exports.read(staff); };`,
      'Staff',
    ],
    [
      'is the one that the module itself exports',
      `exports.rooms = rooms; module.exports.all = () => exports.rooms.getEntity('a', 'b');`,
      'Rooms',
    ],
    [
      'is the one that is given where the function is a method',
      `class Store { read(client: TableClient) { return client.getEntity('a', 'b'); } }
new Store().read(staff);`,
      'Staff',
    ],
    [
      "may be of a type of one's own that is not in the workspace",
      `import type { CustomTableClient } from 'schema';
export function read(client: CustomTableClient<User>) { return client.getEntity('a', 'b'); }`,
      '?',
    ],
  ];
  for (const [what, code, expected] of cases) {
    it(what, () => {
      assert.equal(tables(code), expected);
    });
  }

  it('is one for all who give it one, whatever it is called', () => {
    const [only] = operationsOf({
      'main.js': `${PACKAGE}${CLIENTS}class Shelf {
  constructor(archive) { this.archive = archive; }
  drop(id) { return this.archive.deleteEntity('a', id); }
}
new Shelf(rooms).drop('1');`,
    });
    assert.deepEqual([only?.table, only?.evidence], ['Rooms', 'inferred']);
  });

  it('is not certain to be one where somebody gives what is not known', () => {
    const [only] = operationsOf({
      'main.js': `${PACKAGE}${CLIENTS}class Shelf {
  constructor(archive) { this.archive = archive; }
  drop(id) { return this.archive.deleteEntity('a', id); }
}
new Shelf(rooms).drop('1');
new Shelf(other()).drop('1');`,
    });
    assert.equal(only?.evidence, 'shape-only');
  });
});

describe('a client that comes of a function which somebody gives', () => {
  const STORE = `class Store {
  readonly #orders: TableClient;
  constructor(open: (table: string) => TableClient) { this.#orders = open('orders'); }
  read(id: string) { return this.#orders.getEntity('a', id); }
}
`;
  const cases: readonly (readonly [what: string, code: string, tables: string])[] = [
    ['is what that makes of the name', `new Store((t) => new TableClient(url, t, credential));`, 'orders'],
    [
      'has the name that the function gives it',
      `const open = (t: string) => TableClient.fromConnectionString(process.env.X!, \`dev\${t}\`);
export const store = new Store(open);`,
      'devorders',
    ],
    ['is whatever it always gives', `new Store(() => rooms);`, 'Rooms'],
    [
      'may be of several tables',
      `new Store((t) => new TableClient(url, t, credential));
new Store((t) => new TableClient(url, 'dev' + t, credential));`,
      '?',
    ],
    [
      'is not known where one caller gives what is not',
      `new Store((t) => new TableClient(url, t, credential)); new Store(other());`,
      '?',
    ],
    [
      'is not known where a caller names the table',
      `export const make = (open: any) => new Store(open);`,
      '?',
    ],
    ['is not known where nobody is seen', '', '?'],
    ['is none of what is cut from something', `new Store((t) => pool[t]!);`, '?'],
  ];
  for (const [what, code, expected] of cases) {
    it(what, () => {
      assert.equal(tables(STORE + code), expected);
    });
  }

  it('is asked of each function by its own callers', () => {
    const both = `function makeStore(open: (table: string) => TableClient) {
  const orders = open('orders');
  const archive = open('archive');
  const read = (id: string) => orders.getEntity('a', id);
  return { read, old: (id: string) => archive.getEntity('a', id) };
}
`;
    assert.equal(
      tables(`${both}makeStore((t) => new TableClient(url, t, credential)).read('1');`),
      'orders,archive',
    );
    assert.equal(tables(`${both}makeStore(other()).read('1');`), '?,?');
  });

  it('may be replaced, have a default, or be promised', () => {
    const replaced = `class Store {
  #orders: TableClient;
  constructor(open: (table: string) => TableClient) { this.#orders = open('orders'); }
  use(client: TableClient) { this.#orders = client; }
  read(id: string) { return this.#orders.getEntity('a', id); }
}
new Store((t) => new TableClient(url, t, credential));`;
    assert.equal(tables(replaced), '?');
    const preset = `class Store {
  #orders: TableClient;
  constructor(open: (table: string) => TableClient = (t) => new TableClient(url, t, credential)) { this.#orders = open('orders'); }
  read(id: string) { return this.#orders.getEntity('a', id); }
}
`;
    assert.equal(tables(`${preset}new Store();`), 'orders');
    assert.equal(tables(`${preset}new Store(); new Store(() => rooms);`), '?');
    const promised = `class Store {
  constructor(private open: (table: string) => Promise<TableClient>) {}
  async read(id: string) { const orders = await this.open('orders'); return orders.getEntity('a', id); }
}
`;
    assert.equal(tables(`${promised}new Store(async (t) => new TableClient(url, t, credential));`), 'orders');
    assert.equal(tables(`${promised}new Store(async (t) => rooms); new Store(async (t) => staff);`), '?');
  });
});
