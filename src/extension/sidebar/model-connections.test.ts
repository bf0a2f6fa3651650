import assert from 'node:assert/strict';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import type { FakeTableService } from '../../../test/fake-service/service.ts';
import { openTestService, tableOf } from '../../../test/support/tables.ts';
import { BrowserModel } from './model.ts';
import { connectionNode, searchNode, tableNode } from './nodes.ts';
import type { ConnectionNode } from './nodes.ts';

const [shop, other] = ['shop', 'other'].map((id) =>
  connectionNode({ id, name: id, host: 'fake', origin: 'saved' }),
) as [ConnectionNode, ConnectionNode];

describe('the connections of the tree', () => {
  let fake: FakeTableService;
  let connections: () => Promise<readonly ConnectionNode[]>;
  let model: BrowserModel;

  beforeEach(async () => {
    connections = () => Promise.resolve([shop, other]);
    fake = await startFakeTableService({ Claims: tableOf([1]), Users: tableOf([1]) });
    const service = openTestService(fake.connectionString);
    model = new BrowserModel({
      connections: () => connections(),
      open: () => Promise.resolve({ kind: 'service', service }),
      run: (_node, read) => read({ signal: new AbortController().signal, onProgress: () => undefined }),
      changed: () => undefined,
      declared: () => undefined,
    });
  });
  afterEach(() => fake.stop());

  it('are asked for again after an answer that failed', async () => {
    connections = () => Promise.reject(new Error('locked'));
    await assert.rejects(model.children(undefined), /locked/);
    connections = () => Promise.resolve([shop]);
    assert.deepEqual(await model.children(undefined), [shop]);
  });

  it('leave nothing behind when they are removed', async () => {
    await model.children(undefined);
    for (const connection of [shop, other]) {
      model.filterTables(connection, 'claim');
      model.show(searchNode(tableNode(connection, 'Claims'), { kind: 'from', from: 'a' }));
      const rows = await model.children(connection);
      assert.equal(rows.length, 1);
    }
    connections = () => Promise.resolve([other]);
    model.refreshRoots();
    await model.children(undefined);
    assert.equal(model.tableFilter('shop'), undefined);
    assert.equal(model.listing(shop), undefined);
    assert.equal(model.tableFilter('other'), 'claim');
    assert.ok(model.listing(other));
    // the same connection, added again, begins anew
    connections = () => Promise.resolve([shop, other]);
    model.refreshRoots();
    await model.children(undefined);
    assert.equal((await model.children(shop)).length, 2);
    const kinds = async (connection: ConnectionNode): Promise<string[]> =>
      (await model.children(tableNode(connection, 'Claims'))).map(({ kind }) => kind);
    assert.ok(!(await kinds(shop)).includes('search'));
    assert.ok((await kinds(other)).includes('search'));
  });
});
