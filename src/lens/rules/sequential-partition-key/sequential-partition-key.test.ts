import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Orders', credential);
`;

describe('sequential-partition-key', () => {
  it('underlines a PartitionKey that counts', () => {
    check(`${HEAD}
let count = 0;
export function add(customer: string, nextId: number) {
  client.createEntity({ partitionKey: String(count++).padStart(10, '0'), rowKey: customer });
//                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning sequential-partition-key/counter
  client.createEntity({ partitionKey: \`o_\${String(nextId).padStart(10, '0')}\`, rowKey: customer });
//                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning sequential-partition-key
}
`);
  });

  it('knows counters in templates and in fields', () => {
    check(`${HEAD}
let count = 0;
export class Orders {
  private last = 0;
  async add(customer: string, order: { customer: string }) {
    await client.createEntity({ partitionKey: \`o\${count++}\`, rowKey: customer });
//                                            ^^^^^^^^^^^^^ warning sequential-partition-key
//                                                ^^^^^^^ warning unpadded-number-in-key/unpadded: count++
    await client.createEntity({ partitionKey: String(++this.last).padStart(10, '0'), rowKey: customer, ...order });
//                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning sequential-partition-key
  }
}
`);
  });

  it('knows what is counted before it goes into the key, under a name of its own', () => {
    check(`${HEAD}
let count = 0;
export class Orders {
  private last = 0;
  async add(customer: string) {
    const partitionKey = String(++this.last).padStart(10, '0');
    await client.createEntity({ partitionKey, rowKey: customer });
//                              ^^^^^^^^^^^^ warning sequential-partition-key/counter
    count += 1;
    await client.createEntity({ partitionKey: String(count).padStart(10, '0'), rowKey: customer });
//                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning sequential-partition-key/counter
  }
  async addAll(customers: string[]) {
    let done = 0;
    for (const customer of customers) {
      done += 1;
      const partitionKey = String(done).padStart(4, '0');
      await client.createEntity({ partitionKey, rowKey: customer });
    }
    this.last++;
    const bucket = this.last % 16;
    await client.createEntity({ partitionKey: String(bucket).padStart(2, '0'), rowKey: 'a' });
  }
}
`);
  });

  it('is silent for loops, buckets, RowKeys and what comes behind another value', () => {
    checkSilent(
      'sequential-partition-key',
      `${HEAD}
let count = 0;
export function add(customer: string, id: number) {
  for (let i = 0; i < 5; i++) client.createEntity({ partitionKey: \`p\${i}\`, rowKey: customer });
  client.createEntity({ partitionKey: \`b\${count++ % 16}\`, rowKey: customer });
  client.createEntity({ partitionKey: customer, rowKey: String(count++).padStart(10, '0') });
  client.createEntity({ partitionKey: \`\${customer}_\${count++}\`, rowKey: customer });
  client.createEntity({ partitionKey: String(id), rowKey: customer });
  client.getEntity(String(count++), customer);
}
`,
    );
  });

  it('knows a counter that is kept in a table', () => {
    const take = (body: string): string => `${HEAD}
async function take(shop) {
${body}
}
export async function add(shop, bill) {
  const serial = await take(shop);
  await client.createEntity({ partitionKey: \`bill-\${String(serial).padStart(9, '0')}\`, rowKey: shop, ...bill });
`;
    const mark =
      '//                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning sequential-partition-key/counter\n}\n';
    const last = "const last = await counters.getEntity('last', shop);";
    const put =
      "await counters.updateEntity({ partitionKey: 'last', rowKey: shop, serial }, 'Merge', { etag: last.etag });";
    for (const body of [
      `  ${last}\n  const serial = last.serial + 1;\n  ${put}\n  return serial;`,
      `  ${last}\n  last.serial += 1;\n  await counters.updateEntity(last, 'Merge', { etag: last.etag });\n  return last.serial;`,
      "  const { serial, etag } = await counters.getEntity('last', shop);\n  return (serial ?? 0) + 1;",
    ])
      check(take(body) + mark);
    for (const body of [
      `  ${last}\n  return (last.serial + 1) % 16;`,
      `  ${last}\n  return last.serial;`,
      '  return bucketOf(shop) + 1;',
      `  ${last}\n  return last.serial + shop.length;`,
    ])
      checkSilent('sequential-partition-key', `${take(body)}}\n`);
    checkSilent(
      'sequential-partition-key',
      `${HEAD}
export async function add(shop) {
  ${last}
  await client.createEntity({ partitionKey: String(spread(last.serial + 1)), rowKey: shop });
}
`,
    );
  });
});
