import assert from 'node:assert/strict';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import { generatedRows } from '../../test/fake-service/rows.ts';
import { openTestService, tableOf } from '../../test/support/tables.ts';
import { isCosmos } from './connection.ts';
import { countEntities } from './count.ts';
import { explainQuery } from './explain.ts';
import { partitions } from './partitions.ts';
import type { Partition, PartitionCursor } from './partitions.ts';
import type { Answer, TableService } from './service.ts';

/** Cosmos DB's Table API as far as it differs: its answers are not sorted by key. */
function asCosmos(service: TableService): TableService {
  return {
    endpoint: { ...service.endpoint, url: 'https://shop.table.cosmos.azure.com' },
    get: async (...asked): Promise<Answer> => {
      const answer = await service.get(...asked);
      if (answer.kind === 'error') return answer;
      const { value } = JSON.parse(answer.body) as { value: readonly unknown[] };
      const half = Math.floor(value.length / 2);
      const mixed = value.slice(half).flatMap((entity, index) => [entity, ...value.slice(index, index + 1)]);
      const once = [...new Set([...mixed, ...value])];
      return { ...answer, body: JSON.stringify({ value: once }) };
    },
  };
}

describe('Cosmos DB’s Table API', () => {
  it('is known by its host', () => {
    const at = (url: string): boolean =>
      isCosmos({ url, account: 'shop', credential: { kind: 'sas', token: 'sig=x' } });
    assert.ok(at('https://shop.table.cosmos.azure.com:443/'));
    assert.ok(at('https://shop.table.cosmosdb.azure.com'));
    assert.ok(!at('https://shop.table.core.windows.net'));
    assert.ok(!at('https://shop.table.core.windows.net/x.table.cosmos.azure.com'));
    assert.ok(!at('http://127.0.0.1:10002/devstoreaccount1'));
  });

  it('shows every partition once though nothing is sorted, by pages alone', async () => {
    const sizes = [700, 3, 900, 1, 1_200, 40];
    const fake = await startFakeTableService({ Orders: tableOf(sizes) });
    try {
      const service = asCosmos(openTestService(fake.connectionString));
      const found: Partition[] = [];
      let cursor: PartitionCursor | undefined;
      do {
        const page = await partitions(service, 'Orders', { cursor, limit: 2 });
        assert.equal(page.stopped, undefined);
        found.push(...page.items);
        cursor = page.next;
      } while (cursor !== undefined);
      assert.deepEqual(found.map(({ partitionKey }) => partitionKey).sort(), [
        'p00000',
        'p00001',
        'p00002',
        'p00003',
        'p00004',
        'p00005',
      ]);
      assert.ok(found.every(({ whole }) => !whole));
      assert.ok(fake.requests.every(({ filter }) => filter === undefined));
      const { read, partitions: touched } = await explainQuery(service, 'Orders', { filter: "A eq 'b'" });
      assert.deepEqual([read.count, touched.count], [2_844, 6]);
    } finally {
      await fake.stop();
    }
  });

  it('is counted with its partitions, as long as all their keys can be kept', async () => {
    const sizes = [700, 3, 900, 1, 1_200, 40];
    const rows = generatedRows({ partitions: 10_001, rows: 1 });
    const fake = await startFakeTableService({ Orders: tableOf(sizes), Many: rows });
    try {
      const service = asCosmos(openTestService(fake.connectionString));
      const { entities, partitions: found } = await countEntities(service, 'Orders');
      assert.deepEqual([entities, found?.count], [2_844, 6]);
      assert.deepEqual(found?.sizes.get('p00004'), 1_200);
      const many = await countEntities(service, 'Many');
      assert.deepEqual([many.entities, many.next, many.partitions], [10_001, undefined, undefined]);
    } finally {
      await fake.stop();
    }
  });

  it('finds 50,000 partitions without copying those that are known', async () => {
    const rows = generatedRows({ partitions: 50_000, rows: 1 });
    const fake = await startFakeTableService({ Many: rows });
    try {
      const service = asCosmos(openTestService(fake.connectionString));
      const keys = new Set<string>();
      const first = await partitions(service, 'Many');
      let page = first;
      for (const { partitionKey } of first.items) keys.add(partitionKey);
      while (page.next !== undefined) {
        const { order } = page.next.known ?? {};
        assert.ok(order);
        page = await partitions(service, 'Many', { cursor: page.next, limit: 1_000 });
        for (const { partitionKey } of page.items) keys.add(partitionKey);
        if (page.next !== undefined) assert.equal(page.next.known?.order, order, 'the same, not a copy');
      }
      assert.equal(keys.size, 50_000);
      assert.equal(fake.requests.length, 51);
    } finally {
      await fake.stop();
    }
  });

  it('goes on from one place as often as it is asked to', async () => {
    const fake = await startFakeTableService({ Orders: tableOf(Array<number>(1_500).fill(2)) });
    try {
      const service = asCosmos(openTestService(fake.connectionString));
      const { next: cursor } = await partitions(service, 'Orders', { limit: 10 });
      const once = await partitions(service, 'Orders', { cursor, limit: 5_000 });
      const again = await partitions(service, 'Orders', { cursor, limit: 5_000 });
      assert.deepEqual(again, once);
      assert.equal(once.items.length, 1_490);
    } finally {
      await fake.stop();
    }
  });

  it('names a table in a request whatever is in its name', async () => {
    const fake = await startFakeTableService({ 'My orders (50%)': tableOf([1]) });
    try {
      await partitions(asCosmos(openTestService(fake.connectionString)), 'My orders (50%)');
      assert.deepEqual(
        fake.requests.map(({ path }) => path),
        ['/fake/My%20orders%20(50%25)()'],
      );
    } finally {
      await fake.stop();
    }
  });

  it('asks no more for a partition that was looked for once it is found', async () => {
    const fake = await startFakeTableService({ Orders: tableOf([2_500, 1]) });
    try {
      const service = asCosmos(openTestService(fake.connectionString));
      const range = { kind: 'exact', key: 'p00000' } as const;
      const { items, requests, next } = await partitions(service, 'Orders', { range });
      assert.deepEqual([items.length, requests, next], [1, 1, undefined]);
    } finally {
      await fake.stop();
    }
  });
});
