import assert from 'node:assert/strict';
import { check, checkSilent, findingsOf } from '../../../../test/support/rule-fixtures.ts';

const ID = 'transaction-mixed-partitions';
const HEAD = `
import { TableClient, TableTransaction } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe(ID, () => {
  it('tells of constants and of texts that cannot be the same', () => {
    check(`${HEAD}
const SALES = 'sales';
export async function f(id: string, phone: string) {
  await client.submitTransaction([
    ['create', { partitionKey: SALES, rowKey: id }],
    ['create', { partitionKey: 'marketing', rowKey: id }],
    //                         ^^^^^^^^^^^ error transaction-mixed-partitions/several
  ]);
  await client.submitTransaction([
    ['create', { partitionKey: \`id_\${id}\`, rowKey: '1' }],
    ['create', { partitionKey: 'phone_' + phone, rowKey: '1' }],
    //                         ^^^^^^^^^^^^^^^^ error transaction-mixed-partitions
  ]);
  await client.submitTransaction([
    ['create', { partitionKey: \`\${id}_head\`, rowKey: '1' }],
    ['create', { partitionKey: \`\${id}_line\`, rowKey: '1' }],
    //                         ^^^^^^^^^^^^ error transaction-mixed-partitions
  ]);
  await client.submitTransaction(['a', 'b'].map((key) => ['create', { partitionKey: key, rowKey: id }]));
  //                                                                                ^^^ error transaction-mixed-partitions
}
`);
  });

  it('comes to what a loop does once a list has grown', () => {
    const turns = [
      'if (seen.length >= 3) await client.submitTransaction(actions); seen.push(row);',
      'if (seen.length < 3) seen.push(row); else await client.submitTransaction(actions);',
      'if (seen.length === 3) await client.submitTransaction(actions); seen.push(row);',
    ];
    for (const turn of turns)
      assert.deepEqual(
        findingsOf(
          '/app/main.ts',
          `${HEAD}
export async function f(rows: string[]) {
  const seen: string[] = [];
  for (const row of rows) {
    const actions = [['create', { partitionKey: 'a', rowKey: row }], ['create', { partitionKey: 'b', rowKey: row }]];
    ${turn}
  }
}
`,
        ).map(({ rule }) => rule),
        ['transaction-mixed-partitions'],
      );
  });

  it('tells of actions that are pushed, of a TableTransaction, and of a random key for each', () => {
    check(`${HEAD}
export async function f(rows: Row[], id: string) {
  const actions: TransactionAction[] = [];
  actions.push(['create', { partitionKey: 'head', rowKey: id }]);
  if (rows.length > 0) actions.push(['create', { partitionKey: 'lines', rowKey: id }]);
//                                                             ^^^^^^^ warning transaction-mixed-partitions
  await client.submitTransaction(actions);
  const transaction = new TableTransaction();
  transaction.createEntity({ partitionKey: 'a', rowKey: id });
  transaction.deleteEntity('b', id);
  //                       ^^^ error transaction-mixed-partitions
  await client.submitTransaction(transaction.actions);
  await client.submitTransaction(
    rows.slice(0, 100).map((row) => ['create', { partitionKey: crypto.randomUUID(), rowKey: row.id }]),
    //                                                         ^^^^^^^^^^^^^^^^^^^ error transaction-mixed-partitions
  );
}
`);
  });

  it('warns of two parameters that nothing compares', () => {
    check(`${HEAD}
export async function transfer(from: string, to: string, amount: number) {
  await client.submitTransaction([
    ['update', { partitionKey: from, rowKey: 'balance', change: -amount }, 'Merge'],
    ['update', { partitionKey: to, rowKey: 'balance', change: amount }, 'Merge'],
    //                         ^^ warning transaction-mixed-partitions/parameters: from
  ]);
}
export class Accounts {
  async find(pk: string, rk: string) {
    try {
      return await client.getEntity(pk, rk);
    } catch (error) {
      if (error.statusCode === 404) return undefined;
      throw error;
    }
  }
  async transfer(from: string, to: string, amount: number) {
    const source = await this.find(from, 'balance');
    if (source.balance < amount || source.currency !== 'EUR') return;
    await client.submitTransaction([
      ['update', { partitionKey: from, rowKey: 'a', change: -amount }, 'Merge'],
      ['update', { partitionKey: to, rowKey: 'a', change: amount }, 'Merge'],
      //                         ^^ warning transaction-mixed-partitions/parameters
    ]);
  }
}
export async function within(from: string, to: string) {
  if (from !== to) throw new Error('other departments');
  await client.submitTransaction([
    ['create', { partitionKey: from, rowKey: '1' }],
    ['create', { partitionKey: to, rowKey: '2' }],
  ]);
}
export async function same(department: string, first: string, second: string) {
  await client.submitTransaction([
    ['create', { partitionKey: department, rowKey: first }],
    ['create', { partitionKey: department, rowKey: second }],
  ]);
}
`);
  });

  it('warns of two parameters that each turn of a loop writes to, where what is sent is not parted', () => {
    check(`
import { odata, TableClient, type TransactionAction } from '@azure/data-tables';
const client = new TableClient(url, 'Shelves', credential);
export async function move(from: string, to: string, rows: Row[]) {
  const actions: TransactionAction[] = [];
  for (const row of rows) {
    actions.push(['upsert', { partitionKey: to, rowKey: row.id, title: row.title }]);
    actions.push(['delete', { partitionKey: from, rowKey: row.id }]);
    //                                      ^^^^ warning transaction-mixed-partitions/parameters
  }
  await client.submitTransaction(actions);
  //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large
}
export async function moveApart(from: string, to: string, rows: Row[]) {
  const added: TransactionAction[] = [];
  const gone: TransactionAction[] = [];
  for (const row of rows.slice(0, 100)) {
    added.push(['upsert', { partitionKey: to, rowKey: row.id, title: row.title }]);
    gone.push(['delete', { partitionKey: from, rowKey: row.id }]);
  }
  await client.submitTransaction(added);
  await client.submitTransaction(gone);
}
`);
  });

  it('warns of two properties of one thing, names taken out of it, and a property beside a constant', () => {
    check(`${HEAD}
export async function hire(person: Person) {
  await client.submitTransaction([
    ['create', { partitionKey: person.office, rowKey: person.id }],
    ['create', { partitionKey: person.region, rowKey: 'index' }],
//                             ^^^^^^^^^^^^^ warning transaction-mixed-partitions/parameters: person.office, person.region
  ]);
  const hiring = new TableTransaction();
  hiring.createEntity({ partitionKey: person.team, rowKey: person.id });
  hiring.createEntity({ partitionKey: 'news', rowKey: \`hired_\${person.id}\` });
  //                                  ^^^^^^ warning transaction-mixed-partitions/parameters: person.team, 'news'
  await client.submitTransaction(hiring.actions);
}
export async function swap(request: Request) {
  const { oldTeam, newTeam, id } = await request.json();
  await client.submitTransaction([
    ['delete', { partitionKey: oldTeam, rowKey: id }],
    ['create', { partitionKey: newTeam, rowKey: id }],
    //                         ^^^^^^^ warning transaction-mixed-partitions/parameters: oldTeam, newTeam
  ]);
}
export const both = ({ boss, clerk }: { boss: string; clerk: string }) =>
  client.submitTransaction([
    ['upsert', { partitionKey: boss, rowKey: 'x' }],
    ['upsert', { partitionKey: clerk, rowKey: 'y' }],
    //                         ^^^^^ warning transaction-mixed-partitions/parameters
  ]);
`);
    checkSilent(
      ID,
      `${HEAD}
export async function hire(person: Person, other: Person) {
  await client.submitTransaction([
    ['create', { partitionKey: person.office, rowKey: '1' }],
    ['create', { partitionKey: person.office, rowKey: '2' }],
  ]);
  await client.submitTransaction([
    ['create', { partitionKey: person.partition, rowKey: '1' }],
    ['create', { partitionKey: person.team, rowKey: '2' }],
  ]);
  await client.submitTransaction([
    ['create', { partitionKey: person.team, rowKey: '1' }],
    ['create', { partitionKey: other.office, rowKey: '2' }],
  ]);
}
export async function within(request: Request) {
  const { oldTeam, newTeam, team, id } = await request.json();
  if (oldTeam !== newTeam) throw new Error('other teams');
  await client.submitTransaction([
    ['delete', { partitionKey: oldTeam, rowKey: id }],
    ['create', { partitionKey: newTeam, rowKey: '2' }],
  ]);
  await client.submitTransaction([
    ['delete', { partitionKey: team, rowKey: id }],
    ['create', { partitionKey: team, rowKey: '2' }],
  ]);
}
`,
    );
  });

  it('asks nothing of the key of what is spread in or put as it is: it was made for that', () => {
    checkSilent(
      ID,
      `${HEAD}
import type { TableEntityResult } from '@azure/data-tables';
interface Booking { partitionKey: string; rowKey: string; room: string }
export async function move(hotel: string, from: TableEntityResult<Booking>, to: string) {
  const { etag, timestamp, ...plain } = from;
  await client.submitTransaction([
    ['delete', { partitionKey: hotel, rowKey: from.rowKey }],
    ['create', { ...plain, rowKey: to }],
  ]);
}
export async function copy(hotel: string, booking: Booking, to: string) {
  await client.submitTransaction([
    ['delete', { partitionKey: hotel, rowKey: to }],
    ['create', { ...booking, room: '1' }],
  ]);
  await client.submitTransaction([
    ['delete', { partitionKey: hotel, rowKey: to }],
    ['create', booking],
  ]);
}
export async function received(request: Request) {
  const { booking, hotel, to }: { booking: Booking; hotel: string; to: string } = await request.json();
  await client.submitTransaction([
    ['delete', { partitionKey: hotel, rowKey: to }],
    ['create', { ...booking }],
  ]);
}
`,
    );
  });

  it('tells of entities that are moved to another partition', () => {
    check(`${HEAD}
export async function move(employee: Employee, to: string) {
  await client.submitTransaction([
    ['delete', { partitionKey: employee.partitionKey, rowKey: employee.rowKey }],
    ['create', { ...employee, partitionKey: to }],
    //                                      ^^ error transaction-mixed-partitions
  ]);
  await client.submitTransaction([
    ['create', { ...employee, partitionKey: to, rowKey: 'moved' }],
    ['delete', { partitionKey: employee.partitionKey, rowKey: employee.rowKey }],
    //                         ^^^^^^^^^^^^^^^^^^^^^ error transaction-mixed-partitions
  ]);
}
`);
  });

  const ROWS = `${HEAD}export const add = (pk: string, id: string) => client.createEntity({ partitionKey: pk, rowKey: id });`;

  it('tells of what a scan of the table finds', () => {
    check(`${ROWS}
export async function clean() {
  for await (const page of client.listEntities({ queryOptions: { filter: 'active eq false' } }).byPage({ maxPageSize: 100 })) {
    //                                                                    ^^^^^^^^^^^^^^^ warning table-scan
    await client.submitTransaction(page.map((row) => ['delete', { partitionKey: row.partitionKey, rowKey: row.rowKey }]));
    //                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/listed
  }
}
`);
  });

  it('knows nothing of transactions that a function of another file makes of the actions', () => {
    const clean = (before: string, mark: string): string => `${before}${ROWS}
export async function clean() {
  for await (const page of client.listEntities().byPage()) {
    //                            ^^^^^^^^^^^^ warning table-scan
    const actions = [];
    for (const row of page) actions.push(['delete', { partitionKey: row.partitionKey, rowKey: row.rowKey }]);
${mark}    for (const one of apart(actions)) await client.submitTransaction(one);
  }
}
`;
    const mark = `    //                                   ${'^'.repeat(66)} warning transaction-mixed-partitions/listed\n`;
    check(clean("import { apart } from './unseen';", ''));
    check(clean("const { apart } = require('./unseen');", ''));
    const own = `function apart(all) { const some = []; for (let i = 0; i < all.length; i += 100) some.push(all.slice(i, i + 100)); return some; }`;
    check(clean(own, mark));
  });

  it('takes no function that it does not call for a grouping', () => {
    check(`${ROWS}
// rows are not grouped by partitionKey: groups[row.partitionKey]
export const groupByAge = (rows: { age: number }[]) => Object.groupBy(rows, (row) => row.age);
export async function clean() {
  for await (const page of client.listEntities({ queryOptions: { filter: 'active eq false' } }).byPage({ maxPageSize: 100 })) {
    //                                                                    ^^^^^^^^^^^^^^^ warning table-scan
    await client.submitTransaction(page.map((row) => ['delete', { partitionKey: row.partitionKey, rowKey: row.rowKey }]));
    //                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions
  }
}
`);
  });

  it('takes no text, and no grouping by something else, for one by PartitionKey', () => {
    const removing = (before: string, mark = ''): string => `${ROWS}
export async function clean() {
  for await (const page of client.listEntities({ queryOptions: { filter: 'active eq false' } }).byPage({ maxPageSize: 100 })) {
    //                                                                    ^^^^^^^^^^^^^^^ warning table-scan
    ${before}
    await client.submitTransaction(page.map((row) => ['delete', { partitionKey: row.partitionKey, rowKey: row.rowKey }]));
${mark}  }
}
`;
    const mark = `    //                                               ${'^'.repeat(66)} warning transaction-mixed-partitions\n`;
    check(removing("console.log('groupBy(row.partitionKey)');", mark));
    check(removing('show(Object.groupBy(page, (row) => row.age));', mark));
    check(removing('show(Object.groupBy(page, (row) => row.partitionKey));'));
    check(removing('show(groupRowsBy(page));'));
  });

  it('is silent for a scan of one partition, and for what is grouped', () => {
    const remove = `client.submitTransaction(rows.slice(0, 100).map((row) => ['delete', { partitionKey: row.partitionKey, rowKey: row.rowKey }]))`;
    const clean = (filter: string, before: string, after: string): string => `
export async function clean() {
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter: "${filter}" } })) { ${before} }
  ${after}
}
`;
    checkSilent(ID, ROWS + clean("PartitionKey eq 'a'", 'rows.push(row);', `await ${remove};`));
    checkSilent(ID, HEAD + clean('active eq false', 'rows.push(row);', `await ${remove};`));
    const constant =
      "export const add = (id: string) => client.createEntity({ partitionKey: 'a', rowKey: id });";
    checkSilent(ID, HEAD + constant + clean('active eq false', 'rows.push(row);', `await ${remove};`));
    const groups = 'const groups = {};\n';
    checkSilent(
      ID,
      ROWS +
        groups +
        clean(
          'active eq false',
          '(groups[row.partitionKey] ??= []).push(row);',
          `for (const rows of Object.values(groups)) await ${remove};`,
        ),
    );
    checkSilent(
      ID,
      ROWS + clean('active eq false', "if (row.partitionKey === 'a') rows.push(row);", `await ${remove};`),
    );
  });

  it('is no error where the last action of each key is left: one may take the place of all the others', () => {
    check(`${HEAD}
export async function save(ids: string[], last: string) {
  if (ids.length === 0) return;
  const actions: any[] = ids.map((id) => ['upsert', { partitionKey: 'a', rowKey: id }]);
  actions.push(['upsert', { partitionKey: 'b', rowKey: last }]);
  //                                      ^^^ warning transaction-mixed-partitions/several
  await client.submitTransaction([...new Map(actions.map((action) => [action[1].rowKey, action])).values()]);
}
`);
  });

  it('tells of a property of the elements of a list that a caller gives, by which nothing groups them', () => {
    check(`${HEAD}
import chunk from 'lodash/chunk';
type Row = { warehouse: string; sku: string };
export async function load(rows: Row[]) {
  for (const part of chunk(rows, 100))
    await client.submitTransaction(part.map((r) => ['upsert', { partitionKey: r.warehouse, rowKey: r.sku }]));
  //                                                                          ^^^^^^^^^^^ warning transaction-mixed-partitions/elements: r.warehouse, rows
}
export async function loadAll(rows: Row[]) {
  for (let i = 0; i < rows.length; i += 100) {
    const tx = new TableTransaction();
    for (const r of rows.slice(i, i + 100)) tx.createEntity({ partitionKey: r.warehouse, rowKey: r.sku });
    //                                                                      ^^^^^^^^^^^ warning transaction-mixed-partitions/elements
    await client.submitTransaction(tx.actions);
  }
}
`);
    checkSilent(
      ID,
      `${HEAD}
import { chunk, groupBy } from 'lodash';
import { inTransactions } from './in-transactions';
type Row = { warehouse: string; sku: string; partitionKey: string; kind: string };
export async function loadOne(rows: Row[], warehouse: string) {
  for (const part of chunk(rows.filter((r) => r.warehouse === warehouse), 100))
    await client.submitTransaction(part.map((r) => ['upsert', { partitionKey: r.warehouse, rowKey: r.sku }]));
}
export async function loadGrouped(rows: Row[]) {
  for (const list of Object.values(groupBy(rows, 'warehouse')))
    for (const part of chunk(list, 100))
      await client.submitTransaction(part.map((r) => ['upsert', { partitionKey: r.warehouse, rowKey: r.sku }]));
}
export async function loadGroups(rows: Row[]) {
  for (const [, list] of Map.groupBy(rows, (r) => r.warehouse))
    await client.submitTransaction(list.map((r) => ['upsert', { partitionKey: r.warehouse, rowKey: r.sku }]));
}
export async function loadOfMap(groups: Map<string, Row[]>) {
  for (const [warehouse, list] of groups)
    await client.submitTransaction(list.map((r) => ['upsert', { partitionKey: warehouse, rowKey: r.sku }]));
}
export async function loadSorted(rows: Row[]) {
  rows.sort((a, b) => a.warehouse.localeCompare(b.warehouse));
  for (const part of chunk(rows, 100))
    await client.submitTransaction(part.map((r) => ['upsert', { partitionKey: r.warehouse, rowKey: r.sku }]));
}
export async function loadMade(rows: Row[]) {
  for (const part of chunk(rows, 100))
    await client.submitTransaction(part.map((r) => ['upsert', { partitionKey: r.partitionKey, rowKey: r.sku }]));
}
export async function loadEach(rows: Row[]) {
  for (const r of rows)
    await client.submitTransaction(r.parts.map((one) => ['upsert', { partitionKey: r.sku, rowKey: one }]));
}
export async function loadSplit(rows: Row[]) {
  const actions = [];
  for (const r of rows) actions.push(['upsert', { partitionKey: r.warehouse, rowKey: r.sku }]);
  for (const transaction of inTransactions(actions)) await client.submitTransaction(transaction);
}
async function put(list: Row[]) {
  await client.submitTransaction(list.map((r) => ['upsert', { partitionKey: r.kind, rowKey: r.sku }]));
}
export async function putAll(rows: Row[]) {
  for (const list of Object.values(groupBy(rows, (row) => row.kind))) await put(list);
}
`,
    );
  });

  it('follows elements into the function that makes entities or actions of them, and lists out of what others wrote', () => {
    check(`${HEAD}
import { parse } from 'csv-parse/sync';
type Row = { warehouse: string; sku: string };
const toEntity = (row: Row) => ({ partitionKey: row.warehouse, rowKey: row.sku });
const toAction = (row: Row): TransactionAction => ['upsert', { partitionKey: row.warehouse, rowKey: row.sku }];
export async function load(rows: Row[]) {
  const actions: TransactionAction[] = rows.slice(0, 100).map((row) => ['create', toEntity(row)]);
  await client.submitTransaction(actions);
//             ^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/elements
  await client.submitTransaction(rows.slice(0, 100).map(toAction));
//             ^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/elements
}
export async function loadText(text: string) {
  const records: Row[] = parse(text, { columns: true });
  const loading = new TableTransaction();
  for (const one of records.slice(0, 100)) loading.createEntity({ partitionKey: one.warehouse, rowKey: one.sku });
//                                                                              ^^^^^^^^^^^^^ warning transaction-mixed-partitions/elements
  await client.submitTransaction(loading.actions);
}
export const loadBody = (body: { rows: Row[] }) =>
  client.submitTransaction(body.rows.slice(0, 100).map((row) => ['create', { partitionKey: row.warehouse, rowKey: row.sku }]));
//                                                                                         ^^^^^^^^^^^^^ warning transaction-mixed-partitions/elements
`);
    checkSilent(
      ID,
      `${HEAD}
type Line = { orderId: string; sku: string; warehouse: string };
const toEntity = (line: Line) => ({ partitionKey: line.warehouse, rowKey: line.sku });
export const save = (order: { lines: Line[] }) =>
  client.submitTransaction(order.lines.slice(0, 100).map((line) => ['create', { partitionKey: line.orderId, rowKey: line.sku }]));
export async function saveAll(lines: Line[], warehouse: string) {
  const own = lines.filter((line) => line.warehouse === warehouse);
  await client.submitTransaction(own.slice(0, 100).map((line) => ['create', toEntity(line)]));
}
export async function saveFound(find: () => Promise<Line[]>) {
  const found = await find();
  await client.submitTransaction(found.slice(0, 100).map((line) => ['create', toEntity(line)]));
}
`,
    );
  });

  it('tells of a key and one that has more characters', () => {
    check(`${HEAD}
export async function close(pk: string, id: string) {
  await client.submitTransaction([
    ['delete', { partitionKey: pk, rowKey: id }],
    ['upsert', { partitionKey: \`done-\${pk}\`, rowKey: id }],
    //                         ^^^^^^^^^^^^ error transaction-mixed-partitions/several
  ]);
}
`);
  });

  it('is silent where keys may be the same, or actions are not sent together', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function f(rows: Row[], id: string, pk: string, isNew: boolean, kind: 'a' | 'b') {
  if (pk !== id) throw new RangeError('two partitions');
  const same = crypto.randomUUID();
  await client.submitTransaction([
    ['create', { partitionKey: pk, rowKey: 'a' }],
    ['create', { partitionKey: id, rowKey: 'b' }],
    ['create', { ...rows[0], partitionKey: rows[0].pk, rowKey: 'f' }],
    ['create', { partitionKey: 'sales', rowKey: 'c' }],
    ['create', { partitionKey: \`sa\${rows[1].id}\`, rowKey: 'd' }],
  ]);
  await client.submitTransaction(rows.slice(0, 100).map((row) => ['create', { partitionKey: same, rowKey: row.id }]));
  await client.submitTransaction(rows.slice(0, 100).map((row) => ['create', { partitionKey: row.pk, rowKey: row.id }]));
  await client.submitTransaction([['create', { partitionKey: isNew ? 'new' : 'old', rowKey: id }]]);
  await client.submitTransaction(
    isNew ? [['create', { partitionKey: 'new', rowKey: id }]] : [['create', { partitionKey: 'old', rowKey: id }]],
  );
  const actions: TransactionAction[] = [];
  if (isNew) actions.push(['create', { partitionKey: 'new', rowKey: id }]);
  else actions.push(['create', { partitionKey: 'old', rowKey: id }]);
  await client.submitTransaction(actions);
  const all: TransactionAction[] = [];
  all.push(['create', { partitionKey: 'a', rowKey: id }]);
  all.push(['create', { partitionKey: 'b', rowKey: id }]);
  await client.submitTransaction(all.filter(([, entity]) => entity.partitionKey === kind));
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
await ledger.submitTransaction([['create', { partitionKey: 'a', rowKey: 'r' }], ['create', { partitionKey: 'b', rowKey: 'r' }]]);
`,
    );
  });

  it('knows a property that is cut, and one that elements are taken apart into', () => {
    check(`
import { TableClient, TableTransaction, type TransactionAction } from '@azure/data-tables';
import { chunk } from 'lodash';
const plants = new TableClient(url, 'Plants', credential);
export async function load(rows: { species: string; bed: string }[]) {
  for (const part of chunk(rows, 100)) {
    const transaction = new TableTransaction();
    for (const { species, bed } of part) transaction.createEntity({ partitionKey: species.slice(0, 3), rowKey: bed });
//                                                                                ^^^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/elements
    await plants.submitTransaction(transaction.actions);
  }
}
export async function put(rows: { species: string; bed: string }[]) {
  for (const part of chunk(rows, 100)) {
    await plants.submitTransaction(part.map(({ species, bed }): TransactionAction => ['create', { partitionKey: species.charAt(0).toLowerCase(), rowKey: bed }]));
//                                                                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/elements
  }
}
export async function grouped(rows: { species: string; bed: string }[]) {
  rows.sort((a, b) => a.species.localeCompare(b.species));
  for (const part of chunk(rows, 100)) {
    await plants.submitTransaction(part.map(({ species, bed }): TransactionAction => ['create', { partitionKey: species.slice(0, 3), rowKey: bed }]));
  }
}
`);
  });

  it('tells of a list that a function sends in parts, and not of one that it groups or picks from', () => {
    const call = (name: string): string =>
      `await ${name}([['create', { partitionKey: 'a', rowKey: id }], ['create', { partitionKey: 'b', rowKey: id }]]);`;
    check(`
import { TableClient, type TransactionAction } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
async function inParts(actions: TransactionAction[]) {
  for (let i = 0; i < actions.length; i += 100) await client.submitTransaction(actions.slice(i, i + 100));
}
async function inGroups(actions: TransactionAction[]) {
  const groups = new Map<string, TransactionAction[]>();
  for (const action of actions) {
    const list = groups.get(action[1].partitionKey) ?? [];
    list.push(action);
    groups.set(action[1].partitionKey, list);
  }
  for (const list of groups.values())
    for (let i = 0; i < list.length; i += 100) await client.submitTransaction(list.slice(i, i + 100));
}
async function byPartition(actions: TransactionAction[]) {
  for (const list of Object.values(Object.groupBy(actions, (action) => action[1].partitionKey)))
    await client.submitTransaction(list!.slice(0, 100));
}
async function ofA(actions: TransactionAction[]) {
  const own = actions.filter((action) => action[1].partitionKey === 'a');
  for (let i = 0; i < own.length; i += 100) await client.submitTransaction(own.slice(i, i + 100));
}
export async function f(id: string) {
  await inParts([
    ['create', { partitionKey: 'a', rowKey: id }],
    ['create', { partitionKey: 'b', rowKey: id }],
//                             ^^^ error transaction-mixed-partitions/several
  ]);
  ${call('inGroups')}
  ${call('byPartition')}
  ${call('ofA')}
}
`);
  });

  it('knows a list whose elements are the PartitionKeys, or parts of them', () => {
    check(`
import { TableClient, type TransactionAction } from '@azure/data-tables';
const seats = new TableClient(url, 'Seats', credential);
const freed = (member: string): TransactionAction => ['delete', { partitionKey: member, rowKey: 'seat' }];
export async function take(members: string[]) {
  await seats.submitTransaction(members.slice(0, 100).map((member) => ['create', { partitionKey: member, rowKey: 'seat' }]));
//                                                                                               ^^^^^^ warning transaction-mixed-partitions/elements: member, members
}
export async function free(members: string[]) {
  await seats.submitTransaction(members.slice(0, 100).map(freed));
//            ^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/elements
}
export async function move(hall: string, members: string[]) {
  for (let i = 0; i < members.length; i += 100) {
    const actions: TransactionAction[] = [];
    for (const member of members.slice(i, i + 100)) actions.push(['upsert', { partitionKey: \`\${hall}|\${member}\`, rowKey: 'seat' }]);
    //                                                                                      ^^^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/elements
    await seats.submitTransaction(actions);
  }
}
`);
  });

  it('is silent where each element has a transaction of its own, or the elements may be equal', () => {
    checkSilent(
      ID,
      `
import { TableClient } from '@azure/data-tables';
const seats = new TableClient(url, 'Seats', credential);
export async function each(members: string[], halls: string[]) {
  await Promise.all(members.map((member) => seats.submitTransaction(['a', 'b'].map((hall) => ['create', { partitionKey: member, rowKey: hall }]))));
  for (const member of members)
    await seats.submitTransaction(halls.slice(0, 9).map((hall) => ['create', { partitionKey: member, rowKey: hall }]));
}
export async function eachRow(rows: { member: string }[], halls: string[]) {
  await Promise.all(rows.map((row) => seats.submitTransaction(halls.slice(0, 9).map((hall) => ['create', { partitionKey: row.member, rowKey: hall }]))));
}
export async function ofOne(hall: string, members: string[]) {
  await seats.submitTransaction(members.slice(0, 100).map((member) => ['create', { partitionKey: hall, rowKey: member }]));
}
export async function same(members: string[]) {
  if (new Set(members).size !== 1) throw new RangeError('one member, please');
  await seats.submitTransaction(members.slice(0, 100).map((member, i) => ['create', { partitionKey: member, rowKey: \`\${i}\` }]));
}
export async function counted(members: string[]) {
  if (members.length !== 1) throw new RangeError('one member, please');
  await seats.submitTransaction(members.slice(0, 100).map((member) => ['create', { partitionKey: member, rowKey: 'seat' }]));
}
export async function chosen(own: string, members: string[]) {
  const actions = [];
  for (const member of members.slice(0, 100)) if (member === own) actions.push(['create', { partitionKey: member, rowKey: 'seat' }]);
  await seats.submitTransaction(actions);
}
export async function tried(members: string[]) {
  try {
    await seats.submitTransaction(members.slice(0, 100).map((member) => ['create', { partitionKey: member, rowKey: 'seat' }]));
  } catch {
    console.error('not together');
  }
}
async function put(members: string[]) {
  await seats.submitTransaction(members.slice(0, 100).map((member) => ['create', { partitionKey: member, rowKey: 'seat' }]));
}
export const putOne = (member: string) => put([member]);
`,
    );
  });

  it('looks at one handler of a router alone', () => {
    check(`
import { TableClient } from '@azure/data-tables';
import { groupBy } from 'lodash';
import type { FastifyInstance } from 'fastify';
interface Reading { device: string; at: string; celsius: number }
const readings = new TableClient(url, 'Readings', credential);
export const routes = async (server: FastifyInstance) => {
  server.post<{ Body: Reading[] }>('/readings', async (request) => {
    const actions = request.body.slice(0, 100).map((one) => ['upsert', { partitionKey: one.device, rowKey: one.at, celsius: one.celsius }]);
    //                                                                                 ^^^^^^^^^^ warning transaction-mixed-partitions/elements: one.device
    await readings.submitTransaction(actions);
  });
  server.post<{ Body: Reading[] }>('/grouped', async (request) => {
    for (const [device, rows] of Object.entries(groupBy(request.body, (one) => one.device)))
      await readings.submitTransaction(rows.slice(0, 100).map((one) => ['upsert', { partitionKey: device, rowKey: one.at, celsius: one.celsius }]));
  });
};
`);
  });

  it('warns of a parameter beside a constant, where callers have many of it', () => {
    const source = (name: string, mark: string): string => `
import { TableClient } from '@azure/data-tables';
const events = new TableClient(url, 'Events', credential);
export async function publish(${name}: string, version: string, type: string) {
  await events.submitTransaction([
    ['create', { partitionKey: ${name}, rowKey: version, type }],
    ['create', { partitionKey: 'outbox', rowKey: version, type }],
${mark}
  ]);
}
`;
    check(
      source(
        'streamId',
        '    //                         ^^^^^^^^ warning transaction-mixed-partitions/parameters',
      ),
    );
    checkSilent('transaction-mixed-partitions', source('box', ''));
    checkSilent('transaction-mixed-partitions', source('partition', ''));
  });

  it('warns of two parameters that one function makes keys of', () => {
    const source = (first: string, mark: string): string => `
import { TableClient, TableTransaction } from '@azure/data-tables';
const movements = new TableClient(url, 'Movements', credential);
const keyOf = (warehouse: string) => \`wh-\${warehouse}\`;
export async function move(from: string, to: string, id: string) {
  const batch = new TableTransaction();
  batch.createEntity({ partitionKey: keyOf(${first}), rowKey: id + '-', out: true });
  batch.createEntity({ partitionKey: keyOf(to), rowKey: id, out: false });
${mark}
  await movements.submitTransaction(batch.actions);
}
`;
    check(
      source(
        'from',
        '  //                                 ^^^^^^^^^ warning transaction-mixed-partitions/parameters',
      ),
    );
    checkSilent('transaction-mixed-partitions', source('to', ''));
  });

  it('is silent where the keys of actions are compared', () => {
    checkSilent(
      'transaction-mixed-partitions',
      `
import { TableClient, type TransactionAction } from '@azure/data-tables';
const events = new TableClient(url, 'Events', credential);
export async function publish(userId: string, version: string) {
  const all: TransactionAction[] = [
    ['create', { partitionKey: userId, rowKey: version }],
    ['create', { partitionKey: 'admin', rowKey: version }],
  ];
  for (const key of [userId, 'admin']) await events.submitTransaction(all.filter((one) => one[1].partitionKey === key));
}
`,
    );
  });

  describe('of the index of each element', () => {
    const source = (body: string): string => `
import { TableClient } from '@azure/data-tables';
const rooms = new TableClient(url, 'Rooms', credential);
const FLOORS = 3;
const ONE = 1;
let floors = 3;
export const flatten = () => { floors = 1; };
${body}
`;
    const given = (code: string): string =>
      source(`export async function seed(names: string[], floor: string, shards: number, at: number) {
  ${code}
}`);
    const mapped = (key: string): string =>
      given(
        `await rooms.submitTransaction(names.map((name, i) => ['create', { partitionKey: ${key}, rowKey: name }]));`,
      );

    it('is underlined where the second has another one than the first', () => {
      check(
        source(`export async function seed(names: string[], floor: string) {
  const actions = names.slice(0, 50).map((name, i) => ['create', { partitionKey: \`floor-\${1 + (i % 3)}\`, rowKey: name }]);
//                                                                               ^^^^^^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/indexes
  await rooms.submitTransaction(actions);
  await rooms.submitTransaction(names.slice(0, 9).map((name, i) => ['create', { partitionKey: \`\${floor}-\${i % FLOORS}\`, rowKey: name }]));
//                                                                                            ^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/indexes
  await rooms.submitTransaction(Array.from({ length: 20 }, (_, i) => ['create', { partitionKey: 'f' + (i % 4), rowKey: 'r' }]));
//                                                                                              ^^^^^^^^^^^^^ error transaction-mixed-partitions/several
}`),
      );
    });

    it('is silent where it may be the same', () => {
      for (const key of [
        '`floor-${Math.floor(i / 50)}`',
        '`floor-${i % ONE}`',
        '`floor-${i % shards}`',
        '`floor-${i % floors}`',
        '`floor-${(at + i) % shards}`',
        '`floor-${floorOf(i)}`',
        '`${i}`.slice(0, 0)',
        '`${i}-${i}`',
        'i === 0 ? floor : `${i}`',
      ])
        checkSilent('transaction-mixed-partitions', mapped(key));
    });

    it('is silent where what is submitted may be another list, or has one entity', () => {
      const made = (list: string): string =>
        `${list}.map((name, i) => ['create', { partitionKey: \`floor-\${i % 3}\`, rowKey: name }])`;
      for (const code of [
        `const all = ${made('names')}; for (const f of [0, 1, 2]) await rooms.submitTransaction(all.filter((_, i) => i % 3 === f));`,
        `const all = ${made('names')}; for (const one of byFloor(all)) await rooms.submitTransaction(one);`,
        `const all = ${made('names')}; all.length = 1; await rooms.submitTransaction(all);`,
        `const all = ${made('names')}; for (const one of all) await rooms.submitTransaction([one]);`,
        `let all = ${made('names')}; all = all.filter(isNew); await rooms.submitTransaction(all);`,
        `await rooms.submitTransaction(${made('names.slice(0, 1)')});`,
        `await rooms.submitTransaction(${made('names')}.slice(0, 1));`,
        `await rooms.submitTransaction(${made('names')}.slice(at));`,
        `await rooms.submitTransaction(${made('names.filter(isNew)')});`,
        `if (names.length > 1) return; await rooms.submitTransaction(${made('names')});`,
        `if (shards !== names.length) await rooms.submitTransaction(${made("['hall']")});`,
        `try { await rooms.submitTransaction(${made('names')}); } catch { await one(names); }`,
        `await rooms.submitTransaction(names.map((name, i) => { i = 0; return ['create', { partitionKey: \`f-\${i}\`, rowKey: name }]; }));`,
        `await rooms.submitTransaction(names.map((name, i) => i > 0 ? skip : ['create', { partitionKey: \`f-\${i}\`, rowKey: name }]));`,
        `await rooms.submitTransaction(names.map((name, i) => ['create', { partitionKey: \`f-\${i}\`, rowKey: name, ...same }]));`,
        `await rooms.submitTransaction(names.map((name, i = 0) => ['create', { partitionKey: \`f-\${i}\`, rowKey: name }]));`,
      ])
        checkSilent('transaction-mixed-partitions', given(code));
      for (const type of ['[any]', '[string]', '[name: any]', '[any?]', 'readonly [any]', 'One'])
        checkSilent(
          'transaction-mixed-partitions',
          source(`type One = [any];
export async function seed(names: ${type}) { await rooms.submitTransaction(${made('names')}); }`),
        );
      checkSilent(
        'transaction-mixed-partitions',
        source(`async function seed(names: string[]) { await rooms.submitTransaction(${made('names')}); }
export const hall = () => seed(['hall']);`),
      );
    });
  });
});
