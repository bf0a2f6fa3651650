/** A file: its absolute name and its text. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/**
 * A workspace in which every file uses tables, as programs do: `count` files of about 75 lines and 8
 * operations. Most get their clients from factories in other files; some are classes, some CommonJS, some know
 * wrappers alone, some build their filters clause by clause.
 */
export function generateWorkspace(count: number): readonly SourceText[] {
  const features = Array.from({ length: count - SHARED.length }, (_, index) => {
    const kind = KINDS[index % KINDS.length] ?? functions;
    return kind(index);
  });
  return [...SHARED, ...features];
}

/** One file of about `lines` lines with so many operations in functions and methods; the rest has nothing to do with tables. */
export function generateLargeFile(lines: number, operations: number): SourceText {
  const readers = Array.from({ length: Math.ceil(operations / 2) }, (_, nth) => reader(nth)).join('');
  const methods = Array.from({ length: Math.floor(operations / 2) }, (_, nth) => method(nth)).join('');
  const left = lines - countLines(readers + methods);
  const others = Array.from({ length: Math.max(0, Math.round(left / countLines(report(0)))) }, (_, nth) =>
    report(nth),
  );
  return {
    file: '/bench/src/large.ts',
    text: `${head(0)}${readers}${others.join('')}\nexport class Large {\n  constructor(private readonly table: TableClient) {}\n${methods}}\n`,
  };
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

const SHARED: readonly SourceText[] = [
  {
    file: '/bench/src/clients.ts',
    text: `import { TableClient, TableServiceClient } from '@azure/data-tables';
import { connection } from './config.js';
const clients = new Map<string, TableClient>();
export function tableFor(name: string): TableClient {
  let client = clients.get(name);
  if (!client) clients.set(name, (client = TableClient.fromConnectionString(connection(), name)));
  return client;
}
export const service = TableServiceClient.fromConnectionString(connection());
`,
  },
  {
    file: '/bench/src/config.ts',
    text: `export const connection = (): string => process.env.TABLES ?? 'UseDevelopmentStorage=true';
export const TABLES = { employees: 'Employees', orders: 'Orders', audit: 'Audit' } as const;
export enum Kind { Open = 'open', Closed = 'closed' }
`,
  },
  {
    file: '/bench/src/keys.ts',
    text: `export const departmentKey = (id: number) => \`dept_\${String(id).padStart(6, '0')}\`;
export const pad = (id: number, width: number) => id.toString().padStart(width, '0');
export const newestFirst = (time: Date) => String(8640000000000000 - time.getTime()).padStart(16, '0');
`,
  },
  {
    file: '/bench/src/repository.ts',
    text: `import { type TableClient, type TableEntity, odata } from '@azure/data-tables';
import { tableFor } from './clients.js';
export class Repository<T extends object> {
  private readonly table: TableClient;
  constructor(name: string) { this.table = tableFor(name); }
  async find(filter: string, top?: number): Promise<T[]> {
    const found: T[] = [];
    for await (const entity of this.table.listEntities<T>({ queryOptions: { filter } })) {
      found.push(entity as T);
      if (top !== undefined && found.length >= top) break;
    }
    return found;
  }
  async one(partitionKey: string, rowKey: string): Promise<T> { return this.table.getEntity<T>(partitionKey, rowKey) as Promise<T>; }
  async inPartition(partitionKey: string): Promise<T[]> { return this.find(odata\`PartitionKey eq \${partitionKey}\`); }
  async save(entity: TableEntity<T>): Promise<void> { await this.table.upsertEntity(entity, 'Merge'); }
}
`,
  },
  {
    file: '/bench/src/legacy/tables.js',
    text: `const { TableClient, odata } = require('@azure/data-tables');
const cache = {};
function tableClient(name) { return cache[name] || (cache[name] = TableClient.fromConnectionString(process.env.TABLES, name)); }
async function queryEntities(name, filter) {
  const rows = [];
  for await (const row of tableClient(name).listEntities({ queryOptions: { filter } })) rows.push(row);
  return rows;
}
module.exports = { tableClient, queryEntities, odata };
`,
  },
];

const KINDS: readonly ((index: number) => SourceText)[] = [
  functions,
  service,
  callers,
  commonJs,
  functions,
  clauses,
  mostlyOther,
];

function head(index: number): string {
  return `import { odata, type TableClient } from '@azure/data-tables';
import { tableFor } from './clients.js';
import { departmentKey, pad } from './keys.js';

const table = tableFor('Table${index % 50}');
interface Item { department: number; id: number; name: string; amount: number }
`;
}

function functions(index: number): SourceText {
  const readers = Array.from({ length: 9 }, (_, nth) => reader(nth)).join('');
  return { file: `/bench/src/feature${index}.ts`, text: head(index) + readers + writer(index) };
}

/** Filters as they are found: keys, keys and bounds, nothing but a property, everything. */
const FILTERS = [
  'odata`PartitionKey eq ${departmentKey(department)} and amount gt ${limit}`',
  '"amount gt " + limit',
  "`PartitionKey eq '${department}' and RowKey ge '${pad(limit, 6)}'`",
  'odata`PartitionKey eq ${departmentKey(department)} and RowKey eq ${pad(limit, 6)}`',
] as const;

function filterOf(nth: number): string {
  return FILTERS[nth % FILTERS.length] ?? '';
}

function reader(nth: number): string {
  return `
export async function read${nth}(department: number, limit: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const entity of table.listEntities({ queryOptions: { filter: ${filterOf(nth)} } })) {
    found.push(entity);
  }
  return found;
}
`;
}

function method(nth: number): string {
  return `
  async list${nth}(department: number, limit: number): Promise<string[]> {
    const options = { queryOptions: { filter: ${filterOf(nth)}, select: ['name', 'amount'] } };
    const names: string[] = [];
    for await (const { name } of this.table.listEntities<Item>(options)) names.push(name.trim());
    return names;
  }
`;
}

function writer(index: number): string {
  return `
export async function save(item: Item): Promise<void> {
  await table.upsertEntity({ partitionKey: departmentKey(item.department), rowKey: pad(item.id, 6), name: item.name, amount: item.amount });
}
export async function drop(item: Item): Promise<void> {
  await table.deleteEntity(departmentKey(item.department), \`${index}_\${item.id}\`);
}
`;
}

function service(index: number): SourceText {
  const methods = Array.from({ length: 6 }, (_, nth) => method(nth)).join('');
  return {
    file: `/bench/src/service${index}.ts`,
    text: `import { odata, RestError, type TableClient } from '@azure/data-tables';
import { service, tableFor } from './clients.js';
import { TABLES } from './config.js';
import { departmentKey, pad } from './keys.js';

interface Item { department: number; id: number; name: string; amount: number; etag?: string }
const isMissing = (error: unknown): boolean => error instanceof RestError && error.statusCode === 404;

export class Service${index} {
  private readonly table: TableClient;
  constructor(table: TableClient = tableFor(TABLES.orders)) { this.table = table; }
  async prepare(): Promise<void> { await service.createTable('Table${index % 50}'); }
${methods}
  async change(item: Item): Promise<Item | undefined> {
    try {
      const before = await this.table.getEntity<Item>(departmentKey(item.department), pad(item.id, 6));
      await this.table.updateEntity({ ...before, partitionKey: departmentKey(item.department), rowKey: pad(item.id, 6), amount: before.amount + item.amount }, 'Merge', { etag: before.etag });
      return { ...before, amount: before.amount + item.amount };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
  async clear(department: number): Promise<void> {
    for await (const { partitionKey, rowKey } of this.table.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${departmentKey(department)}\` } })) {
      await this.table.deleteEntity(partitionKey!, rowKey!);
    }
  }
}
`,
  };
}

function callers(index: number): SourceText {
  const calls = Array.from(
    { length: 5 },
    (_, nth) => `
  async load${nth}(department: number, limit: number): Promise<number> {
    const rows = await this.rows.find(${filterOf(nth).replace(/^odata/, '')});
    const open = rows.filter((row) => row.kind === Kind.Open && row.amount > limit);
    return open.reduce((sum, row) => sum + row.amount, 0);
  }
`,
  ).join('');
  return {
    file: `/bench/src/orders${index}.ts`,
    text: `import { Kind, TABLES } from './config.js';
import { departmentKey, newestFirst, pad } from './keys.js';
import { Repository } from './repository.js';

interface Order { kind: Kind; amount: number; customer: string }

export class Orders${index} {
  private readonly rows = new Repository<Order>(TABLES.orders);
${calls}
  byKeys(department: number, id: number): Promise<Order> { return this.rows.one(departmentKey(department), pad(id, 6)); }
  all(department: number): Promise<Order[]> { return this.rows.inPartition(departmentKey(department)); }
  add(department: number, order: Order): Promise<void> { return this.rows.save({ ...order, partitionKey: departmentKey(department), rowKey: newestFirst(new Date()) }); }
}
`,
  };
}

function commonJs(index: number): SourceText {
  const handlers = Array.from(
    { length: 7 },
    (_, nth) => `
exports.get${nth} = async function (req, res) {
  const department = req.params.department;
  const limit = Number(req.query.limit) || ${nth};
  const rows = await queryEntities('Table${index % 50}', ${filterOf(nth)});
  if (rows.length === 0) return res.status(404).send({ error: 'nothing found' });
  res.json(rows.map((row) => ({ id: row.rowKey, name: row.name })));
};
`,
  ).join('');
  return {
    file: `/bench/src/legacy/routes${index}.js`,
    text: `const { tableClient, queryEntities, odata } = require('./tables');
const client = tableClient('Table${index % 50}');
const departmentKey = (id) => 'dept_' + String(id).padStart(6, '0');
const pad = (id, width) => id.toString().padStart(width, '0');
${handlers}
exports.one = async (req, res) => {
  try { res.json(await client.getEntity(departmentKey(req.params.department), pad(req.params.id, 6))); }
  catch (error) { res.status(error.statusCode === 404 ? 404 : 500).end(); }
};
exports.put = async (req, res) => {
  await client.createEntity({ partitionKey: departmentKey(req.body.department), rowKey: pad(req.body.id, 6), ...req.body });
  res.status(201).end();
};
`,
  };
}

function clauses(index: number): SourceText {
  const searches = Array.from(
    { length: 7 },
    (_, nth) => `
export async function search${nth}(query: Query): Promise<Item[]> {
  const clauses: string[] = [${nth % 2 === 0 ? 'odata`PartitionKey eq ${query.department}`' : ''}];
  if (query.from !== undefined) clauses.push(\`RowKey ge '\${query.from}'\`);
  if (query.to !== undefined) clauses.push(\`RowKey lt '\${query.to}'\`);
  if (query.name) clauses.push(odata\`name eq \${query.name}\`);
  const filter = clauses.join(' and ');
  const found: Item[] = [];
  const pages = client.listEntities<Item>({ queryOptions: { filter } }).byPage({ maxPageSize: ${100 + nth} });
  for await (const page of pages) found.push(...page);
  return found.sort((a, b) => a.amount - b.amount);
}
`,
  ).join('');
  return {
    file: `/bench/src/search${index}.ts`,
    text: `import { odata, TableClient } from '@azure/data-tables';
import { DefaultAzureCredential } from '@azure/identity';

const client = new TableClient(process.env.TABLE_URL!, 'Table${index % 50}', new DefaultAzureCredential());
interface Query { department: string; from?: string; to?: string; name?: string }
interface Item { name: string; amount: number }
${searches}
export async function move(items: readonly Item[], department: string): Promise<void> {
  for (const item of items) {
    await client.createEntity({ partitionKey: department, rowKey: item.name, name: item.name, amount: item.amount });
  }
}
`,
  };
}

/** Much of a program has nothing to do with its tables. */
function mostlyOther(index: number): SourceText {
  const others = Array.from({ length: 6 }, (_, nth) => report(nth)).join('');
  return {
    file: `/bench/src/report${index}.ts`,
    text: head(index) + others + reader(index) + writer(index),
  };
}

function report(nth: number): string {
  return `
export function report${nth}(items: readonly Item[], options: { title?: string; width?: number } = {}): string {
  const { title = 'Report ${nth}', width = 80 } = options;
  const totals = new Map<string, number>();
  for (const { name, amount } of items) totals.set(name, (totals.get(name) ?? 0) + amount);
  const lines = [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, total]) => \`\${name.padEnd(width - 12)}\${total.toFixed(2).padStart(12)}\`);
  if (lines.length === 0) return \`\${title}: nothing\`;
  return [title, '-'.repeat(width), ...lines].join('\\n');
}
`;
}
