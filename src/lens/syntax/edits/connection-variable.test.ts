import assert from 'node:assert/strict';
import { connectionVariables } from './connection-variable.ts';

describe('the environment variable of a connection string', () => {
  const variablesIn = (...lines: readonly string[]): readonly string[] =>
    connectionVariables('/a.ts', lines.join('\n'));
  const use = "const client = TableClient.fromConnectionString(connection, 'Orders');";

  it('is found in the call', () => {
    assert.deepEqual(
      variablesIn("const client = TableClient.fromConnectionString(process.env['ORDERS'] ?? '', 'Orders');"),
      ['ORDERS'],
    );
  });

  it('is found where a constant or the default of a parameter has it', () => {
    assert.deepEqual(variablesIn('const connection = process.env.ORDERS!;', use), ['ORDERS']);
    assert.deepEqual(
      variablesIn(`class Orders { constructor(connection = process.env.ORDERS) { ${use} } }`),
      ['ORDERS'],
    );
  });

  it('is found where a field gets it too', () => {
    const code = `constructor(connection = process.env.ORDERS) { this.connection = connection; ${use} }`;
    assert.deepEqual(variablesIn(`class Orders { ${code} }`), ['ORDERS']);
  });

  it('is told in the order of the file', () => {
    const of = (name: string): string => `TableClient.fromConnectionString(process.env.${name}!, 'Orders');`;
    assert.deepEqual(variablesIn(of('FIRST'), `run(() => { ${of('SECOND')} });`, of('THIRD')), [
      'FIRST',
      'SECOND',
      'THIRD',
    ]);
  });

  it('is not known of a name that has two declarations, or another value', () => {
    const of = 'function of(connection = process.env.ORDERS) {}';
    for (const declared of [
      ['let connection = process.env.ORDERS!;'],
      ['const connection = process.env.ORDERS!;', 'function of(connection: string) {}'],
      ['const connection = secretOf(process.env.ORDERS!);'],
      ["import { connection } from './settings.js';"],
      ['const { connection } = load();', of],
      ['const [{ of: [connection] }] = load();', of],
      ["import { connection } from './settings.js';", of],
      ["import connection from './settings.js';", of],
      ["import * as connection from './settings.js';", of],
      ['function connection() {}', of],
      ['try { load(); } catch (connection) { show(connection); }', of],
      ['function of(connection = process.env.ORDERS) { connection = load(); }'],
      ['function of(connection = process.env.ORDERS) { ({ connection } = load()); }'],
    ])
      assert.deepEqual(variablesIn(...declared, use), [], declared.join(' '));
  });
});
