import assert from 'node:assert/strict';
import { azuriteAccount } from '../../test/azurite.ts';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import { tableOf } from '../../test/support/tables.ts';
import { parseConnectionString } from './connection.ts';
import type { Endpoint } from './connection.ts';
import { connect, openTableService } from './service.ts';
import { tableWriter } from './table-writer.ts';
import { listTables } from './tables.ts';

const ONCE = { retries: 0 };

function endpointOf(connectionString: string): Endpoint {
  const parsed = parseConnectionString(connectionString);
  assert.equal(parsed.kind, 'endpoint');
  return parsed.endpoint;
}

async function makesAndDrops(connectionString: string): Promise<void> {
  const endpoint = endpointOf(connectionString);
  const writer = tableWriter(connect(endpoint, ONCE));
  const names = async (): Promise<readonly string[]> => (await listTables(openTableService(endpoint))).items;
  assert.deepEqual(await writer.createTable('Audit'), { kind: 'done', requests: 1 });
  assert.deepEqual(await names(), ['Audit']);
  const again = await writer.createTable('Audit');
  assert.equal(again.kind === 'error' && 'code' in again.error && again.error.code, 'TableAlreadyExists');
  assert.deepEqual(await writer.deleteTable('Audit'), { kind: 'done', requests: 1 });
  assert.deepEqual(await names(), []);
  const gone = await writer.deleteTable('Audit');
  assert.equal(gone.kind === 'error' && gone.error.kind, 'not-found');
}

describe('making and dropping tables', function () {
  this.timeout(30_000);

  it('works on Azurite', async () => {
    await makesAndDrops((await azuriteAccount()).connectionString);
  });

  it('works on the fake service', async () => {
    const fake = await startFakeTableService({});
    try {
      await makesAndDrops(fake.connectionString);
    } finally {
      await fake.stop();
    }
  });

  it('names a table of Cosmos DB whatever is in its name', async () => {
    const fake = await startFakeTableService({});
    try {
      await tableWriter(connect(endpointOf(fake.connectionString), ONCE)).deleteTable("Bob's 50%");
      assert.deepEqual(
        fake.requests.map(({ path }) => path),
        ["/fake/Tables('Bob''s%2050%25')"],
      );
    } finally {
      await fake.stop();
    }
  });

  it('is tried once, so that nothing is done twice', async () => {
    const fake = await startFakeTableService({ Orders: tableOf([1]) }, () => ({
      kind: 'status',
      status: 503,
      code: 'ServerBusy',
    }));
    try {
      const done = await tableWriter(connect(endpointOf(fake.connectionString), ONCE)).deleteTable('Orders');
      assert.equal(done.kind === 'error' && done.error.kind, 'throttled');
      assert.equal(fake.requests.length, 1);
    } finally {
      await fake.stop();
    }
  });
});
