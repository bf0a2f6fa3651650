import assert from 'node:assert/strict';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import { generatedRows } from '../../../test/fake-service/rows.ts';
import type { FakeTableService, Fault } from '../../../test/fake-service/service.ts';
import { openTestService, tableOf } from '../../../test/support/tables.ts';
import { countEntities } from '../../data/count.ts';
import { connect } from '../../data/service.ts';
import type { TableService } from '../../data/service.ts';
import { tableWriter } from '../../data/table-writer.ts';
import { BrowserModel } from './model.ts';
import { connectionNode, leavesOf, rowsNode, searchNode } from './nodes.ts';
import type { BrowserNode, EntityNode, PartitionNode, TableNode } from './nodes.ts';

const connection = connectionNode({ id: '1', name: 'Fake', host: 'fake', origin: 'saved' });

describe('the model of the tree', () => {
  let fake: FakeTableService;
  let model: BrowserModel;
  let changes: (string | undefined)[];
  let faultOf: (number: number) => Fault | undefined;
  let cancelAt: number;

  beforeEach(async () => {
    faultOf = () => undefined;
    cancelAt = Infinity;
    changes = [];
    fake = await startFakeTableService({ Claims: tableOf([3, ...Array<number>(149).fill(1)]) }, (n) =>
      faultOf(n),
    );
    model = modelOf(openTestService(fake.connectionString), (id) => changes.push(id));
  });
  afterEach(() => fake.stop());

  function modelOf(service: TableService, changed: (id: string | undefined) => void): BrowserModel {
    return new BrowserModel({
      connections: () => Promise.resolve([connection]),
      open: () => Promise.resolve({ kind: 'service', service }),
      run: (_node, read) => {
        const controller = new AbortController();
        const onProgress = (_found: number, requests: number): void => {
          if (requests >= cancelAt) controller.abort();
        };
        return read({ signal: controller.signal, onProgress });
      },
      changed: (node) => {
        changed(node?.id);
      },
      declared: () => undefined,
    });
  }

  async function tableRow(): Promise<TableNode> {
    const [table] = await model.children(connection);
    assert.equal(table?.kind, 'table');
    return table;
  }

  async function partitionRow(): Promise<PartitionNode> {
    const [partition] = await model.children(await tableRow());
    assert.equal(partition?.kind, 'partition');
    return partition;
  }

  async function entityRow(): Promise<EntityNode> {
    const [entity] = await model.children(await partitionRow());
    assert.equal(entity?.kind, 'entity');
    return entity;
  }

  const kinds = (nodes: readonly BrowserNode[]): string[] => [...new Set(nodes.map(({ kind }) => kind))];

  it('reads a list once, however often it is shown', async () => {
    const [first, second] = await Promise.all([model.children(connection), model.children(connection)]);
    assert.deepEqual(first, second);
    await model.children(connection);
    assert.equal(fake.requests.length, 1);
  });

  it('announces what a reading changed', async () => {
    await model.children(connection);
    assert.deepEqual(changes, [connection.id]);
  });

  it('shows 100 partitions and the rest on demand, and adds up the cost', async () => {
    const table = await tableRow();
    const first = await model.children(table);
    assert.equal(first.length, 101);
    assert.equal(first.at(-1)?.kind, 'more');
    await model.more(table);
    const all = await model.children(table);
    assert.deepEqual(kinds(all), ['partition']);
    assert.equal(all.length, 150);
    assert.equal(model.listing(table)?.requests, 2);
  });

  it('shows the first partitions after one request, and announces the rest of the page', async () => {
    const large = await startFakeTableService({ Large: generatedRows({ partitions: 1_000, rows: 1_000 }) });
    try {
      const announced = new Set<number>();
      model = modelOf(openTestService(large.connectionString), () => announced.add(large.requests.length));
      const table = await tableRow();
      const before = large.requests.length;
      const first = await model.childrenSoon(table);
      assert.deepEqual([kinds(first), first.length], [['partition', 'more'], 2]);
      assert.equal(model.listing(table)?.requests, 1);
      // reads with who reads already
      await model.more(table);
      assert.equal(model.listing(table)?.children.length, 100);
      assert.equal(large.requests.length - before, 100);
      assert.ok(announced.has(large.requests.length));
      assert.equal((await model.childrenSoon(table)).length, 101);
      assert.equal(large.requests.length - before, 100);
    } finally {
      await large.stop();
    }
  });

  it('shows what one request found also of a search, and why there is nothing', async () => {
    const table = await tableRow();
    const search = model.show(searchNode(table, { kind: 'prefix', prefix: 'p0001' }));
    assert.equal((await model.childrenSoon(search)).length, 10);
    faultOf = () => ({ kind: 'status', status: 403, code: 'AuthorizationFailure' });
    assert.deepEqual(kinds(await model.childrenSoon(table)).at(-1), 'failure');
  });

  it('shows properties without another request, and reads them again after a refresh', async () => {
    const entity = await entityRow();
    const before = fake.requests.length;
    await model.children(entity);
    assert.equal(fake.requests.length, before);
    model.refresh(entity);
    assert.equal(model.listing(entity), undefined);
    await model.children(entity);
    assert.equal(fake.requests.length, before + 1);
    assert.match(fake.requests.at(-1)?.filter ?? '', /^PartitionKey eq 'p00000' and RowKey eq 'r000000'$/);
  });

  it('reads again what is under a refreshed node, and nothing beside it', async () => {
    const table = await tableRow();
    const partition = await partitionRow();
    await model.children(partition);
    model.refresh(table);
    assert.equal(model.listing(table), undefined);
    assert.equal(model.listing(partition), undefined);
    assert.ok(model.listing(connection));
    assert.equal(changes.at(-1), table.id);
  });

  it('shows an error under its node and what a retry gives', async () => {
    faultOf = () => ({ kind: 'status', status: 403, code: 'AuthorizationFailure' });
    assert.deepEqual(kinds(await model.children(connection)), ['failure']);
    faultOf = () => undefined;
    await model.more(connection);
    assert.deepEqual(kinds(await model.children(connection)), ['table']);
    assert.equal(model.listing(connection)?.requests, 2);
  });

  it('goes on where a failing service broke off, and says so', async () => {
    const table = await tableRow();
    faultOf = (number) =>
      number === 2 ? { kind: 'status', status: 400, code: 'InvalidInput' } : { kind: 'short', rows: 40 };
    const before = await model.children(table);
    assert.equal(before.at(-1)?.kind, 'failure');
    assert.equal(before.length, 39);
    faultOf = () => undefined;
    await model.more(table);
    const all = await model.children(table);
    assert.equal(all.filter(({ kind }) => kind === 'partition').length, 138);
  });

  it('keeps what was found before it was cancelled', async () => {
    const table = await tableRow();
    faultOf = () => ({ kind: 'short', rows: 10 });
    cancelAt = 2;
    const rows = await model.children(table);
    const tail = rows.at(-1);
    assert.equal(tail?.kind, 'failure');
    assert.deepEqual(tail.error, { kind: 'cancelled' });
    assert.equal(rows.length, 19);
  });

  it('puts a search above the partitions, once, and takes it away', async () => {
    const table = await tableRow();
    const search = model.show(searchNode(table, { kind: 'prefix', prefix: 'p0001' }));
    assert.equal(model.show(searchNode(table, { kind: 'prefix', prefix: 'p0001' })), search);
    assert.equal((await model.children(table))[0], search);
    const found = await model.children(search);
    assert.deepEqual(
      found.map((node) => (node.kind === 'partition' ? node.partition.partitionKey : node.kind)),
      Array.from({ length: 10 }, (_, index) => `p0001${index}`),
    );
    model.closeSearch(search);
    assert.deepEqual(kinds(await model.children(table)), ['partition', 'more']);
  });

  it('closes the searches that found nothing when everything is refreshed', async () => {
    const table = await tableRow();
    const vain = model.show(searchNode(table, { kind: 'exact', key: 'no such partition' }));
    const good = model.show(searchNode(table, { kind: 'exact', key: 'p00001' }));
    const failed = model.show(searchNode(table, { kind: 'exact', key: 'p00002' }));
    await model.children(vain);
    await model.children(good);
    faultOf = () => ({ kind: 'status', status: 403, code: 'AuthorizationFailure' });
    await model.children(failed);
    faultOf = () => undefined;
    model.refresh(undefined);
    assert.deepEqual(
      (await model.children(table)).filter(({ kind }) => kind === 'search'),
      [failed, good],
    );
  });

  it('reads a connection that came or went again, and no other', async () => {
    const table = await tableRow();
    await model.children(table);
    model.refreshConnection('another');
    assert.equal(changes.at(-1), undefined);
    assert.ok(model.listing(table));
    model.refreshConnection(connection.id);
    assert.equal(model.listing(connection), undefined);
    assert.equal(model.listing(table), undefined);
  });

  it('reads the tables of a connection anew and keeps what was read below them', async () => {
    const partition = await partitionRow();
    const table = await tableRow();
    await model.children(partition);
    const service = connect(openTestService(fake.connectionString).endpoint);
    const { createTable, deleteTable } = tableWriter(service);
    await createTable('Audit');
    const before = fake.requests.length;
    await model.relist(connection);
    const [audit] = await model.children(connection);
    assert.ok(audit?.kind === 'table' && audit.table === 'Audit');
    await model.children(audit);
    await model.children(table);
    await model.children(partition);
    assert.equal(fake.requests.length, before + 2, 'the tables, and the partitions of the new one');
    await deleteTable('Audit');
    await model.relist(connection);
    assert.equal(model.listing(audit), undefined, 'another table may get its name');
    assert.ok(model.listing(partition));
  });

  it("keeps the rows of a list that couldn't be read anew, until it can", async () => {
    const partition = await partitionRow();
    const rows = await model.children(partition);
    faultOf = () => ({ kind: 'status', status: 403, code: 'AuthorizationFailure' });
    model.refresh(partition);
    const after = await model.children(partition);
    assert.deepEqual(after.slice(0, -1), rows);
    assert.equal(after.at(-1)?.kind, 'failure');
    await model.more(partition);
    assert.deepEqual((await model.children(partition)).slice(0, -1), rows);
    await model.relist(connection);
    assert.deepEqual(kinds(await model.children(connection)), ['table', 'failure']);
    assert.ok(model.listing(partition));
    faultOf = () => undefined;
    await model.more(partition);
    await model.more(connection);
    assert.deepEqual(await model.children(partition), rows);
    assert.deepEqual(kinds(await model.children(connection)), ['table']);
    assert.equal(model.listing(partition)?.former, undefined);
  });

  it('says that a connection has lost its secret, without a request', async () => {
    const lost = new BrowserModel({
      connections: () => Promise.resolve([connection]),
      open: () =>
        Promise.resolve({ kind: 'error', error: { kind: 'authentication', code: 'NoConnectionString' } }),
      run: () => Promise.reject(new Error('nothing is to be read')),
      changed: () => undefined,
      declared: () => undefined,
    });
    const [failure] = await lost.children(connection);
    assert.equal(failure?.kind, 'failure');
    assert.equal(failure.error.kind, 'authentication');
  });

  it('shows only the tables that a person looks for, and all of them again', async () => {
    model.filterTables(connection, 'CLAIM');
    assert.deepEqual(kinds(await model.children(connection)), ['table']);
    model.filterTables(connection, 'orders');
    assert.deepEqual(kinds(await model.children(connection)), ['empty']);
    model.filterTables(connection, undefined);
    assert.equal(model.tableFilter(connection.id), undefined);
    assert.deepEqual(kinds(await model.children(connection)), ['table']);
    assert.equal(fake.requests.length, 1);
  });

  it('knows the keys that were read, by table', async () => {
    const entity = await entityRow();
    const table = await tableRow();
    assert.deepEqual(model.knownKeys(table, 'rowKey'), ['r000000', 'r000001', 'r000002']);
    assert.equal(model.knownKeys(table, 'partitionKey').length, 100);
    assert.equal(entity.parent.kind, 'partition');
    assert.deepEqual(model.knownKeys({ ...table, id: 'other' }, 'rowKey'), []);
  });

  it('lists the entities of a partition from a key on', async () => {
    const partition = await partitionRow();
    const rows = model.show(
      rowsNode(partition, 'p00000', { kind: 'from', from: 'r000001', before: 'r000002' }),
    );
    const [entity, ...others] = await model.children(rows);
    assert.equal(entity?.kind === 'entity' && entity.entity.rowKey, 'r000001');
    assert.deepEqual(others, []);
    assert.equal(
      fake.requests.at(-1)?.filter,
      "PartitionKey eq 'p00000' and RowKey ge 'r000001' and RowKey lt 'r000002'",
    );
    assert.equal((await model.children(partition))[0]?.id, rows.id);
    model.closeSearch(rows);
    assert.equal((await model.children(partition))[0]?.kind, 'entity');
  });

  it('finds a row by its key with a point query, and rows by how their keys begin', async () => {
    const partition = await partitionRow();
    const row = model.show(rowsNode(partition, 'p00000', { kind: 'exact', key: 'r000001' }));
    const [entity, ...others] = await model.children(row);
    assert.equal(entity?.kind === 'entity' && entity.entity.rowKey, 'r000001');
    assert.deepEqual(others, []);
    assert.equal(fake.requests.at(-1)?.filter, "PartitionKey eq 'p00000' and RowKey eq 'r000001'");
    const vain = model.show(rowsNode(partition, 'p00000', { kind: 'prefix', prefix: 'x' }));
    assert.deepEqual(kinds(await model.children(vain)), ['empty']);
    assert.equal(
      fake.requests.at(-1)?.filter,
      "PartitionKey eq 'p00000' and RowKey ge 'x' and RowKey lt 'y'",
    );
    assert.deepEqual((await model.children(partition)).slice(0, 2), [vain, row]);
  });

  it('reads all partitions when asked to, within a budget, and puts thousands together by how they begin', async () => {
    const many = await startFakeTableService({ Wide: generatedRows({ partitions: 5_000, rows: 1 }) });
    try {
      const service = openTestService(many.connectionString);
      const wide = new BrowserModel({
        connections: () => Promise.resolve([connection]),
        open: () => Promise.resolve({ kind: 'service', service }),
        run: (_node, read) => read({ signal: new AbortController().signal, onProgress: () => undefined }),
        changed: () => undefined,
        declared: () => undefined,
      });
      const [table] = await wide.children(connection);
      assert.equal(table?.kind, 'table');
      assert.equal((await wide.children(table)).length, 101);
      await wide.more(table, { limit: 100_000, budget: 2 });
      const paused = await wide.children(table);
      assert.equal(paused.at(-1)?.kind, 'failure');
      // still all of them, within that budget
      await wide.more(table);
      assert.equal(wide.listing(table)?.stopped?.kind, 'budget');
      assert.ok((wide.listing(table)?.children.length ?? 0) > 4_000);
      await wide.more(table, { limit: 100_000, budget: 100 });
      const groups = await wide.children(table);
      assert.deepEqual(kinds(groups), ['group']);
      assert.deepEqual(
        groups
          .map((node) => node.kind === 'group' && node.group.kind === 'prefix' && node.group.prefix)
          .slice(0, 2),
        ['p000', 'p001'],
      );
      const leaves = leavesOf(groups);
      assert.equal(new Set(leaves.map(({ id }) => id)).size, 5_000);
      assert.deepEqual(kinds(leaves), ['partition']);
      const [group] = groups;
      assert.ok(leaves[0] && group);
      assert.equal(wide.parentOf(leaves[0])?.id, group.id);
      assert.equal(wide.parentOf(group)?.id, table.id);
      assert.ok(many.requests.length <= 8, `${many.requests.length} requests`);
    } finally {
      await many.stop();
    }
  });

  it('remembers what was counted until the row is refreshed', async () => {
    const table = await tableRow();
    const partition = await partitionRow();
    const counted = {
      count: await countEntities(openTestService(fake.connectionString), 'Claims'),
      requests: 1,
    };
    assert.equal(model.sizeOf(partition), undefined);
    model.setCount(table, counted);
    assert.equal(model.count(table.id), counted);
    assert.equal(model.sizeOf(partition), 3);
    const search = model.show(searchNode(table, { kind: 'exact', key: partition.partition.partitionKey }));
    const [found] = await model.children(search);
    assert.ok(found?.kind === 'partition');
    assert.equal(model.sizeOf(found), 3);
    model.refresh(connection);
    assert.equal(model.count(table.id), undefined);
    assert.equal(model.sizeOf(partition), undefined);
  });
});
