import assert from 'node:assert/strict';
import { assist } from '../../../../test/support/assisted.ts';

describe('indexes beside jobs that go through the whole table', () => {
  const program = {
    'jobs.ts': `import { app } from '@azure/functions';
import { odata, TableClient } from '@azure/data-tables';
const visits = TableClient.fromConnectionString(process.env.STORAGE ?? '', 'Visits');
interface Visit { ward: string; nurse: string; at: Date }
export const add = async (visit: Visit, id: string): Promise<void> => {
  await visits.createEntity({ partitionKey: visit.ward, rowKey: id, ...visit });
};
export async function ofNurse(ward: string, nurse: string) {
  const found = [];
  const rows = visits./*here*/listEntities<Visit>({ queryOptions: { filter: FILTER } });
  for await (const row of rows) found.push(row);
  return found;
}
app.timer('purge', {
  schedule: '0 0 3 * * *',
  handler: async () => {
    const limit = new Date(Date.now() - 1e10);
    for await (const row of visits.listEntities<Visit>({
      queryOptions: { filter: odata\`at lt \${limit}\`, select: ['partitionKey', 'rowKey'] },
    }))
      await visits.deleteEntity(row.partitionKey ?? '', row.rowKey ?? '');
  },
});
app.timer('export', {
  schedule: '0 0 4 * * *',
  handler: async () => {
    for await (const row of visits.listEntities<Visit>()) console.log(JSON.stringify(row));
  },
});
`,
  };
  const of = (filter: string): Readonly<Record<string, string>> => ({
    'jobs.ts': program['jobs.ts'].replace('FILTER', filter),
  });

  it('leave out the copies there, and delete each copy with its entity', () => {
    const { outcome, after } = assist(
      'intra-partition-index',
      of('odata`PartitionKey eq ${ward} and nurse eq ${nurse}`'),
    );
    assert.equal(outcome?.kind, 'change', outcome?.kind === 'refused' ? outcome.why : '');
    const text = after['jobs.ts'] ?? '';
    assert.match(text, /await deleteVisit\(visits, row\.partitionKey \?\? '', row\.rowKey \?\? ''\);/);
    assert.match(
      text,
      /listEntities<Visit>\(\{ queryOptions: \{ filter: "RowKey lt 'nurse_' or RowKey ge 'nurse`'|not \(RowKey ge 'nurse_'/,
    );
  });

  it('take each entry out of an index in other partitions with its entity', () => {
    const { outcome, after } = assist('inter-partition-index', of('odata`nurse eq ${nurse}`'));
    assert.equal(outcome?.kind, 'change', outcome?.kind === 'refused' ? outcome.why : '');
    assert.match(after['jobs.ts'] ?? '', /await deleteVisit\(visits, row\.partitionKey/);
  });
});
