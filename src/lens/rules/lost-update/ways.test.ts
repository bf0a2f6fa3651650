import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'lost-update';
const HEAD = `
import { odata, TableClient, TableTransaction } from '@azure/data-tables';
import { audit, build, normalize } from './elsewhere';
const client = new TableClient(url, 'Accounts', credential);
const archive = new TableClient(url, 'Archive', credential);
`;
const inside = (body: string): string => `${HEAD}
export async function change(pk: string, rk: string, body: any) {
${body}
}
`;
const READ = '  const account: any = await client.getEntity(pk, rk);\n';
const LISTED = 'client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${pk}` } })';

describe(`${ID}: in transactions`, () => {
  it('warns of the action that puts back what was read', () => {
    const action = "['update', { ...account, balance: account.balance - body.amount }, 'Merge']";
    check(
      inside(`${READ}  const other: any = await client.getEntity(pk, body.other);
  await client.submitTransaction([
    ${action},
//  ${'^'.repeat(action.length)} warning lost-update
    ['update', { partitionKey: pk, rowKey: body.other, balance: other.balance + body.amount }, 'Merge', { etag: other.etag }],
  ]);`),
    );
  });

  it('warns of the calls of a TableTransaction', () => {
    const update = 'transaction.updateEntity({ partitionKey: pk, rowKey: rk, balance: account.balance - 1 })';
    const upsert = "transaction.upsertEntity({ ...account, seen: true }, 'Replace')";
    const marked = (code: string): string => `  ${code};\n//${'^'.repeat(code.length)} warning lost-update`;
    check(
      inside(`${READ}  const transaction = new TableTransaction();
${marked(update)}
${marked(upsert)}
  transaction.updateEntity({ ...account, seen: true }, 'Replace', { etag: account.etag });
  await client.submitTransaction(transaction.actions);`),
    );
  });

  it('warns of actions that are made of listed entities, once for all', () => {
    const action = "['update', { ...row, open: false }, 'Replace']";
    check(
      inside(`  const actions: any[] = [];
  for await (const row of ${LISTED}) {
    actions.push(
      ${action},
//    ${'^'.repeat(action.length)} warning lost-update
    );
  }
  for (let i = 0; i < actions.length; i += 100) await client.submitTransaction(actions.slice(i, i + 100));`),
    );
  });

  it('is silent for new entities, copies, and actions that send the etag', () => {
    checkSilent(
      ID,
      inside(`${READ}  await client.submitTransaction([
    ['update', { ...account, ...body }, 'Replace', { etag: account.etag }],
    ['create', { ...account, rowKey: 'first' }],
    ['upsert', { ...account, partitionKey: pk, rowKey: \`copy_\${rk}\` }, 'Replace'],
    ['delete', account],
  ]);`),
    );
  });
});

describe(`${ID}: any etag`, () => {
  it('is none', () => {
    check(
      inside(`${READ}  await client.updateEntity({ ...account, ...body }, 'Replace', { etag: '*' });
  //           ^^^^^^^^^^^^ warning lost-update
  const ANY = '*';
  account.count = Number(account.count) + 1;
  await client.updateEntity(account, 'Merge', { etag: ANY, abortSignal: body.signal });
  //           ^^^^^^^^^^^^ warning lost-update`),
    );
  });

  it('is silent where it is one of several, or the caller gives it', () => {
    checkSilent(
      ID,
      inside(`${READ}  await client.updateEntity({ ...account, ...body }, 'Replace', { etag: body.force ? '*' : account.etag });
  await client.updateEntity({ ...account, ...body }, 'Replace', { etag: body.etag });
  await client.updateEntity({ ...account, ...body }, 'Replace', body.force ? undefined : { etag: account.etag });`),
    );
  });
});

describe(`${ID}: through mappers`, () => {
  it('follows those that are seen, property by property', () => {
    check(`${HEAD}
const fromEntity = (e: any) => ({ id: String(e.rowKey ?? ''), name: String(e.name ?? ''), visits: Number(e.visits ?? 0), tags: JSON.parse(String(e.tags ?? '[]')) });
const toEntity = (partitionKey: string, m: any) => ({ partitionKey, rowKey: m.id, name: m.name, visits: m.visits, tags: JSON.stringify(m.tags) });
export async function rename(pk: string, id: string, name: string) {
  const model = fromEntity(await client.getEntity(pk, id));
  model.name = name;
  await client.upsertEntity(toEntity(pk, model), 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update
}
export async function patch(pk: string, id: string, given: any) {
  const model = fromEntity(await client.getEntity(pk, id));
  await client.updateEntity(toEntity(pk, { ...model, ...given }), 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update
}
`);
  });

  it('takes the abstract ones of a class for what they are', () => {
    check(`${HEAD}
export abstract class Repository<T> {
  protected abstract fromEntity(entity: any): T;
  protected abstract toEntity(model: T): any;
  async patch(pk: string, id: string, given: Partial<T>) {
    const current = this.fromEntity(await client.getEntity(pk, id));
    await client.upsertEntity(this.toEntity({ ...current, ...given }), 'Replace');
    //           ^^^^^^^^^^^^ warning lost-update
  }
  async add(model: T) {
    await client.createEntity(this.toEntity(model));
  }
  async put(model: T) {
    await client.upsertEntity(this.toEntity(model), 'Replace');
  }
}
`);
  });

  it('follows copies, property by property too', () => {
    check(
      inside(`  const one: any = await client.getEntity(pk, rk);
  const copy: any = {};
  for (const key of Object.keys(one)) copy[key] = one[key];
  await client.updateEntity(copy, 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update
  const pairs: any = {};
  for (const [key, value] of Object.entries(one)) if (value !== null) pairs[key] = value;
  await client.updateEntity(pairs, 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update
  const given: any = {};
  Object.entries(one).forEach(([key, value]) => {
    given[key] = value;
  });
  await client.updateEntity(given, 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update
  const next = Object.fromEntries(Object.entries(one).filter(([key]) => key !== 'token'));
  await client.updateEntity(next as any, 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update
  const { etag, timestamp, ...rest } = one;
  await client.updateEntity({ ...rest, n: 1 }, 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update
  const cloned = structuredClone(one);
  cloned.n += 1;
  await client.updateEntity(cloned, 'Replace');
  //           ^^^^^^^^^^^^ warning lost-update
  await client.updateEntity({ partitionKey: pk, rowKey: rk, open: !one.open }, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update`),
    );
  });

  it('is silent for what code that is not seen makes of an entity, and for values of another one', () => {
    checkSilent(
      ID,
      inside(`${READ}  await client.upsertEntity(audit(account));
  await client.upsertEntity({ partitionKey: 'log', rowKey: rk, was: account.status });
  await archive.upsertEntity(account, 'Replace');
  await client.updateEntity({ partitionKey: pk, rowKey: rk, messageId: await build(account.email) }, 'Merge');
  await client.updateEntity({ partitionKey: pk, rowKey: rk, status: account.open ? 'closed' : 'open' }, 'Merge');
  const copy: any = {};
  for (const key of Object.keys(account)) copy[key] = account[key];
  copy.rowKey = body.to;
  await client.upsertEntity(copy, 'Replace');
  const other: any = {};
  for (const [key, value] of Object.entries(account)) other[key] = value;
  other.rowKey = body.to;
  await client.upsertEntity(other, 'Replace');
  const fresh: any = { partitionKey: pk, rowKey: rk };
  for (const [key, value] of Object.entries(body)) fresh[key] = value;
  await client.upsertEntity(fresh, 'Replace');`),
    );
  });

  it('is silent for what is worked out of each listed entity, but not for what counts on', () => {
    check(
      inside(`  for await (const row of ${LISTED}) {
    await client.updateEntity({ partitionKey: pk, rowKey: row.rowKey, slug: row.title.toLowerCase() }, 'Merge');
    await client.updateEntity({ partitionKey: pk, rowKey: row.rowKey, n: row.n + 1 }, 'Merge');
    //           ^^^^^^^^^^^^ warning lost-update
  }`),
    );
  });
});

describe(`${ID}: types and settings on the way`, () => {
  it('follows mappers whose types are those of the SDK', () => {
    check(`${HEAD.replace('odata,', 'type TableEntity, odata,')}
type Row = TableEntity<{ title: string; state: string; by?: string }>;
const fromRow = (row: Row) => ({ id: row.rowKey, of: row.partitionKey, title: row.title, state: row.state });
const toRow = (one: { id: string; of: string; title: string; state: string }): Row =>
  ({ partitionKey: one.of, rowKey: one.id, title: one.title, state: one.state });
export async function decide(pk: string, rk: string, state: string) {
  const one = fromRow((await client.getEntity(pk, rk)) as unknown as Row);
  one.state = state;
  await client.updateEntity(toRow(one), 'Replace');
//             ^^^^^^^^^^^^ warning lost-update
}
`);
  });

  it('knows that what may be given takes the place of what was read only where it is given', () => {
    check(`${HEAD}
export async function save(changes: { isOpen?: boolean; title?: string }) {
  const { isOpen, title } = await client.getEntity<{ isOpen: boolean; title: string }>('settings', 'active');
  const next = { isOpen, title, ...changes };
  await client.upsertEntity({ partitionKey: 'settings', rowKey: 'active', isOpen: next.isOpen, title: next.title });
//             ^^^^^^^^^^^^ warning lost-update
}
`);
    checkSilent(
      ID,
      `${HEAD}
export async function save(changes: { isOpen: boolean; title: string }) {
  const { isOpen, title } = await client.getEntity<{ isOpen: boolean; title: string }>('settings', 'active');
  const next = { isOpen, title, ...changes };
  await client.upsertEntity({ partitionKey: 'settings', rowKey: 'active', isOpen: next.isOpen, title: next.title });
}
`,
    );
  });

  it('takes one that is picked of a list for what it is, when it is copied property by property', () => {
    check(`${HEAD}
export async function rename(pk: string, rk: string, changes: { title?: string; note?: string }) {
  const rows: { partitionKey: string; rowKey: string; title: string; note: string; state: string }[] = [];
  for await (const row of ${LISTED.replace('(', '<any>(')}) {
    const { partitionKey, rowKey, title, note, state } = row;
    rows.push({ partitionKey, rowKey, title, note, state });
  }
  const found = rows.find((row) => row.rowKey === rk);
  if (!found) throw new Error('not found');
  await client.updateEntity({ ...found, title: changes.title ?? found.title, note: changes.note ?? found.note }, 'Merge');
//             ^^^^^^^^^^^^ warning lost-update
}
`);
  });
});

describe(`${ID}: the same key`, () => {
  it('is read in two spellings', () => {
    check(
      inside(`${READ}  await client.updateEntity({
    //         ^^^^^^^^^^^^ warning lost-update
    partitionKey: account.partitionKey ?? account.PartitionKey,
    rowKey: account.rowKey ?? account.RowKey,
    count: (account.count ?? 0) + 1,
  });`),
    );
  });

  it('is fixed by the filter, or literal', () => {
    check(
      inside(`  const found: any[] = [];
  const filter = odata\`PartitionKey eq \${pk} and RowKey eq \${rk}\`;
  for await (const e of client.listEntities({ queryOptions: { filter } })) found.push(e);
  //                           ^^^^^^^^^^^^ warning point-query-as-list
  const [account] = found;
  await client.updateEntity({ partitionKey: pk, rowKey: rk, history: account.history + body.status });
  //           ^^^^^^^^^^^^ warning lost-update
  const counter: any = await client.getEntity('config', 'counter');
  await client.updateEntity({ partitionKey: 'config', rowKey: 'counter', value: Number(counter.value) + 1 });
  //           ^^^^^^^^^^^^ warning lost-update`),
    );
  });

  it('is that whose quotes the filter has doubled', () => {
    const read = (rowKey: string): string => `${HEAD}
const escaped = (text: unknown) => String(text).replace(/'/g, "''");
export async function vote(pk: string, rk: string) {
  let found: any;
  const filter = \`PartitionKey eq '\${pk.replaceAll("'", "''")}' and RowKey eq '\${escaped(rk)}'\`;
  for await (const e of client.listEntities({ queryOptions: { filter } })) { found = e; break; }
  //                           ^^^^^^^^^^^^ warning point-query-as-list
  const votes = (found?.votes ?? 0) + 1;
  await client.updateEntity({ partitionKey: pk, rowKey: ${rowKey}, votes }, 'Merge');
`;
    check(`${read('rk')}  //           ^^^^^^^^^^^^ warning lost-update\n}\n`);
    check(`${read("rk.replace('/', '-')")}}\n`);
    checkSilent(
      'lost-update',
      `${HEAD}
export async function vote(pk: string, rk: string) {
  const safe = rk.replaceAll("'", "''");
  const filter = odata\`PartitionKey eq \${pk} and RowKey eq \${safe}\`;
  for await (const e of client.listEntities<any>({ queryOptions: { filter } }))
    await client.updateEntity({ partitionKey: pk, rowKey: rk, votes: e.votes + 1 }, 'Merge');
}
`,
    );
  });

  it('is normalised again', () => {
    check(`${HEAD}
const clean = (text: string) => text.trim().toLowerCase().replace(/\\s+/g, '-');
export async function visit(email: string) {
  const user: any = await client.getEntity('users', clean(email));
  await client.updateEntity({ partitionKey: 'users', rowKey: clean(email), visits: user.visits + 1 }, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update
  await client.updateEntity({ partitionKey: 'users', rowKey: clean(user.rowKey), visits: user.visits + 1 }, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update
  const other: any = await client.getEntity('users', normalize(email));
  await client.updateEntity({ partitionKey: 'users', rowKey: normalize(email), visits: other.visits + 1 }, 'Merge');
  //           ^^^^^^^^^^^^ warning lost-update
}
`);
  });

  it('is another one after another change', () => {
    checkSilent(
      ID,
      inside(`${READ}  await client.upsertEntity({ partitionKey: pk, rowKey: account.rowKey.slice(1), n: account.n + 1 });
  await client.upsertEntity({ partitionKey: pk, rowKey: normalize(rk), n: account.n + 1 });
  await client.upsertEntity({ ...account, rowKey: \`\${account.rowKey}_v2\` }, 'Replace');`),
    );
  });
});

describe(`${ID}: properties that never change`, () => {
  it('are when an entity came to be, and no first names', () => {
    check(
      inside(`${READ}  await client.updateEntity({ partitionKey: pk, rowKey: rk, firstName: account.firstName, n: 1 });
  //           ^^^^^^^^^^^^ warning lost-update
  await client.updateEntity({ partitionKey: pk, rowKey: rk, firstSeenAt: account.firstSeenAt, createdBy: account.createdBy, n: 1 });`),
    );
  });
});

describe(`${ID}: through functions of other files`, () => {
  const STORE = `
// file: store.ts
import { TableClient } from '@azure/data-tables';
const clients: Record<string, TableClient> = {};
const table = (name: string) => (clients[name] ??= TableClient.fromConnectionString(process.env.TABLES!, name));
export const load = async (name: string, id: string) => table(name).getEntity(name, id);
export const put = async (name: string, entity: any) => table(name).upsertEntity(entity, 'Replace');
export const change = async (name: string, entity: any, etag?: string) => table(name).updateEntity(entity, 'Replace', { etag });
`;

  it('is told at whoever reads and writes, if no etag is handed on', () => {
    check(`${STORE}
// file: main.ts
import { change, load, put } from './store.js';
export async function close(id: string) {
  const order = await load('Orders', id);
  await put('Orders', { ...order, open: false });
  //    ^^^ warning lost-update
  await change('Orders', { ...order, open: false });
  //    ^^^^^^ warning lost-update
  await change('Orders', { ...order, open: false }, order.etag);
  await change('Orders', { ...order, open: false }, '*');
  //    ^^^^^^ warning lost-update
}
`);
  });

  const EITHER = `
// file: store.ts
import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Stock');
export async function find(pk: string, rk: string) {
  try { return await client.getEntity<{ n: number }>(pk, rk); }
  catch (e: any) { if (e.statusCode === 404) return null; throw e; }
}
export const list = () => client.listEntities<{ n: number }>({ queryOptions: { filter: "PartitionKey eq 'a'" } });
export async function save(entity: any, etag?: string) {
  if (etag) await client.updateEntity(entity, 'Replace', { etag });
  else await client.upsertEntity(entity, 'Replace');
}
// file: main.ts
import { find, list, save } from './store.js';
`;

  it('takes no etag that was read for one that may be missing', () => {
    checkSilent(
      ID,
      `${EITHER}
export async function reserve(pk: string, rk: string) {
  const row = await find(pk, rk);
  if (!row) return;
  row.n += 1;
  await save(row, row.etag);
}
export async function copied(pk: string, rk: string) {
  const row = { ...(await find(pk, rk))! };
  row.n += 1;
  await save(row, row.etag);
}
export async function all() {
  for await (const row of list()) {
    row.n += 1;
    await save(row, row.etag);
  }
}
`,
    );
  });

  it('knows where it is left out, taken away, or not asked for', () => {
    check(`${EITHER}
export async function reserve(pk: string, rk: string, force: boolean) {
  const row = (await find(pk, rk))!;
  row.n += 1;
  const { etag, ...others } = row;
  await save(others, (others as any).etag);
  //    ^^^^ warning lost-update
  await save(row, force ? undefined : row.etag);
  //    ^^^^ warning lost-update
  const copy: any = { ...others };
  await save(copy, copy.etag);
  //    ^^^^ warning lost-update
}
export async function taken(pk: string, rk: string) {
  const row: any = await find(pk, rk);
  row.n += 1;
  delete row.etag;
  await save(row, row.etag);
  //    ^^^^ warning lost-update
}
`);
  });

  it('is told there where the functions have mappers, and keys of their own', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Orders');
export async function loadModel(id: string) {
  const e = await client.getEntity('orders', id);
  return { id: e.rowKey, total: Number(e.total), lines: JSON.parse(String(e.lines)) };
}
export async function saveModel(m: any) {
  await client.upsertEntity({ partitionKey: 'orders', rowKey: m.id, total: m.total, lines: JSON.stringify(m.lines) });
//                                                                                         ^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
}
// file: main.ts
import { loadModel, saveModel } from './store.js';
export async function addLine(id: string, line: any) {
  const model = await loadModel(id);
  model.lines.push(line);
  await saveModel(model);
  //    ^^^^^^^^^ warning lost-update
}
export async function begin(id: string) {
  await saveModel({ id, total: 0, lines: [] });
}
`);
  });

  it('is told there where a mixin of a class with type arguments reads and writes', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
type Constructor<T = object> = new (...args: any[]) => T;
export class Store<T extends object> {
  constructor(readonly client: TableClient) {}
  load(id: string) {
    return this.client.getEntity<T>('orders', id);
  }
  async keep(order: T) {
    await this.client.updateEntity(order as any, 'Replace');
  }
}
export const Counted = <B extends Constructor<Store<any>>>(Base: B) => class extends Base {};
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { Counted, Store } from './store.js';
interface Order { open: boolean }
class Orders extends Counted(Store<Order>) {
  constructor() {
    super(TableClient.fromConnectionString(process.env.TABLES!, 'Orders'));
  }
  async close(id: string) {
    const order = await this.load(id);
    order.open = false;
    await this.keep(order);
    //         ^^^^ warning lost-update
  }
}
`);
  });

  it('is told there where a mixin reads and writes', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Orders');
type Constructor<T = object> = new (...args: any[]) => T;
export const WithStore = <B extends Constructor>(Base: B) => class extends Base {
  async load(id: string) {
    return client.getEntity('orders', id);
  }
  async store(order: any) {
    await client.updateEntity({ ...order, at: new Date() }, 'Replace');
  }
};
// file: main.ts
import { WithStore } from './store.js';
class Service extends WithStore(Object) {
  async close(id: string) {
    const order: any = await this.load(id);
    order.open = false;
    await this.store(order);
    //         ^^^^^ warning lost-update
  }
}
`);
  });

  it('is silent for another table of the same functions', () => {
    checkSilent(
      ID,
      `${STORE}
// file: main.ts
import { change, load, put } from './store.js';
export async function archive(id: string) {
  const order = await load('Orders', id);
  await put('Archive', { ...order, closed: true });
}
`,
    );
  });
});
