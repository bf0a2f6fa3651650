import assert from 'node:assert/strict';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { FakeTableService } from '../../test/fake-service/service.ts';
import { LARGE_TABLES, largeRows, partitionBudgets } from '../../test/support/large-tables.ts';
import { openTestService } from '../../test/support/tables.ts';
import { countEntities, countText } from './count.ts';
import { partitions } from './partitions.ts';
import type { PartitionCursor } from './partitions.ts';
import { queryEntities } from './query-entities.ts';
import type { TableService } from './service.ts';

describe('a million entities', function () {
  this.timeout(60_000);
  let fake: FakeTableService;
  let service: TableService;

  before(async () => {
    fake = await startFakeTableService(largeRows());
    service = openTestService(fake.connectionString);
  });
  after(() => fake.stop());

  for (const [name, table] of Object.entries(LARGE_TABLES)) {
    it(`of ${name}: the first rows take one request, of which the service reads no more than it sends`, async () => {
      const before = fake.requests.length;
      const { entities, requests } = await queryEntities(service, name, { top: 100 });
      assert.deepEqual([entities.length, requests, fake.requests.length - before], [100, 1, 1]);
      assert.equal(fake.requests.at(-1)?.read, 100);
    });

    it(`of ${name}: partitions take no more requests than the budget has`, async () => {
      const before = fake.requests.length;
      const first = await partitions(service, name);
      const budgets = partitionBudgets(table);
      assert.ok(first.requests <= budgets.first, `${first.requests} requests`);
      assert.equal(first.items.length, Math.min(100, table.partitions));

      let found = first.items.length;
      let [requests, kept] = [first.requests, 0];
      let cursor: PartitionCursor | undefined = first.next;
      while (cursor !== undefined) {
        const page = await partitions(service, name, { cursor, limit: 1_000, budget: 1_000 });
        found += page.items.length;
        requests += page.requests;
        cursor = page.next;
        kept = Math.max(kept, page.items.length + (cursor?.pending.length ?? 0));
      }
      assert.equal(found, table.partitions);
      assert.equal(requests, fake.requests.length - before);
      assert.ok(requests <= budgets.all, `${requests} requests`);
      assert.ok(kept <= 2_000, `${kept} partitions are kept at a time`);
      const looked = fake.requests.slice(before).reduce((sum, { read }) => sum + read, 0);
      assert.ok(looked <= requests * 1_000, 'a jump is a seek');
    });
  }

  it('is counted by keys alone: exactly, or “over” as many as the budget shows', async () => {
    const some = await countEntities(service, 'Million', { budget: 3 });
    assert.equal(countText(some), 'over 3,000');
    assert.deepEqual([some.stopped, some.requests], [{ kind: 'budget', requests: 3 }, 3]);
    const seen: number[] = [];
    const rest = await countEntities(service, 'Million', {
      cursor: some.next,
      budget: 1_000,
      onProgress: (entities) => seen.push(entities),
    });
    assert.deepEqual([countText(rest), rest.requests, rest.next], ['1,000,000', 997, undefined]);
    assert.equal(seen.length, 997);
    assert.equal(some.partitions, undefined, 'of what is not counted to its end nothing is known');
    assert.equal(rest.partitions?.count, 1_000);
    assert.deepEqual([...rest.partitions.sizes.values()], Array(1_000).fill(1_000));
    assert.ok(fake.requests.slice(-997).every(({ select }) => select === 'PartitionKey'));
  });

  it('is counted with all its partitions, and the first 10,000 of them with their sizes', async () => {
    const { next } = await countEntities(service, 'OneEntityEach', { budget: 30 });
    // from one place more than once
    for (const cursor of [next, next]) {
      const { partitions, requests } = await countEntities(service, 'OneEntityEach', { cursor });
      assert.deepEqual([partitions?.count, partitions?.sizes.size, requests], [50_000, 10_000, 20]);
    }
  });

  it('is counted where a filter says, and stops when it is told to', async () => {
    const filter = "PartitionKey eq 'p00007' and RowKey lt 'r000010'";
    assert.equal((await countEntities(service, 'Million', { filter })).entities, 10);
    const controller = new AbortController();
    const onProgress = (entities: number): void => {
      if (entities >= 5_000) controller.abort();
    };
    const stopped = await countEntities(service, 'Million', { signal: controller.signal, onProgress });
    assert.deepEqual([stopped.stopped, countText(stopped)], [{ kind: 'cancelled' }, 'over 5,000']);
    const next = await countEntities(service, 'Million', { cursor: stopped.next, budget: 1 });
    assert.equal(next.entities, 6_000);
  });
});
