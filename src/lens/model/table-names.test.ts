import assert from 'node:assert/strict';
import { operationsOf, PACKAGE } from '../../../test/support/operations.ts';

/** The table of the read that a client makes which is given this name. */
function tableOf(name: string, before = ''): string | undefined {
  const client = `const client = TableClient.fromConnectionString(process.env.CONNECTION!, ${name});\n`;
  const [read] = operationsOf({ 'main.ts': `${PACKAGE}${before}\n${client}client.getEntity('a', 'b');\n` });
  assert(read !== undefined);
  return read.table;
}

describe('the name of a table', () => {
  const cases: readonly (readonly [name: string, table: string | undefined, before?: string])[] = [
    ["'Trips'", 'Trips'],
    ["process.env.TABLE || 'Trips'", 'Trips'],
    ["process.env['TABLE'] ?? 'Trips'", 'Trips'],
    ['NAME', 'Trips', "const NAME = process.env.TABLE_NAME || process.env.TABLE || 'Trips';"],
    ['TABLE', 'Trips', "const { TABLE = 'Trips' } = process.env;"],
    ['process.env.TABLE', undefined],
    ["process.env.TABLE || ''", undefined],
    ["settings.table || 'Trips'", undefined, 'declare const settings: { table: string };'],
    ["flag ? 'Trips' : 'Tests'", undefined, 'declare const flag: boolean;'],
  ];
  for (const [name, table, before] of cases) {
    it(`${before ?? ''} ${name} is ${table ?? 'not known'}`.trim(), () => {
      assert.equal(tableOf(name, before), table);
    });
  }
});
