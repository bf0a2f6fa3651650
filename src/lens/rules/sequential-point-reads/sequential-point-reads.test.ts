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

  const READ = `${HEAD}
const read = (shop: string, id: string) => client.getEntity<{ price: number; next: string }>(shop, id);
`;

  it('tells of a function that only hands on what another one reads', () => {
    check(`${READ}
const priceOf = async (shop: string, id: string) => (await read(shop, id)).price ?? 0;
export async function total(shop: string, ids: string[]) {
  let sum = 0;
  for (const id of ids) sum += await priceOf(shop, id);
  //                                 ^^^^^^^ warning n-plus-one
  //                                 ^^^^^^^ information sequential-point-reads/independent
  return sum;
}
`);
  });

  it('is silent where that keeps what it read, does more, or needs it for the next', () => {
    const all = [
      'const kept = {}; const one = (shop, id) => (kept[id] ??= read(shop, id));',
      'const kept = new Map(); const one = async (shop, id) => kept.get(id) ?? (await read(shop, id)).price;',
      'const one = async (shop, id) => (isOpen(shop) ? read(shop, id) : undefined);',
      'const one = async (shop, id) => { await send(id); return read(shop, id); };',
      'const one = async (shop, id) => limit(() => read(shop, id));',
      "const one = async (shop, id) => (await read(shop, 'all')).price;",
      'const one = async (shop, id) => { try { return await read(shop, id); } catch { return undefined; } finally { await close(); } };',
    ];
    for (const one of all) {
      const loop = `export async function total(shop, ids) { for (const id of ids) use(await one(shop, id)); }`;
      checkSilent(ID, `${READ}${one}\n${loop}`);
    }
    checkSilent(
      ID,
      `${READ}const nextOf = async (shop: string, id: string) => (await read(shop, id)).next;
export async function last(shop: string, id: string) {
  for (let i = 0; i < 20; i++) id = await nextOf(shop, id);
  return id;
}`,
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
