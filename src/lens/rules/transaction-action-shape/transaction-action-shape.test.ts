import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'transaction-action-shape';
const HEAD = `
import { TableClient, TableTransaction } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe(ID, () => {
  it('tells of objects, wherever they are made', () => {
    check(`${HEAD}
export async function hire(staff: Employee[]) {
  await client.submitTransaction([{ type: 'create', entity: { partitionKey: 'p', rowKey: 'a' } }] as any);
  //                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-action-shape/not-a-tuple
  const actions: any[] = [];
  for (const one of staff.slice(0, 100)) actions.push({ operation: 'upsert', entity: one });
  await client.submitTransaction(actions);
  //           ^^^^^^^^^^^^^^^^^ error transaction-action-shape
  for (let i = 0; i < staff.length; i += 100) {
    const batch = staff.slice(i, i + 100).map((entity) => ({ operationType: 'upsert', entity }));
    await client.submitTransaction(batch);
    //           ^^^^^^^^^^^^^^^^^ error transaction-action-shape
  }
}
`);
  });

  it('tells of entities without a kind, keys in the place of the entity, and unknown kinds', () => {
    check(`${HEAD}
export async function f(id: string, rows: Row[]) {
  await client.submitTransaction([{ partitionKey: 'p', rowKey: id }] as any);
  //                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-action-shape
  await client.submitTransaction([['delete', 'p', id]] as any);
  //                              ^^^^^^^^^^^^^^^^^^^ error transaction-action-shape/not-a-tuple
  await client.submitTransaction([['create']] as any);
  //                              ^^^^^^^^^^ error transaction-action-shape
  await client.submitTransaction([['insert', { partitionKey: 'p', rowKey: id }]] as any);
  //                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-action-shape/unknown-kind: insert
}
`);
  });

  it('tells at the call of what another file makes', () => {
    check(`
// file: actions.ts
export const both = (id: string) => [{ action: 'delete', entity: { partitionKey: 'p', rowKey: id } }];
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { both } from './actions.js';
const client = new TableClient(url, 'Employees', credential);
export const f = (id: string) => client.submitTransaction(both(id) as any);
//                                      ^^^^^^^^^^^^^^^^^ error transaction-action-shape
`);
  });

  it('tells of a TableTransaction in place of its actions', () => {
    check(`
const { TableClient, TableTransaction } = require('@azure/data-tables');
const client = new TableClient(url, 'Employees', credential);
exports.hire = async (id) => {
  const hiring = new TableTransaction();
  hiring.createEntity({ partitionKey: 'p', rowKey: id });
  await client.submitTransaction(hiring);
  //                             ^^^^^^ error transaction-action-shape/transaction-itself: hiring
  await client.submitTransaction(hiring.actions);
};
`);
    const given = (code: string): string =>
      `${HEAD}const hiring = new TableTransaction();\nawait client.submitTransaction(${code});\n`;
    checkFix(ID, given('hiring as any'), given('hiring.actions as any'));
    checkSilent(
      ID,
      `${HEAD}
import { TableTransaction as Own } from './own.js';
export async function f(id: string, given?: TransactionAction[]) {
  const own = new Own();
  await client.submitTransaction(own);
  const either = given ?? new TableTransaction().actions;
  await client.submitTransaction(either);
}
`,
    );
  });

  it('is silent for kinds that are taken from a table of them', () => {
    checkSilent(
      ID,
      `${HEAD}
const KINDS = { add: 'create', set: 'upsert' } as const;
export const one = (pk: string, rk: string, kind: keyof typeof KINDS) =>
  client.submitTransaction([[KINDS[kind], { partitionKey: pk, rowKey: rk }]]);
`,
    );
  });

  it('is silent for tuples, however they are made', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function f(staff: Employee[], kind: 'create' | 'upsert', made: TransactionAction[], pair: any[]) {
  await client.submitTransaction([['create', staff[0]], ['delete', { partitionKey: 'p', rowKey: 'r' }]]);
  await client.submitTransaction(staff.slice(0, 100).map((one) => [kind, one, 'Replace', { etag: one.etag }]));
  await client.submitTransaction(made);
  await client.submitTransaction([...made, ...pair]);
  await client.submitTransaction([[...pair]] as any);
  await client.submitTransaction([toAction(staff[0])]);
  const transaction = new TableTransaction();
  transaction.createEntity(staff[0]);
  transaction.deleteEntity('p', 'r');
  await client.submitTransaction(transaction.actions);
}
`,
    );
  });

  it("is silent for another library's submitTransaction", () => {
    checkSilent(
      ID,
      `
import { Ledger } from 'ledger';
const ledger = new Ledger();
await ledger.submitTransaction([{ type: 'create', entity: { partitionKey: 'p', rowKey: 'r' } }]);
`,
    );
  });

  describe('fix', () => {
    const push = (action: string): string => `${HEAD}
const actions = [];
actions.push(${action});
await client.submitTransaction(actions as any);
`;

    it('writes the tuple', () => {
      checkFix(ID, push(`{ type: 'create', entity: employee }`), push(`['create', employee]`));
      checkFix(
        ID,
        push(
          `{ operationType: 'Upsert', partitionKey: employee.partitionKey, rowKey: employee.rowKey, entity: employee }`,
        ),
        push(`['upsert', employee]`),
      );
      checkFix(
        ID,
        push(`{ kind: 'update', entity: { partitionKey: 'p', rowKey }, updateMode: 'Replace' }`),
        push(`['update', { partitionKey: 'p', rowKey }, 'Replace']`),
      );
    });

    it('is not offered where the kind or the entity is not there', () => {
      checkNoFix(ID, push(`{ partitionKey: 'p', rowKey: 'r' }`));
      checkNoFix(ID, push(`{ type: 'merge', entity: employee }`));
      checkNoFix(ID, push(`{ type, entity: employee }`));
      checkNoFix(ID, push(`{ type: 'create', entity: values, rowKey: id }`));
      checkNoFix(ID, push(`['insert', employee]`));
    });
  });
});
