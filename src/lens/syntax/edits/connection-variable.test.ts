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

  it('is not known of a name that has two declarations, or another value', () => {
    for (const declared of [
      ['let connection = process.env.ORDERS!;'],
      ['const connection = process.env.ORDERS!;', 'function of(connection: string) {}'],
      ['const connection = secretOf(process.env.ORDERS!);'],
      ["import { connection } from './settings.js';"],
    ])
      assert.deepEqual(variablesIn(...declared, use), [], declared.join(' '));
  });
});
