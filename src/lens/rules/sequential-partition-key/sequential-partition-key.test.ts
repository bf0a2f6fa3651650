import assert from 'node:assert/strict';
import { StepCounter } from '../../../../test/fuzz/steps.ts';
import { analysisSteps } from '../../../../test/support/analysis-steps.ts';
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

  describe('counters that are kept in a table', () => {
    const take = (body: string): string => `${HEAD}
const counters = new TableClient(url, 'Counters', credential);
async function take(shop) {
${body}
}
export async function add(shop, bill) {
  const serial = await take(shop);
  await client.createEntity({ partitionKey: \`bill-\${String(serial).padStart(9, '0')}\`, rowKey: shop, ...bill });
`;
    const mark =
      '//                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning sequential-partition-key/counter\n}\n';
    const last = "const last = await counters.getEntity('last', 'bill');";
    const put =
      "await counters.updateEntity({ partitionKey: 'last', rowKey: 'bill', serial }, 'Merge', { etag: last.etag });";
    const update = "await counters.updateEntity(last, 'Merge', { etag: last.etag });";

    it('are told, if a table has one', () => {
      for (const body of [
        `  ${last}\n  const serial = last.serial + 1;\n  ${put}\n  return serial;`,
        `  ${last}\n  last.serial += 1;\n  ${update}\n  return last.serial;`,
        `  ${last}\n  const next = (last.serial ?? 0) + 1;\n  last.serial = next;\n  ${update}\n  return next;`,
        "  const { serial, etag } = await counters.getEntity('last', 'bill');\n  return (serial ?? 0) + 1;",
        `  try {\n    ${last}\n    return last.serial + 1;\n  } catch {\n    return 1;\n  }`,
        "  const last = await counters.getEntity('last', 'bill').catch(() => undefined);\n  if (!last) return 1;\n  return Number(last.serial) + 1;",
      ])
        check(take(body) + mark);
    });

    it('are not told, if they count for one shop or one player', () => {
      for (const keys of ["'last', shop", "shop, 'last'", '`last_${shop}`, "bill"'])
        checkSilent(
          'sequential-partition-key',
          `${take(`  const last = await counters.getEntity(${keys});\n  return last.serial + 1;`)}}\n`,
        );
    });

    it('are not told, if they begin again, or the number is of something else', () => {
      for (const body of [
        `  ${last}\n  return (last.serial + 1) % 16;`,
        `  ${last}\n  const serial = last.serial + 1;\n  await put('last', serial % 16);\n  return serial;`,
        `  ${last}\n  last.serial += 1;\n  if (last.serial > 15) last.serial = 0;\n  ${update}\n  return last.serial;`,
        `  ${last}\n  if (last.serial > 15) last.serial = 0;\n  ${update}\n  return last.serial + 1;`,
        `  ${last}\n  if (last.serial > 15) return 0;\n  return last.serial + 1;`,
        "  let last = await counters.getEntity('last', 'bill');\n  if (last.serial > 15) last = { serial: 0 };\n  return last.serial + 1;",
        "  let { serial } = await counters.getEntity('last', 'bill');\n  if (serial > 15) serial = 0;\n  return serial + 1;",
        `  ${last}\n  return last.serial;`,
        '  return bucketOf(shop) + 1;',
        `  ${last}\n  return last.serial + shop.length;`,
        "  const all = await Promise.all(shop.ids.map(() => counters.getEntity('last', 'bill')));\n  return all.length + 1;",
        "  const last = await cache.getEntity('last', 'bill');\n  return last.serial + 1;",
      ])
        checkSilent('sequential-partition-key', `${take(body)}}\n`);
      checkSilent(
        'sequential-partition-key',
        `${HEAD}
export async function add(shop) {
  const last = await client.getEntity('last', 'bill');
  await client.createEntity({ partitionKey: String(spread(last.serial + 1)), rowKey: shop });
}
`,
      );
    });

    it('are looked for once, however many ways lead to a function', () => {
      const counter = new StepCounter();
      counter.start();
      try {
        const source = (lines: number): string => `${HEAD}
function f(n) {
${Array.from({ length: lines }, (_, i) => `  if (n === ${i}) return f(${i + 1});\n`).join('')}
}
export async function add(x) {
  const last = await client.getEntity('last', 'bill');
  await client.createEntity({ partitionKey: String(f(x)).padStart(9, '0'), rowKey: last.rowKey });
}
`;
        const [once, twice] = [30, 60].map((lines) => analysisSteps(counter, source(lines)));
        assert.ok((twice ?? 0) <= 2.6 * (once ?? 0), `${once} calls for 30 lines, ${twice} for 60`);
      } finally {
        counter.stop();
      }
    });
  });
});
