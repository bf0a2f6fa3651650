import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import { azuriteAccount } from '../../../../test/azurite.ts';
import { assist, compile, type Compiled, type Program } from '../../../../test/support/assisted.ts';
import { isStyled } from '../../../../test/support/in-style.ts';
import { cells, refused } from '../../../../test/patterns/etag-retry.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Counters';

/** How many change one entity at once. */
const WRITERS = 50;

type Bump = (id: string) => Promise<unknown>;

describe('etag-retry', () => {
  itRefuses('etag-retry', refused);

  it('has nothing to say of a write that puts nothing back', () => {
    const { outcome } = assist('etag-retry', {
      'main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Counters');
export const put = (id: string) => client./*here*/upsertEntity({ partitionKey: 'a', rowKey: id, n: 1 });
`,
    });
    assert.equal(outcome, undefined);
  });
});

describe('etag-retry, applied', function () {
  this.timeout(120_000);

  const cleanups: (() => Promise<void>)[] = [];
  let compiled: Compiled;
  let client: TableClient;
  const applied: Record<string, Program> = {};

  before(async () => {
    const before: Record<string, Program> = {};
    for (const [name, program] of Object.entries(cells)) {
      const assisted = assist('etag-retry', program);
      const { outcome } = assisted;
      assert.equal(outcome?.kind, 'change', `${name}: ${outcome?.kind === 'refused' ? outcome.why : ''}`);
      applied[name] = assisted.after;
      before[`${name}-before`] = program;
    }
    compiled = await compile({ ...applied, ...before });
    cleanups.push(compiled.remove);
    const azurite = await azuriteAccount();
    process.env.TABLES = azurite.connectionString;
    client = TableClient.fromConnectionString(azurite.connectionString, TABLE, {
      allowInsecureConnection: true,
    });
    await client.createTable();
  });

  after(async () => {
    delete process.env.TABLES;
    await Promise.all(cleanups.map((one) => one()));
  });

  const load = async (name: string): Promise<Bump> => {
    const { bump } = await compiled.load(
      name,
      Object.keys(cells[name.replace('-before', '')] ?? {})
        .at(-1)
        ?.replace(/ts$/, 'js') ?? '',
    );
    assert.ok(typeof bump === 'function');
    return bump as Bump;
  };
  const seeded = async (id: string): Promise<string> => {
    await client.upsertEntity({ partitionKey: 'a', rowKey: id, n: 0, open: true }, 'Replace');
    return id;
  };
  const stored = async (id: string): Promise<unknown> => {
    const { n, open } = await client.getEntity<{ n: number; open: boolean }>('a', id);
    return { n, open };
  };

  for (const name of Object.keys(cells)) {
    it(`does what the program did: ${name}`, async () => {
      const results = [];
      for (const one of [`${name}-before`, name]) {
        const [bump, id] = [await load(one), await seeded(name)];
        const returned = [await bump(id), await bump(id)];
        results.push({ returned, stored: await stored(id) });
      }
      assert.deepEqual(results[1], results[0]);
    });

    if (isStyled(name)) continue;

    it(`loses none of ${WRITERS} parallel updates: ${name}`, async () => {
      const [bump, id] = [await load(name), await seeded(`${name}-many`)];
      const all = await Promise.allSettled(Array.from({ length: WRITERS }, () => bump(id)));
      const failed = all.flatMap((one) =>
        one.status === 'rejected' ? [one.reason as { statusCode?: unknown }] : [],
      );
      // on a busy machine a writer may come to the end of its attempts: its caller is told so, and asks again
      assert.ok(failed.length <= WRITERS / 10);
      for (const { statusCode } of failed) {
        assert.equal(statusCode, 412);
        await bump(id);
      }
      assert.deepEqual(await stored(id), { n: WRITERS, open: true });
    });
  }
});
