import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import { azuriteAccount, type AzuriteAccount } from '../../test/azurite.ts';
import { freePort } from '../../test/support/ports.ts';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import { openTestService, seedTable, tableOf } from '../../test/support/tables.ts';
import { entitiesOf, readEntity } from './entities.ts';
import type { EntityCursor } from './entities.ts';
import { listTables } from './tables.ts';

describe('reading from Azurite', function () {
  this.timeout(30_000);
  let azurite: AzuriteAccount;

  before(async () => {
    azurite = await azuriteAccount();
    await seedTable(azurite.connectionString, 'Orders', tableOf([3, 250]));
  });
  it('lists tables page by page', async () => {
    await seedTable(azurite.connectionString, 'Archive', []);
    const service = openTestService(azurite.connectionString);
    assert.deepEqual(await listTables(service), { items: ['Archive', 'Orders'], requests: 1 });
    const first = await listTables(service, { limit: 1 });
    assert.deepEqual(first.items, ['Archive']);
    const second = await listTables(service, { limit: 1, cursor: first.next });
    assert.deepEqual(second.items, ['Orders']);
  });

  it('reads a partition in pages of 100, one request each', async () => {
    const service = openTestService(azurite.connectionString);
    const rows: string[] = [];
    const sizes: number[] = [];
    let cursor: EntityCursor | undefined;
    do {
      const page = await entitiesOf(service, 'Orders', 'p00001', { cursor });
      assert.equal(page.requests, 1);
      sizes.push(page.items.length);
      rows.push(...page.items.map(({ rowKey }) => rowKey));
      cursor = page.next;
    } while (cursor !== undefined);
    assert.deepEqual(sizes, [100, 100, 50]);
    assert.deepEqual(rows, [...new Set(rows)].sort());
  });

  it('keeps every value exact', async () => {
    const client = TableClient.fromConnectionString(azurite.connectionString, 'Types', {
      allowInsecureConnection: true,
    });
    await client.createTable();
    const partitionKey = "o'x 100%";
    const rowKey = 'r%1 ü+&=';
    await client.createEntity({
      partitionKey,
      rowKey,
      Text: 'Zoë',
      Flag: true,
      Count: 42,
      Total: 9223372036854775807n,
      Whole: { type: 'Double', value: '123.0' },
      NotANumber: { type: 'Double', value: 'NaN' },
      At: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' },
      Id: { type: 'Guid', value: '0a0a0a0a-1111-2222-3333-444444444444' },
      Bytes: new Uint8Array([1, 2, 255]),
    });
    const service = openTestService(azurite.connectionString);
    const read = await readEntity(service, 'Types', { partitionKey, rowKey });
    assert.equal(read.kind, 'entity');
    assert.equal(read.requests, 1);
    assert.deepEqual(read.entity.properties, [
      { name: 'Text', value: { type: 'String', value: 'Zoë' } },
      { name: 'Flag', value: { type: 'Boolean', value: true } },
      { name: 'Count', value: { type: 'Int32', value: 42 } },
      { name: 'Total', value: { type: 'Int64', value: 9223372036854775807n } },
      { name: 'Whole', value: { type: 'Double', value: 123, text: '123.0' } },
      { name: 'NotANumber', value: { type: 'Double', value: NaN, text: 'NaN' } },
      { name: 'At', value: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' } },
      { name: 'Id', value: { type: 'Guid', value: '0a0a0a0a-1111-2222-3333-444444444444' } },
      { name: 'Bytes', value: { type: 'Binary', value: '0102FF' } },
    ]);
    assert.match(read.entity.timestamp ?? '', /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.match(read.entity.etag ?? '', /^W\//);
  });

  it('says that an entity is not there', async () => {
    const service = openTestService(azurite.connectionString);
    const read = await readEntity(service, 'Orders', { partitionKey: 'p00000', rowKey: 'none' });
    assert.deepEqual(read, {
      kind: 'error',
      error: { kind: 'not-found', code: 'ResourceNotFound' },
      requests: 1,
    });
  });

  it('says that the key is wrong', async () => {
    const wrong = azurite.connectionString.replace(/AccountKey=[^;]+/, 'AccountKey=d3Jvbmc=');
    const page = await listTables(openTestService(wrong));
    assert.equal(page.stopped?.kind, 'authentication');
    assert.deepEqual(page.stopped.denial, { kind: 'wrong-key' });
  });
});

describe('reading where it is difficult', () => {
  it('says within a second that nothing listens', async () => {
    const service = openTestService(
      `TableEndpoint=http://127.0.0.1:${await freePort()}/a;SharedAccessSignature=sig=x`,
    );
    const start = performance.now();
    const page = await listTables(service);
    assert.equal(page.stopped?.kind, 'refused');
    assert.ok(performance.now() - start < 1_000);
  });

  it('follows short and empty pages until the portion is full', async () => {
    const script = [7, 0, 0, 30];
    const fake = await startFakeTableService({ table: tableOf([130]) }, (number) => {
      const rows = script[number];
      return rows === undefined ? undefined : { kind: 'short', rows };
    });
    try {
      const service = openTestService(fake.connectionString);
      const first = await entitiesOf(service, 'table', 'p00000');
      assert.deepEqual([first.items.length, first.requests], [100, 5]);
      const second = await entitiesOf(service, 'table', 'p00000', { cursor: first.next });
      assert.deepEqual([second.items.length, second.next], [30, undefined]);
      assert.equal(second.items[0]?.rowKey, 'r000100');
    } finally {
      await fake.stop();
    }
  });

  it('keeps what it read when the service fails or the budget is spent', async () => {
    const fake = await startFakeTableService({ table: tableOf([50]) }, (number) =>
      number === 1 ? { kind: 'status', status: 400, code: 'InvalidInput' } : { kind: 'short', rows: 10 },
    );
    try {
      const service = openTestService(fake.connectionString);
      const failed = await entitiesOf(service, 'table', 'p00000');
      assert.deepEqual(failed.stopped, { kind: 'bad-request', code: 'InvalidInput' });
      assert.equal(failed.items.length, 10);
      const spent = await entitiesOf(service, 'table', 'p00000', { cursor: failed.next, budget: 2 });
      assert.deepEqual(spent.stopped, { kind: 'budget', requests: 2 });
      assert.equal(spent.items[0]?.rowKey, 'r000010');
      assert.equal(spent.items.length, 20);
    } finally {
      await fake.stop();
    }
  });

  it('does not take a web page for a table service', async () => {
    const fake = await startFakeTableService({}, () => ({ kind: 'status', status: 200, code: '' }));
    try {
      const page = await listTables(openTestService(fake.connectionString));
      assert.equal(page.stopped?.kind, 'invalid-answer');
    } finally {
      await fake.stop();
    }
  });
});
