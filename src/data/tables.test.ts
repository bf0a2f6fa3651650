import assert from 'node:assert/strict';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../test/fake-service/service.ts';
import { openTestService } from '../../test/support/tables.ts';
import { listTables } from './tables.ts';

describe('the list of tables', () => {
  let fake: FakeTableService;
  let faultOf: (number: number) => Fault | undefined;
  beforeEach(async () => {
    faultOf = () => undefined;
    const names = Array.from({ length: 1_200 }, (_, index) => `T${String(index).padStart(4, '0')}`);
    const tables = Object.fromEntries(names.map((name): [string, []] => [name, []]));
    fake = await startFakeTableService(tables, (number) => faultOf(number));
  });
  afterEach(() => fake.stop());

  it('takes one request for 1,000, and goes on behind them', async () => {
    const service = openTestService(fake.connectionString);
    const first = await listTables(service);
    assert.deepEqual([first.items.length, first.requests, first.stopped], [1_000, 1, undefined]);
    const rest = await listTables(service, { cursor: first.next });
    assert.deepEqual([rest.items.length, rest.requests, rest.next], [200, 1, undefined]);
    assert.equal(new Set([...first.items, ...rest.items]).size, 1_200);
  });

  it('is never told to be empty while the service has more', async () => {
    faultOf = (number) => (number < 3 ? { kind: 'short', rows: 0 } : undefined);
    const { items, requests } = await listTables(openTestService(fake.connectionString), { limit: 10 });
    assert.deepEqual([items.length, items[0], requests], [10, 'T0000', 4]);
  });

  it('stops where its budget ends, and keeps its place', async () => {
    faultOf = (number) => ({ kind: 'short', rows: number === 0 ? 2 : 0 });
    const service = openTestService(fake.connectionString);
    const { items, next, stopped } = await listTables(service, { budget: 5 });
    assert.deepEqual([items, stopped], [['T0000', 'T0001'], { kind: 'budget', requests: 5 }]);
    faultOf = () => undefined;
    assert.equal((await listTables(service, { cursor: next })).items[0], 'T0002');
  });
});
