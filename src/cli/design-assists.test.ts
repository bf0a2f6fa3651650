import assert from 'node:assert/strict';
import { cliFolder } from '../../test/support/cli-folder.ts';

interface Report {
  readonly designs: readonly {
    readonly title: string;
    readonly assists?: readonly { readonly pattern: string; readonly file: string; readonly line: number }[];
  }[];
}

describe('the patterns that a design names', function () {
  this.timeout(60_000);
  const { write, partitionLens } = cliFolder();

  /** Those of the design with a copy, for a store whose function sends a query, and a caller that asks it something. */
  async function triedFor(list: string, asked: string): Promise<readonly string[]> {
    await write({
      'store.ts': `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.STAFF!, 'Employees');
export const hire = (id: string, team: string) => client.createEntity({ partitionKey: 'staff', rowKey: id, team });
export async function where(what: string) {
  const found = [];
  const all = client.listEntities({ queryOptions: { filter: ${list} } });
  for await (const one of all) found.push(one);
  return found;
}
export const OF_SALES = "PartitionKey eq 'staff' and team eq 'sales'";
`,
      'main.ts': `import { odata } from '@azure/data-tables';
import { hire, OF_SALES, where } from './store.ts';
export const join = (id: string) => hire(id, 'sales');
export async function sales(show: (id: string) => void, team: string) {
  const all = await where(${asked});
  for (const one of all) {
    if (!one.hiredAt) continue;
    show(String(one.rowKey));
  }
}
`,
    });
    const [report] = JSON.parse((await partitionLens('design', '--format', 'json')).out) as readonly Report[];
    const design = report?.designs.find(({ title }) => title.startsWith('A copy of'));
    assert.ok(design);
    return (design.assists ?? []).map(({ pattern, file, line }) => `${pattern} ${file}:${line}`);
  }

  it('are tried in the function that sends a query, where that writes what it asks', async () => {
    assert.deepEqual(await triedFor("odata`PartitionKey eq 'staff' and team eq ${what}`", "'sales'"), [
      'intra-partition-index store.ts:6',
      'index-entities store.ts:6',
    ]);
  });

  it('are not where it is given the filter, or conditions of it', async () => {
    assert.deepEqual(await triedFor('what', "odata`PartitionKey eq 'staff' and team eq ${team}`"), []);
    assert.deepEqual(await triedFor('what', 'OF_SALES'), []);
    assert.deepEqual(await triedFor("`PartitionKey eq 'staff' and ${what}`", 'odata`team eq ${team}`'), []);
  });
});
