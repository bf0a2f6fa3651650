import assert from 'node:assert/strict';
import { generatedRows } from '../../../test/fake-service/rows.ts';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import type { FakeTableService } from '../../../test/fake-service/service.ts';
import { openTestService, tableOf } from '../../../test/support/tables.ts';
import { tableWriter } from '../../data/table-writer.ts';
import { connect } from '../../data/service.ts';
import { BrowserModel } from './model.ts';
import { connectionNode } from './nodes.ts';
import type { TableNode } from './nodes.ts';

const connection = connectionNode({ id: '1', name: 'Fake', host: 'fake', origin: 'saved' });

describe('what is refreshed while it is being read', () => {
  let fake: FakeTableService;
  let model: BrowserModel;
  /** The request with this number is answered when `release` is called, not before. */
  let held: number;
  let release: () => void;
  let arrived: Promise<void>;

  beforeEach(async () => {
    held = -1;
    fake = await startFakeTableService({ Claims: tableOf(Array<number>(150).fill(1)) });
    const service = openTestService(fake.connectionString);
    let sent = 0;
    let told: () => void = () => undefined;
    arrived = new Promise((resolve) => (told = resolve));
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow: typeof service = {
      ...service,
      get: async (...args) => {
        const isHeld = sent++ === held;
        const answer = await service.get(...args);
        if (isHeld) {
          told();
          await gate;
        }
        return answer;
      },
    };
    model = new BrowserModel({
      connections: () => Promise.resolve([connection]),
      open: () => Promise.resolve({ kind: 'service', service: slow }),
      run: (_node, read) => read({ signal: new AbortController().signal, onProgress: () => undefined }),
      changed: () => undefined,
      declared: () => undefined,
    });
  });
  afterEach(() => fake.stop());

  async function table(): Promise<TableNode> {
    const [first] = await model.children(connection);
    assert.ok(first?.kind === 'table');
    return first;
  }

  it('is read anew: what was asked for before is not shown in its place', async () => {
    const claims = await table();
    await model.children(claims);
    held = 2;
    const older = model.more(claims);
    await arrived;
    model.refresh(claims);
    const rows = await model.children(claims);
    assert.deepEqual([rows.length, rows.at(-1)?.kind], [101, 'more']);
    release();
    await older;
    assert.equal((await model.children(claims)).length, 101);
    await model.more(claims);
    const all = await model.children(claims);
    assert.deepEqual([all.length, new Set(all.map(({ id }) => id)).size], [150, 150]);
  });

  it('shows a table that was created while tables were listed', async () => {
    held = 0;
    const older = model.children(connection);
    await arrived;
    const { endpoint } = openTestService(fake.connectionString);
    assert.equal((await tableWriter(connect(endpoint)).createTable('Audit')).kind, 'done');
    await model.relist(connection);
    release();
    await older;
    const names = (await model.children(connection)).map((node) => node.kind === 'table' && node.table);
    assert.deepEqual(names, ['Audit', 'Claims']);
  });

  it('is asked for no more once it is forgotten, as where its connection is removed', async () => {
    const large = await startFakeTableService({ Large: generatedRows({ partitions: 1_000, rows: 1_000 }) });
    try {
      const service = openTestService(large.connectionString);
      const readings: Promise<unknown>[] = [];
      const walking = new BrowserModel({
        connections: () => Promise.resolve([connection]),
        open: () => Promise.resolve({ kind: 'service', service }),
        run: (_node, read) => {
          const reading = read({
            signal: new AbortController().signal,
            onProgress: (_found, requests) => {
              if (requests === 3) walking.refreshConnection(connection.id);
            },
          });
          readings.push(reading);
          return reading;
        },
        changed: () => undefined,
        declared: () => undefined,
      });
      const [row] = await walking.children(connection);
      assert.ok(row);
      await walking.childrenSoon(row);
      await Promise.all(readings);
      assert.equal(readings.length, 3);
      assert.equal(large.requests.length, 5, 'the tables, the first partitions, and three of the rest');
    } finally {
      await large.stop();
    }
  });
});
