import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'transaction-duplicate-entity';
const HEAD = `
import { TableClient, TableTransaction } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe(ID, () => {
  it('tells of the same constants, the same names, and the same entity', () => {
    check(`${HEAD}
export async function f(pk: string, id: string, employee: Employee) {
  await client.submitTransaction([
    ['delete', { partitionKey: 'sales', rowKey: 'total' }],
    ['create', { partitionKey: 'sales', rowKey: 'total', count: 1 }],
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-duplicate-entity/twice
  ]);
  const actions: TransactionAction[] = [['upsert', { partitionKey: pk, rowKey: \`e_\${id}\` }]];
  actions.push(['update', { partitionKey: pk, rowKey: \`e_\${id}\`, name: 'x' }]);
  //           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-duplicate-entity
  await client.submitTransaction(actions);
  await client.submitTransaction([['upsert', employee], ['update', employee, 'Replace']]);
  //                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-duplicate-entity
  const key = { partitionKey: employee.department, rowKey: employee.id };
  await client.submitTransaction([['upsert', { ...key, name: 'x' }], ['update', { ...key, since: 2026 }]]);
  //                                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-duplicate-entity
  const transaction = new TableTransaction();
  transaction.deleteEntity(pk, id);
  transaction.createEntity({ partitionKey: pk, rowKey: id });
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-duplicate-entity
  await client.submitTransaction(transaction.actions);
}
`);
  });

  it('knows that the same gives the same, through functions of the language and of the program', () => {
    check(`${HEAD}
const rowOf = (badge: string) => badge.trim().toUpperCase().replace(/[#?]/g, '_');
export async function swap(pk: string, a: string, b: string) {
  await client.submitTransaction([
    ['delete', { partitionKey: pk, rowKey: rowOf(a) }],
    ['upsert', { partitionKey: pk, rowKey: rowOf(b) }],
    ['upsert', { partitionKey: pk, rowKey: rowOf(a), left: true }],
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-duplicate-entity/twice
  ]);
}
export async function split(pk: string, a: string, b: string, next: () => string) {
  await client.submitTransaction([
    ['upsert', { partitionKey: pk, rowKey: rowOf(a) }],
    ['upsert', { partitionKey: pk, rowKey: rowOf(b) }],
    ['upsert', { partitionKey: pk, rowKey: rowOf(next()) }],
    ['upsert', { partitionKey: pk, rowKey: rowOf(next()) }],
  ]);
}
`);
  });

  it('is silent where one of two is sent, and tells of two under one condition', () => {
    check(`${HEAD}
export async function f(pk: string, id: string, isNew: boolean, isLate: boolean) {
  const key = { partitionKey: pk, rowKey: id };
  const one: TransactionAction[] = [];
  if (isNew) one.push(['create', key]);
  else one.push(['delete', key]);
  await client.submitTransaction(one);
  const two: TransactionAction[] = [];
  if (isNew) two.push(['create', key]);
  if (isLate) two.push(['delete', key]);
  await client.submitTransaction(two);
  const both: TransactionAction[] = [];
  if (isNew) both.push(['create', key]);
  if (isNew) both.push(['delete', key]);
//                     ^^^^^^^^^^^^^^^ warning transaction-duplicate-entity
  await client.submitTransaction(both);
}
`);
  });

  it('is silent where one function or class makes different entities', () => {
    checkSilent(
      ID,
      `${HEAD}
const toEntity = (pk: string, row: Row) => ({ partitionKey: pk, rowKey: row.id });
class Item {
  partitionKey = 'p';
  rowKey = '';
  constructor(init?: object) { Object.assign(this, init); }
}
class Row {
  readonly rowKey: string;
  constructor(readonly partitionKey: string, id: string) { this.rowKey = 'r_' + id; }
}
export async function f(pk: string, a: Row, b: Row) {
  await client.submitTransaction([['create', toEntity(pk, a)], ['create', toEntity(pk, b)]]);
  await client.submitTransaction([['create', { ...toEntity(pk, a) }], ['create', { ...toEntity(pk, b) }]]);
  await client.submitTransaction([['create', new Row(pk, a.id)], ['create', new Row(pk, b.id)]]);
  const [one, other] = [new Item(), new Item()];
  fill(one, a);
  fill(other, b);
  await client.submitTransaction([['create', one], ['create', other]]);
  const [first, second] = [new Item(), new Item()];
  first.rowKey = a.id;
  Object.assign(second, { rowKey: b.id });
  await client.submitTransaction([['create', first], ['create', second]]);
}
`,
    );
  });

  it('tells of the same instance, and of those that are given the same', () => {
    check(`${HEAD}
class Item {
  constructor(init: object) { Object.assign(this, init); }
}
export async function f(pk: string, id: string) {
  const one = new Item({ partitionKey: pk, rowKey: id });
  await client.submitTransaction([['create', one], ['update', one]]);
  //                                               ^^^^^^^^^^^^^^^ error transaction-duplicate-entity
  const other = new Item({ partitionKey: pk, rowKey: id });
  await client.submitTransaction([['create', one], ['update', other]]);
  //                                               ^^^^^^^^^^^^^^^^^ error transaction-duplicate-entity
}
`);
  });

  it('tells of constant keys in every turn', () => {
    check(`${HEAD}
export async function f(rows: Row[]) {
  const actions: TransactionAction[] = [];
  for (const row of rows.slice(0, 100)) {
    actions.push(['upsert', { partitionKey: 'totals', rowKey: 'sales', sum: row.sum }]);
//               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-duplicate-entity/each-iteration
  }
  await client.submitTransaction(actions);
}
`);
  });

  it('tells of keys that the function is given in every turn, and of two in one turn', () => {
    check(`${HEAD}
export async function f(pk: string, order: Order, rows: Row[]) {
  const totals = new TableTransaction();
  for (const row of rows.slice(0, 40)) {
    totals.upsertEntity({ partitionKey: pk, rowKey: row.id });
    totals.upsertEntity({ partitionKey: pk, rowKey: order.id, last: row.id });
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-duplicate-entity/each-iteration
  }
  await client.submitTransaction(totals.actions);
  await client.submitTransaction(rows.slice(0, 50).map((row) => ['upsert', { partitionKey: pk, rowKey: 'tags', tag: row.tag }]));
//                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-duplicate-entity/each-iteration
  await client.submitTransaction(
    rows.slice(0, 50).flatMap((row) => [
      ['delete', { partitionKey: pk, rowKey: row.id }],
      ['create', { partitionKey: pk, rowKey: row.id }],
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-duplicate-entity/twice
    ]),
  );
}
`);
  });

  it('is silent where a turn adds it under a condition, after another end, or under keys that it changes', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function f(pk: string, id: string, rows: Row[]) {
  const first = new TableTransaction();
  for (const [i, row] of rows.slice(0, 40).entries()) {
    if (i === 0) first.upsertEntity({ partitionKey: pk, rowKey: 'head' });
    first.upsertEntity({ partitionKey: pk, rowKey: row.id });
  }
  await client.submitTransaction(first.actions);
  const found: TransactionAction[] = [];
  for (const row of rows.slice(0, 40)) {
    if (!row.isHead) continue;
    found.push(['upsert', { partitionKey: 'heads', rowKey: 'head' }]);
    break;
  }
  await client.submitTransaction(found);
  const other: TransactionAction[] = [];
  for (const row of rows.slice(0, 40)) {
    id = row.id;
    other.push(['upsert', { partitionKey: pk, rowKey: id }]);
  }
  await client.submitTransaction(other);
  await client.submitTransaction(
    rows.slice(0, 40).flatMap((row) =>
      row.isGone ? [['delete', { partitionKey: pk, rowKey: row.id }]] : [['upsert', { partitionKey: pk, rowKey: row.id }]],
    ),
  );
  const either = new TableTransaction();
  for (const row of rows.slice(0, 40)) {
    if (row.isGone) either.deleteEntity(pk, row.id);
    else either.upsertEntity({ partitionKey: pk, rowKey: row.id });
  }
  await client.submitTransaction(either.actions);
}
`,
    );
  });

  it('is silent where the entities may differ, or are not sent together', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function f(pk: string, ids: string[], isNew: boolean, next: () => string) {
  await client.submitTransaction([
    ['create', { partitionKey: pk, rowKey: ids[0] }],
    ['create', { partitionKey: pk, rowKey: ids[1] }],
    ['create', { partitionKey: pk, rowKey: next() }],
    ['create', { partitionKey: pk, rowKey: next() }],
    ['create', { partitionKey: pk, rowKey: 'a' }],
    ['create', { partitionKey: pk + 'x', rowKey: 'a' }],
  ]);
  const actions: TransactionAction[] = [];
  let id = ids[0];
  actions.push(['create', { partitionKey: pk, rowKey: id }]);
  id = ids[1];
  actions.push(['create', { partitionKey: pk, rowKey: id }]);
  if (isNew) actions.push(['create', { partitionKey: pk, rowKey: 'x' }]);
  else actions.push(['update', { partitionKey: pk, rowKey: 'x' }]);
  for (const row of ids) actions.push(['delete', { partitionKey: pk, rowKey: row }]);
  for (const row of ids) actions.push(['create', { partitionKey: pk, rowKey: row }]);
  await client.submitTransaction(actions);
  await client.submitTransaction(
    isNew ? [['create', { partitionKey: pk, rowKey: 'a' }]] : [['update', { partitionKey: pk, rowKey: 'a' }]],
  );
}
`,
    );
  });

  it('is silent where each turn of a loop has another entity, and tells of constants in two of them', () => {
    check(`${HEAD}
export async function f(pk: string, rows: Row[], base: object) {
  const all: TransactionAction[] = [];
  for (let i = 0; i < 3; i++) {
    const row = rows[i];
    all.push(['create', row], ['create', { ...base, partitionKey: pk, rowKey: row.id }]);
  }
  await client.submitTransaction(all);
  await client.submitTransaction(['a', 'b', 'a'].map((id) => ['delete', { partitionKey: 'p', rowKey: id }]));
  //                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error transaction-duplicate-entity
}
`);
  });

  it('tells of neighbors in a list that is sent in parts, which one part begins with', () => {
    check(`${HEAD}
function* parts<T>(all: T[], size: number) {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
export async function hire(pk: string, ids: string[]) {
  const hired = ids.flatMap((id): TransactionAction[] => [
    ['upsert', { partitionKey: pk, rowKey: id, isHired: true }, 'Replace'],
    ['update', { partitionKey: pk, rowKey: id, since: new Date() }, 'Merge'],
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-duplicate-entity
  ]);
  for (let at = 0; at < hired.length; at += 100) await client.submitTransaction(hired.slice(at, at + 100));
  const paid: TransactionAction[] = [];
  for (const id of ids) {
    paid.push(['upsert', { partitionKey: pk, rowKey: \`pay_\${id}\`, sum: 0 }, 'Replace']);
    paid.push(['update', { partitionKey: pk, rowKey: \`pay_\${id}\`, at: new Date() }, 'Merge']);
//            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-duplicate-entity
  }
  for (const part of parts(paid, 100)) await client.submitTransaction(part);
}
`);
  });

  it('is silent where parts may have one of two: parts of one, a list that leaves some out, one in place of the other', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function hire(pk: string, ids: string[], kinds: string[], isNew: boolean) {
  const hired = ids.flatMap((id): TransactionAction[] => [
    ['upsert', { partitionKey: pk, rowKey: id, isHired: true }, 'Replace'],
    ['update', { partitionKey: pk, rowKey: id, since: new Date() }, 'Merge'],
  ]);
  for (let at = 0; at < hired.length; at++) await client.submitTransaction(hired.slice(at, at + 1));
  const some = hired.filter(([kind]) => kinds.includes(kind));
  for (let at = 0; at < some.length; at += 100) await client.submitTransaction(some.slice(at, at + 100));
  const either: TransactionAction[] = [];
  for (const id of ids) {
    if (isNew) either.push(['upsert', { partitionKey: pk, rowKey: id, isHired: true }, 'Replace']);
    else either.push(['update', { partitionKey: pk, rowKey: id, since: new Date() }, 'Merge']);
  }
  for (let at = 0; at < either.length; at += 100) await client.submitTransaction(either.slice(at, at + 100));
  const later: TransactionAction[] = [];
  for (const id of ids) later.push(['upsert', { partitionKey: pk, rowKey: id, isHired: true }, 'Replace']);
  for (const id of ids) later.push(['update', { partitionKey: pk, rowKey: id, since: new Date() }, 'Merge']);
  for (let at = 0; at < later.length; at += 100) await client.submitTransaction(later.slice(at, at + 100));
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
await ledger.submitTransaction([['create', { partitionKey: 'a', rowKey: 'r' }], ['update', { partitionKey: 'a', rowKey: 'r' }]]);
`,
    );
  });
});
