import assert from 'node:assert/strict';
import { assist } from '../../../../test/support/assisted.ts';

describe('tables that a setting names', () => {
  const program = (table: string, other = table): Readonly<Record<string, string>> => ({
    'main.ts': `import { odata, TableClient } from '@azure/data-tables';
const setting = (name: string, usual?: string): string => process.env[name] ?? usual ?? '';
const users = TableClient.fromConnectionString(setting('STORAGE'), ${table});
export const add = async (team: string, id: string, email: string): Promise<void> => {
  await users.createEntity({ partitionKey: team, rowKey: id, email });
};
export async function byEmail(email: string) {
  const found = [];
  for await (const one of users./*here*/listEntities({ queryOptions: { filter: odata\`email eq \${email}\` } }))
    found.push(one);
  return found;
}
`,
    'other.ts': `import { TableClient } from '@azure/data-tables';
const users = TableClient.fromConnectionString(process.env.STORAGE ?? '', ${other});
export const read = (team: string, id: string) => users.getEntity(team, id);
`,
  });
  const clientIn = (files: Readonly<Record<string, string>>): string | undefined => {
    const { after } = assist('inter-partition-index', files);
    const script = Object.entries(after).find(([name]) => name.endsWith('-backfill.ts'))?.[1];
    return /const client = TableClient.*$/m.exec(script ?? '')?.[0];
  };

  it('are those of the setting in scripts, and of the name where it is not set', () => {
    for (const table of ["setting('USERS', 'users')", "process.env.USERS || 'users'"])
      assert.equal(
        clientIn(program(table)),
        "const client = TableClient.fromConnectionString(connection, process.env.USERS || 'users', {",
      );
  });

  it('are those of the name where no setting, or more than one, names them', () => {
    for (const [table, other] of [
      ["'users'", "'users'"],
      ["process.env.USERS || 'users'", "process.env.PEOPLE || 'users'"],
    ] as const)
      assert.equal(
        clientIn(program(table, other)),
        "const client = TableClient.fromConnectionString(connection, 'users', {",
      );
  });

  it('rule a pattern out where a condition decides between a setting and a name', () => {
    for (const table of [
      "process.env.PROD ? process.env.USERS! : 'users'",
      "process.env.PROD ? process.env.USERS || 'users' : 'users'",
    ])
      assert.deepEqual(assist('inter-partition-index', program(table, "'users'")).outcome, {
        kind: 'refused',
        why: 'main.ts:5 is called for several tables.',
      });
  });
});
