import assert from 'node:assert/strict';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../../test/fake-service/service.ts';
import { LASTING, PAGING } from '../../../test/support/faults.ts';
import { tableOf } from '../../../test/support/tables.ts';
import { explainError } from '../../data/error.ts';
import { openTableService } from '../../data/service.ts';
import { BrowserModel } from './model.ts';
import { connectionNode, leavesOf } from './nodes.ts';
import type { BrowserNode, ListNode } from './nodes.ts';

const connection = connectionNode({ id: '1', name: 'Fake', host: 'fake', origin: 'saved' });
const SIZES = [230, ...Array<number>(240).fill(1)];

describe('the tree of a service with faults', function () {
  this.timeout(30_000);
  let fake: FakeTableService;
  let faultOf: (number: number) => Fault | undefined;
  let model: BrowserModel;
  /** What was told in rows, in order. */
  let told: string[];

  beforeEach(async () => {
    told = [];
    faultOf = () => undefined;
    fake = await startFakeTableService({ Claims: tableOf(SIZES) }, (number) => faultOf(number));
    open(400);
  });
  afterEach(() => fake.stop());

  /** Opens the service anew; `timeoutMs` is how long an answer may take. */
  function open(timeoutMs: number): void {
    const service = openTableService(
      { url: fake.url, account: fake.account, credential: { kind: 'key', key: fake.key } },
      { retries: 0, timeoutMs },
    );
    model = new BrowserModel({
      connections: () => Promise.resolve([connection]),
      open: () => Promise.resolve({ kind: 'service', service }),
      run: (_node, read) => read({ signal: new AbortController().signal, onProgress: () => undefined }),
      changed: () => undefined,
      declared: () => undefined,
    });
  }

  /** The rows of a list to its end, as a person has them who clicks on “Show more” and on what failed. */
  async function readOut(node: ListNode): Promise<readonly BrowserNode[]> {
    for (;;) {
      const rows = await model.children(node);
      const tail = rows.at(-1);
      if (tail?.kind === 'failure') {
        const { message, advice } = explainError(tail.error);
        told.push(`${message}\n${advice}`);
      } else if (tail?.kind !== 'more') return leavesOf(rows);
      assert.ok(told.length < 10, told.join('\n'));
      await model.more(node);
    }
  }

  async function readAll(): Promise<{ partitions: string[]; entities: string[] }> {
    const [table] = await readOut(connection);
    assert.ok(table?.kind === 'table');
    const partitions = await readOut(table);
    const [first] = partitions;
    assert.ok(first?.kind === 'partition');
    const entities = await readOut(first);
    return {
      partitions: partitions.map((row) => (row.kind === 'partition' ? row.partition.partitionKey : row.kind)),
      entities: entities.map((row) => (row.kind === 'entity' ? row.entity.rowKey : row.kind)),
    };
  }

  const WHOLE = {
    partitions: SIZES.map((_, partition) => `p${String(partition).padStart(5, '0')}`),
    entities: tableOf([230]).map(({ RowKey }) => RowKey),
  };

  for (const [name, fault] of Object.entries(PAGING)) {
    it(`has every row once, untold: ${name}`, async () => {
      faultOf = (number) => (number % 2 === 0 ? fault : undefined);
      assert.deepEqual(await readAll(), WHOLE);
      assert.deepEqual(told, []);
    });
  }

  for (const { name, fault, told: wanted } of LASTING) {
    it(`keeps its rows, says what to do, and goes on: ${name}`, async () => {
      faultOf = (number) => (number % 3 === 0 ? fault : undefined);
      // a machine that has much to do reads a long answer slowly
      if (fault.kind !== 'hang') open(20_000);
      assert.deepEqual(await readAll(), WHOLE);
      assert.ok(told.length >= 3);
      for (const text of told) assert.match(text, wanted);
    });
  }
});
