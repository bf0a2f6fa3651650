import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countEntities } from '../../src/data/count.ts';
import type { AnswerFault } from '../../src/data/answer-fault.ts';
import { entitiesOf, readEntity } from '../../src/data/entities.ts';
import { explainError } from '../../src/data/error.ts';
import type { DataError } from '../../src/data/error.ts';
import { explainQuery } from '../../src/data/explain.ts';
import type { ContinuationToken } from '../../src/data/page.ts';
import { partitions } from '../../src/data/partitions.ts';
import type { PartitionCursor } from '../../src/data/partitions.ts';
import { fillPage } from '../../src/data/query-entities.ts';
import { openTableService } from '../../src/data/service.ts';
import type { TableService } from '../../src/data/service.ts';
import { listTables } from '../../src/data/tables.ts';
import type { TableCursor } from '../../src/data/tables.ts';
import { GridSession } from '../../src/extension/grid/session.ts';
import type { ToPanel } from '../../src/protocol/grid.ts';
import { begun, received } from '../../src/webview/grid/results.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';

/** One answer: rows by their numbers, and the token behind which it goes on. */
interface Page {
  readonly rows: readonly number[];
  readonly next: string | undefined;
}

/** What the service answers by the token that it is asked with, `''` for none, and by how often it was asked. */
type Pages = (token: string, asked: number) => Page | undefined;

const key = (row: number): string => `r${String(row).padStart(4, '0')}`;
const MOST_REQUESTS = 200;

describe('answers that lead back', function () {
  this.timeout(60_000);
  let fake: FakeTableService;
  let pages: Pages;

  before(async () => {
    fake = await startFakeTableService({ Orders: [] }, (number, { pathname, searchParams }) => ({
      kind: 'altered',
      change: () => {
        const isTables = pathname.endsWith('/Tables');
        const token = searchParams.get(isTables ? 'NextTableName' : 'NextPartitionKey') ?? '';
        const { rows, next } = pages(token, number) ?? { rows: [], next: undefined };
        const entries = rows.map((row) =>
          JSON.stringify(isTables ? { TableName: key(row) } : { PartitionKey: 'p', RowKey: key(row) }),
        );
        const header = isTables ? 'x-ms-continuation-NextTableName' : 'x-ms-continuation-NextPartitionKey';
        return {
          status: 200,
          headers: { 'content-type': 'application/json', ...(next !== undefined && { [header]: next }) },
          body: `{"value":[${entries.join()}]}`,
        };
      },
    }));
  });
  after(() => fake.stop());

  const service = (): TableService =>
    openTableService({ url: fake.url, account: fake.account, credential: { kind: 'key', key: fake.key } });
  /** The same as if it were Cosmos DB's, which keeps no order. */
  const unsorted = (): TableService => {
    const { endpoint, get } = service();
    return { endpoint: { ...endpoint, url: 'https://shop.table.cosmos.azure.com' }, get };
  };

  /** Reads on until the end, or something that is no spent budget. */
  async function walk<C>(
    read: (cursor: C | undefined) => Promise<{
      readonly rows: readonly string[];
      readonly next: C | undefined;
      readonly stopped: DataError | undefined;
    }>,
  ): Promise<{ readonly rows: readonly string[]; readonly stopped: DataError | undefined }> {
    const before = fake.requests.length;
    const rows: string[] = [];
    let cursor: C | undefined;
    for (;;) {
      const portion = await read(cursor);
      rows.push(...portion.rows);
      assert.ok(fake.requests.length - before <= MOST_REQUESTS, 'it does not end');
      const { stopped, next } = portion;
      const isOver = stopped === undefined ? next === undefined : stopped.kind !== 'budget';
      if (isOver) return { rows, stopped };
      cursor = next;
    }
  }

  const entitiesIn = (from: TableService): ReturnType<typeof walk> =>
    walk<ContinuationToken>(async (token) => {
      const { entities, token: next, stopped } = await fillPage(from, 'Orders', { token }, { limit: 5 });
      return { rows: entities.map(({ rowKey }) => rowKey), next, stopped };
    });
  const tablesIn = (from: TableService): ReturnType<typeof walk> =>
    walk<TableCursor>(async (cursor) => {
      const { items, next, stopped } = await listTables(from, { cursor, limit: 5 });
      return { rows: items, next, stopped };
    });

  /** What a person has on a grid after “Load all”, as often as it takes. */
  async function gridOf(from: TableService): ReturnType<typeof walk> {
    let results = begun(1, '', undefined);
    let stopped: DataError | undefined;
    const session = new GridSession('Orders', true, {
      open: () => Promise.resolve({ kind: 'service', service: from }),
      post: (message: ToPanel) => {
        if (message.kind === 'page') ({ results } = received(results, message, new Map()));
      },
      remedyOf: () => undefined,
      stopped: (error) => (stopped = error),
      log: () => undefined,
    });
    await session.run({ kind: 'run', run: 1, filter: '', select: undefined });
    const before = fake.requests.length;
    while (results.more && (stopped === undefined || stopped.kind === 'budget')) {
      await session.more({ kind: 'more', run: 1, amount: 'all', agreed: true });
      assert.ok(fake.requests.length - before <= MOST_REQUESTS, 'it does not end');
    }
    return { rows: results.entities.map(({ rowKey }) => rowKey), stopped };
  }

  const WALKS: Readonly<Record<string, () => ReturnType<typeof walk>>> = {
    entities: () => entitiesIn(service()),
    'a grid': () => gridOf(service()),
    tables: () => tablesIn(service()),
    'entities of a service that keeps no order': () => entitiesIn(unsorted()),
  };

  function isTold(stopped: DataError | undefined, ...faults: readonly AnswerFault[]): void {
    assert.ok(stopped?.kind === 'invalid-answer', JSON.stringify(stopped));
    assert.ok(stopped.fault !== undefined && faults.includes(stopped.fault), stopped.fault);
    const { message, advice } = explainError(stopped);
    assert.ok(message.length <= 100);
    assert.match(advice, /What was read before is kept/);
  }

  /** Tokens `t0`, `t1`, … lead through so many rows each, up to the one that leads back. */
  const cycle =
    (period: number, rowsEach: number, tail = 0): Pages =>
    (token) => {
      const place = token === '' ? 0 : Number(token.slice(1));
      const next = place + 1 < tail + period ? place + 1 : tail;
      return {
        rows: Array.from({ length: rowsEach }, (_, row) => place * rowsEach + row),
        next: `t${next}`,
      };
    };

  for (const [of, read] of Object.entries(WALKS)) {
    it(`a token that stays the same, with rows: ${of} come once, and it is told`, async () => {
      pages = (token) => (token === '' ? { rows: [0, 1], next: 't' } : { rows: [2, 3], next: 't' });
      const { rows, stopped } = await read();
      assert.deepEqual(rows, [0, 1, 2, 3].map(key));
      isTold(stopped, 'circle');
    });

    it(`a token that stays the same, without rows: ${of} are given up, and it is told`, async () => {
      pages = () => ({ rows: [], next: 't' });
      const { rows, stopped } = await read();
      assert.deepEqual(rows, []);
      isTold(stopped, 'standstill');
    });

    for (const period of [2, 3, 7]) {
      it(`a circle of ${period} tokens, behind some that lead there: ${of} come once, and it is told`, async () => {
        for (const [rowsEach, tail] of [
          [2, 1],
          [2, 3],
          [0, 2],
        ] as const) {
          pages = cycle(period, rowsEach, tail);
          const { rows, stopped } = await read();
          assert.deepEqual(
            rows,
            Array.from({ length: rowsEach * (tail + period) }, (_, row) => key(row)),
          );
          isTold(stopped, 'circle');
        }
      });
    }

    it(`the same rows behind ever other tokens: ${of} come once, and it is told`, async () => {
      pages = (_token, asked) => ({ rows: [0, 1, 2], next: `t${asked}` });
      const { rows, stopped } = await read();
      assert.deepEqual(rows, [0, 1, 2].map(key));
      isTold(stopped, 'repeated');
    });

    it(`a row twice in one answer: ${of} are not shown so, and it is told`, async () => {
      pages = (token) => (token === '' ? { rows: [0, 1], next: 't' } : { rows: [2, 3, 3], next: undefined });
      const { rows, stopped } = await read();
      assert.deepEqual(rows, [0, 1].map(key));
      isTold(stopped, 'repeated');
    });
  }

  for (const [of, read] of Object.entries(WALKS).slice(0, 2)) {
    it(`rows out of order: ${of} stop before them, and it is told`, async () => {
      for (const late of [
        [5, 4],
        [4, 6, 5],
      ]) {
        pages = (token) => (token === '' ? { rows: [2, 3], next: 't' } : { rows: late, next: undefined });
        const { rows, stopped } = await read();
        assert.deepEqual(rows, [2, 3].map(key));
        isTold(stopped, 'unsorted');
      }
      pages = (token) => (token === '' ? { rows: [2, 3], next: 't' } : { rows: [1, 4], next: undefined });
      isTold((await read()).stopped, 'repeated');
    });

    it(`answers of any kind in any order: of ${of} none comes twice, and all of them where nothing is told`, async () => {
      const page = fc.record({
        rows: fc.array(fc.nat(20), { maxLength: 4 }),
        next: fc.option(fc.nat(5), { nil: undefined }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(page, { minLength: 6, maxLength: 6 }), async (given) => {
          pages = (token) => {
            const { rows = [], next } = given[token === '' ? 0 : Number(token.slice(1))] ?? {};
            return {
              rows: [...rows].sort((a, b) => a - b),
              next: next === undefined ? undefined : `t${next}`,
            };
          };
          const { rows, stopped } = await read();
          assert.equal(new Set(rows).size, rows.length, 'a row came twice');
          assert.deepEqual(rows, [...rows].sort(), 'they are out of order');
          if (stopped !== undefined) {
            isTold(stopped, 'circle', 'standstill', 'repeated', 'unsorted');
            return;
          }
          const all: string[] = [];
          for (let place: number | undefined = 0; place !== undefined; place = given[place]?.next) {
            all.push(...(given[place]?.rows ?? []).map(key));
          }
          assert.deepEqual(rows, all.sort());
        }),
        { numRuns: 300 },
      );
    });
  }

  it('no end, of answers without rows but with ever other tokens: it stops by its budget', async () => {
    pages = (_token, asked) => ({ rows: [], next: `t${asked}` });
    for (const { stopped } of [
      await listTables(service()),
      await fillPage(service(), 'Orders', {}),
      await partitions(service(), 'Orders'),
      await countEntities(service(), 'Orders'),
      await explainQuery(service(), 'Orders', {}),
    ]) {
      assert.deepEqual(stopped, { kind: 'budget', requests: 100 });
    }
  });

  it('what is counted or explained is at least what was seen once, and it is told', async () => {
    for (const [rowsEach, fault] of [
      [3, 'circle'],
      [0, 'circle'],
    ] as const) {
      pages = cycle(2, rowsEach, 1);
      const count = await countEntities(service(), 'Orders');
      isTold(count.stopped, fault);
      assert.deepEqual([count.entities, count.next !== undefined], [rowsEach * 3, true]);
      const { matched, stopped } = await explainQuery(service(), 'Orders', {});
      isTold(stopped, fault);
      assert.deepEqual(matched, { count: rowsEach * 3, exact: false });
    }
  });

  it('partitions come once each where a service passes over what it is asked for', async () => {
    pages = () => ({ rows: [0, 1], next: 't' });
    const { rows, stopped } = await walk<PartitionCursor>(async (cursor) => {
      const page = await partitions(service(), 'Orders', { cursor, limit: 1 });
      return {
        rows: page.items.map(({ partitionKey }) => partitionKey),
        next: page.next,
        stopped: page.stopped,
      };
    });
    assert.deepEqual(rows, ['p']);
    isTold(stopped, 'not-asked');
  });

  it('entities of another partition, or with another key, are not shown as those that were asked for', async () => {
    pages = () => ({ rows: [1], next: undefined });
    const page = await entitiesOf(service(), 'Orders', 'q');
    assert.deepEqual(page.items, []);
    isTold(page.stopped, 'not-asked');
    const read = await readEntity(service(), 'Orders', { partitionKey: 'p', rowKey: key(2) });
    assert.ok(read.kind === 'error');
    isTold(read.error, 'not-asked');
    const right = await readEntity(service(), 'Orders', { partitionKey: 'p', rowKey: key(1) });
    assert.equal(right.kind, 'entity');
  });

  it('goes on from where it was once the service leads on again', async () => {
    pages = (token) => (token === '' ? { rows: [0, 1], next: 't' } : { rows: [1, 2], next: undefined });
    const first = await fillPage(service(), 'Orders', {});
    isTold(first.stopped, 'repeated');
    pages = (token) => (token === '' ? { rows: [0, 1], next: 't' } : { rows: [2, 3], next: undefined });
    const { entities, stopped } = await fillPage(service(), 'Orders', { token: first.token });
    assert.deepEqual([entities.map(({ rowKey }) => rowKey), stopped], [[2, 3].map(key), undefined]);
  });

  it('a token too long, or half of one, is none', async () => {
    pages = () => ({ rows: [0], next: 't'.repeat(9_000) });
    for (const { stopped } of [await fillPage(service(), 'Orders', {}), await listTables(service())]) {
      assert.equal(stopped?.kind === 'invalid-answer' && stopped.fault, 'token');
    }
  });
});
