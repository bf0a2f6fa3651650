import assert from 'node:assert/strict';
import { operationsOf, PACKAGE } from '../../../../test/support/operations.ts';

/** The tables of the operations in a file, `?` where none is known. */
function tables(source: string): string {
  return operationsOf({ 'main.ts': PACKAGE + source })
    .map(({ table }) => table ?? '?')
    .join();
}

const READ = `export const read = (id: string) => tableOf('Staff').getEntity('a', id);
export const other = (id: string) => tableOf('Rooms').getEntity('a', id);`;

describe('the table of a client that is kept by its name', () => {
  const known: readonly (readonly [what: string, source: string])[] = [
    [
      'in an object',
      `const kept: Record<string, TableClient> = {};
function tableOf(name: string) {
  if (!kept[name]) kept[name] = new TableClient(url, name, credential);
  return kept[name];
}`,
    ],
    [
      'in an object, by one expression',
      'const kept = Object.create(null); const tableOf = (name: string) => (kept[name] ??= new TableClient(url, name, credential));',
    ],
    [
      'in a map',
      `const kept = new Map<string, TableClient>();
function tableOf(name: string) {
  if (!kept.has(name)) kept.set(name, new TableClient(url, name, credential));
  return kept.get(name)!;
}`,
    ],
    [
      'in a field',
      `class Tables {
  private readonly kept: Record<string, TableClient> = {};
  of(name: string) {
    if (this.kept[name] === undefined) this.kept[name] = new TableClient(url, name, credential);
    return this.kept[name];
  }
}
const all = new Tables();
const tableOf = (name: string) => all.of(name);`,
    ],
  ];
  for (const [what, source] of known) {
    it(`is the name that the function is given, ${what}`, () => {
      assert.equal(tables(`${source}\n${READ}`), 'Staff,Rooms');
    });
  }

  const unknown: readonly (readonly [what: string, source: string])[] = [
    [
      'another name is read',
      `const kept: Record<string, TableClient> = {};
function tableOf(name: string, other = name + 's') {
  kept[name] = new TableClient(url, name, credential);
  return kept[other];
}`,
    ],
    [
      'the name is another one by then',
      `const kept: Record<string, TableClient> = {};
function tableOf(name: string) {
  kept[name] = new TableClient(url, name, credential);
  name = name + 's';
  return kept[name];
}`,
    ],
    [
      'something else fills it',
      `const kept: Record<string, TableClient> = {};
export function put(name: string, client: TableClient) { kept[name] = client; }
function tableOf(name: string) {
  kept[name] ??= new TableClient(url, name, credential);
  return kept[name];
}`,
    ],
    [
      'it is not empty where it is made',
      `const kept: Record<string, TableClient> = { Staff: new TableClient(url, 'People', credential) };
function tableOf(name: string) {
  kept[name] ??= new TableClient(url, name, credential);
  return kept[name];
}`,
    ],
  ];
  for (const [what, source] of unknown) {
    it(`is not known where ${what}`, () => {
      assert.ok(!tables(`${source}\n${READ}`).includes('Staff'));
    });
  }
});
