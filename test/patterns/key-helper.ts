import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

/** A program, and the function of the key that is made of it, as the last lines of its module. */
export interface Cell {
  readonly program: Program;
  readonly module: string;
  readonly code: string;
}

const CLIENT = `TableClient.fromConnectionString(process.env.TABLES!, 'Orders', { allowInsecureConnection: true })`;

const FUNCTIONS: Program = {
  'main.ts': `import { odata, TableClient } from '@azure/data-tables';

const client = ${CLIENT};

interface Order {
  customer: string;
  no: number;
  at: Date;
}

async function add(order: Order): Promise<void> {
  const rowKey = \`order_\${String(order.no).padStart(8, '0')}_\${order.at.toISOString()}\`;
  await client./*here*/createEntity({ partitionKey: order.customer, rowKey, total: 1 });
}

async function totalOf(customer: string, no: number, at: Date) {
  const { total } = await client.getEntity(customer, \`order_\${String(no).padStart(8, '0')}_\${at.toISOString()}\`);
  return total;
}

async function between(customer: string, no: number, at: Date) {
  const found: unknown[] = [];
  for await (const { rowKey } of client.listEntities({
    queryOptions: {
      filter: odata\`PartitionKey eq \${customer} and RowKey ge \${\`order_\${String(no).padStart(8, '0')}_\${at.toISOString()}\`} and RowKey lt \${\`order_\${String(no + 1).padStart(8, '0')}_\${at.toISOString()}\`}\`,
    },
  }))
    found.push(rowKey);
  return found;
}

export async function run(customer: string, no: number, at: Date) {
  await add({ customer, no, at });
  await add({ customer, no: no + 1, at });
  const found = [await totalOf(customer, no, at), await between(customer, no, at)];
  await client.deleteEntity(customer, \`order_\${String(no).padStart(8, '0')}_\${at.toISOString()}\`);
  return found;
}
`,
};

/** Programs. The last file of each exports `run`, which is given a customer, a number and a time, and writes, reads, lists and deletes. */
export const written: Readonly<Record<string, Cell>> = {
  functions: {
    program: FUNCTIONS,
    module: 'orders-row-key.ts',
    code: `export function ordersRowKey(no: number, at: Date): string {
  return \`order_\${String(no).padStart(8, '0')}_\${at.toISOString()}\`;
}
`,
  },
  ranges: {
    program: {
      'reads.ts': `import { odata, type TableClient } from '@azure/data-tables';

export async function numbersOf(client: TableClient, kind: string) {
  const found: unknown[] = [];
  const list = client.listEntities({
    queryOptions: {
      filter: odata\`PartitionKey eq 'a' and RowKey ge \${\`order|\${kind}|\`} and RowKey lt \${\`order|\${kind}|~\`}\`,
    },
  });
  for await (const { rowKey } of list) found.push(rowKey);
  return found;
}
`,
      'main.ts': `import { odata, TableClient } from '@azure/data-tables';
import { numbersOf } from './reads.ts';

const client = ${CLIENT};

const add = (kind: string, no: number) =>
  client./*here*/createEntity({ partitionKey: 'a', rowKey: \`order|\${kind}|\${String(no).padStart(6, '0')}\` });

export async function run(kind: string, no: number) {
  await add(kind, no);
  await add(kind, no + 1);
  await add('other', no);
  const found = await numbersOf(client, kind);
  for await (const { rowKey } of client.listEntities({
    queryOptions: { filter: odata\`PartitionKey eq 'a' and RowKey ge \${\`order|\${kind}|\`}\` },
  }))
    found.push(rowKey);
  return found;
}
`,
    },
    module: 'orders-row-key.ts',
    code: `/** The RowKey of Orders, for every write, read and bound of a range. */
export function ordersRowKey(kind: string, no: number): string {
  return \`\${ordersRowKeyPrefix(kind)}\${String(no).padStart(6, '0')}\`;
}

/** What a RowKey of Orders begins with, for the bounds of a range. */
export function ordersRowKeyPrefix(kind: string): string {
  return \`order|\${kind}|\`;
}
`,
  },
  'a-class-in-several-files': {
    program: {
      'data/orders.ts': `import type { TableClient, TransactionAction } from "@azure/data-tables"

export class Orders {
\tconstructor(private readonly client: TableClient) {}

\tasync get(customer: string, no: number, at: Date) {
\t\treturn this.client./*here*/getEntity<{ total: number }>(customer, \`\${no}-\${at.getTime()}\`)
\t}

\tasync add(customer: string, no: number, at: Date): Promise<void> {
\t\tconst actions: TransactionAction[] = [["create", { partitionKey: customer, rowKey: \`\${no}-\${at.getTime()}\`, total: 2 }]]
\t\tawait this.client.submitTransaction(actions)
\t}
}
`,
      'main.ts': `import { TableClient } from '@azure/data-tables';
import { Orders } from './data/orders.ts';

const client = ${CLIENT};
const orders = new Orders(client);

export async function run(customer: string, no: number, at: Date) {
  await orders.add(customer, no, at);
  await client.upsertEntity({ partitionKey: customer, rowKey: \`\${no + 1}-\${at.getTime()}\`, total: 3 }, 'Replace');
  const { total } = await orders.get(customer, no, at);
  await client.deleteEntity(customer, \`\${no}-\${at.getTime()}\`);
  return total;
}
`,
    },
    module: 'data/orders-row-key.ts',
    code: `export function ordersRowKey(no: number, at: Date): string {
\treturn \`\${no}-\${at.getTime()}\`
}
`,
  },
  'wrapper-in-another-file': {
    program: {
      'store.ts': `import { TableClient } from '@azure/data-tables';

const client = ${CLIENT};

export const put = (customer: string, rowKey: string, total: number) =>
  client.upsertEntity({ partitionKey: customer, rowKey, total });

export const read = (customer: string, id: string) => client.getEntity(customer, \`order:\${id}\`);
`,
      'main.ts': `import { put, read } from './store.ts';

export async function run(customer: string, no: number) {
  const id: string = no.toFixed(2);
  await /*here*/put(customer, \`order:\${id}\`, 4);
  const { total } = await read(customer, id);
  return total;
}
`,
    },
    module: 'orders-row-key.ts',
    code: `export function ordersRowKey(id: string): string {
  return \`order:\${id}\`;
}
`,
  },
  'partition-key': {
    program: {
      'main.ts': `import { TableClient } from '@azure/data-tables';

const client = ${CLIENT};
const PREFIX = 'c';

export const run = async (customer: string, no: number) => {
  const rowKey = String(no);
  await client./*here*/createEntity({ partitionKey: \`\${PREFIX}_\${customer.toLowerCase()}\`, rowKey });
  const found = await client.getEntity(\`\${PREFIX}_\${customer.toLowerCase()}\`, rowKey);
  return found.partitionKey;
};
`,
    },
    module: 'orders-partition-key.ts',
    code: `export function ordersPartitionKey(prefix: string, customer: string): string {
  return \`\${prefix}_\${customer.toLowerCase()}\`;
}
`,
  },
  commonjs: {
    program: {
      'main.cjs': `const { TableClient } = require('@azure/data-tables');

const client = ${CLIENT.replace('TABLES!', "TABLES ?? ''")};

/**
 * @param {string} customer
 * @param {number} no
 * @param {Date} at
 */
async function run(customer, no, at) {
  await client./*here*/createEntity({ partitionKey: customer, rowKey: \`\${at.toISOString()}_\${no}\`, total: 5 });
  const { total } = await client.getEntity(customer, \`\${at.toISOString()}_\${no}\`);
  return total;
}

module.exports = { run };
`,
    },
    module: 'orders-row-key.cjs',
    code: `/**
 * The RowKey of Orders, for every write, read and bound of a range.
 *
 * @param {Date} at
 * @param {string | number} no
 * @returns {string}
 */
function ordersRowKey(at, no) {
  return \`\${at.toISOString()}_\${no}\`;
}

module.exports = { ordersRowKey };
`,
  },
  'without-types': {
    program: {
      'main.js': `// @ts-nocheck
import { TableClient } from '@azure/data-tables'

const client = ${CLIENT.replace('TABLES!', 'TABLES')}

export async function run(customer, no, at) {
    const keyOf = (one) => \`order_\${one}_\${at.toISOString()}\`
    await client.createEntity({ partitionKey: customer, rowKey: keyOf(no), total: 6 })
    const { total } = await client./*here*/getEntity(customer, \`order_\${no}_\${at.toISOString()}\`)
    return total
}
`,
    },
    module: 'orders-row-key.js',
    code: ` * @param {string | number} no
 * @param {Date} at
 * @returns {string}
 */
export function ordersRowKey(no, at) {
    return \`order_\${no}_\${at.toISOString()}\`
}
`,
  },
};

/** Those programs, and the first of them in other styles. */
export const cells: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(Object.entries(written).map(([name, { program }]) => [name, program])),
  ...inStyles(FUNCTIONS, [
    ...(['class', 'factory', 'closure', 'javascript', 'class-in-commonjs'] as const),
    ...(['base-class', 'base-class-that-writes', 'wrapper', 'package', 'package-with-all'] as const),
  ]),
};

interface Refused {
  readonly program: Program;
  readonly why: string;
}

const inside = (parameters: string, first: string, second: string, table = "'Orders'"): Program => ({
  'main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, ${table});
export const add = (${parameters}) => client./*here*/createEntity({ partitionKey: 'a', rowKey: ${first} });
export const get = (${parameters}) => client.getEntity('a', ${second});
`,
});

/** Programs in which a key gets no function of its own. */
export const refused: Readonly<Record<string, Refused>> = {
  'where one place pads otherwise': {
    program: inside(
      'no: number',
      "`order_${String(no).padStart(8, '0')}`",
      "`order_${String(no).padStart(10, '0')}`",
    ),
    why: `"String(no).padStart(8, '0')" and "String(no).padStart(10, '0')" write the same part of the key in different ways.`,
  },
  'where a type is not seen': {
    program: inside('at: Moment', '`order_${at.toISOString()}`', '`order_${at.toISOString()}`'),
    why: 'The type of "at" isn\'t seen.',
  },
  'where nothing else builds it': {
    program: inside('id: string', '`order_${id}`', 'id'),
    why: 'The key is built in this place alone.',
  },
  'where the table is not known': {
    program: inside('id: string, table: string', '`order_${id}`', '`order_${id}`', 'process.env.TABLE!'),
    why: "The table isn't known here.",
  },
  'where its name means something else': {
    program: inside('ordersRowKey: string', '`order_${ordersRowKey}`', '`order_${ordersRowKey}`'),
    why: 'ordersRowKey has another meaning in a file or folder: set another name.',
  },
  'where packages share no file': {
    program: {
      'one/package.json': '{ "name": "one" }',
      'one/main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Orders');
export const add = (id: string) => client./*here*/createEntity({ partitionKey: 'a', rowKey: \`order_\${id}\` });
`,
      'two/package.json': '{ "name": "two" }',
      'two/main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Orders');
export const get = (id: string) => client.getEntity('a', \`order_\${id}\`);
`,
    },
    why: 'The key is built in several packages.',
  },
};
