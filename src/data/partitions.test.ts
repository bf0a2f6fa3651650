import assert from 'node:assert/strict';
import fc from 'fast-check';
import { azuriteAccount, type AzuriteAccount } from '../../test/azurite.ts';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { Fault } from '../../test/fake-service/service.ts';
import { openTestService, seedTable, tableOf } from '../../test/support/tables.ts';
import type { PartitionRange } from './key-range.ts';
import { partitions } from './partitions.ts';
import type { Partition, PartitionCursor } from './partitions.ts';
import type { TableService } from './service.ts';

/** The budget of docs/performance.md for the first 100 partitions of a table with these partition sizes. */
function firstBudget(sizes: readonly number[]): number {
  const rows = sizes.slice(0, 99).reduce((sum, size) => sum + size, 0) + (sizes.length > 99 ? 1 : 0);
  return Math.min(100, Math.ceil(rows / 1000)) + 1;
}

/** The budget for all partitions: no more than the full walk, nor than one jump a partition, plus one. */
function fullBudget(sizes: readonly number[]): number {
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  return Math.min(sizes.length, Math.max(1, Math.ceil(rows / 1000))) + 1;
}

interface Walk {
  readonly found: readonly Partition[];
  readonly requests: number;
}

async function walkAll(service: TableService, table: string, range?: PartitionRange): Promise<Walk> {
  const found: Partition[] = [];
  let requests = 0;
  let cursor: PartitionCursor | undefined;
  do {
    const page = await partitions(service, table, { cursor, budget: 1_000, ...(range && { range }) });
    assert.equal(page.stopped, undefined);
    found.push(...page.items);
    requests += page.requests;
    cursor = page.next;
  } while (cursor !== undefined);
  return { found, requests };
}

function names(sizes: readonly number[]): string[] {
  return [...new Set(tableOf(sizes).map(({ PartitionKey }) => PartitionKey))];
}

describe('partition walk on Azurite', function () {
  this.timeout(60_000);
  const tables: Readonly<Record<string, readonly number[]>> = {
    skewed: [1, 2_500, ...Array<number>(60).fill(3), 1_200, ...Array<number>(70).fill(1)],
    uniform: Array<number>(130).fill(20),
    onePartition: [2_100],
    oneEntityEach: Array<number>(1_150).fill(1),
  };
  let azurite: AzuriteAccount;
  let service: TableService;

  before(async () => {
    azurite = await azuriteAccount();
    service = openTestService(azurite.connectionString);
    for (const [name, sizes] of Object.entries(tables)) {
      await seedTable(azurite.connectionString, name, tableOf(sizes));
    }
  });
  for (const [name, sizes] of Object.entries(tables)) {
    it(`keeps both budgets on the table ${name}`, async () => {
      const first = await partitions(service, name);
      assert.deepEqual(
        first.items.map(({ partitionKey }) => partitionKey),
        names(sizes).slice(0, 100),
      );
      assert.ok(first.requests <= firstBudget(sizes), `${first.requests} requests for the first 100`);
      const all = await walkAll(service, name);
      assert.deepEqual(
        all.found.map(({ partitionKey }) => partitionKey),
        names(sizes),
      );
      assert.ok(all.requests <= fullBudget(sizes), `${all.requests} requests for all`);
    });
  }

  it('counts the entities of a partition that it saw whole', async () => {
    const { items } = await partitions(service, 'uniform');
    assert.deepEqual(items[0], { partitionKey: 'p00000', seen: 20, whole: true });
  });

  it('says only what it saw of a partition that outlasts the page', async () => {
    const { items } = await partitions(service, 'onePartition');
    assert.deepEqual(items, [{ partitionKey: 'p00000', seen: 100, whole: false }]);
  });

  it('finds the partitions that start with a text, and no others', async () => {
    const { found } = await walkAll(service, 'oneEntityEach', { kind: 'prefix', prefix: 'p0003' });
    assert.deepEqual(
      found.map(({ partitionKey }) => partitionKey),
      Array.from({ length: 10 }, (_, index) => `p0003${index}`),
    );
  });

  it('finds one partition by its key, in one request', async () => {
    const range = { kind: 'exact', key: 'p00001' } as const;
    assert.deepEqual(await walkAll(service, 'skewed', range), {
      found: [{ partitionKey: 'p00001', seen: 100, whole: false }],
      requests: 1,
    });
    assert.deepEqual(await walkAll(service, 'skewed', { kind: 'exact', key: 'p' }), {
      found: [],
      requests: 1,
    });
  });

  it('says that a table is not there', async () => {
    const page = await partitions(service, 'missing');
    assert.deepEqual(page.stopped, { kind: 'not-found', code: 'TableNotFound' });
  });
});

describe('partition walk on a service with faults', function () {
  this.timeout(60_000);
  const faults: fc.Arbitrary<Fault | undefined> = fc.oneof(
    fc.constant(undefined),
    fc.record({ kind: fc.constant('short' as const), rows: fc.nat({ max: 30 }) }),
  );

  it('finds every partition once, whatever pages are cut short or empty', async () => {
    const partitionSizes = fc.array(
      fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 90, max: 1_500 })),
      {
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(partitionSizes, fc.array(faults, { maxLength: 12 }), async (sizes, script) => {
        const fake = await startFakeTableService({ table: tableOf(sizes) }, (number) => script[number]);
        try {
          const { found, requests } = await walkAll(openTestService(fake.connectionString), 'table');
          assert.deepEqual(
            found.map(({ partitionKey }) => partitionKey),
            names(sizes),
          );
          for (const [index, partition] of found.entries()) {
            const size = sizes[index] ?? 0;
            assert.ok(partition.whole ? partition.seen === size : partition.seen <= size);
          }
          assert.equal(requests, fake.requests.length);
          assert.ok(requests <= fullBudget(sizes) + script.length);
        } finally {
          await fake.stop();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps both budgets on random tables without faults', async () => {
    const partitionSizes = fc.array(
      fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 2_500 })),
      {
        maxLength: 150,
      },
    );
    await fc.assert(
      fc.asyncProperty(partitionSizes, async (sizes) => {
        const fake = await startFakeTableService({ table: tableOf(sizes) });
        try {
          const service = openTestService(fake.connectionString);
          const first = await partitions(service, 'table');
          assert.ok(first.requests <= firstBudget(sizes));
          assert.equal(first.items.length, Math.min(100, sizes.length));
          const { requests } = await walkAll(service, 'table');
          assert.ok(requests <= fullBudget(sizes));
        } finally {
          await fake.stop();
        }
      }),
      { numRuns: 25 },
    );
  });

  it('reads 100 keys first, then pages of PartitionKeys alone, jumping over the rest of a partition', async () => {
    const fake = await startFakeTableService({ table: tableOf([5, 3_000, 1]) });
    try {
      await walkAll(openTestService(fake.connectionString), 'table');
      assert.deepEqual(
        fake.requests.map(({ filter, top, select }) => ({ filter, top, select })),
        [
          { filter: undefined, top: 100, select: 'PartitionKey' },
          { filter: "PartitionKey gt 'p00001'", top: 1_000, select: 'PartitionKey' },
        ],
      );
    } finally {
      await fake.stop();
    }
  });

  it('keeps what it found when the service fails, and goes on from there', async () => {
    const sizes = Array<number>(90).fill(150);
    const forbidden: Fault = { kind: 'status', status: 403, code: 'AuthorizationFailure' };
    const fake = await startFakeTableService({ table: tableOf(sizes) }, (number) =>
      number === 3 ? forbidden : undefined,
    );
    try {
      const service = openTestService(fake.connectionString);
      const first = await partitions(service, 'table');
      assert.deepEqual(first.stopped, {
        kind: 'authentication',
        code: 'AuthorizationFailure',
        denial: { kind: 'network' },
      });
      assert.equal(first.requests, 4);
      const second = await partitions(service, 'table', { cursor: first.next });
      assert.equal(second.stopped, undefined);
      assert.deepEqual(
        [...first.items, ...second.items].map(({ partitionKey }) => partitionKey),
        names(sizes),
      );
    } finally {
      await fake.stop();
    }
  });

  it('retries a busy service and counts the retries', async () => {
    const busy: Fault = { kind: 'status', status: 503, code: 'ServerBusy' };
    const fake = await startFakeTableService({ table: tableOf([1, 1]) }, (number) =>
      number < 2 ? busy : undefined,
    );
    try {
      const page = await partitions(openTestService(fake.connectionString), 'table');
      assert.equal(page.items.length, 2);
      assert.equal(page.requests, 3);
    } finally {
      await fake.stop();
    }
  });

  it('says that the service is busy when retries do not help', async () => {
    const fake = await startFakeTableService({ table: [] }, () => ({
      kind: 'status',
      status: 503,
      code: 'ServerBusy',
    }));
    try {
      const page = await partitions(openTestService(fake.connectionString), 'table');
      assert.deepEqual(page.stopped, { kind: 'throttled', status: 503 });
    } finally {
      await fake.stop();
    }
  });

  it('says that the connection broke', async () => {
    const fake = await startFakeTableService({ table: [] }, () => ({ kind: 'drop' }));
    try {
      const page = await partitions(openTestService(fake.connectionString), 'table');
      assert.equal(page.stopped?.kind, 'interrupted');
    } finally {
      await fake.stop();
    }
  });

  it('stops at once when it is cancelled, also while the service is silent', async () => {
    const sizes = Array<number>(50).fill(1_100);
    const controller = new AbortController();
    const fake = await startFakeTableService({ table: tableOf(sizes) }, (number) => {
      if (number < 2) return undefined;
      controller.abort();
      return { kind: 'hang' };
    });
    try {
      const page = await partitions(openTestService(fake.connectionString), 'table', {
        signal: controller.signal,
      });
      assert.deepEqual(page.stopped, { kind: 'cancelled' });
      assert.equal(page.items.length, 2);
      assert.equal(page.next?.after, 'p00001');
    } finally {
      await fake.stop();
    }
  });

  it('stops when its budget is spent, with what it has', async () => {
    const fake = await startFakeTableService({ table: tableOf([1]) }, () => ({ kind: 'short', rows: 0 }));
    try {
      const page = await partitions(openTestService(fake.connectionString), 'table', { budget: 7 });
      assert.deepEqual(page.stopped, { kind: 'budget', requests: 7 });
      assert.equal(fake.requests.length, 7);
      assert.ok(page.next);
    } finally {
      await fake.stop();
    }
  });
});
