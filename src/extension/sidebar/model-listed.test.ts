import assert from 'node:assert/strict';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import type { FakeTableService } from '../../../test/fake-service/service.ts';
import { openTestService, tableOf } from '../../../test/support/tables.ts';
import { countEntities } from '../../data/count.ts';
import { connect } from '../../data/service.ts';
import { tableWriter } from '../../data/table-writer.ts';
import { BrowserModel } from './model.ts';
import { connectionNode } from './nodes.ts';

const connection = connectionNode({ id: '1', name: 'Fake', host: 'fake', origin: 'saved' });

describe('what the tree has listed', () => {
  let fake: FakeTableService;
  let model: BrowserModel;

  beforeEach(async () => {
    fake = await startFakeTableService({ Claims: tableOf([3, ...Array<number>(149).fill(1)]) });
    const service = openTestService(fake.connectionString);
    model = new BrowserModel({
      connections: () => Promise.resolve([connection]),
      open: () => Promise.resolve({ kind: 'service', service }),
      run: (_node, read) => read({ signal: new AbortController().signal, onProgress: () => undefined }),
      changed: () => undefined,
      declared: () => undefined,
    });
  });
  afterEach(() => fake.stop());

  it('tells what it has read of partitions, and whether that is all', async () => {
    const { connection: info } = connection;
    const listed = (most = 1_000) => model.listed(info, 'Claims', most);
    assert.deepEqual(listed(), { partitions: [], isAll: false, rowKeys: [] });
    const [table] = await model.children(connection);
    assert.ok(table?.kind === 'table');
    const [partition] = await model.children(table);
    await model.children(partition);
    const first = listed();
    assert.deepEqual(first.partitions[0], { partitionKey: 'p00000', entities: 3, isExact: true });
    assert.deepEqual([first.partitions.length, first.isAll, first.rowKeys.length], [100, false, 3]);
    await model.more(table);
    assert.deepEqual([listed().partitions.length, listed().isAll], [150, true]);
    assert.deepEqual([listed(149).partitions.length, listed(149).isAll], [149, false]);
  });

  it('tells what all of a table was counted to, before it is listed', async () => {
    const [table] = await model.children(connection);
    assert.ok(table?.kind === 'table');
    const listed = (most: number) => model.listed(connection.connection, 'Claims', most);
    const count = async (budget?: number) =>
      countEntities(openTestService(fake.connectionString), 'Claims', budget === undefined ? {} : { budget });
    model.setCount(table, { count: await count(0), requests: 0 });
    assert.deepEqual(listed(150), { partitions: [], isAll: false, rowKeys: [] });
    model.setCount(table, { count: await count(), requests: 1 });
    const { partitions, isAll } = listed(150);
    assert.deepEqual([partitions.length, isAll], [150, true]);
    assert.deepEqual(partitions[0], { partitionKey: 'p00000', entities: 3, isExact: true });
    assert.deepEqual([listed(149).partitions.length, listed(149).isAll], [149, false]);
  });

  it('lists tables again when one that it shows was found to be gone elsewhere', async () => {
    await model.children(undefined);
    await model.children(connection);
    const service = connect(openTestService(fake.connectionString).endpoint);
    const { createTable, deleteTable } = tableWriter(service);
    await createTable('Audit');
    await model.relist(connection);
    await deleteTable('Audit');
    const before = fake.requests.length;
    await model.relistWithout(connection.id, 'Audit');
    assert.deepEqual(
      (await model.children(connection)).map((row) => (row.kind === 'table' ? row.table : row.kind)),
      ['Claims'],
    );
    await model.relistWithout(connection.id, 'Audit');
    await model.relistWithout('another', 'Claims');
    assert.equal(fake.requests.length, before + 1);
  });
});
