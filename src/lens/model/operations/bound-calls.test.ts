import assert from 'node:assert/strict';
import { CLIENT, operationsOf, filesOf, summary } from '../../../../test/support/operations.ts';
import { checkNoFix } from '../../../../test/support/rule-fixtures.ts';

describe('a method that is bound to its client', () => {
  const LIST = `${CLIENT}const list = client.listEntities.bind(client);\n`;

  it('is an operation where it is called by another name', () => {
    const source = `${LIST}export async function f(pk: string, ids: string[], table: TableClient) {
  const get = client.getEntity.bind(client);
  const other = table.deleteEntity.bind(table);
  for await (const e of list({ queryOptions: { filter: odata\`PartitionKey eq \${pk}\` } })) use(e);
  await other(pk, (await get(pk, 'b')).next);
}`;
    assert.deepEqual(summary(source), [
      'listEntities Employees proved partition-scan',
      'deleteEntity ? proved',
      'getEntity Employees proved',
    ]);
  });

  it('is a wrapper where callers decide what it asks for', () => {
    const source = `${LIST}const find = (filter: string) => list({ queryOptions: { filter } });
export const some = () => find('A eq 1');`;
    assert.deepEqual(summary(source).at(-1), 'listEntities Employees proved table-scan');
  });

  it('says where it is bound, and is not rewritten', () => {
    const source = `${LIST}export const one = (pk: string) => list({ queryOptions: { filter: odata\`PartitionKey eq \${pk} and RowKey eq 'a'\` } });`;
    const [operation] = operationsOf(filesOf(source));
    assert.equal(operation?.via?.name, 'list');
    checkNoFix(
      'point-query-as-list',
      `\nimport { odata, TableClient } from '@azure/data-tables';\n${source}`,
    );
  });

  it('is none where more is bound, the name may mean something else, or no client has it', () => {
    const source = `${CLIENT}const list = client.listEntities.bind(client, {});
let get = client.getEntity.bind(client);
get = other;
const filter = rows.filter.bind(rows);
export const all = () => [list(), get('a', 'b'), filter(Boolean)];`;
    assert.deepEqual(summary(source), []);
  });
});
