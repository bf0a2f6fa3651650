import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'unbounded-parallel';
const HEAD = `
import { TableClient, odata } from '@azure/data-tables';
import pLimit from 'p-limit';
const orders = new TableClient(url, 'Orders', credential);
const limit = pLimit(10);
`;

describe(ID, () => {
  it('underlines what is started for each of a list that callers give', () => {
    check(`${HEAD}
export async function load(customer: string, ids: string[]) {
  return Promise.all(ids.map((id) => orders.getEntity(customer, id)));
  //                                        ^^^^^^^^^ information unbounded-parallel/all: ids
}
export async function save(rows: Order[]) {
  const writes = rows.map(async (row) => {
    await orders.upsertEntity({ partitionKey: row.customer, rowKey: row.id, total: row.total });
    //           ^^^^^^^^^^^^ information unbounded-parallel/all: rows
  });
  await Promise.allSettled(writes);
}
export async function remove(customer: string, ids: string[]) {
  const started = [];
  for (const id of ids) started.push(orders.deleteEntity(customer, id));
  //                                        ^^^^^^^^^^^^ information unbounded-parallel/all: ids
  await Promise.all(started);
}
`);
  });

  it('takes a list for as long whatever type the code gives it', () => {
    check(`${HEAD}
export async function typed(request: any) {
  const ids: string[] = request.body.ids;
  return Promise.all(ids.map((id) => orders.getEntity('a', id)));
  //                                        ^^^^^^^^^ information unbounded-parallel/all: ids
}
export async function cast(request: any) {
  const { ids } = (await request.json()) as { ids: string[] };
  return Promise.all(ids.map((id) => orders.getEntity('a', id)));
  //                                        ^^^^^^^^^ information unbounded-parallel/all: ids
}
`);
  });

  it('knows that a text, or a file, may have any number of lines', () => {
    check(`${HEAD}
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
const toRow = (line: string) => ({ partitionKey: 'imported', rowKey: line.slice(0, 8), line });
export async function ofText(path: string) {
  const text = await readFile(path, 'utf8');
  const lines = text.split('\\n').filter(Boolean);
  await Promise.all(lines.map((line) => orders.upsertEntity(toRow(line))));
  //                                           ^^^^^^^^^^^^ information unbounded-parallel/all: lines
}
async function* linesOf(path: string) {
  for await (const line of createInterface({ input: createReadStream(path) })) if (line !== '') yield line;
}
export async function ofFile(path: string) {
  const rows = [];
  for await (const line of linesOf(path)) rows.push(toRow(line));
  await Promise.all(rows.map((row) => orders.upsertEntity(row)));
  //                                         ^^^^^^^^^^^^ information unbounded-parallel/all: rows
}
export async function ofKey(key: string) {
  await Promise.all(key.split('|').map((part) => orders.upsertEntity({ partitionKey: 'parts', rowKey: part })));
}
`);
  });

  it('underlines it in a function that is called for each', () => {
    check(`${HEAD}
const one = async (customer: string, id: string) => orders.getEntity(customer, id);
export const load = (customer: string, ids: string[]) => Promise.all(ids.map((id) => one(customer, id)));
//                                                                                   ^^^ information unbounded-parallel/all: ids
`);
  });

  it('is silent where the list is bounded, or cut into parts', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function few(customer: string) {
  return Promise.all(['a', 'b', 'c'].map((id) => orders.getEntity(customer, id)));
}
export async function first(customer: string, ids: string[]) {
  return Promise.all(ids.slice(0, 20).map((id) => orders.getEntity(customer, id)));
}
export async function ofOne(customer: string, id: string) {
  const rows = [];
  for await (const row of orders.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${customer} and RowKey eq \${id}\` } })) rows.push(row);
  return Promise.all(rows.map((row) => orders.getEntity('items', row.item)));
}
export async function parts(customer: string, ids: string[]) {
  for (let start = 0; start < ids.length; start += 20) {
    const part = ids.slice(start, start + 20);
    await Promise.all(part.map((id) => orders.getEntity(customer, id)));
  }
}
export async function flushed(customer: string, ids: string[]) {
  let started = [];
  for (const id of ids) {
    started.push(orders.deleteEntity(customer, id));
    if (started.length === 50) {
      await Promise.all(started);
      started = [];
    }
  }
  await Promise.all(started);
}
`,
    );
  });

  it('is silent where something holds them back, and where they wait for each other', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function limited(customer: string, ids: string[]) {
  return Promise.all(ids.map((id) => limit(() => orders.getEntity(customer, id))));
}
export async function waiting(customer: string, ids: string[], gate: Semaphore) {
  return Promise.all(ids.map(async (id) => {
    await gate.enter();
    return orders.getEntity(customer, id);
  }));
}
export async function mapped(customer: string, ids: string[]) {
  return Promise.all(await pool.map(ids, (id) => orders.getEntity(customer, id)));
}
export async function inTurn(customer: string, ids: string[]) {
  for (const id of ids) await orders.deleteEntity(customer, id);
}
export async function same(customer: string, id: string, ids: string[]) {
  return Promise.all(ids.map(() => 1).concat(await orders.getEntity(customer, id)));
}
`,
    );
  });

  it('is silent where a test keeps long lists away', () => {
    checkSilent(
      'unbounded-parallel',
      `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Rooms', credential);
export async function load(ids: string[]) {
  if (ids.length > 50) throw new RangeError('at most 50');
  return Promise.all(ids.map((id) => client.getEntity('rooms', id)));
}
`,
    );
    check(`
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Rooms', credential);
export async function load(ids: string[]) {
  if (ids.length === 0) return [];
  return Promise.all(ids.map((id) => client.getEntity('rooms', id)));
  //                                        ^^^^^^^^^ information unbounded-parallel/all: ids
}
`);
  });

  it('is silent for what a function gives that is asked for one entity', () => {
    const source = (rest: string, rule: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Rooms', credential);
function roomsWith(rest: string) {
  return client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'a' and \${rest}\` } });
}
export async function close(id: string) {
  const rooms = [];
  for await (const room of roomsWith(${rest})) rooms.push(room);
  await Promise.all(rooms.map((room) => client.updateEntity({ partitionKey: room.partitionKey, rowKey: room.rowKey, isOpen: false }, 'Merge')));
  ${rule}
}
`;
    checkSilent('unbounded-parallel', source('odata`RowKey eq ${id}`', ''));
    check(
      source(
        'odata`isOpen eq true and kind eq ${id}`',
        '//                                           ^^^^^^^^^^^^ information unbounded-parallel/all: rooms',
      ),
    );
  });

  it('counts what a type names one by one', () => {
    check(`${HEAD}
type Ends = readonly [first: string, last: string];
export const ends = (customer: string, ids: Ends) => Promise.all(ids.map((id) => orders.getEntity(customer, id)));
export const three = (customer: string, ids: [string, string, string]) =>
  Promise.all(ids.map((id) => orders.getEntity(customer, id)));
export const some = (customer: string, ids: [string, ...string[]]) =>
  Promise.all(ids.map((id) => orders.getEntity(customer, id)));
  //                                 ^^^^^^^^^ information unbounded-parallel/all: ids
export const pairs = (ids: [string, string][]) =>
  Promise.all(ids.map(([customer, id]) => orders.getEntity(customer, id)));
  //                                             ^^^^^^^^^ information unbounded-parallel/all: ids
`);
  });

  it('knows functions of packages that start all, and those that take a limit or wait in turn', () => {
    check(`${HEAD}
import pMap from 'p-map';
import pMapSeries from 'p-map-series';
import Bluebird from 'bluebird';
import { mapLimit, map } from 'async';
export const all = (customer: string, ids: string[]) => pMap(ids, (id) => orders.getEntity(customer, id));
//                                                                               ^^^^^^^^^ information unbounded-parallel/all: ids
export const saved = (customer: string, ids: string[]) =>
  Bluebird.map(ids, (rowKey) => orders.upsertEntity({ partitionKey: customer, rowKey, at: new Date() }));
  //                                   ^^^^^^^^^^^^ information unbounded-parallel/all: ids
export const named = (customer: string, ids: string[]) => map(ids, async (id) => orders.getEntity(customer, id));
//                                                                                      ^^^^^^^^^ information unbounded-parallel/all: ids
export const few = (customer: string, ids: string[]) =>
  pMap(ids, (id) => orders.getEntity(customer, id), { concurrency: 8 });
export const fewer = (customer: string, ids: string[]) =>
  Bluebird.map(ids, (id) => orders.getEntity(customer, id), { concurrency: 8 });
export const least = (customer: string, ids: string[]) =>
  mapLimit(ids, 8, async (id) => orders.getEntity(customer, id));
export const turns = (customer: string, ids: string[]) =>
  pMapSeries(ids, (id) => orders.upsertEntity({ partitionKey: customer, rowKey: id, at: new Date() }));
`);
    checkSilent(
      ID,
      `${HEAD}
import { pMap } from './p-map';
export const all = (customer: string, ids: string[]) => pMap(ids, (id) => orders.getEntity(customer, id));
`,
    );
  });

  it('knows functions that are handed by their names', () => {
    check(`${HEAD}
interface Order { customer: string; id: string; total: number }
const save = ({ customer, id, total }: Order) => orders.upsertEntity({ partitionKey: customer, rowKey: id, total });
//                                                      ^^^^^^^^^^^^ information unbounded-parallel/all: all
export const saveAll = (all: Order[]) => Promise.all(all.map(save));
class Store {
  load = async ({ customer, id }: Order) => (await orders.getEntity<Order>(customer, id)).total;
  //                                                      ^^^^^^^^^ information unbounded-parallel/all: some
  async totals(some: Order[]) {
    return Promise.all(some.map(this.load));
  }
}
`);
    const saved = (body: string): string => `${HEAD}
interface Order { customer: string; id: string; total: number }
const save = ({ customer, id, total }: Order) => orders.upsertEntity({ partitionKey: customer, rowKey: id, total });
export async function saveAll(all: Order[]) {
  ${body}
}
`;
    for (const body of [
      'for (let i = 0; i < all.length; i += 10) await Promise.all(all.slice(i, i + 10).map(save));',
      'return Promise.all(all.slice(0, 5).map(save));',
      'return all.map(save);',
      'return Promise.all(all.map(limited));',
      'const save = async (order: Order) => order; return Promise.all(all.map(save));',
    ])
      checkSilent(ID, saved(body));
  });
});
