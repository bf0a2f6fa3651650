import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const ID = 'lost-update';
const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Accounts', credential);
const archive = new TableClient(url, 'Archive', credential);
`;
const inside = (body: string): string => `${HEAD}
export async function change(pk: string, rk: string, body: Body) {
${body}
}
`;
const READ = '  const account = await client.getEntity(pk, rk);\n';

describe(ID, () => {
  it('knows a key again that a function with types was given of what has none', () => {
    check(`${HEAD}
import type { Context } from 'some-framework';
interface Account { balance: number }
interface Owner { id: string; name: string }
const load = (pk: string, rk: string) => client.getEntity<Account>(pk, rk);
const loadOf = (pk: string, owner: Owner) => client.getEntity<Account>(pk, owner.id);
export async function pay(request: any, amount: number) {
  const account = await load(request.bank, request.params.id);
  await client.updateEntity({ partitionKey: request.bank, rowKey: request.params.id, balance: account.balance - amount }, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update
}
export async function receive(context: Context, amount: number) {
  const owner = context.options.get('owner')!;
  const account = await loadOf(context.bank, owner);
  await client.updateEntity({ partitionKey: context.bank, rowKey: owner.id, balance: account.balance + amount }, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update
}
export async function other(context: Context, amount: number) {
  const account = await loadOf(context.bank, context.owner);
  await client.updateEntity({ partitionKey: context.bank, rowKey: context.heir.id, balance: account.balance }, 'Merge');
  await client.updateEntity({ partitionKey: context.bank, rowKey: context.owner.name, balance: account.balance }, 'Merge');
}
`);
  });

  it('takes what a schema has checked for a copy of the entity', () => {
    check(`
import { TableClient } from '@azure/data-tables';
import { z } from 'zod';
const wells = new TableClient(url, 'Wells', credential);
const Well = z.object({ partitionKey: z.string(), rowKey: z.string(), depth: z.number(), dry: z.boolean() });
export async function deepen(field: string, id: string, by: number) {
  const well = Well.parse(await wells.getEntity(field, id));
  await wells.updateEntity({ partitionKey: field, rowKey: id, depth: well.depth + by }, 'Merge');
  //          ^^^^^^^^^^^^ warning lost-update
}
export async function deepenSafely(field: string, id: string, by: number) {
  const checked = Well.safeParse(await wells.getEntity(field, id));
  if (!checked.success) return;
  const { depth } = checked.data;
  await wells.updateEntity({ partitionKey: field, rowKey: id, depth: depth + by }, 'Merge');
  //          ^^^^^^^^^^^^ warning lost-update
}
export async function put(field: string, id: string, by: number) {
  const entity = await wells.getEntity(field, id);
  const well = Well.parse(entity);
  await wells.updateEntity({ partitionKey: field, rowKey: id, depth: well.depth + by }, 'Merge', { etag: entity.etag });
  const given = Well.parse(JSON.parse(process.argv[2]));
  await wells.updateEntity({ partitionKey: field, rowKey: 'last', depth: given.depth + by }, 'Merge');
}
`);
  });

  it('warns of an entity that is changed and written back', () => {
    check(
      inside(`${READ}  account.balance = account.balance + body.amount;
  await client.updateEntity(account, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update/update
  await client.updateEntity({ ...account, ...body }, 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update
  await client.upsertEntity(Object.assign({}, account, body), 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update/upsert`),
    );
  });

  it('is silent where the entity goes to the table of that name in another account', () => {
    const move = (to: string, mark = ''): string => `
import { TableClient } from '@azure/data-tables';
class Move {
  private readonly from = TableClient.fromConnectionString(process.env.OLD!, 'Accounts');
  private readonly to = TableClient.fromConnectionString(${to}, 'Accounts');
  async one(pk: string, rk: string) {
    const account = await this.from.getEntity(pk, rk);
    await this.to.upsertEntity({ ...account, moved: true }, 'Replace');
${mark}
  }
}
`;
    checkSilent(ID, move('process.env.NEW!'));
    const found = '    //            ^^^^^^^^^^^^ warning lost-update';
    check(move('process.env.OLD!', found));
    checkSilent(ID, move('secret'));
  });

  it('warns of a property that is made from the old one', () => {
    check(
      inside(`  let count = 0;
  try {
    const { visits } = await client.getEntity(pk, rk);
    count = visits;
  } catch {}
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, visits: count + 1 });
  //           ^^^^^^^^^^^^ warning lost-update
  const account = await client.getEntity('a', \`\${rk}_meta\`);
  const list = JSON.parse(account.list);
  list.push(body);
  const next = { partitionKey: 'a', rowKey: \`\${rk}_meta\`, list: JSON.stringify(list) };
  //                                                            ^^^^^^^^^^^^^^^^^^^^ warning property-too-large
  await client.updateEntity(next, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update
  await client.updateEntity({
    //         ^^^^^^^^^^^^ warning lost-update
    partitionKey: account.partitionKey,
    rowKey: account.rowKey,
    title: body.title ?? account.title,
    text: body.text ?? account.text,
  });`),
    );
  });

  it('knows a key again that is padded from the same number, or written of the same time', () => {
    const bump = (asked: string, put: string, type = 'number'): string => `${HEAD}
export async function bump(pk: string, given: ${type}) {
  const account = await client.getEntity(pk, ${asked});
  await client.updateEntity({ partitionKey: pk, rowKey: ${put}, balance: account.balance + 1 }, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update
}
`;
    const padded = "given.toString().padStart(8, '0')";
    check(bump(padded, padded));
    check(bump("String(given).padStart(8, '0')", "String(given).padStart(8, '0')"));
    check(
      bump('(1000000 - given).toString().padStart(8, "0")', '(1000000 - given).toString().padStart(8, "0")'),
    );
    check(bump('given.toISOString()', 'given.toISOString()', 'Date'));
    const silent = (asked: string, put: string): void => {
      checkSilent(ID, bump(asked, put).replace(/^.*\^.*\n/m, ''));
    };
    silent(padded, "given.toString().padStart(9, '0')");
    silent(padded, "(given + 1).toString().padStart(8, '0')");
    silent('new Date().toISOString()', 'new Date().toISOString()');
  });

  it('warns where a 412 is handled, although no etag is sent', () => {
    check(
      inside(`  try {
  ${READ}    account.status = body.status;
    await client.updateEntity(account, 'Replace', { etag: undefined });
    //           ^^^^^^^^^^^^ warning lost-update/update
  } catch (error) {
    if (error.statusCode === 412) throw new Error('somebody else was faster');
  }`),
    );
  });

  it('warns where the read, or the write, is in a function of its own', () => {
    check(`${HEAD}
class Accounts {
  private client = client;
  async find(id: string) {
    try {
      return await this.client.getEntity('accounts', id);
    } catch {
      return undefined;
    }
  }
  async rename(id: string, name: string) {
    const account = await this.find(id);
    account.name = name;
    await this.client.updateEntity(account, 'Merge');
    //                ^^^^^^^^^^^^ warning lost-update
  }
}
const toModel = (entity) => ({ id: entity.rowKey, name: entity.name, status: entity.status });
async function load(id: string) {
  return toModel(await client.getEntity('models', id));
}
export async function close(id: string) {
  const model = await load(id);
  model.status = 'closed';
  await client.upsertEntity({ partitionKey: 'models', rowKey: model.id, name: model.name, status: model.status });
  //           ^^^^^^^^^^^^ warning lost-update
}
async function save(entity) {
  await client.updateEntity(entity, 'Replace');
}
export async function open(id: string) {
  const account = await client.getEntity('accounts', id);
  await save({ ...account, open: true });
  //    ^^^^ warning lost-update
}
`);
  });

  it('warns where reads and writes are in two loops over the same', () => {
    check(
      inside(`  const seats = {};
  for (const stop of body.stops) seats[stop] = await client.getEntity(pk, \`\${rk}-\${stop}\`);
  //                                                        ^^^^^^^^^ warning n-plus-one
  for (const stop of body.stops) {
    const key = \`\${rk}-\${stop}\`;
    await client.updateEntity({ partitionKey: pk, rowKey: key, taken: seats[stop].taken + 1 }, 'Merge');
    //           ^^^^^^^^^^^^ warning lost-update
  }`),
    );
  });

  it('warns of a listed entity that is written back as a whole', () => {
    check(
      inside(`  const rows = [];
  const filter = odata\`PartitionKey eq \${pk}\`;
  for await (const row of client.listEntities({ queryOptions: { filter } })) {
    rows.push(row);
    delete row.token;
    await client.updateEntity(row, 'Replace');
    //           ^^^^^^^^^^^^ warning lost-update
  }
  const row = rows.find(({ rowKey }) => rowKey === rk);
  await client.updateEntity({ ...row, ...body }, 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update`),
    );
  });

  it('warns at the call of a wrapper in another file that writes without an etag', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Accounts', credential);
export const load = (partitionKey: string, rowKey: string) => client.getEntity(partitionKey, rowKey);
export const save = (entity) => client.updateEntity(entity, 'Replace');
// file: main.ts
import { load, save } from './store.js';
export async function rename(id: string, name: string) {
  const account = await load('accounts', id);
  account.name = name;
  await save(account);
  //    ^^^^ warning lost-update
}
`);
  });

  it('is silent where an etag is sent, may be absent, or cannot be seen', () => {
    checkSilent(
      ID,
      inside(`${READ}  account.name = body.name;
  await client.updateEntity(account, 'Merge', { etag: account.etag });
  await client.updateEntity({ ...account }, 'Replace', { etag: account?.etag ?? '*' });
  await client.updateEntity({ ...account }, 'Replace', { etag: account.etag! });
  const options = { etag: account.etag };
  await client.updateEntity({ ...account }, 'Replace', options);
  await client.updateEntity({ ...account }, 'Replace', body.options);
  await client.updateEntity({ ...account }, 'Replace', { requestOptions: { customHeaders: body.headers } });`),
    );
  });

  it('is silent for values that do not depend on what was read', () => {
    checkSilent(
      ID,
      inside(`${READ}  if (!account) return;
  if (account.status === 'open') {
    await client.updateEntity({ partitionKey: pk, rowKey: rk, status: 'done', at: new Date() }, 'Merge');
  }
  await client.updateEntity({ partitionKey: account.partitionKey, rowKey: account.rowKey, ...body }, 'Merge');
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, ...body, createdAt: account.createdAt }, 'Replace');
  await client.updateEntity({ partitionKey: pk, rowKey: rk, expires: body.expires ?? account.expires });
  let { phase } = account;
  if (body.start) {
    phase = 'active';
    await client.updateEntity({ partitionKey: pk, rowKey: rk, phase }, 'Merge');
  }
  await client.updateEntity(body, 'Replace');`),
    );
  });

  it('is silent for another entity, another table, and a new one', () => {
    checkSilent(
      ID,
      inside(`${READ}  await client.createEntity({ ...account, rowKey: 'copy' });
  await client.upsertEntity({ ...account, rowKey: 'copy' });
  await client.upsertEntity({ partitionKey: 'closed', rowKey: rk, balance: account.balance });
  await client.upsertEntity({ partitionKey: pk, rowKey: \`\${rk}_total\`, total: account.balance + 1 });
  await archive.upsertEntity({ ...account }, 'Replace');
  await archive.upsertEntity({ partitionKey: pk, rowKey: rk, balance: account.balance + 1 });`),
    );
  });

  it('is silent for the retry that the page recommends', () => {
    checkSilent(
      ID,
      inside(`  for (let attempt = 0; attempt < 5; attempt++) {
  ${READ}    account.balance += body.amount;
    try {
      await client.updateEntity(account, 'Merge', { etag: account.etag });
      return;
    } catch (error) {
      if (error.statusCode !== 412) throw error;
    }
  }`),
    );
  });

  it("is silent for another SDK's updateEntity, and for a mock", () => {
    checkSilent(
      ID,
      `
import { EntityManager } from 'typeorm';
const manager = new EntityManager();
const fakeClient = { getEntity: async () => ({ n: 1 }), updateEntity: async (entity) => undefined };
export async function change(pk: string, rk: string) {
  const row = await manager.getEntity(pk, rk);
  row.n += 1;
  await manager.updateEntity(row, 'Merge');
  const other = await fakeClient.getEntity(pk, rk);
  other.n += 1;
  await fakeClient.updateEntity(other);
}
`,
    );
  });

  it('offers no etag that the write before has made an old one', () => {
    const first = 'await client.updateEntity(account, "Merge", { etag: account.etag });';
    const second = 'await client.updateEntity(account);';
    checkNoFix(
      ID,
      inside(`${READ}  account.balance += 1;
  ${first}
  account.balance += body.amount;
  ${second}`),
    );
    checkNoFix(
      ID,
      inside(`${READ}  for (const amount of body.amounts) {
    account.balance += amount;
    ${second}
  }`),
    );
    checkFix(
      ID,
      inside(`${READ}  account.balance += 1;
  if (body.isSmall) {
    ${first}
    return;
  }
  account.balance += body.amount;
  ${second}`),
      inside(`${READ}  account.balance += 1;
  if (body.isSmall) {
    ${first}
    return;
  }
  account.balance += body.amount;
  await client.updateEntity(account, 'Merge', { etag: account.etag });`),
      'then handle',
    );
  });

  describe('of a row that an instance is made with', () => {
    const shelf = (save: string): string => `
import { TableClient } from '@azure/data-tables';
const shelves = TableClient.fromConnectionString(process.env.TABLES, 'Shelves');
export class Shelf {
  #entity;
  constructor(entity) {
    this.#entity = entity;
  }
  static async find(hall, id) {
    return new Shelf(await shelves.getEntity(hall, id));
  }
  put(count) {
    this.#entity.count += count;
  }
  async store() {
    const { partitionKey, rowKey, count } = this.#entity;
    ${save}
  }
}
`;
    const update = "await shelves.updateEntity({ partitionKey, rowKey, count }, 'Merge');";
    const told = (text: string): readonly string[] =>
      findingsOf('/main.ts', text).flatMap(({ rule, span }) =>
        rule === ID ? [text.slice(span.start, span.end)] : [],
      );

    it('is told where it is read and stored', () => {
      const use = `export async function fill(hall, id, count) {
  const one = await Shelf.find(hall, id);
  one.put(count);
  await one.store();
}
`;
      assert.deepEqual(told(shelf(update) + use), ['store']);
      const withEtag = update.replace("'Merge'", "'Merge', { etag: this.#entity.etag }");
      assert.deepEqual(told(shelf(withEtag) + use), []);
    });

    it('is silent where nothing was read', () => {
      const use = `export async function open(hall, id) {
  const one = new Shelf({ partitionKey: hall, rowKey: id, count: 0 });
  one.put(3);
  await one.store();
}
`;
      assert.deepEqual(told(shelf(update) + use), []);
    });
  });

  it('takes the etag itself for no options, nor another property of an entity', () => {
    const update = (options: string): string => `
import { TableClient } from '@azure/data-tables';
const plots = new TableClient(url, 'Plots', credential);
export async function water(id: string, given: any) {
  const plot = await plots.getEntity<any>('plots', id);
  plot.litres += 5;
  await plots.updateEntity(plot, 'Replace', ${options});
}
`;
    for (const options of ['plot.etag', 'plot._etag', "plot['odata.etag']", "'*'", '`${plot.etag}`'])
      check(update(options).replace('\n}', '\n  //          ^^^^^^^^^^^^ warning lost-update/update\n}'));
    for (const options of ['given', 'given.etag', 'optionsFor(plot)', '{ etag: plot.etag }'])
      checkSilent('lost-update', update(options));
  });

  it('knows that options may be kept with an entity', () => {
    checkSilent(
      'lost-update',
      `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Counts', credential);
export async function add(pk: string, rk: string, n: number) {
  const found: any = await client.getEntity(pk, rk);
  Object.assign(found, { condition: { etag: found.etag } });
  await client.updateEntity({ partitionKey: pk, rowKey: rk, n: found.n + n }, 'Merge', found.condition);
}
`,
    );
  });
});
