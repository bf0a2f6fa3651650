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

  it('are those of the read that a copy serves, not of one that shares a property with it', async () => {
    await write({
      'store.ts': `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.STAFF!, 'Employees');
interface Employee { team: string; id: string; city: string; role: string; at: Date }
export const hire = (one: Employee) => client.createEntity({ partitionKey: one.team, rowKey: one.id, ...one });
async function all(filter: string) {
  const found = [];
  for await (const one of client.listEntities({ queryOptions: { filter } })) found.push(one);
  return found;
}
export const inCity = (city: string, role: string) => all(odata\`city eq \${city} and role eq \${role}\`);
export async function since(role: string, at: Date) {
  const found = [];
  const rows = client.listEntities({ queryOptions: { filter: odata\`role eq \${role} and at ge \${at}\` } });
  for await (const one of rows) found.push(one.city);
  return found;
}
`,
      'main.ts': '',
    });
    interface Shown {
      readonly entities: readonly { readonly partitionKey: string; readonly isNew: boolean }[];
      readonly assists?: readonly { readonly line: number }[];
      readonly byHand?: readonly string[];
    }
    const reports = JSON.parse(
      (await partitionLens('design', '--format', 'json', 'store.ts')).out,
    ) as readonly { readonly designs: readonly Shown[] }[];
    const both = reports[0]?.designs.find(
      ({ entities }) =>
        entities.some(({ partitionKey }) => partitionKey.startsWith('{city}')) &&
        entities.some(({ partitionKey }) => partitionKey === '{role}'),
    );
    assert.ok(both, JSON.stringify(reports[0]?.designs.map(({ entities }) => entities)));
    assert.deepEqual(
      both.assists?.map(({ line }) => line),
      [13],
    );
    assert.ok(
      both.byHand?.some((one) => one.includes('{city}')),
      JSON.stringify(both.byHand),
    );
  });
});
