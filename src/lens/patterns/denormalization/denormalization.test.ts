import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import { cells, refused } from '../../../../test/patterns/denormalization.ts';
import {
  type AppliedPrograms,
  emptyTable,
  type ScriptResult,
  type ScriptRun,
  startApplied,
} from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import { isStyled } from '../../../../test/support/in-style.ts';
import type { CountingProxy } from '../../../../test/support/counting-proxy.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

/** The program with a write that is left as it is. */
const LEFT = 'factory';

/** What each program exports. */
interface Shop {
  readonly product: (id: string, name: string, price: number) => Promise<void>;
  readonly order: (customer: string, id: string, productId: string, amount: number) => Promise<void>;
  readonly change: (customer: string, id: string, amount: number) => Promise<void>;
  readonly exchange: (customer: string, id: string, productId: string) => Promise<void>;
  readonly list: (customer: string) => Promise<string[]>;
}

describe('denormalization', () => {
  itRefuses('denormalization', refused);

  it('says which writes leave out copies, and which make them old', () => {
    const { outcome } = assist('denormalization', cells[LEFT] ?? {});
    const notes = outcome?.kind === 'change' ? outcome.notes : [];
    assert.ok(
      notes.includes('Left as it is: main.ts:14 writes no copies. What it writes is read as before.'),
    );
    assert.ok(
      notes.includes(
        'Consistency: a copy is as old as the last write of its entity. Left to you: run order-product-backfill after main.ts:5 changes name and price.',
      ),
    );
  });
});

describe('denormalization, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let orders: TableClient;
  let products: TableClient;
  let proxy: CountingProxy;

  before(async () => {
    applied = await startApplied('denormalization', cells, 'Orders');
    ({ client: orders, proxy } = applied);
    products = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Products', {
      allowInsecureConnection: true,
    });
    await products.createTable();
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Shop> => (await applied.load(name)) as Shop;
  const statusOf = (act: () => Promise<unknown>): Promise<unknown> =>
    act().then(
      (result) => result,
      (error: unknown) => (error as { statusCode?: number }).statusCode,
    );
  /** Every copy that says to be of an entity's product is what that has. */
  const assertCopies = async (customer: string): Promise<void> => {
    const filter = `PartitionKey eq '${customer}'`;
    for await (const order of orders.listEntities({ queryOptions: { filter } })) {
      if (order.productCopyOf !== `product/${String(order.productId)}`) continue;
      const { name, price } = await products.getEntity('product', String(order.productId));
      assert.deepEqual([order.productName, order.productPrice], [name, price]);
    }
  };

  /** A day in a shop: what each question gives. */
  async function day(shop: Shop, customer: string): Promise<unknown[]> {
    await shop.product('pen', "O'Neill's pen", 2.5);
    await shop.product('ink', 'ink', 7);
    await shop.order(customer, '1', 'pen', 2);
    await shop.order(customer, '2', 'ink', 1);
    const results: unknown[] = [await shop.list(customer)];
    await shop.change(customer, '1', 5);
    results.push(await shop.list(customer));
    await shop.exchange(customer, '1', 'ink');
    results.push(await shop.list(customer));
    results.push(await statusOf(() => shop.change(customer, '9', 5)));
    await shop.order(customer, '3', 'nothing', 1);
    results.push(await statusOf(() => shop.list(customer)));
    await shop.exchange(customer, '3', 'pen');
    results.push(await shop.list(customer));
    return results;
  }

  for (const name of Object.keys(cells)) {
    it(`does what the program did: ${name}`, async () => {
      const before = await day(await load(`${name}-before`), `${name}-before`);
      await emptyTable(products);
      const after = await day(await load(name), name);
      assert.deepEqual(after, before);
      await assertCopies(name);
    });

    it(`takes as many requests as it says: ${name}`, async () => {
      const shop = await load(name);
      const customer = `${name}-counted`;
      await shop.product('pen', 'pen', 2);
      await shop.product('ink', 'ink', 7);
      const isLeft = name === LEFT;
      assert.deepEqual(
        [
          await applied.counted(() => shop.order(customer, '1', 'pen', 2)),
          await applied.counted(() => shop.order(customer, '2', 'ink', 2)),
          await applied.counted(() => shop.change(customer, '1', 3)),
          await applied.counted(() => shop.list(customer)),
          await applied.counted(() => shop.exchange(customer, '1', 'ink')),
          await applied.counted(() => shop.list(customer)),
        ],
        [2, 2, 1, 1, isLeft ? 1 : 2, isLeft ? 2 : 1],
      );
    });

    if (isStyled(name)) continue;

    it(`reads entities of before as it did, and writes no wrong copy where the connection breaks: ${name}`, async () => {
      const [shop, old] = [await load(name), await load(`${name}-before`)];
      const customer = `${name}-broken`;
      await shop.product('pen', 'pen', 2);
      await shop.product('ink', 'ink', 7);
      await old.order(customer, 'old', 'pen', 1);
      for (let after = 0; after < 2; after += 1) {
        for (const act of [
          () => shop.order(customer, String(after), 'pen', 2),
          () => shop.exchange(customer, 'old', 'ink'),
        ]) {
          proxy.loseAfter(after);
          const acting = act().catch(() => undefined);
          await acting;
          proxy.loseAfter(Infinity);
          assert.deepEqual(await shop.list(customer), await old.list(customer));
          await assertCopies(customer);
        }
      }
      await old.exchange(customer, 'old', 'pen');
      assert.deepEqual(await shop.list(customer), await old.list(customer));
    });
  }

  describe('its backfill', () => {
    const PRODUCTS = 40;

    const backfill = (
      name: string,
      args: readonly string[] = [],
      how: ScriptRun = {},
    ): Promise<ScriptResult> => {
      const file = `order-product-backfill.${name === 'commonjs' ? 'c' : ''}js`;
      return applied.script(name, file, { args, ...how });
    };

    /** Puts so many orders without copies into each of three partitions, and takes all others out. */
    async function seed(each: number): Promise<void> {
      await emptyTable(orders);
      await emptyTable(products);
      for (let at = 0; at < PRODUCTS; at += 1)
        await products.createEntity({
          partitionKey: 'product',
          rowKey: `p${String(at)}`,
          name: `product ${String(at)}`,
          price: at,
        });
      for (const partitionKey of ['a', 'b', 'c'])
        for (let at = 0; at < each; at += 100)
          await orders.submitTransaction(
            Array.from({ length: 100 }, (_, n) => [
              'create',
              {
                ...{ partitionKey, rowKey: String(at + n).padStart(6, '0'), amount: n },
                productId: `p${String(n % PRODUCTS)}`,
              },
            ]),
          );
    }

    const assertAll = async (): Promise<void> => {
      for await (const { productId, productCopyOf } of orders.listEntities())
        assert.equal(productCopyOf, `product/${String(productId)}`);
      for (const customer of ['a', 'b', 'c']) await assertCopies(customer);
    };

    it('counts in a dry run, writes, and then finds nothing to write', async () => {
      await seed(100);
      const dry = await backfill('functions', ['--dry-run']);
      assert.deepEqual(dry, { code: 0, out: '300 copies are missing or old.\n', err: '' });
      assert.equal((await backfill('functions', ['--verify'])).code, 1);
      const { list } = await load('functions');
      const before = await list('a');
      const run = await backfill('functions');
      assert.deepEqual(run, { code: 0, out: '300 copies were written.\n0 problems.\n', err: '' });
      await assertAll();
      const start = proxy.count();
      assert.deepEqual(await list('a'), before);
      assert.equal(proxy.count() - start, 1);
      const again = await backfill('functions');
      assert.deepEqual(again, { code: 0, out: '0 copies were written.\n0 problems.\n', err: '' });
    });

    it('brings the copies of what has changed up to date', async () => {
      await seed(100);
      assert.equal((await backfill('functions')).code, 0);
      const { product, list } = await load('functions');
      await product('p7', 'renamed', 70);
      assert.match((await list('a'))[7] ?? '', /product 7/);
      const run = await backfill('functions');
      assert.deepEqual(run, { code: 0, out: '9 copies were written.\n0 problems.\n', err: '' });
      assert.match((await list('a'))[7] ?? '', /renamed/);
      await assertAll();
    });

    it('is killed, and goes on where it was', async () => {
      await seed(500);
      for (const requests of [3, 300, 500])
        assert.equal((await backfill('functions', [], { killedAfter: requests })).code, null);
      const { code, err } = await backfill('functions');
      assert.deepEqual([code, err], [0, '']);
      await assertAll();
    });

    it('writes while others write, and keeps what they wrote', async () => {
      await seed(200);
      const shop = await load('functions');
      const running = backfill('functions');
      for (let n = 0; n < 60; n += 1) await shop.exchange('a', String(n).padStart(6, '0'), 'p39');
      assert.equal((await running).code, 0);
      await assertAll();
      const lines = await shop.list('a');
      assert.equal(lines.filter((line) => line.includes('product 39')).length, 60 + 3);
    });

    it('is written in CommonJS, too', async () => {
      await seed(100);
      const run = await backfill('commonjs');
      assert.deepEqual(run, { code: 0, out: '300 copies were written.\n0 problems.\n', err: '' });
      await assertAll();
    });

    it('ends with 2 where the service is not there', async () => {
      proxy.loseAfter(0);
      const { code } = await backfill('functions', ['--dry-run']).finally(() => {
        proxy.loseAfter(Infinity);
      });
      assert.equal(code, 2);
    });
  });
});
