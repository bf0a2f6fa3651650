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
