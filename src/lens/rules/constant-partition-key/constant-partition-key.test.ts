import assert from 'node:assert/strict';
import { check, checkSilent, findingsOf } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
// file: main.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe('constant-partition-key', () => {
  it('is said once of a table, with a hint in each other file, at the first write there', () => {
    const source = `${HEAD}
const PARTITION = 'employee';
export function add(id: string) {
  client.createEntity({ partitionKey: 'employee', rowKey: id });
//                                    ^^^^^^^^^^ information constant-partition-key/one-partition: employee
  client.upsertEntity({ partitionKey: PARTITION, rowKey: id });
  client.deleteEntity('employee', id);
  client.deleteEntity(key, id);
}
// file: other.ts
import { TableClient } from '@azure/data-tables';
const table = new TableClient(url, 'Employees', credential);
export const put = (id: string) => table.upsertEntity({ partitionKey: 'employee', rowKey: id });
//                                                                    ^^^^^^^^^^ hint constant-partition-key/other-write
`;
    check(source);
  });

  it('is silent as soon as one write puts another key, or one that is not known', () => {
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export const add = (id: string) => client.createEntity({ partitionKey: 'employee', rowKey: id });
// file: other.ts
import { TableClient } from '@azure/data-tables';
const table = new TableClient(url, 'employees', credential);
export const put = (id: string, key: string) => table.upsertEntity({ partitionKey: key, rowKey: id });
`,
    );
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export const add = (id: string) => client.createEntity({ partitionKey: 'employee', rowKey: id });
export const move = (id: string) => client.createEntity({ partitionKey: 'manager', rowKey: id });
`,
    );
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export const add = (id: string) => client.createEntity({ partitionKey: 'employee', rowKey: id });
export const all = (actions: TransactionAction[]) => client.submitTransaction(actions);
`,
    );
  });

  it('is silent for a table whose rows are fixed, and for a table without a known name', () => {
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export const set = (value: string) => client.upsertEntity({ partitionKey: 'settings', rowKey: 'theme', value });
export const add = (table: TableClient, id: string) => table.createEntity({ partitionKey: 'a', rowKey: id });
`,
    );
  });

  it('is said of what transactions make, where all of it is seen', () => {
    check(`${HEAD}
export async function seed(list: { id: string; name: string }[]) {
  const actions: TransactionAction[] = list.map((one) => ['upsert', { partitionKey: 'employee', rowKey: one.id, name: one.name }]);
//                                                                                  ^^^^^^^^^^ information constant-partition-key/one-partition: employee
  for (let i = 0; i < actions.length; i += 100) await client.submitTransaction(actions.slice(i, i + 100));
}
`);
  });

  it('is silent for transactions with another key, with fixed rows, and with what callers add', () => {
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export const hire = (id: string, team: string) =>
  client.submitTransaction([
    ['create', { partitionKey: 'employee', rowKey: id }],
    ['update', { partitionKey: 'team', rowKey: team, last: id }],
  ]);
`,
    );
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export const seed = () =>
  client.submitTransaction([
    ['create', { partitionKey: 'settings', rowKey: 'theme', value: 'dark' }],
    ['create', { partitionKey: 'settings', rowKey: 'size', value: 'large' }],
  ]);
`,
    );
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export const add = (id: string, others: TransactionAction[]) =>
  client.submitTransaction([['create', { partitionKey: 'employee', rowKey: id }], ...others]);
`,
    );
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export async function add(id: string, others: Entity[], more: TransactionAction[]) {
  const actions: TransactionAction[] = [['create', { partitionKey: 'employee', rowKey: id }]];
  for (const other of others) actions.push(['create', other]);
  fill(actions);
  actions.push(...more);
  await client.submitTransaction(actions);
}
`,
    );
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export async function add(id: string) {
  const actions: TransactionAction[] = [['create', { partitionKey: 'employee', rowKey: id }]];
  fill(actions);
  await client.submitTransaction(actions);
}
`,
    );
    checkSilent(
      'constant-partition-key',
      `${HEAD}
export async function add(id: string, entity: TableEntity) {
  const actions: TransactionAction[] = [['create', { partitionKey: 'employee', rowKey: id }]];
  if (entity) actions.unshift(['delete', entity], ...make());
  await client.submitTransaction(actions);
}
`,
    );
  });

  it('points to the constant', () => {
    const source = `${HEAD}
class Rooms {
  private readonly area = 'rooms';
  add = (id: string) => client.createEntity({ partitionKey: this.area, rowKey: id });
}
`;
    const [related] = findingsOf('/main.ts', source).flatMap((one) =>
      one.rule === 'constant-partition-key' ? one.related : [],
    );
    assert.equal(related && source.slice(related.place.span.start, related.place.span.end), 'rooms');
  });
});
