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
});
