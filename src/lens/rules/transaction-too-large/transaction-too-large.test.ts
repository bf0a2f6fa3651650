import assert from 'node:assert/strict';
import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'transaction-too-large';
const HEAD = `
import { TableClient, TableTransaction } from '@azure/data-tables';
import chunk from 'lodash/chunk';
const client = new TableClient(url, 'Employees', credential);
const toAction = (row: Row): TransactionAction => ['upsert', { partitionKey: 'p', rowKey: row.id }];
`;

/** Statements of a function that is given rows. */
const inside = (body: string): string => `${HEAD}
const BATCH = 500;
export async function save(rows: Row[], request: Request) {
${body}
}
`;

describe(ID, () => {
  describe('tells of parts of more than 100:', () => {
    const cases: Readonly<Record<string, string>> = {
      slices: `for (let i = 0; i < rows.length; i += 200) {
  await client.submitTransaction(rows.slice(i, i + 200).map(toAction));
  //           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 200
}`,
      'slices of a named size': `for (let i = 0; i < rows.length; i += BATCH) {
  const batch = rows.slice(i, Math.min(i + BATCH, rows.length)).map(toAction);
  await client.submitTransaction(batch);
  //           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 500
}`,
      'numbered slices': `for (let i = 0; i * 500 < rows.length; i++) {
  await client.submitTransaction(rows.slice(i * 500, (i + 1) * 500).map(toAction));
  //           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 500
}`,
      "a library's chunks": `for (const part of chunk(rows, 1000)) {
  await client.submitTransaction(part.map(toAction));
  //           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 1000
}`,
      splices: `const left = [...rows];
while (left.length > 0) {
  const batch = left.splice(0, 150);
  await client.submitTransaction(batch.map(toAction));
  //           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 150
}`,
      'a flush that comes late': `let batch: TransactionAction[] = [];
for (const row of rows) {
  batch.push(toAction(row));
  if (batch.length >= 250) {
    await client.submitTransaction(batch);
    //           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 250
    batch = [];
  }
}`,
      'a flush before the next one': `let batch: TransactionAction[] = [];
for (const row of rows) {
  if (batch.length === 250) {
    await client.submitTransaction(batch);
    //           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 250
    batch = [];
  }
  batch.push(toAction(row));
}`,
      'a flush that is one late': `let batch: TransactionAction[] = [];
for (const row of rows) {
  batch.push(toAction(row));
  if (batch.length > 100) {
    await client.submitTransaction(batch);
    //           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 101
    batch = [];
  }
}`,
      'a page': `const staff = client.listEntities({ queryOptions: { filter: "PartitionKey eq 'p'" } });
for await (const page of staff.byPage({ maxPageSize: 1000 })) {
  await client.submitTransaction(page.map((one) => ['delete', one]));
  //           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 1000
}`,
      'a page of no given size': `const staff = client.listEntities({ queryOptions: { filter: "PartitionKey eq 'p'" } });
for await (const page of staff.byPage()) {
  await client.submitTransaction(page.map((one) => ['delete', one]));
  //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/count: 1000
}`,
      'a loop of so many turns': `const transaction = new TableTransaction();
for (let i = 0; i < 60; i++) {
  transaction.createEntity({ partitionKey: 'p', rowKey: 'a' + rows[i].id });
  transaction.createEntity({ partitionKey: 'p', rowKey: 'b' + rows[i].id });
}
await client.submitTransaction(transaction.actions);
//           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 120`,
      'an array of so many': `await client.submitTransaction(Array.from({ length: 101 }, (_, i) => toAction(rows[i])));
//           ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 101`,
    };
    for (const [name, body] of Object.entries(cases))
      it(name, () => {
        check(inside(body));
      });
  });

  describe('tells of what nothing bounds:', () => {
    const cases: Readonly<Record<string, string>> = {
      'what a caller gives': `await client.submitTransaction(rows.map(toAction));
//           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded`,
      'what is pushed for each': `const actions: TransactionAction[] = [['create', { partitionKey: 'p', rowKey: 'head' }]];
rows.forEach((row) => { if (row.id) actions.push(toAction(row)); });
if (actions.length > 0) await client.submitTransaction(actions);
//                                   ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded`,
      'what a request brings': `const { items } = await request.json();
const known = items.filter((item) => item.id);
await client.submitTransaction(known.map(toAction));
//           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded`,
      'what a query gives': `const actions: TransactionAction[] = [];
for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'p'\` } })) {
  actions.push(['delete', { partitionKey: 'p', rowKey: one.rowKey }]);
}
await client.submitTransaction(actions);
//           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/query`,
    };
    for (const [name, body] of Object.entries(cases))
      it(name, () => {
        check(inside(body));
      });
  });

  it('follows the list into the functions that make it, in this file and others', () => {
    check(`
// file: actions.ts
export const toActions = (rows: Row[]) => rows.map((row) => ['create', { partitionKey: 'p', rowKey: row.id }]);
export function collect(rows: Row[]) {
  const actions: TransactionAction[] = [];
  for (const row of rows) actions.push(['create', { partitionKey: 'p', rowKey: row.id }]);
  return actions;
}
export const few = (rows: Row[]) => toActions(rows.slice(0, 100));
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { collect, few, toActions } from './actions.js';
const client = new TableClient(url, 'Employees', credential);
class Store {
  private actions(rows: Row[]): TransactionAction[] {
    return toActions(rows);
  }
  async save(rows: Row[]) {
    await client.submitTransaction(this.actions(rows));
    //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
  }
}
const plan = (rows: Row[]) => ({ made: toActions(rows), first: toActions(rows.slice(0, 10)) });
export async function save(rows: Row[]) {
  await client.submitTransaction(toActions(rows));
  //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
  const actions = collect(rows);
  await client.submitTransaction([...actions, ...toActions(rows)]);
  //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
  await client.submitTransaction(rows.reduce((all, row) => { all.push(toAction(row)); return all; }, []));
  //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
  const { made } = plan(rows);
  await client.submitTransaction(made);
  //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
  await client.submitTransaction(plan(rows).first);
  await client.submitTransaction(few(rows));
  await client.submitTransaction([1, 2].reduce((all, n) => { all.push(toAction(n), toAction(-n)); return all; }, []));
  await client.submitTransaction(rows.reduce((all, row) => { all[0] = toAction(row); return all; }, []));
}
`);
  });

  it('tells at the call of a wrapper what that is given', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const submit = (actions: TransactionAction[]) => client.submitTransaction(actions);
// file: main.ts
import { submit } from './store.js';
export async function save(rows: Row[]) {
  await submit(rows.map((row) => ['create', { partitionKey: 'p', rowKey: row.id }]));
  //    ^^^^^^ warning transaction-too-large/unbounded
  for (let i = 0; i < rows.length; i += 100) {
    await submit(rows.slice(i, i + 100).map((row) => ['create', { partitionKey: 'p', rowKey: row.id }]));
  }
}
`);
  });

  describe('is silent for', () => {
    const cases: Readonly<Record<string, string>> = {
      'parts of 100': `for (let i = 0; i < rows.length; i += 100) {
  await client.submitTransaction(rows.slice(i, i + 100).map(toAction));
}
for (const part of chunk(rows, 100)) await client.submitTransaction(part.map(toAction));
await Promise.all(chunk(rows, 50).map((part) => client.submitTransaction(part.map(toAction))));
await client.submitTransaction(rows.slice(0, 99).map(toAction));`,
      'own chunks': `const parts: Row[][] = [];
for (let i = 0; i < rows.length; i += 100) parts.push(rows.slice(i, i + 100));
for (const part of parts) await client.submitTransaction(part.map(toAction));
const size = 100;
const divide = <T>(list: T[], most = 100): T[][] => {
  const all = [];
  for (let i = 0; i < list.length; i += most) all.push(list.slice(i, i + most));
  return all;
};
for (const part of divide(rows, size)) await client.submitTransaction(part.map(toAction));
for (const part of divide(rows)) await client.submitTransaction(part.map(toAction));`,
      'parts of groups': `const groups = new Map<string, Row[]>();
for (const row of rows) groups.get(row.pk)?.push(row);
for (const group of groups.values()) {
  for (let i = 0; i < group.length; i += 100) {
    await client.submitTransaction(group.slice(i, i + 100).map(toAction));
  }
}`,
      'a flush in time': `let batch: TransactionAction[] = [];
for (const row of rows) {
  batch.push(toAction(row));
  if (batch.length === 100) {
    await client.submitTransaction(batch);
    batch = [];
  }
}
if (batch.length > 0) await client.submitTransaction(batch);`,
      'a flush by a counter': `let batch: TransactionAction[] = [];
let count = 0;
for (const row of rows) {
  batch.push(toAction(row));
  if (++count % 100 === 0) {
    await client.submitTransaction(batch);
    batch = [];
  }
}
if (batch.length > 0) await client.submitTransaction(batch);`,
      'a list that is full': `const actions: TransactionAction[] = [];
for (const row of rows) {
  actions.push(toAction(row));
  if (actions.length >= 100) break;
}
await client.submitTransaction(actions);
const others: TransactionAction[] = [];
for (const row of rows) {
  others.push(toAction(row));
  if (others.length === limits.most) break;
}
if (others.length >= 1) await client.submitTransaction(others);`,
      'what is taken off': `const actions = rows.map(toAction);
while (actions.length) await client.submitTransaction(actions.splice(0, 100));
for (const part of _.chunk(rows.map(toAction), 100)) await client.submitTransaction(part);
const parts = Array.from({ length: Math.ceil(rows.length / 100) }, (_, i) => rows.slice(i * 100, i * 100 + 100));
for (const part of parts) await client.submitTransaction(part.map(toAction));`,
      'small pages': `for await (const page of client.listEntities().byPage({ maxPageSize: 100 })) {
  const actions = page.map(({ rowKey }) => ['delete', { partitionKey: 'p', rowKey }]);
  await client.submitTransaction(actions);
}`,
      'tests of the length': `if (rows.length > 100) throw new RangeError('too many');
await client.submitTransaction(rows.map(toAction));`,
      'both ways': `const actions = rows.map(toAction);
if (actions.length <= 100) await client.submitTransaction(actions);
else for (const part of chunk(actions, 100)) await client.submitTransaction(part);`,
      'few by construction': `const KINDS = ['a', 'b', 'c'];
await client.submitTransaction(KINDS.map((kind) => ['create', { partitionKey: 'p', rowKey: kind }]));
await client.submitTransaction([toAction(rows[0]), toAction(rows[1])]);`,
      'what is not seen': `await client.submitTransaction(await prepare(rows));
await client.submitTransaction(this.pending);
const actions = [];
collect(actions, rows);
await client.submitTransaction(actions);`,
    };
    for (const [name, body] of Object.entries(cases))
      it(name, () => {
        checkSilent(ID, inside(body));
      });

    it('functions that are called as those of packages that divide lists', () => {
      const dividing = (from: string): string =>
        `\nimport { splitEvery, chunk } from '${from}';${inside(
          'for (const part of splitEvery(500, rows)) await client.submitTransaction(part.map(toAction));',
        ).replace("import chunk from 'lodash/chunk';\n", '')}`;
      checkSilent(ID, dividing('./lists'));
      assert.throws(() => {
        checkSilent(ID, dividing('ramda'));
      }, /500/);
    });

    it('functions whose callers give parts', () => {
      checkSilent(
        ID,
        `${HEAD}
async function saveBatch(batch: Row[]) { await client.submitTransaction(batch.map(toAction)); }
async function write(some: Row[]) { await client.submitTransaction(some.map(toAction)); }
export async function save(rows: Row[]) {
  for (let i = 0; i < rows.length; i += 100) await write(rows.slice(i, i + 100));
}
`,
      );
    });

    it("another library's submitTransaction", () => {
      checkSilent(
        ID,
        `
import { Ledger } from 'ledger';
const ledger = new Ledger();
export const save = (rows: Row[]) => ledger.submitTransaction(rows.map((row) => ['create', row]));
`,
      );
    });
  });

  describe('fix', () => {
    it('submits parts of 100', () => {
      checkFix(
        ID,
        inside(`  const actions = rows.map(toAction);
  await client.submitTransaction(actions);`),
        inside(`  const actions = rows.map(toAction);
  for (let start = 0; start < actions.length; start += 100) {
    await client.submitTransaction(actions.slice(start, start + 100));
  }`),
        'several transactions, not one',
      );
    });

    it('makes the actions of each part where they are handed over', () => {
      for (const made of [
        "(row): TransactionAction => ['upsert', { partitionKey: 'p', rowKey: row.id }]",
        "({ id }) => ['upsert', { partitionKey: 'p', rowKey: id }]",
        "row => ['upsert', { partitionKey: 'p', rowKey: keyOf(row) }]",
      ]) {
        checkFix(
          ID,
          inside(`  await client.submitTransaction(rows.map(${made}));`),
          inside(`  for (let start = 0; start < rows.length; start += 100) {
    await client.submitTransaction(rows.slice(start, start + 100).map(${made}));
  }`),
        );
      }
      for (const list of [
        "rows.map((row, i) => ['upsert', { partitionKey: 'p', rowKey: `r${i}` }])",
        "rows.map((row) => ['upsert', { partitionKey: 'p', rowKey: row.id }]).reverse()",
      ]) {
        checkNoFix(ID, inside(`  await client.submitTransaction(${list});`));
      }
    });

    it('makes parts smaller that are too large', () => {
      const loop = (size: string): string =>
        inside(`  for (let i = 0; i < rows.length; i += ${size}) {
    await client.submitTransaction(rows.slice(i, i + ${size}).map(toAction));
  }`);
      checkFix(ID, loop('200'), loop('100'));
      checkFix(ID, loop('BATCH'), loop('BATCH').replace('BATCH = 500', 'BATCH = 100'));
      const pages = (size: string): string =>
        inside(`  for await (const page of client.listEntities().byPage({ maxPageSize: ${size} })) {
    await client.submitTransaction(page.map((one) => ['delete', { partitionKey: 'p', rowKey: one.rowKey }]));
  }`);
      checkFix(ID, pages('1_000'), pages('100'));
      checkNoFix(
        ID,
        inside(
          `  for (const all of [rows]) await client.submitTransaction(all.slice(0, 150).map(toAction));`,
        ),
      );
      checkNoFix(ID, inside(`  await client.submitTransaction(rows.slice(0, 150).map(toAction));`));
    });

    it('is not offered where the result is used, or the list has no name', () => {
      checkNoFix(ID, inside(`  await client.submitTransaction(rows.map(toAction));`));
      checkNoFix(
        ID,
        inside(
          `  const actions = rows.map(toAction);\n  const { status } = await client.submitTransaction(actions);`,
        ),
      );
      checkNoFix(
        ID,
        inside(`  const actions = rows.map(toAction);\n  return client.submitTransaction(actions);`),
      );
      checkNoFix(
        ID,
        inside(
          `  const actions = rows.map(toAction);\n  const start = 0;\n  await client.submitTransaction(actions);`,
        ),
      );
    });
  });

  it('follows a group out of the map that it is in to the list that was grouped', () => {
    check(`
import { TableClient, type TransactionAction } from '@azure/data-tables';
const trees = new TableClient(url, 'Trees', credential);
interface Tree { street: string; no: string }
const put = (tree: Tree): TransactionAction => ['upsert', { partitionKey: tree.street, rowKey: tree.no }];
export async function plant(planted: Tree[]) {
  const byStreet = new Map<string, Tree[]>();
  for (const tree of planted) byStreet.set(tree.street, [...(byStreet.get(tree.street) ?? []), tree]);
  console.log(planted.length);
  for (const [, list] of byStreet) await trees.submitTransaction(list.map(put));
//                                             ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
}
export async function replant(planted: Tree[]) {
  const byStreet: Record<string, TransactionAction[]> = {};
  planted.forEach((tree) => {
    (byStreet[tree.street] ??= []).push(put(tree));
  });
  for (const actions of Object.values(byStreet)) await trees.submitTransaction(actions);
//                                                           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
}
export async function copyAll() {
  const byStreet = new Map<string, TransactionAction[]>();
  for await (const tree of trees.listEntities({ queryOptions: { filter: "kind eq 'oak'" } })) {
//                                                                       ^^^^^^^^^^^^^ warning table-scan/only-properties
    const actions = byStreet.get(tree.partitionKey) ?? [];
    byStreet.set(tree.partitionKey, actions);
    actions.push(['delete', { partitionKey: tree.partitionKey, rowKey: tree.rowKey }]);
  }
  for (const actions of byStreet.values()) await trees.submitTransaction(actions);
//                                                     ^^^^^^^^^^^^^^^^^ warning transaction-too-large/query
}
export async function inParts(planted: Tree[]) {
  const byStreet = new Map<string, TransactionAction[]>();
  for (const tree of planted) {
    const actions = byStreet.get(tree.street) ?? [];
    byStreet.set(tree.street, actions);
    actions.push(put(tree));
    if (actions.length === 50) await trees.submitTransaction(actions.splice(0));
  }
  for (const actions of byStreet.values()) await trees.submitTransaction(actions);
}
export async function ofBatch(batch: Tree[]) {
  const byStreet = new Map<string, Tree[]>();
  for (const tree of batch) byStreet.set(tree.street, [...(byStreet.get(tree.street) ?? []), tree]);
  for (const [, list] of byStreet) await trees.submitTransaction(list.map(put));
}
`);
  });

  it('is silent for what a query gives that fixes both keys', () => {
    checkSilent(
      'transaction-too-large',
      `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Rooms', credential);
const listed = (filter: string) => client.listEntities({ queryOptions: { filter } });
export async function close(id: string) {
  const actions = [];
  for await (const { partitionKey, rowKey } of listed(odata\`PartitionKey eq 'a' and RowKey eq \${id}\`))
    actions.push(['delete', { partitionKey, rowKey }]);
  await client.submitTransaction(actions);
}
`,
    );
  });

  it('leaves it to whoever puts lists into a stream how long they are', () => {
    check(`
import { TableClient } from '@azure/data-tables';
import stream, { Writable } from 'node:stream';
const client = new TableClient(url, 'Orders', credential);
const save = (list) => list.map((entity) => ['upsert', entity]);
export class Sink extends Writable {
  _write(list, encoding, done) {
    client.submitTransaction(save(list)).then(() => done(), done);
  }
  async all(list) {
    await client.submitTransaction(save(list));
    //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
  }
}
export class Through extends stream.Transform {
  async _transform(list, encoding, done) {
    await client.submitTransaction(save(list));
    done(null, list.length);
  }
}
export const sink = new Writable({
  objectMode: true,
  write(list, encoding, done) {
    client.submitTransaction(save(list)).then(() => done(), done);
  },
});
export class Store {
  async _write(list) {
    await client.submitTransaction(save(list));
    //           ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
  }
}
export const other = new Queue({
  write(list) {
    return client.submitTransaction(save(list));
    //            ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
  },
});
`);
  });

  it('knows how many a schema lets through', () => {
    check(`
import { TableClient } from '@azure/data-tables';
import { z } from 'zod';
const client = new TableClient(url, 'Orders', credential);
const MOST = 100;
const Row = z.object({ id: z.string() });
const Batch = z.object({ rows: z.array(Row).min(1).max(MOST), others: Row.array(), many: z.array(Row).max(500) });
const save = ({ id }: z.infer<typeof Row>) => ['create', { partitionKey: 'p', rowKey: id }] as const;
export const submit = (batch: z.infer<typeof Batch>) => client.submitTransaction(batch.rows.map(save));
export const others = (batch: z.infer<typeof Batch>) =>
  client.submitTransaction(batch.others.map(save));
  //     ^^^^^^^^^^^^^^^^^ warning transaction-too-large/unbounded
export const many = (batch: z.infer<typeof Batch>) =>
  client.submitTransaction(batch.many.map(save));
  //     ^^^^^^^^^^^^^^^^^ error transaction-too-large/count: 500
`);
  });

  const PARTS = `// file: parts.ts
import type { TableClient, TransactionAction } from '@azure/data-tables';
export const LARGE = 250;
export function* partsOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
export async function submitAll(client: TableClient, actions: TransactionAction[], size = 100) {
  for (const part of partsOf(actions, size)) await client.submitTransaction(part);
}
export class Batches {
  constructor(private readonly client: TableClient, private readonly size: number) {}
  async submit(actions: TransactionAction[]) {
    for (let start = 0; start < actions.length; start += this.size) {
      await this.client.submitTransaction(actions.slice(start, start + this.size));
    }
  }
}
// file: main.ts
import { TableClient, type TransactionAction } from '@azure/data-tables';
import { Batches, LARGE, submitAll } from './parts.ts';
const stock = new TableClient(url, 'Stock', credential);
export async function receive(depot: string, items: Item[], most: number) {
  const actions = items.map((item): TransactionAction => ['upsert', { partitionKey: depot, rowKey: item.no }]);
`;

  it('underlines calls of functions of other files that are given too large a size', () => {
    check(`${PARTS}
  await submitAll(stock, actions, LARGE);
  //    ^^^^^^^^^ error transaction-too-large/count: 250, 100
  await submitAll(stock, actions, 500);
  //    ^^^^^^^^^ error transaction-too-large/count: 500, 100
}
`);
  });

  it('is silent where they are given a size that fits, or that nobody knows, or few actions', () => {
    checkSilent(
      ID,
      `${PARTS}
  await submitAll(stock, actions);
  await submitAll(stock, actions, 50);
  await submitAll(stock, actions, Math.min(most, 100));
  await submitAll(stock, actions, most);
  await submitAll(stock, [['create', { partitionKey: depot, rowKey: 'head' }]], LARGE);
  await submitAll(stock, actions.slice(0, 80), LARGE);
  await new Batches(stock, 100).submit(actions);
}
`,
    );
  });
});
