import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { azuriteAccount, startAzurite } from './azurite.ts';
import { openTestService, seedTable, tableOf } from './support/tables.ts';
import { listTables } from '../src/data/tables.ts';

describe('Azurite for tests', () => {
  it('says why it does not start, and leaves no process', async () => {
    const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = other.address() as AddressInfo;
      await assert.rejects(startAzurite(port), /^Error: Azurite ended with \d+: [^]*EADDRINUSE/);
    } finally {
      other.close();
    }
  });

  it('gives each suite an account that no other sees', async () => {
    const [first, second] = [await azuriteAccount(), await azuriteAccount()];
    assert.equal(first.port, second.port);
    await seedTable(first.connectionString, 'Orders', tableOf([1]));
    const tables = async (connectionString: string): Promise<readonly string[]> =>
      (await listTables(openTestService(connectionString))).items;
    assert.deepEqual(await tables(first.connectionString), ['Orders']);
    assert.deepEqual(await tables(second.connectionString), []);
  });
});
