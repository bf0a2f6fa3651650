import assert from 'node:assert/strict';
import { generatedRows } from '../../../test/fake-service/rows.ts';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../../test/fake-service/service.ts';
import { openTestService, tableOf } from '../../../test/support/tables.ts';
import { BrowserModel } from './model.ts';
import { connectionNode, searchNode } from './nodes.ts';
import type { TableNode } from './nodes.ts';

const connection = connectionNode({ id: '1', name: 'Fake', host: 'fake', origin: 'saved' });

describe('what the tree announces, so that rows are drawn anew', () => {
  let changes: (string | undefined)[];
  let fake: FakeTableService;
  let faultOf: (number: number) => Fault | undefined;

  beforeEach(async () => {
    changes = [];
    faultOf = () => undefined;
    fake = await startFakeTableService({ Claims: tableOf(Array<number>(150).fill(1)) }, (n) => faultOf(n));
  });
  afterEach(() => fake.stop());

  function modelOf({ connectionString }: FakeTableService): BrowserModel {
    const service = openTestService(connectionString);
    return new BrowserModel({
      connections: () => Promise.resolve([connection]),
      open: () => Promise.resolve({ kind: 'service', service }),
      run: (_node, read) => read({ signal: new AbortController().signal, onProgress: () => undefined }),
      changed: (node) => {
        changes.push(node?.id);
      },
      declared: () => undefined,
    });
  }

  async function tableRow(model: BrowserModel): Promise<TableNode> {
    const [table] = await model.children(connection);
    assert.ok(table?.kind === 'table');
    return table;
  }

  it('announces the first partitions once, together with the page that is read behind them', async () => {
    const large = await startFakeTableService({ Large: generatedRows({ partitions: 1_000, rows: 1_000 }) });
    try {
      const model = modelOf(large);
      const table = await tableRow(model);
      changes = [];
      await model.childrenSoon(table);
      assert.deepEqual(changes, []);
      await model.more(table);
      assert.deepEqual(changes, [table.id]);
      assert.deepEqual(model.listing(table)?.children.length, 100);
      // nothing is read behind what is whole
      const search = model.show(searchNode(table, { kind: 'exact', key: 'p00001' }));
      changes = [];
      await model.childrenSoon(search);
      assert.deepEqual(changes, [search.id]);
    } finally {
      await large.stop();
    }
  });

  it('announces a failure behind the first partitions, and of them', async () => {
    const model = modelOf(fake);
    const table = await tableRow(model);
    changes = [];
    faultOf = (number) =>
      number === 1 ? { kind: 'short', rows: 5 } : { kind: 'status', status: 403, code: 'X' };
    await model.childrenSoon(table);
    await model.more(table);
    assert.deepEqual(changes, [table.id]);
    assert.equal(model.listing(table)?.stopped?.kind, 'authentication');
    model.refresh(table);
    changes = [];
    await model.childrenSoon(table);
    assert.deepEqual(changes, [table.id]);
  });
});
