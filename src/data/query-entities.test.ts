import assert from 'node:assert/strict';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../test/fake-service/service.ts';
import { openTestService, tableOf } from '../../test/support/tables.ts';
import { fillPage, queryEntities } from './query-entities.ts';
import type { TableService } from './service.ts';

describe('one page of a query', () => {
  let fake: FakeTableService;
  let service: TableService;
  let script: readonly (Fault | undefined)[];

  beforeEach(async () => {
    script = [];
    fake = await startFakeTableService({ table: tableOf([120, 30]) }, (number) => script[number]);
    service = openTestService(fake.connectionString);
  });
  afterEach(() => fake.stop());

  it('is one request, and says its size and where to go on', async () => {
    const first = await queryEntities(service, 'table', { filter: "RowKey ge 'r000010'", top: 20 });
    assert.equal(first.entities[0]?.rowKey, 'r000010');
    assert.deepEqual([first.entities.length, first.requests, first.stopped], [20, 1, undefined]);
    assert.ok(first.bytes > 20 * 40);
    const { token } = first;
    const second = await queryEntities(service, 'table', { filter: "RowKey ge 'r000010'", token });
    assert.equal(second.entities[0]?.rowKey, 'r000030');
    assert.deepEqual([second.entities.length, second.token], [110, undefined]);
  });

  it('asks for the keys, each once, or for the first of them alone', async () => {
    await queryEntities(service, 'table', { select: ['Text', 'RowKey'] });
    await queryEntities(service, 'table', { select: [] });
    await queryEntities(service, 'table', {});
    const { entities } = await queryEntities(service, 'table', { select: 'PartitionKey', top: 1 });
    assert.deepEqual(entities, [{ partitionKey: 'p00000', rowKey: '', properties: [] }]);
    assert.deepEqual(
      fake.requests.map(({ select }) => select),
      ['PartitionKey,RowKey,Text', 'PartitionKey,RowKey', undefined, 'PartitionKey'],
    );
  });

  it('may be short or empty and still not be the end', async () => {
    script = [
      { kind: 'short', rows: 3 },
      { kind: 'short', rows: 0 },
    ];
    const short = await queryEntities(service, 'table', {});
    assert.ok(short.token);
    const empty = await queryEntities(service, 'table', { token: short.token });
    assert.equal(empty.entities.length, 0);
    assert.ok(empty.token);
    const rest = await queryEntities(service, 'table', { token: empty.token });
    assert.deepEqual([rest.entities[0]?.rowKey, rest.entities.length], ['r000003', 147]);
  });

  it('is filled from as many answers as it takes, and goes on from there', async () => {
    script = [{ kind: 'short', rows: 3 }, { kind: 'short', rows: 0 }, undefined];
    const seen: number[] = [];
    const page = await fillPage(service, 'table', {}, { onProgress: (found) => seen.push(found) });
    assert.deepEqual([page.entities.length, page.requests, seen], [100, 3, [3, 3, 100]]);
    const rest = await fillPage(service, 'table', { token: page.token });
    assert.deepEqual([rest.entities[0]?.rowKey, rest.entities.length], ['r000100', 50]);
  });

  it('keeps its place when it is stopped', async () => {
    script = [
      { kind: 'short', rows: 3 },
      { kind: 'status', status: 400, code: 'InvalidInput' },
    ];
    const failed = await fillPage(service, 'table', {});
    assert.deepEqual(failed.stopped, { kind: 'bad-request', code: 'InvalidInput' });
    assert.equal(failed.entities.length, 3);
    const spent = await fillPage(service, 'table', { token: failed.token }, { budget: 0 });
    assert.deepEqual([spent.stopped, spent.token], [{ kind: 'budget', requests: 0 }, failed.token]);
    const controller = new AbortController();
    controller.abort();
    const cancelled = await fillPage(service, 'table', { token: spent.token, signal: controller.signal });
    assert.deepEqual([cancelled.stopped, cancelled.token], [{ kind: 'cancelled' }, failed.token]);
    const page = await fillPage(service, 'table', { token: cancelled.token }, { limit: 500 });
    assert.deepEqual([page.entities[0]?.rowKey, page.entities.length], ['r000003', 147]);
  });
});
