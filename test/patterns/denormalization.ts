import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }';

const written: Readonly<Record<string, Program>> = {
  functions: {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const orders = TableClient.fromConnectionString(process.env.TABLES!, 'Orders', ${OPTIONS});
const products = TableClient.fromConnectionString(process.env.TABLES!, 'Products', ${OPTIONS});

interface Order {
  productId: string;
  amount: number;
}

interface Product {
  name: string;
  price: number;
}

export async function product(id: string, name: string, price: number): Promise<void> {
  await products.upsertEntity({ partitionKey: 'product', rowKey: id, name, price });
}

export async function order(customer: string, id: string, productId: string, amount: number): Promise<void> {
  await orders.createEntity({ partitionKey: customer, rowKey: id, productId, amount });
}

export async function change(customer: string, id: string, amount: number): Promise<void> {
  await orders.updateEntity({ partitionKey: customer, rowKey: id, amount }, 'Merge');
}

export async function exchange(customer: string, id: string, productId: string): Promise<void> {
  await orders.updateEntity({ partitionKey: customer, rowKey: id, productId }, 'Merge');
}

/** The lines of a customer's bill. */
export async function list(customer: string): Promise<string[]> {
  const lines: string[] = [];
  const all = orders.listEntities<Order>({ queryOptions: { filter: odata\`PartitionKey eq \${customer}\` } });
  for await (const order of all) {
    const { name, price } = await products./*here*/getEntity<Product>('product', order.productId);
    lines.push(\`\${order.rowKey}: \${order.amount} \${name} for \${order.amount * price}\`);
  }
  return lines;
}
`,
  },
  class: {
    'store.ts': `import { TableClient, odata } from "@azure/data-tables"

const PRODUCTS = "product"

export class Store {
    private readonly orders: TableClient
    private readonly products: TableClient

    constructor(connection: string) {
        this.orders = TableClient.fromConnectionString(connection, "Orders", ${OPTIONS.replaceAll("'", '"')})
        this.products = TableClient.fromConnectionString(connection, "Products", ${OPTIONS.replaceAll("'", '"')})
    }

    async addProduct(id: string, name: string, price: number): Promise<void> {
        await this.products.upsertEntity({ partitionKey: PRODUCTS, rowKey: id, name, price })
    }

    async add(customer: string, id: string, productId: string, amount: number): Promise<void> {
        await this.orders.createEntity({
            partitionKey: customer,
            rowKey: id,
            productId,
            amount,
        })
    }

    async change(customer: string, id: string, amount: number): Promise<void> {
        await this.orders.updateEntity({ partitionKey: customer, rowKey: id, amount }, "Merge")
    }

    async exchange(customer: string, id: string, productId: string): Promise<void> {
        await this.orders.updateEntity({ partitionKey: customer, rowKey: id, productId }, "Merge")
    }

    async list(customer: string): Promise<string[]> {
        const all = []
        for await (const order of this.orders.listEntities<{ productId: string; amount: number }>({
            queryOptions: { filter: odata\`PartitionKey eq \${customer}\`, select: ["RowKey", "productId", "amount"] },
        })) {
            all.push(order)
        }
        return Promise.all(
            all.map(async (order) => {
                const product = await this.products./*here*/getEntity<{ name: string; price: number }>(PRODUCTS, order.productId)
                return order.rowKey + ": " + order.amount + " " + product.name + " for " + order.amount * product.price
            }),
        )
    }
}
`,
    'main.ts': `import { Store } from "./store.ts"

const store = new Store(process.env.TABLES!)

export const product = store.addProduct.bind(store)
export const order = store.add.bind(store)
export const change = store.change.bind(store)
export const exchange = store.exchange.bind(store)
export const list = store.list.bind(store)
`,
  },
  factory: {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const createStore = (orders: TableClient, products: TableClient) => ({
  product: async (id: string, name: string, price: number): Promise<void> => {
    await products.upsertEntity({ partitionKey: 'product', rowKey: id, name, price });
  },
  order: async (customer: string, id: string, productId: string, amount: number): Promise<void> => {
    await orders.upsertEntity({ partitionKey: customer, rowKey: id, productId, amount }, 'Replace');
  },
  change: async (customer: string, id: string, amount: number): Promise<void> => {
    await orders.updateEntity({ partitionKey: customer, rowKey: id, amount });
  },
  exchange: (customer: string, id: string, productId: string) =>
    orders.updateEntity({ partitionKey: customer, rowKey: id, productId }),
  list: async (customer: string): Promise<string[]> => {
    const lines: string[] = [];
    for await (const each of orders.listEntities<{ productId: string; amount: number }>({
      queryOptions: { filter: odata\`PartitionKey eq \${customer}\` },
    })) {
      const { name, price } = await products./*here*/getEntity<{ name: string; price: number }>('product', each.productId);
      lines.push(\`\${each.rowKey}: \${each.amount} \${name} for \${each.amount * price}\`);
    }
    return lines;
  },
});

export const { product, order, change, exchange, list } = createStore(
  TableClient.fromConnectionString(process.env.TABLES!, 'Orders', ${OPTIONS}),
  TableClient.fromConnectionString(process.env.TABLES!, 'Products', ${OPTIONS}),
);
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { TableClient, odata } = require('@azure/data-tables');

const orders = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Orders', ${OPTIONS});
const products = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Products', ${OPTIONS});

/** @param {string} id @param {string} name @param {number} price */
async function product(id, name, price) {
  await products.upsertEntity({ partitionKey: 'product', rowKey: id, name, price });
}

/** @param {string} customer @param {string} id @param {string} productId @param {number} amount */
async function order(customer, id, productId, amount) {
  await orders.createEntity({ partitionKey: customer, rowKey: id, productId, amount });
}

/** @param {string} customer @param {string} id @param {number} amount */
async function change(customer, id, amount) {
  await orders.updateEntity({ partitionKey: customer, rowKey: id, amount }, 'Merge');
}

/** @param {string} customer @param {string} id @param {string} productId */
async function exchange(customer, id, productId) {
  await orders.updateEntity({ partitionKey: customer, rowKey: id, productId }, 'Merge');
}

/** @param {string} customer */
async function list(customer) {
  const lines = [];
  for await (const each of orders.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${customer}\` } })) {
    const found = await products./*here*/getEntity('product', String(each.productId));
    lines.push(\`\${each.rowKey}: \${each.amount} \${found.name} for \${Number(each.amount) * Number(found.price)}\`);
  }
  return lines;
}

module.exports = { product, order, change, exchange, list };
`,
  },
  'writes-in-another-file': {
    'data/clients.ts': `import { TableClient } from '@azure/data-tables';

export const orders = TableClient.fromConnectionString(process.env.TABLES!, 'Orders', ${OPTIONS});
export const products = TableClient.fromConnectionString(process.env.TABLES!, 'Products', ${OPTIONS});
`,
    'data/writes.ts': `import { orders, products } from './clients.ts';

export async function product(id: string, name: string, price: number): Promise<void> {
  await products.upsertEntity({ partitionKey: 'product', rowKey: id, name, price });
}

type Stored = { partitionKey: string; rowKey: string; productId?: string; amount?: number };

export async function insert(entity: Stored): Promise<void> {
  await orders.createEntity(entity);
}

export async function merge(entity: Stored): Promise<void> {
  await orders.updateEntity(entity, 'Merge');
}
`,
    'main.ts': `import { odata } from '@azure/data-tables';
import { orders, products } from './data/clients.ts';
import { insert, merge } from './data/writes.ts';

export { product } from './data/writes.ts';

export const order = (customer: string, id: string, productId: string, amount: number): Promise<void> =>
  insert({ partitionKey: customer, rowKey: id, productId, amount });

export const change = (customer: string, id: string, amount: number): Promise<void> =>
  merge({ partitionKey: customer, rowKey: id, amount });

export const exchange = (customer: string, id: string, productId: string): Promise<void> =>
  merge({ partitionKey: customer, rowKey: id, productId });

export async function list(customer: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const one of orders.listEntities<{ productId: string; amount: number }>({
    queryOptions: { filter: odata\`PartitionKey eq \${customer}\` },
  })) {
    const product = await products./*here*/getEntity<{ name: string; price: number }>('product', one.productId);
    lines.push(\`\${one.rowKey}: \${one.amount} \${product.name} for \${one.amount * product.price}\`);
  }
  return lines;
}
`,
  },
};

/** A program of orders and products, by its style: the last file exports `product`, `order`, `change`, `exchange` and `list`. */
export const cells: Readonly<Record<string, Program>> = {
  ...written,
  ...inStyles(written.functions ?? {}, ['closure', 'class-in-commonjs', 'base-class', 'package']),
};

const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const orders = TableClient.fromConnectionString(process.env.TABLES!, 'Orders');
const products = TableClient.fromConnectionString(process.env.TABLES!, 'Products');
`;
const ORDER = `export async function order(customer: string, id: string, productId: string) {
  await orders.createEntity({ partitionKey: customer, rowKey: id, productId });
}
`;
const LIST = `export async function list(customer: string) {
  const lines: string[] = [];
  for await (const order of orders.listEntities<{ productId: string; amount: number }>({
    queryOptions: { filter: odata\`PartitionKey eq \${customer}\` },
  })) {
    const product = await products./*here*/getEntity<{ name: string }>('product', order.productId);
    lines.push(product.name);
  }
  return lines;
}
`;

function main(code: string): Program {
  return { 'main.ts': HEAD + code };
}

/** Programs in which it is not certain, and what is said. */
export const refused: Readonly<Record<string, { readonly program: Program; readonly why: string }>> = {
  'where all of what is read is used': {
    program: main(ORDER + LIST.replace('product.name', 'JSON.stringify(product)')),
    why: 'It must be seen that 1 to 3 properties of what is read are used, and neither its keys nor its ETag.',
  },
  'where its keys are used': {
    program: main(ORDER + LIST.replace('product.name', 'product.name + product.rowKey')),
    why: 'It must be seen that 1 to 3 properties of what is read are used, and neither its keys nor its ETag.',
  },
  'where the key is made of something else': {
    program: main(
      ORDER +
        LIST.replace('order.productId);', '`p-${order.productId}`);').replace('<{ name: string }>', '<P>'),
    ),
    why: "The keys in products.getEntity<P>('product', `p-${order.productId}`) aren't properties of one listed entity, or constants.",
  },
  'where the other key is a parameter': {
    program: main(
      ORDER + LIST.replace("'product', order", 'customer, order').replace('<{ name: string }>', '<P>'),
    ),
    why: "The keys in products.getEntity<P>(customer, order.productId) aren't properties of one listed entity, or constants.",
  },
  'where the loop goes through what is made of entities': {
    program: main(
      ORDER +
        LIST.replace('const lines: string[] = [];', 'const lines: string[] = [];\n  const all = [];')
          .replace(
            '    const product',
            '    all.push({ productId: order.productId });\n  }\n  for (const one of all) {\n    const product',
          )
          .replace("'product', order", "'product', one"),
    ),
    why: "one isn't a listed entity itself.",
  },
  'where no write has the other client': {
    program: main(LIST),
    why: 'No write of the listed entities is in an async function that has the client of the other table.',
  },
  'where the read has options': {
    program: main(
      ORDER + LIST.replace('order.productId);', "order.productId, { queryOptions: { select: ['name'] } });"),
    ),
    why: 'The read has options.',
  },
  'within one table': {
    program: main(ORDER + LIST.replaceAll('products.', 'orders.')),
    why: 'Both entities are of one table.',
  },
};
