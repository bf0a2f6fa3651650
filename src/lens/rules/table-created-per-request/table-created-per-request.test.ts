import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'table-created-per-request';
const HEAD = `
import { TableClient, TableServiceClient } from '@azure/data-tables';
import { app } from '@azure/functions';
const orders = new TableClient(url, 'Orders', credential);
const service = new TableServiceClient(url, credential);
`;

describe(ID, () => {
  it('underlines createTable in a function that then reads or writes', () => {
    check(`${HEAD}
export async function save(order: Order) {
  await orders.createTable();
  //           ^^^^^^^^^^^ information table-created-per-request/named-use: save
  await orders.createEntity({ partitionKey: order.customer, rowKey: order.id });
}
app.http('orders', {
  handler: async (request) => {
    if (!request.user) return { status: 401 };
    try {
      await service.createTable('Orders');
      //            ^^^^^^^^^^^ information table-created-per-request/named-use: handler
    } catch (error) {
      if (error.statusCode !== 409) throw error;
    }
    for await (const order of orders.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${request.user}\` } })) send(order);
  },
});
`);
  });

  it('underlines it in what such a function calls, and in what gives out clients', () => {
    check(`${HEAD}
async function ensure(name: string) {
  await service.createTable(name);
  //            ^^^^^^^^^^^ information table-created-per-request/named-use: remove
}
export async function remove(customer: string, id: string) {
  await ensure('Orders');
  await orders.deleteEntity(customer, id);
}
async function ensureAll() {
  for (const name of ['Orders', 'Items']) await service.createTable(name).catch(() => {});
  //                                                    ^^^^^^^^^^^ information table-created-per-request/named-use: clear
}
export async function clear(customer: string, id: string) {
  await ensureAll();
  await orders.deleteEntity(customer, id);
}
export async function clientFor(name: string) {
  const client = new TableClient(url, name, credential);
  await client.createTable().catch(() => {});
  //           ^^^^^^^^^^^ information table-created-per-request/named-client: clientFor
  return client;
}
`);
  });

  it('is silent where a class keeps each client that it makes', () => {
    checkSilent(
      ID,
      `${HEAD}
class Tables {
  constructor() { this._kept = new Map(); }
  async _made(name) {
    const client = new TableClient(url, name, credential);
    try { await client.createTable(); } catch (error) { if (error.statusCode !== 409) throw error; }
    return client;
  }
  client(name) {
    let client = this._kept.get(name);
    if (!client) {
      client = this._made(name);
      this._kept.set(name, client);
    }
    return client;
  }
}
module.exports = Tables;
`,
    );
  });

  it('is silent for tables of which each has a name of its own', () => {
    checkSilent(
      ID,
      `${HEAD}
import { randomUUID } from 'node:crypto';
export async function copyFor(prefix: string) {
  const name = \`\${prefix}\${new Date().toISOString().replace(/[^0-9]/g, '').slice(0, 14)}\`;
  await service.createTable(name);
  return new TableClient(url, name, credential);
}
export async function scratch() {
  const client = new TableClient(url, 'Scratch' + Date.now(), credential);
  await client.createTable();
  return client;
}
export async function drawn(kind: string) {
  const name = kind + randomUUID().replaceAll('-', '');
  await service.createTable(name);
  return new TableClient(url, name, credential);
}
`,
    );
    check(`${HEAD}
export async function ofDay(day: Date) {
  const client = new TableClient(url, 'Day' + day.getTime(), credential);
  await client.createTable();
  //           ^^^^^^^^^^^ information table-created-per-request
  return client;
}
`);
  });

  it('is silent where something remembers that the table was made', () => {
    checkSilent(
      ID,
      `${HEAD}
let ready = false;
let made: Promise<void> | undefined;
let other: Promise<void> | undefined;
const clients = new Map<string, TableClient>();
const names = new Set<string>();
async function ensureAll() {
  for (const name of ['Orders', 'Items']) {
    if (names.has(name)) continue;
    await service.createTable(name);
    names.add(name);
  }
}
export async function byNames(order: Order) {
  await ensureAll();
  await orders.createEntity({ partitionKey: order.customer, rowKey: order.id });
}
export async function byFlag(order: Order) {
  if (!ready) {
    await orders.createTable();
    ready = true;
  }
  await orders.createEntity({ partitionKey: order.customer, rowKey: order.id });
}
export async function byPromise(order: Order) {
  made ??= orders.createTable();
  await made;
  await (other || (other = orders.createTable()));
  await orders.createEntity({ partitionKey: order.customer, rowKey: order.id });
}
export async function byMap(name: string) {
  const known = clients.get(name);
  if (known) return known;
  const client = new TableClient(url, name, credential);
  await client.createTable();
  clients.set(name, client);
  return client;
}
export const cached = async () => {
  if (made) return made;
  made = (async () => {
    const client = new TableClient(url, 'Orders', credential);
    await client.createTable();
    return client;
  })();
  return made;
};
async function start() {
  await orders.createTable();
}
export async function byStart(order: Order) {
  await (made ??= start());
  await orders.createEntity({ partitionKey: order.customer, rowKey: order.id });
}
export async function whenMissing(order: Order) {
  try {
    await orders.createEntity({ partitionKey: order.customer, rowKey: order.id });
  } catch {
    await orders.createTable();
    await orders.createEntity({ partitionKey: order.customer, rowKey: order.id });
  }
}
`,
    );
  });

  it('is silent at start, and in scripts', () => {
    checkSilent(
      ID,
      `${HEAD}
const clients = new Map<string, Promise<TableClient>>();
export function clientOf(name: string): Promise<TableClient> {
  const existing = clients.get(name);
  if (existing) return existing;
  const made = make(name).catch((error: unknown) => {
    clients.delete(name);
    throw error;
  });
  clients.set(name, made);
  return made;
}
async function make(name: string): Promise<TableClient> {
  const client = new TableClient(url, name, credential);
  await client.createTable();
  return client;
}
`,
    );
    checkSilent(
      ID,
      `${HEAD}
await orders.createTable();
export async function setUp() {
  await orders.createTable();
  await service.createTable('Customers');
}
async function load(name: string, rows: Row[]) {
  const client = new TableClient(url, name, credential);
  await client.createTable();
  for (const row of rows) await client.upsertEntity(row);
}
async function main() {
  for (const [name, rows] of files) await load(name, rows);
}
main();
`,
    );
  });

  it('underlines it in what serves requests, though others read and write', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
export const orders = new TableClient(url, 'Orders', credential);
export const place = (id: string) => orders.createEntity({ partitionKey: id, rowKey: 'head' });
const made = new Map<string, TableClient>();
export function tableOf(name: string) {
  const known = made.get(name);
  if (known) return known;
  const client = new TableClient(url, name, credential);
  made.set(name, client);
  return client;
}
// file: main.ts
import express from 'express';
import { orders, place, tableOf } from './store.ts';
const app = express();
app.post('/orders/:id', async (req, res, next) => {
  try {
    await orders.createTable();
    //           ^^^^^^^^^^^ information table-created-per-request/request
    await place(req.params.id);
    res.end();
  } catch (error) {
    next(error);
  }
});
app.use(async (req, res, next) => {
  await orders.createTable();
  //           ^^^^^^^^^^^ information table-created-per-request/request
  next();
});
async function save(req: Request, res: Response) {
  await tableOf('Customers').createTable();
  //                         ^^^^^^^^^^^ information table-created-per-request/request
  res.end();
}
app.put('/customers', save);
export function limits(most: number) {
  return async function (req, res, next) {
    await tableOf('Limits').createTable();
    //                      ^^^^^^^^^^^ information table-created-per-request/request
    next();
  };
}
`);
    check(`
// file: routes/order.tsx
import { orders } from '../store.ts';
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  await orders.createTable();
  //           ^^^^^^^^^^^ information table-created-per-request/request
  return null;
}
// file: store.ts
import { TableClient } from '@azure/data-tables';
export const orders = new TableClient(url, 'Orders', credential);
`);
  });

  it('is silent where requests are served by what remembers, or something else is given a path', () => {
    checkSilent(
      ID,
      `${HEAD}
let ready = false;
let made: Promise<void> | undefined;
web.post('/orders', async (req, res) => {
  if (!ready) {
    await orders.createTable();
    ready = true;
  }
  await (made ??= orders.createTable());
  res.end();
});
cache.get('/orders', async () => {
  await orders.createTable();
});
web.post('/orders', async (req, res) => {
  await knex.createTable('orders', (table) => table.increments());
  res.end();
});
`,
    );
  });

  it('is silent in what a timer runs, not in what a queue does', () => {
    check(`${HEAD}
const report = async (job: Job) => {
  await orders.createTable();
  await orders.upsertEntity({ partitionKey: 'all', rowKey: job.day });
};
app.timer('report', { schedule: '0 0 3 * * *', handler: report });
app.timer('sweep', {
  schedule: '0 0 4 * * *',
  handler: async (_: Timer, context) => {
    await orders.createTable();
    await orders.upsertEntity({ partitionKey: 'all', rowKey: context.invocationId });
  },
});
cron.schedule('30 2 * * mon-fri', async (now) => {
  await orders.createTable();
  await orders.upsertEntity({ partitionKey: 'all', rowKey: now.day });
});
export default async function (context: Context, sweepTimer: unknown) {
  await orders.createTable();
  await orders.upsertEntity({ partitionKey: 'all', rowKey: context.id });
}
app.storageQueue('taken', {
  queueName: 'taken',
  handler: async (message) => {
    await orders.createTable();
    //           ^^^^^^^^^^^ information table-created-per-request/named-use: handler
    await orders.upsertEntity({ partitionKey: 'all', rowKey: message.id });
  },
});
`);
  });

  it('underlines it where the client of that table is made and given to those who ask', () => {
    check(`${HEAD}
export async function open(name: string): Promise<TableClient> {
  await service.createTable(name);
  //            ^^^^^^^^^^^ information table-created-per-request/named-client: open
  return TableClient.fromConnectionString(connection, name);
}
export async function other(name: string): Promise<TableClient> {
  await service.createTable(name);
  return TableClient.fromConnectionString(connection, 'Orders');
}
`);
  });

  it('is silent for what a script runs itself', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function seed(customers: string[]) {
  await orders.createTable();
  for (const one of customers) await orders.createEntity({ partitionKey: one, rowKey: 'first' });
}
seed(process.argv.slice(2)).catch(console.error);
`,
    );
  });

  it('underlines calls of functions of other files that make tables, where requests are served, each such function once', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
export const orders = new TableClient(url, 'Orders', credential);
export const bills = new TableClient(url, 'Bills', credential);
async function create() {
  await orders.createTable();
}
export const ensureOrders = () => create();
export async function ensureAll(...clients: TableClient[]) {
  await Promise.all(clients.map((client) => client.createTable()));
}
// file: main.ts
import { app } from '@azure/functions';
import { bills, ensureAll, ensureOrders, orders } from './store.ts';
await ensureOrders();
app.http('pay', {
  handler: async (request) => {
    await ensureAll(bills);
    //    ^^^^^^^^^ information table-created-per-request/named-use: handler
    await bills.createEntity({ partitionKey: request.params.shop, rowKey: request.params.id });
  },
});
web.post('/orders/:id', async (req, res) => {
  await ensureOrders();
  //    ^^^^^^^^^^^^ information table-created-per-request/request
  res.end();
});
export async function place(shop: string, id: string) {
  await ensureOrders();
  await orders.createEntity({ partitionKey: shop, rowKey: id });
}
`);
  });

  it('is silent where those functions, or those who call them, remember that, or run once', () => {
    checkSilent(
      ID,
      `
// file: store.ts
import { TableClient } from '@azure/data-tables';
import { once } from 'lodash';
export const orders = new TableClient(url, 'Orders', credential);
export const ensureOnce = once(async () => {
  await orders.createTable();
});
let made: Promise<void> | undefined;
export const ensureKept = () => (made ??= orders.createTable());
let isDone = false;
export async function ensureFlag() {
  if (isDone) return;
  await orders.createTable();
  isDone = true;
}
export async function ensure() {
  await orders.createTable();
}
// file: main.ts
import { ensure, ensureFlag, ensureKept, ensureOnce, orders } from './store.ts';
let ready: Promise<void> | undefined;
export async function place(shop: string, id: string) {
  await ensureOnce();
  await ensureKept();
  await ensureFlag();
  await (ready ??= ensure());
  await orders.createEntity({ partitionKey: shop, rowKey: id });
}
export async function whenMissing(shop: string, id: string) {
  try {
    await orders.createEntity({ partitionKey: shop, rowKey: id });
  } catch {
    await ensure();
    await orders.createEntity({ partitionKey: shop, rowKey: id });
  }
}
export async function seedFrom(rows: Row[]) {
  await ensure();
  for (const { shop, id } of rows) await orders.upsertEntity({ partitionKey: shop, rowKey: id });
}
`,
    );
  });

  it('underlines it where the client is one that may be kept, whichever table it is of', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const clients = new Map<string, TableClient>();
export function client(name: string): TableClient {
  let known = clients.get(name);
  if (!known) {
    known = TableClient.fromConnectionString(connection, name);
    clients.set(name, known);
  }
  return known;
}
export async function ready(name: string): Promise<TableClient> {
  const one = client(name);
  await one.createTable();
  //        ^^^^^^^^^^^ information table-created-per-request/named-client: ready
  return one;
}
`);
  });

  it('knows what servers ask for a context of each request', () => {
    const source = (start: string, create = 'await orders.createTable();', rest = ''): string =>
      `${HEAD}let made: Promise<void> | undefined;\n${start} {\n  ${create}\n  return { orders };\n}${rest}\n`;
    const mark = '\n  //           ^^^^^^^^^^^ information table-created-per-request/request';
    const create = `await orders.createTable();${mark}`;
    check(source('export async function createContext({ req }: { req: IncomingMessage })', create));
    check(source('export const createTRPCContext = async (opts: CreateNextContextOptions) =>', create));
    check(source('export const context = async ({ request }: YogaInitialContext) =>', create));
    check(
      source(
        'startStandaloneServer(server, { context: async ({ req }) =>',
        'await orders.createTable();\n  //           ^^^^^^^^^^^ information table-created-per-request/request',
        ' });',
      ),
    );
    for (const silent of [
      source('export async function createContext()'),
      source('export async function createContext(name: string)'),
      source('export async function createContext({ db }: { db: Db })'),
      source('export async function createContext(opts: ContextOptions)'),
      source('export async function loadContext({ req }: Options, name: string)'),
      source('export async function setUp({ req }: Options)'),
      source(
        'export async function createContext({ req }: Options)',
        'await (made ??= orders.createTable());',
      ),
      source(
        'export async function createContext({ req }: Options)',
        'if (!made) await (made = orders.createTable());',
      ),
      source(
        'export async function createContext({ req }: Options)',
        undefined,
        '\nexport const context = await createContext({ req: undefined });',
      ),
    ])
      checkSilent(ID, silent);
  });
});
