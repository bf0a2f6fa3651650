import assert from 'node:assert/strict';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../../test/fake-service/service.ts';
import { LASTING, PAGING, PASSING } from '../../../test/support/faults.ts';
import { tableOf } from '../../../test/support/tables.ts';
import { readEntities } from '../../core/edm/json.ts';
import { openTableService } from '../../data/service.ts';
import type { ServiceOptions } from '../../data/service.ts';
import type { Problem, ToPanel } from '../../protocol/grid.ts';
import { GridSession } from './session.ts';

const CONTENT = tableOf([90, 3, 2_200, 60]);
const ALL = CONTENT.map(({ PartitionKey, RowKey }) => `${PartitionKey} ${RowKey}`);

describe('a grid on a service with faults', function () {
  this.timeout(30_000);
  let fake: FakeTableService;
  let faultOf: (number: number) => Fault | undefined;
  beforeEach(async () => {
    faultOf = () => undefined;
    fake = await startFakeTableService({ table: CONTENT }, (number) => faultOf(number));
  });
  afterEach(() => fake.stop());

  /** Loads all rows, as a person does who reads on and tries again after each error; what the panel was given for it. */
  async function loadAll(options: ServiceOptions): Promise<{ rows: string[]; problems: Problem[] }> {
    const rows: string[] = [];
    const problems: Problem[] = [];
    const last = { more: true };
    const post = (message: ToPanel): void => {
      if (message.kind !== 'page') return;
      const entities = readEntities(message.entities);
      rows.push(...entities.map(({ partitionKey, rowKey }) => `${partitionKey} ${rowKey}`));
      if (message.problem) problems.push(message.problem);
      last.more = message.more;
    };
    const service = openTableService(
      { url: fake.url, account: fake.account, credential: { kind: 'key', key: fake.key } },
      options,
    );
    const open = () => Promise.resolve({ kind: 'service', service } as const);
    const session = new GridSession('table', true, {
      open,
      post,
      remedyOf: () => undefined,
      stopped: () => undefined,
      log: () => undefined,
    });
    await session.run({ kind: 'run', run: 1, filter: '', select: undefined });
    const rest = { kind: 'more', run: 1, amount: 'all', agreed: false } as const;
    while (last.more && problems.length < 5) await session.more(rest);
    return { rows, problems };
  }

  for (const [name, fault] of Object.entries(PAGING)) {
    it(`has every row once, untold: ${name}`, async () => {
      faultOf = (number) => (number % 2 === 0 ? fault : undefined);
      assert.deepEqual(await loadAll({ retries: 0 }), { rows: ALL, problems: [] });
    });
  }

  for (const [name, fault] of Object.entries(PASSING)) {
    it(`has every row once, tried again: ${name}`, async () => {
      faultOf = (number) => (number === 1 ? fault : undefined);
      assert.deepEqual(await loadAll({}), { rows: ALL, problems: [] });
    });
  }

  for (const { name, fault, told } of LASTING) {
    it(`keeps its rows, says what to do, and goes on: ${name}`, async () => {
      faultOf = (number) => (number === 0 || number === 2 ? fault : undefined);
      const { rows, problems } = await loadAll({
        retries: 0,
        timeoutMs: fault.kind === 'hang' ? 400 : 20_000,
      });
      assert.deepEqual(rows, ALL);
      assert.equal(problems.length, 2);
      for (const { kind, message, advice } of problems) {
        assert.equal(kind, 'failure');
        assert.match(`${message}\n${advice}`, told);
      }
    });
  }
});
