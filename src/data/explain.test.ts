import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import fc from 'fast-check';
import { azuriteAccount } from '../../test/azurite.ts';
import { generatedRows } from '../../test/fake-service/rows.ts';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { FakeTableService } from '../../test/fake-service/service.ts';
import { openTestService, seedTable, tableOf } from '../../test/support/tables.ts';
import { estimateRequests } from '../core/shape/estimate.ts';
import { writeNumbersAs } from '../core/text/numbers.ts';
import { explainQuery } from './explain.ts';
import type { Explanation } from './explain.ts';
import type { TableService } from './service.ts';

/** Three partitions of 5, 1,200 and 3 entities. */
const SIZES = [5, 1_200, 3];

const CASES: readonly (readonly [
  filter: string | undefined,
  shape: string,
  matched: number,
  read: number,
  partitions: number,
])[] = [
  ["PartitionKey eq 'p00001' and RowKey eq 'r000007'", 'point', 1, 1, 1],
  ["PartitionKey eq 'p00001' and RowKey ge 'r000007' and RowKey lt 'r000009'", 'row-range', 2, 2, 1],
  ["PartitionKey eq 'p00001' and Text eq 'other'", 'partition-scan', 0, 1_200, 1],
  [
    "PartitionKey eq 'p00001' and (RowKey eq 'r000001' or RowKey eq 'r000003')",
    'partition-scan',
    2,
    1_200,
    1,
  ],
  ["PartitionKey eq 'p00001'", 'partition-scan', 1_200, 1_200, 1],
  ["PartitionKey ge 'p00001' and RowKey eq 'r000001'", 'partition-range', 2, 1_203, 2],
  ["RowKey eq 'r000001'", 'table-scan', 3, 1_208, 3],
  [undefined, 'table-scan', 1_208, 1_208, 3],
  ["PartitionKey gt 'b' and PartitionKey lt 'a'", 'empty', 0, 0, 0],
  ["PartitionKey eq 'p00009' and RowKey ge 'r'", 'row-range', 0, 0, 0],
];

const numbers = ({ shape, matched, read, partitions }: Explanation): unknown[] => [
  shape,
  matched.count,
  read.count,
  partitions.count,
];

describe('what a query touches', () => {
  for (const kind of ['the fake table service', 'Azurite'] as const) {
    it(`is counted on ${kind}`, async () => {
      const running =
        kind === 'Azurite'
          ? { ...(await azuriteAccount()), stop: () => Promise.resolve() }
          : await startFakeTableService({ Orders: tableOf(SIZES) });
      try {
        if (kind === 'Azurite') await seedTable(running.connectionString, 'Orders', tableOf(SIZES));
        const service = openTestService(running.connectionString);
        for (const [filter, ...expected] of CASES) {
          const explained = await explainQuery(service, 'Orders', { filter });
          assert.deepEqual(numbers(explained), expected, filter);
          assert.equal(explained.partitionKeys.size, explained.partitions.count);
          assert.ok(explained.matched.exact && explained.read.exact && explained.partitions.exact);
          const { least, most } = estimateRequests(filter, {
            entities: expected[2],
            partitions: expected[3],
          });
          assert.ok(explained.requests >= least && explained.requests <= (most ?? 0), filter);
        }
      } finally {
        await running.stop();
      }
    });
  }

  it('says which matches Azurite alone finds, because it compares values of different types', async () => {
    const { connectionString } = await azuriteAccount();
    const options = { allowInsecureConnection: true };
    const client = TableClient.fromConnectionString(connectionString, 'People', options);
    await client.createTable();
    for (const [index, age] of [60, '52', 55, '7'].entries()) {
      await client.createEntity({ partitionKey: 'p', rowKey: `r${index}`, age, name: 'x' });
    }
    const service = openTestService(connectionString);
    const countsOf = async (filter: string, select?: readonly string[]): Promise<unknown[]> => {
      const { matched, onAzuriteAlone } = await explainQuery(service, 'People', { filter, select });
      return [matched.count, onAzuriteAlone];
    };
    assert.deepEqual(await countsOf('age gt 50'), [3, 1]);
    assert.deepEqual(await countsOf('age gt 50', ['age']), [3, 1]);
    // not to be told where the answers lack the property
    assert.deepEqual(await countsOf('age gt 50', ['name']), [3, undefined]);
    assert.deepEqual(await countsOf("name eq 'x' and RowKey ge 'r1'"), [3, undefined]);
    assert.deepEqual(await countsOf("Timestamp gt datetime'2020-01-01T00:00:00Z'"), [4, undefined]);
  });

  describe('as the service sees it', () => {
    let fake: FakeTableService;
    let service: TableService;
    before(async () => {
      const rows = generatedRows({ partitions: 40, rows: 1_000 });
      fake = await startFakeTableService({ Orders: rows });
      service = openTestService(fake.connectionString);
    });
    after(() => fake.stop());

    it('is what the service read for it', async () => {
      for (const filter of ["RowKey lt 'r000010'", "PartitionKey eq 'p00003' and Text eq 'x'", undefined]) {
        const before = fake.requests.length;
        const explained = await explainQuery(service, 'Orders', { filter });
        const own = fake.requests.slice(before, before + explained.requests);
        assert.equal(
          own.reduce((sum, { read }) => sum + read, 0),
          explained.read.count,
        );
        assert.equal(
          own.reduce((sum, { bytes }) => sum + bytes, 0),
          explained.bytes,
        );
        assert.equal(fake.requests.length - before, explained.spent);
      }
    });

    it('says what the matches have in common, where all were seen', async () => {
      const matchesOf = async (filter: string, budget = 100): Promise<Explanation['matches']> =>
        (await explainQuery(service, 'Orders', { filter }, { budget })).matches;
      const rows = "RowKey ge 'r000120' and RowKey lt 'r000129'";
      assert.deepEqual(await matchesOf(`PartitionKey lt 'p00002' and ${rows}`), {
        partitionKeys: ['p00000', 'p00001'],
        rowKeyPrefix: 'r00012',
      });
      assert.deepEqual(await matchesOf(rows), { partitionKeys: undefined, rowKeyPrefix: 'r00012' });
      assert.equal(await matchesOf("RowKey ge 'r'", 10), undefined);
      assert.equal(await matchesOf("PartitionKey eq 'none'"), undefined);
    });

    it('is a lower bound when the budget is spent or somebody cancels', async () => {
      const explained = await explainQuery(
        service,
        'Orders',
        { filter: "RowKey eq 'r000001'" },
        { budget: 11 },
      );
      assert.deepEqual(explained.stopped, { kind: 'budget', requests: 10 });
      assert.deepEqual(explained.matched, { count: 40, exact: true });
      assert.deepEqual(explained.read, { count: 10_000, exact: false });
      assert.equal(explained.spent, 11);
      const controller = new AbortController();
      const onProgress = (found: number): void => {
        if (found >= 3_000) controller.abort();
      };
      const cancelled = await explainQuery(service, 'Orders', {}, { signal: controller.signal, onProgress });
      assert.deepEqual(
        [cancelled.stopped, cancelled.matched],
        [{ kind: 'cancelled' }, { count: 3_000, exact: false }],
      );
    });
  });
});

describe('the estimate', () => {
  it('says what it knows, and how', () => {
    const known = { entities: 12_345, partitions: 7 };
    assert.equal(estimateRequests("PartitionKey eq 'a' and RowKey eq 'b'", known).most, 1);
    assert.equal(estimateRequests("PartitionKey eq 'a'", known).most, 13);
    assert.equal(estimateRequests(undefined, known).most, 19);
    assert.match(
      estimateRequests(undefined, known).formula,
      /⌈12,345 entities \/ 1,000⌉ \+ 7 partitions − 1 = 19/,
    );
    // a grid's first page is a small one
    const small = estimateRequests(undefined, { ...known, first: 100 });
    assert.deepEqual([small.least, small.most], [14, 20]);
    assert.match(small.formula, /1 \+ ⌈\(12,345 − 100\) entities \/ 1,000⌉ \+ 7 partitions − 1 = 20/);
    assert.equal(estimateRequests(undefined, { entities: 100, partitions: 1, first: 100 }).most, 1);
    assert.equal(estimateRequests("A eq 'b'").most, undefined);
    assert.match(estimateRequests("A eq 'b'").formula, /choose “Count”/);
  });

  it('writes numbers as the language has them', () => {
    writeNumbersAs('de');
    try {
      const { formula } = estimateRequests("PartitionKey eq 'a'", { entities: 12_345 });
      assert.match(formula, /⌈12\.345 entities/);
    } finally {
      writeNumbersAs('en');
    }
  });

  it('is kept when any answer ends where a partition does', async () => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 990, max: 2_010 })), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(sizes, fc.array(fc.boolean(), { maxLength: 20 }), async (content, borders) => {
        const fake = await startFakeTableService({ T: tableOf(content) }, (number) =>
          borders[number] === true ? { kind: 'border' } : undefined,
        );
        try {
          const explained = await explainQuery(openTestService(fake.connectionString), 'T', {});
          const { count } = explained.read;
          assert.equal(
            count,
            content.reduce((sum, size) => sum + size, 0),
          );
          const { most = 0 } = estimateRequests(undefined, { entities: count, partitions: content.length });
          assert.ok(explained.requests <= most, `${explained.requests} of ${most}`);
        } finally {
          await fake.stop();
        }
      }),
      { numRuns: 20 },
    );
  });
});
