import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const ID = 'non-atomic-multi-write';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
const archive = new TableClient(url, 'Archive', credential);
const auditLog = new TableClient(url, 'AuditLog', credential);
`;

describe(ID, () => {
  it('tells of two tables, and of two partitions', () => {
    check(`${HEAD}
export async function retire(department: string, id: string) {
  await archive.createEntity({ partitionKey: department, rowKey: id });
  await client.deleteEntity(department, id);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
}
export async function hire(user: User, isNew: boolean) {
  await client.createEntity({ partitionKey: \`id_\${user.id}\`, rowKey: 'profile' });
  if (isNew) await client.upsertEntity({ partitionKey: \`phone_\${user.phone}\`, rowKey: user.id });
  //                      ^^^^^^^^^^^^ information non-atomic-multi-write/other-partition
}
`);
  });

  it('tells of a transaction and a write to another table', () => {
    check(`${HEAD}
export async function retire(department: string, id: string, name: string) {
  await client.submitTransaction([
    ['delete', { partitionKey: department, rowKey: id }],
    ['create', { partitionKey: department, rowKey: \`left_\${id}\`, name }],
  ]);
  await archive.createEntity({ partitionKey: department, rowKey: id, name });
  //            ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
}
export async function again(department: string, id: string, name: string) {
  await client.submitTransaction([
    ['upsert', { partitionKey: department, rowKey: id, name }],
    ['upsert', { partitionKey: department, rowKey: \`name_\${id}\`, name }],
  ]);
  await archive.upsertEntity({ partitionKey: department, rowKey: id, name });
}
export async function ofOthers(department: string, id: string, other: string, more: string) {
  await client.submitTransaction([['create', { partitionKey: department, rowKey: id }]]);
  await archive.createEntity({ partitionKey: other, rowKey: more });
}
`);
  });

  it('tells of copies of one thing in one partition', () => {
    check(`${HEAD}
const idKey = (id: string) => \`id_\${id}\`;
export async function hire(department: string, employee: Employee) {
  await client.createEntity({ ...employee, partitionKey: department, rowKey: idKey(employee.id) });
  await client.createEntity({ ...employee, partitionKey: department, rowKey: \`phone_\${employee.phone}\` });
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/same-partition
}
export async function rename(department: string, id: string) {
  await client.createEntity({ partitionKey: department, rowKey: \`index_\${id}\` });
  await client.deleteEntity(department, id);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/same-partition
}
`);
  });

  it('tells of an entity that is handed on and deleted where it was', () => {
    check(`${HEAD}
export async function retire(department: string, id: string) {
  const employee = await client.getEntity(department, id);
  await archive.createEntity(employee as TableEntity);
  await client.deleteEntity(department, id);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
}
export async function retireAll(department: string) {
  for await (const employee of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) {
    await archive.upsertEntity({ ...employee, retired: true }, 'Replace');
    await client.deleteEntity(employee.partitionKey!, employee.rowKey!);
    //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
  }
}
export async function moveTo(employee: Employee, department: string) {
  await client.upsertEntity({ ...employee, partitionKey: department });
  await client.deleteEntity(employee.partitionKey, employee.rowKey);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-partition
}
export async function close(shop: string, id: string) {
  const order = await client.getEntity(shop, id);
  await client.upsertEntity({ ...order, partitionKey: \`closed-\${shop}\`, rowKey: id });
  await client.deleteEntity(shop, id);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-partition
}
`);
  });

  it('tells of an entity that gets another RowKey or partition, by keys of its own or by parameters', () => {
    check(`${HEAD}
export async function rename(department: string, id: string, to: string) {
  const employee = await client.getEntity(department, id);
  await client.createEntity({ ...employee, rowKey: to } as TableEntity);
  await client.deleteEntity(department, id);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/same-partition
}
export async function send(employee: Employee, to: string) {
  await client.createEntity({ ...employee, partitionKey: to, rowKey: employee.id });
  await client.deleteEntity(employee.department, employee.id);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-partition
}
export async function transfer(from: string, to: string, id: string, name: string) {
  await client.createEntity({ partitionKey: to, rowKey: id, name });
  await client.deleteEntity(from, id);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-partition
}
`);
    checkFix(
      ID,
      `${HEAD}
export async function rename(department: string, id: string, to: string) {
  const employee = await client.getEntity(department, id);
  await client.createEntity({ ...employee, rowKey: to });
  await client.deleteEntity(department, id);
}
`,
      `${HEAD}
export async function rename(department: string, id: string, to: string) {
  const employee = await client.getEntity(department, id);
  await client.submitTransaction([
    ['create', { ...employee, rowKey: to }],
    ['delete', { partitionKey: department, rowKey: id }],
  ]);
}
`,
      'right if they are never the same row',
    );
  });

  it('tells of an entity that points to another one, and of writes through functions', () => {
    check(`${HEAD}
const cards = new TableClient(url, 'Cards', credential);
interface Reader { branch: string; number: string; card: string; name: string }
export async function join(reader: Reader) {
  await client.createEntity({ partitionKey: reader.branch, rowKey: reader.number, name: reader.name, card: reader.card });
  await cards.createEntity({ partitionKey: reader.card.slice(0, 2), rowKey: reader.card, branch: reader.branch, number: reader.number });
  //          ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
}
export async function signUp(name: string, mail: string) {
  const id = crypto.randomUUID();
  const reader = { partitionKey: 'READER', rowKey: id, name, mail };
  await client.createEntity(reader);
  await client.createEntity({ partitionKey: 'MAIL', rowKey: digest(mail), reader: id });
  //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-partition
  return reader;
}
export async function unrelated(name: string, mail: string) {
  await client.createEntity({ partitionKey: 'READER', rowKey: crypto.randomUUID(), name });
  await client.createEntity({ partitionKey: 'MAIL', rowKey: digest(mail), reader: crypto.randomUUID() });
}
class Rows {
  constructor(private readonly rows: TableClient) {}
  add(branch: string, row: string, values: object) {
    return this.rows.createEntity({ partitionKey: branch, rowKey: row, ...values });
  }
}
const loans = new Rows(new TableClient(url, 'Loans', credential));
const copies = new Rows(new TableClient(url, 'Copies', credential));
export async function lend({ branch, copy, reader }: { branch: string; copy: string; reader: string }) {
  await loans.add(reader, copy, { branch });
  await copies.add(branch, copy, { reader });
  //           ^^^ information non-atomic-multi-write/other-table
}
`);
  });

  it('is silent for updates that do not rest on what was read, beside upserts, and for one call of a function', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function deliver(shop: string, order: string, at: Date) {
  await archive.upsertEntity({ partitionKey: shop, rowKey: order, at }, 'Replace');
  await client.updateEntity({ partitionKey: shop, rowKey: order, state: 'delivered' }, 'Merge');
}
export async function greet(first: Visitor, second: Visitor) {
  await client.createEntity({ partitionKey: 'visitors', rowKey: first.id, name: first.name });
  await archive.createEntity({ partitionKey: 'visitors', rowKey: second.id, name: second.name });
}
`,
    );
  });

  it('is silent for deletes that take a missing entity for done', () => {
    checkSilent(
      ID,
      `${HEAD}
const ignore = (error) => { if (error.statusCode !== 404) throw error; };
export async function erase(department: string, id: string) {
  await client.deleteEntity(department, id).catch(ignore);
  await archive.deleteEntity(department, id).catch(ignore);
}
export async function retire(department: string, id: string) {
  const employee = await client.getEntity(department, id);
  await archive.upsertEntity(employee, 'Replace');
  await client.deleteEntity(department, id).catch(ignore);
}
`,
    );
  });

  it('is silent for what is handed on while something else is deleted, or made again where it was', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function replace(department: string, id: string, old: string) {
  const employee = await client.getEntity(department, id);
  await archive.createEntity(employee);
  await client.deleteEntity(department, old);
}
export async function again(employee: Employee, other: Employee) {
  await client.deleteEntity(employee.partitionKey, employee.rowKey);
  await client.createEntity(employee);
  await client.createEntity({ ...employee, partitionKey: employee.partitionKey });
  await archive.createEntity(other);
}
export async function given(employee: Employee) {
  let copy = await client.getEntity('a', 'b');
  copy = await client.getEntity('a', 'c');
  await archive.createEntity(copy);
  await client.deleteEntity('a', 'b');
}
`,
    );
  });

  it('tells of copies that are only overwritten, where one transaction can do both', () => {
    check(`${HEAD}
export class Staff {
  constructor(private readonly table: TableClient) {}
  async hire(department: string, id: string, email: string, name: string) {
    const both = { name, email };
    await this.table.upsertEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, ...both });
    await this.table.upsertEntity({ partitionKey: department, rowKey: \`email_\${email}\`, ...both });
    //               ^^^^^^^^^^^^ information non-atomic-multi-write/same-partition
  }
  async note(department: string, id: string, text: string, by: string) {
    await this.table.upsertEntity({ partitionKey: department, rowKey: \`a_\${id}\`, text });
    await this.table.upsertEntity({ partitionKey: department, rowKey: \`b_\${id}\`, by });
  }
}
`);
  });

  it('writes both in one transaction', () => {
    checkFix(
      ID,
      `${HEAD}
export async function hire(department: string, id: string, email: string, name: string) {
  await client.upsertEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, name, email }, 'Replace');
  await client.upsertEntity({ partitionKey: department, rowKey: \`email_\${email}\`, name, email });
}
`,
      `${HEAD}
export async function hire(department: string, id: string, email: string, name: string) {
  await client.submitTransaction([
    ['upsert', { partitionKey: department, rowKey: \`empid_\${id}\`, name, email }, 'Replace'],
    ['upsert', { partitionKey: department, rowKey: \`email_\${email}\`, name, email }],
  ]);
}
`,
      'Write both in one transaction',
    );
    checkFix(
      ID,
      `${HEAD}
export async function rename(department: string, id: string, to: string) {
  await client.createEntity({ partitionKey: department, rowKey: key(id, to) });
  await client.deleteEntity(department, key(id));
}
`,
      `${HEAD}
export async function rename(department: string, id: string, to: string) {
  await client.submitTransaction([
    ['create', { partitionKey: department, rowKey: key(id, to) }],
    ['delete', { partitionKey: department, rowKey: key(id) }],
  ]);
}
`,
      'right if they are never the same row',
    );
  });

  it('leaves writes whose answers are used, that have options, or that something stands between', () => {
    for (const body of [
      `const done = await client.createEntity({ partitionKey: department, rowKey: \`a_\${id}\` });
       await client.deleteEntity(department, \`b_\${id}\`);`,
      `await client.createEntity({ partitionKey: department, rowKey: \`a_\${id}\` });
       await client.deleteEntity(department, \`b_\${id}\`, { etag });`,
      `await client.createEntity({ partitionKey: department, rowKey: \`a_\${id}\` });
       // then the other one
       await client.deleteEntity(department, \`b_\${id}\`);`,
    ])
      checkNoFix(
        ID,
        `${HEAD}export async function f(department: string, id: string, etag: string) {\n${body}\n}\n`,
      );
  });

  it('tells of an entity whose properties go into another one, and that is deleted by its own key', () => {
    const source = (row: string): string => `${HEAD}
export async function move(doctor: string, from: string, to: string) {
  const visit = await client.getEntity(doctor, from);
  await client.deleteEntity(doctor, visit.rowKey);
  await client.createEntity(${row});
}
`;
    const found = (row: string): readonly string[] =>
      findingsOf('/a.ts', source(row))
        .filter(({ rule }) => rule === ID)
        .map(({ messageId }) => messageId);
    assert.deepEqual(found('{ partitionKey: doctor, rowKey: to, patient: visit.patient }'), [
      'same-partition',
    ]);
    assert.deepEqual(found('{ partitionKey: to, rowKey: from, patient: visit.patient, at: new Date() }'), [
      'other-partition',
    ]);
    // what the new entity has is its own
    assert.deepEqual(
      found('{ partitionKey: doctor, rowKey: to, patient: to, at: 1, by: visit.patient }'),
      [],
    );
  });

  it('is silent for branches, for what can be repeated, for records, and for what is undone', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function move(department: string, id: string, toArchive: boolean) {
  if (toArchive) await archive.createEntity({ partitionKey: department, rowKey: id });
  else await client.deleteEntity(department, id);
}
export async function copy(department: string, id: string) {
  await archive.upsertEntity({ partitionKey: department, rowKey: id });
  await client.upsertEntity({ partitionKey: department, rowKey: id });
}
export async function remove(department: string, id: string) {
  await client.deleteEntity(department, id);
  await auditLog.createEntity({ partitionKey: department, rowKey: id });
}
export async function retire(department: string, id: string) {
  await archive.createEntity({ partitionKey: department, rowKey: id });
  try {
    await client.deleteEntity(department, id);
  } catch {
    await archive.deleteEntity(department, id);
  }
}
`,
    );
  });

  it('tells of a record and what finds it, which both are records', () => {
    check(`${HEAD}
const byActor = new TableClient(url, 'AuditByActor', credential);
const metrics = new TableClient(url, 'Metrics', credential);
export async function note(actor: string, action: string, target: string) {
  await auditLog.createEntity({ partitionKey: target, rowKey: crypto.randomUUID(), actor, action, target });
  await byActor.createEntity({ partitionKey: actor, rowKey: crypto.randomUUID(), action, target });
  //            ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
}
export async function counted(actor: string, action: string, target: string) {
  await auditLog.createEntity({ partitionKey: target, rowKey: crypto.randomUUID(), actor, action });
  await metrics.createEntity({ partitionKey: 'actions', rowKey: crypto.randomUUID(), action });
}
export async function timed(actor: string, action: string, target: string, took: number) {
  await auditLog.createEntity({ partitionKey: target, rowKey: crypto.randomUUID(), actor, action });
  await metrics.createEntity({ partitionKey: target, rowKey: crypto.randomUUID(), actor, action, took });
}
export async function again(actor: string, action: string, target: string, id: string) {
  await auditLog.upsertEntity({ partitionKey: target, rowKey: id, actor, action, target });
  await byActor.upsertEntity({ partitionKey: actor, rowKey: id, action, target });
}
export async function done(actor: string, action: string, target: string) {
  await client.createEntity({ partitionKey: target, rowKey: crypto.randomUUID(), actor, action });
  await auditLog.createEntity({ partitionKey: actor, rowKey: crypto.randomUUID(), actor, action });
}
`);
  });

  it('is silent for a lock, and for what is done on an answer', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function pay(department: string, id: string) {
  await client.createEntity({ partitionKey: department, rowKey: \`lock_\${id}\` });
  await send(id);
  await client.deleteEntity(department, \`lock_\${id}\`);
  await log(id);
  await client.upsertEntity({ partitionKey: department, rowKey: id, paid: true });
}
export async function take(department: string, id: string) {
  const { etag } = await client.createEntity({ partitionKey: department, rowKey: \`take_\${id}\` });
  if (etag) await client.deleteEntity(department, id);
}
`,
    );
  });

  it('is silent for what has nothing in common, and for one entity', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function seed(one: string, other: string, name: string) {
  await client.createEntity({ partitionKey: 'a', rowKey: one });
  await client.createEntity({ partitionKey: 'b', rowKey: other });
  await archive.createEntity({ partitionKey: 'c', rowKey: name });
}
export async function hire(department: string, id: string, name: string) {
  await client.createEntity({ partitionKey: department, rowKey: id });
  await client.updateEntity({ partitionKey: department, rowKey: id, name });
  await client.createEntity({ partitionKey: department, rowKey: 'summary' });
  await client.createEntity({ partitionKey: department, rowKey: \`of_\${name}\` });
  await client.createEntity({ partitionKey: department, rowKey: \`of_\${city}\` });
  await client.deleteEntity(id, department);
}
`,
    );
  });

  it("is silent for another SDK's methods", () => {
    checkSilent(
      ID,
      `
import { World } from 'game-engine';
const a = new World('a');
const b = new World('b');
export function move(x: string, id: string) {
  a.createEntity({ partitionKey: 'p', rowKey: id });
  b.deleteEntity('q', id);
}
`,
    );
  });

  it('is silent where a delete accepts that there is nothing anymore', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function again(department: string, id: string) {
  await archive.upsertEntity({ partitionKey: department, rowKey: id, state: 'queued' });
  try {
    await client.deleteEntity(department, id);
  } catch (error) {
    if (error.statusCode !== 404) throw error;
  }
}
`,
    );
  });

  it('knows writes of functions of other files, by what these are given as keys', () => {
    check(`
// file: shelf.ts
import { TableClient } from '@azure/data-tables';
const loans = TableClient.fromConnectionString(process.env.SHELF, 'loans');
const shelves = TableClient.fromConnectionString(process.env.SHELF, 'shelves');
const audits = TableClient.fromConnectionString(process.env.SHELF, 'auditTrail');
export async function lend(shelf: string, book: string, reader: string) {
  await loans.createEntity({ partitionKey: shelf, rowKey: \`loan_\${book}\`, reader });
}
export async function lower(shelf: string) {
  for (let left = 3; left > 0; left--) {
    try {
      const row = await shelves.getEntity<{ books: number }>(shelf, 'count');
      await shelves.updateEntity({ partitionKey: shelf, rowKey: 'count', books: row.books - 1 }, 'Merge', { etag: row.etag });
      return;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}
export async function open(shelf: string) {
  try {
    await shelves.getEntity(shelf, 'count');
  } catch {
    await shelves.createEntity({ partitionKey: shelf, rowKey: 'count', books: 0 });
  }
}
export async function note(shelf: string, what: string) {
  await audits.createEntity({ partitionKey: shelf, rowKey: crypto.randomUUID(), what });
}
// file: desk.ts
import { lend, lower, note, open } from './shelf';
export async function borrow(shelf: string, book: string, reader: string) {
  await lend(shelf, book, reader);
  await lower(shelf);
  //    ^^^^^ information non-atomic-multi-write/other-table
}
export async function noted(shelf: string, book: string, reader: string) {
  await open(shelf);
  await lend(shelf, book, reader);
  await note(shelf, book);
}
export async function ofTwo(shelf: string, other: string, book: string, reader: string) {
  await lend(shelf, book, reader);
  await lower(other);
}
export async function either(shelf: string, book: string, reader: string) {
  if (book) {
    await lend(shelf, book, reader);
  } else {
    await lower(shelf);
  }
}
`);
  });

  it('tells of copies in two tables, even if each can be written again', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const trips = new TableClient(url, 'Trips', credential);
const byDriver = new TableClient(url, 'TripsByDriver', credential);
export async function plan(route: string, day: string, driver: string, bus: string) {
  const trip = { partitionKey: route, rowKey: day, driver, bus };
  await trips.upsertEntity(trip, 'Replace');
  await byDriver.upsertEntity({ ...trip, partitionKey: driver }, 'Replace');
  //             ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
}
export async function count(route: string, day: string, driver: string) {
  await trips.upsertEntity({ partitionKey: route, rowKey: day, seen: true }, 'Merge');
  await byDriver.upsertEntity({ partitionKey: driver, rowKey: 'last', at: new Date() }, 'Merge');
}
`);
  });

  it('tells of what one transaction makes and another one deletes in its old partition', () => {
    check(`
import { odata, TableClient, TableTransaction, type TransactionAction } from '@azure/data-tables';
const beds = new TableClient(url, 'Beds', credential);
export async function relocate(bed: string, ward: string, other: string) {
  const row = await beds.getEntity(ward, bed);
  await beds.submitTransaction([['create', { ...row, partitionKey: other }]]);
  await beds.submitTransaction([['delete', { partitionKey: ward, rowKey: bed }]]);
  //         ^^^^^^^^^^^^^^^^^ information non-atomic-multi-write/other-partition
}
export async function relocateAll(numbers: string[], ward: string, other: string) {
  const made = new TableTransaction();
  const gone = new TableTransaction();
  for (const bed of numbers.slice(0, 40)) {
    const row = await beds.getEntity(ward, bed);
    //                     ^^^^^^^^^ warning n-plus-one/loop
    made.upsertEntity({ ...row, partitionKey: other }, 'Replace');
    gone.deleteEntity(ward, bed);
  }
  await beds.submitTransaction(made.actions);
  await beds.submitTransaction(gone.actions);
  //         ^^^^^^^^^^^^^^^^^ information non-atomic-multi-write/other-partition
}
`);
    checkSilent(
      ID,
      `
import { odata, TableClient, type TransactionAction } from '@azure/data-tables';
const beds = new TableClient(url, 'Beds', credential);
export async function merge(ward: string, other: string) {
  const made: TransactionAction[] = [];
  const gone: TransactionAction[] = [];
  for await (const row of beds.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${ward}\` } })) {
    made.push(['upsert', { ...row, partitionKey: other }, 'Replace']);
    gone.push(['delete', { partitionKey: row.partitionKey, rowKey: row.rowKey }]);
    if (gone.length === 100) {
      await beds.submitTransaction(made.splice(0));
      await beds.submitTransaction(gone.splice(0));
    }
  }
}
export async function rename(ward: string, bed: string, to: string) {
  const row = await beds.getEntity(ward, bed);
  await beds.submitTransaction([
    ['create', { ...row, rowKey: to }],
    ['delete', { partitionKey: ward, rowKey: bed }],
  ]);
}
`,
    );
  });

  it('is silent where the second write can be done again, as it takes 409 well', () => {
    const code = (handler: string): string => `
import { TableClient } from '@azure/data-tables';
const meters = new TableClient(url, 'Meters', credential);
const totals = new TableClient(url, 'Totals', credential);
export async function register(id: string, house: string) {
  await meters.upsertEntity({ partitionKey: house, rowKey: id, house }, 'Replace');
  try {
    await totals.createEntity({ partitionKey: id, rowKey: 'total', sum: 0 });
  } catch (error) {
    ${handler}
  }
}
`;
    checkSilent(ID, code('if (error.statusCode !== 409) throw error;'));
    checkSilent(ID, code('if (error.statusCode === 409) return; throw error;'));
    checkSilent(ID, code('const { statusCode } = error as RestError; if (statusCode !== 409) throw error;'));
    const caught = (handler: string): string =>
      code('').replace(/try \{\n {4}(.*);\n[^]*?\n {2}\}/, `  $1.catch(${handler});`);
    checkSilent(ID, caught('(e) => { if (e.statusCode !== 409) throw e; }'));
    check(
      caught('(e) => { if (e.statusCode !== 404) throw e; }').replace(
        /( *)await totals.createEntity.*/,
        '$&\n    //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-table',
      ),
    );
    for (const handler of [
      'if (error.statusCode === 409) throw new Conflict(id); throw error;',
      'if (error.statusCode !== 404) throw error;',
      'console.error(error); throw error;',
      'report(error); throw error; if (error.statusCode !== 409) return;',
    ]) {
      const told = code(handler).replace(
        /( *)await totals.createEntity.*/,
        '$&\n    //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-table',
      );
      check(told);
    }
  });

  it('tells of a loop through copies that the code lists, each of another partition', () => {
    const put = (body: string, mark = ''): string => `
import { TableClient } from '@azure/data-tables';
const people = new TableClient(url, 'People', credential);
interface Person { id: string; code: string; name: string; city: string }
const byId = ({ id, code, name, city }: Person) => ({ partitionKey: \`id_\${id}\`, rowKey: 'one', code, name, city });
const byCode = ({ id, code, name, city }: Person) => ({ partitionKey: \`code_\${code}\`, rowKey: 'one', id, name, city });
export async function add(person: Person, others: Person[], isCoded: boolean) {
  ${body}
${mark}}
`;
    check(
      put(
        'for (const copy of [byId(person), byCode(person)]) await people.createEntity(copy);',
        '  //                                                              ^^^^^^^^^^^^ information non-atomic-multi-write/other-partition\n',
      ),
    );
    check(
      put(
        'await Promise.all([byId(person), byCode(person)].map((copy) => people.upsertEntity(copy)));',
        '  //                                                                    ^^^^^^^^^^^^ information non-atomic-multi-write/other-partition\n',
      ),
    );
    for (const body of [
      'await people.createEntity(isCoded ? byCode(person) : byId(person));',
      'for (const one of others) await people.createEntity(byId(one));',
      'for (const one of others) await people.createEntity(isCoded ? byCode(one) : byId(one));',
      "for (const name of ['a', 'b']) await people.createEntity({ partitionKey: name, rowKey: 'settings', isOn: true });",
      "for (const name of ['a', 'b']) await people.upsertEntity({ partitionKey: name, rowKey: person.id, isOn: true });",
    ])
      checkSilent(ID, put(body));
  });

  it('follows a row into another table, whatever is done to it on its way', () => {
    const archive = (body: string, mark = ''): string => `
import { TableClient } from '@azure/data-tables';
const tasks = new TableClient(url, 'Tasks', credential);
const done = new TableClient(url, 'DoneTasks', credential);
const without = ({ etag, timestamp, ...rest }: any) => rest;
export async function finish(list: string, id: string, other: string) {
  ${body}
${mark}}
`;
    const MARK = '  //          ^^^^^^^^^^^^ information non-atomic-multi-write/other-table\n';
    const read =
      'const { etag, timestamp, ...task } = await tasks.getEntity<Record<string, unknown>>(list, id);';
    check(
      archive(
        `${read}\n  await done.createEntity(task as any);\n  await tasks.deleteEntity(list, id);`,
        MARK,
      ),
    );
    check(
      archive(
        'const task = without(await tasks.getEntity(list, id));\n  await done.upsertEntity(task);\n  await tasks.deleteEntity(list, id);',
        MARK,
      ),
    );
    for (const body of [
      `${read}\n  await done.createEntity(task as any);`,
      `${read}\n  await done.upsertEntity(task as any);\n  await tasks.deleteEntity(list, other);`,
    ])
      checkSilent(ID, archive(body));
  });

  it('knows the keys of a row that is read and put back', () => {
    const add = (board: string, mark = ''): string => `
import { TableClient } from '@azure/data-tables';
const cards = new TableClient(url, 'Cards', credential);
const boards = new TableClient(url, 'Boards', credential);
export async function add(user: string, id: string, title: string, other: string) {
  const board: any = await boards.getEntity(user, ${board});
  await cards.createEntity({ partitionKey: id, rowKey: title });
  board.cards += 1;
  await boards.updateEntity(board, 'Merge', { etag: board.etag });
${mark}}
`;
    const MARK = '  //           ^^^^^^^^^^^^ information non-atomic-multi-write/other-table\n';
    check(add('id', MARK));
    check(add('`board_${id}`', MARK));
    checkSilent(ID, add('other'));
    checkSilent(ID, add("'all'"));
  });

  it('tells of what is listed and deleted behind a delete that says that it is gone', () => {
    const remove = (body: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const users = new TableClient(url, 'Users', credential);
const posts = new TableClient(url, 'Posts', credential);
export async function remove(tenant: string, id: string) {
  ${body}
}
`;
    const list =
      'for await (const post of posts.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id}` } }))';
    check(
      remove(`await users.deleteEntity(tenant, id);
  ${list}
    await posts.deleteEntity(post.partitionKey!, post.rowKey!);
    //          ^^^^^^^^^^^^ information non-atomic-multi-write/other-table`),
    );
    checkSilent(
      ID,
      remove(`${list}
    await posts.deleteEntity(post.partitionKey!, post.rowKey!);
  await users.deleteEntity(tenant, id);`),
    );
  });
});
