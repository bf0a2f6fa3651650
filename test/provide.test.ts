import assert from 'node:assert/strict';
import { TableClient, TableServiceClient } from '@azure/data-tables';
import { provide } from '../samples/provide.ts';
import { azuriteAccount, type AzuriteAccount } from './azurite.ts';

const GOOD = ['Employees', 'ExpenseClaims', 'LoginEvents', 'ActivityLog'];
const BAD = ['Staff', 'Expenses', 'Logins', 'Activities'];

describe('the data that npm start provides', function () {
  this.timeout(60_000);

  let azurite: AzuriteAccount;

  beforeEach(async () => {
    azurite = await azuriteAccount();
  });

  const open = (name: string): TableClient =>
    TableClient.fromConnectionString(azurite.connectionString, name, { allowInsecureConnection: true });

  async function counts(): Promise<Record<string, number>> {
    const service = TableServiceClient.fromConnectionString(azurite.connectionString, {
      allowInsecureConnection: true,
    });
    const found: Record<string, number> = {};
    for await (const { name = '' } of service.listTables()) {
      let count = 0;
      for await (const _ of open(name).listEntities()) count++;
      found[name] = count;
    }
    return found;
  }

  it('are the tables of both versions of the sample, written once', async () => {
    assert.deepEqual(await provide(azurite.connectionString), { written: [...GOOD, ...BAD], left: [] });
    const first = await counts();
    assert.deepEqual(Object.keys(first).toSorted(), [...GOOD, ...BAD].toSorted());
    assert.ok(Object.values(first).every((count) => count > 0));
    assert.deepEqual(await provide(azurite.connectionString), { written: [], left: [...GOOD, ...BAD] });
    assert.deepEqual(await counts(), first);
  });

  it('leave alone the tables of a version of which one is there', async () => {
    await open('loginevents').createTable();
    assert.deepEqual(await provide(azurite.connectionString), { written: BAD, left: ['LoginEvents'] });
    const found = await counts();
    assert.equal(found.loginevents, 0);
    assert.deepEqual(Object.keys(found).toSorted(), [...BAD, 'loginevents'].toSorted());
  });
});
