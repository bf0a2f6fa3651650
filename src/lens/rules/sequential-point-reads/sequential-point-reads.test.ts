import assert from 'node:assert/strict';
import { check, checkFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'sequential-point-reads';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Prices', credential);
`;

describe(ID, () => {
  it('tells of awaited reads for listed entities that do not need each other', () => {
    check(`${HEAD}
export async function prices() {
  const found = new Map();
  const items = [];
  for await (const item of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'items'" } })) items.push(item);
  for (const { id } of items) {
    const price = await client.getEntity('shared', id);
    //                         ^^^^^^^^^ warning n-plus-one
    //                         ^^^^^^^^^ information sequential-point-reads/independent
    found.set(id, price.amount);
  }
  return found;
}
`);
  });

  it('tells of reads for other keys, as n-plus-one does', () => {
    check(`${HEAD}
export async function prices(ids: string[]) {
  for (const id of ids) print(await client.getEntity('shared', id));
  //                                       ^^^^^^^^^ warning n-plus-one/loop
  //                                       ^^^^^^^^^ information sequential-point-reads/independent
}
`);
    checkSilent(
      ID,
      `${HEAD}\nfor (const id of ['a', 'b', 'c']) print(await client.getEntity('shared', id));`,
    );
  });

  it('is silent where each turn writes the entity that it read, and not where it writes another', () => {
    const turn = (row: string): string => `${HEAD}
export async function add(readings: { meter: string; day: string; kwh: number }[]) {
  for (const { meter, day, kwh } of readings) {
    const sum = await client.getEntity(meter, day);
    await client.updateEntity({ partitionKey: meter, rowKey: ${row}, kwh: sum.kwh + kwh }, 'Merge', { etag: sum.etag });
  }
}
`;
    checkSilent(ID, turn('day'));
    assert.throws(() => {
      checkSilent(ID, turn('`${day}-total`'));
    });
  });

  it('is silent where there is one turn', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function prices() {
  const pages = client.listEntities({ queryOptions: { filter: "PartitionKey eq 'items'" } }).byPage({ maxPageSize: 1 });
  const { value: page } = await pages.next();
  for (const { id } of page) print(await client.getEntity('shared', id));
  const items = [];
  for await (const item of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'items'" } })) items.push(item);
  for (const { id } of items.slice(0, 1)) print(await client.getEntity('shared', id));
}
`,
    );
  });

  it('is silent where a turn can be the last, needs the one before, or does not wait', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function prices(user: string, first: string) {
  const ids = [];
  for await (const item of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'items'" } })) ids.push(item.id);
  for (const id of ids) {
    const price = await client.getEntity('shared', id);
    if (price.amount > 5) return price;
  }
  let next = first;
  for (let i = 0; i < 5; i++) next = (await client.getEntity('shared', next)).next;
  const reads = [];
  for (const id of ids) reads.push(client.getEntity('shared', id));
  return Promise.all(reads);
}
`,
    );
  });

  it('is silent for entities that come from the service one by one', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function prices() {
  for await (const item of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'items'" } })) {
    print(await client.getEntity('shared', item.rowKey));
  }
}
`,
    );
  });

  it('offers to read a chunk at a time', () => {
    const list = `  const items = [];
  for await (const item of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'items'" } })) items.push(item);
`;
    checkFix(
      ID,
      `${HEAD}
export async function prices() {
${list}  for (const item of items) {
    const price = await client.getEntity('shared', item.id);
    print(item, price);
  }
}
`,
      `${HEAD}
export async function prices() {
${list}  for (let start = 0; start < items.length; start += 20) {
    const chunk = items.slice(start, start + 20);
    const read = await Promise.all(chunk.map(async (item) => ({ item, price: await client.getEntity('shared', item.id) })));
    for (const { item, price } of read) {
      print(item, price);
    }
  }
}
`,
    );
  });
});
