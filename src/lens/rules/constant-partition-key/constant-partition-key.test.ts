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
