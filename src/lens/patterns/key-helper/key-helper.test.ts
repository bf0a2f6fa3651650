import assert from 'node:assert/strict';
import { cells, refused, written } from '../../../../test/patterns/key-helper.ts';
import {
  type AppliedPrograms,
  emptyTable,
  startApplied,
  withoutVersion,
} from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

describe('key-helper', () => {
  itRefuses('key-helper', refused);

  it('has nothing to say of a key that is one value', () => {
    for (const rowKey of ['id', '`${id}`', "'a'"]) {
      const { outcome } = assist('key-helper', {
        'main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Orders');
export const get = (id: string) => client./*here*/getEntity(id, ${rowKey});
`,
      });
      assert.equal(outcome, undefined);
    }
  });

  it('leaves alone what the other key, or a property, is compared with', () => {
    const { outcome, after } = assist('key-helper', {
      'main.ts': `import { odata, TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Totals');
export const get = (shop: string, day: string) => client./*here*/getEntity('total', \`\${shop}|\${day}\`);
export const put = (shop: string, day: string, sum: number) =>
  client.upsertEntity({ partitionKey: 'total', rowKey: \`\${shop}|\${day}\`, sum });
export const sales = (shop: string, month: string, group: string) =>
  client.listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${\`\${shop}|\${month}\`} and label eq \${\`\${shop}|\${group}\`}\` },
  });
`,
    });
    assert.equal(outcome?.kind, 'change');
    assert.match(outcome.notes[0] ?? '', /: 2; files: 1\./);
    const text = after['main.ts'] ?? '';
    assert.match(
      text,
      /PartitionKey eq \$\{`\$\{shop\}\|\$\{month\}`\} and label eq \$\{`\$\{shop\}\|\$\{group\}`\}/,
    );
  });
});

describe('key-helper, applied', function () {
  this.timeout(240_000);

  let applied: AppliedPrograms;

  before(async () => {
    applied = await startApplied('key-helper', cells, 'Orders');
  });
  after(() => applied.stop());

  for (const [name, { program, module, code }] of Object.entries(written)) {
    it(`makes one function of the key: ${name}`, () => {
      const made = assist('key-helper', program).after[module] ?? '';
      assert.ok(made.endsWith(code), made);
    });
  }

  /** What `run` of a program gives, what it leaves in the table, and the requests that it sends. */
  const ranIn = async (name: string): Promise<readonly [unknown, readonly unknown[], number]> => {
    const { client, proxy } = applied;
    const { run } = (await applied.load(name)) as { readonly run: Run };
    const [customer, number, at] = ['Ann', 9, new Date('2026-03-04T05:06:07.008Z')] as const;
    const start = proxy.count();
    const result = await run(customer, number, at);
    const requests = proxy.count() - start;
    const stored: unknown[] = [];
    for await (const one of client.listEntities()) stored.push(withoutVersion(one));
    await emptyTable(client);
    return [result, stored, requests];
  };

  for (const name of Object.keys(cells)) {
    it(`asks and writes with the same keys: ${name}`, async () => {
      const before = await ranIn(`${name}-before`);
      assert.deepEqual(await ranIn(name), before);
      assert.ok(before[2] > 1);
    });
  }
});

type Run = (customer: string, number: number, at: Date) => Promise<unknown>;
