import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  generateAccountSas,
  generateTableSas,
  TableClient,
  TableServiceClient,
} from '@azure/data-tables';
import type { TransactionAction } from '@azure/data-tables';
import { readEntity } from '../src/data/entities.ts';
import { queryEntities } from '../src/data/query-entities.ts';
import { listTables } from '../src/data/tables.ts';
import { azuriteAccount } from './azurite.ts';
import { startFakeTableService } from './fake-service/service.ts';
import { refusalOf } from './support/refusal.ts';
import { openTestService, seedTable, tableOf } from './support/tables.ts';

/** What both services are asked through. */
interface Running {
  readonly connectionString: string;
  readonly stop: () => Promise<void>;
}

const OPTIONS = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };

const services: Readonly<Record<string, () => Promise<Running>>> = {
  Azurite: async () => ({ ...(await azuriteAccount()), stop: () => Promise.resolve() }),
  'the fake table service': () => startFakeTableService({}),
};

for (const [name, start] of Object.entries(services)) {
  describe(`${name} behaves as a table service does`, function () {
    this.timeout(30_000);
    let running: Running;
    let connection: string;
    let number = 0;

    before(async () => {
      running = await start();
      connection = running.connectionString;
    });
    after(() => running.stop());

    /** An empty table. */
    const emptyTable = async (): Promise<TableClient> => {
      const client = TableClient.fromConnectionString(connection, `Table${number++}`, OPTIONS);
      await client.createTable();
      return client;
    };
    const account = (): { name: string; key: string; url: string } => {
      const part = (key: string): string => new RegExp(`${key}=([^;]+)`).exec(connection)?.[1] ?? '';
      return { name: part('AccountName'), key: part('AccountKey'), url: part('TableEndpoint') };
    };
    const withSas = (sas: string, table: string): TableClient =>
      new TableClient(account().url, table, new AzureSASCredential(sas), OPTIONS);
    const rowsOf = async (client: TableClient, filter?: string): Promise<string[]> => {
      const rows: string[] = [];
      const queryOptions = filter === undefined ? {} : { filter };
      for await (const { rowKey } of client.listEntities({ queryOptions })) rows.push(String(rowKey));
      return rows;
    };

    it('lists, filters, creates and deletes tables', async () => {
      const tables = TableServiceClient.fromConnectionString(connection, OPTIONS);
      for (const table of ['Zebra', 'Antelope', 'Lion']) await tables.createTable(table);
      const service = openTestService(connection);
      const { items, next } = await listTables(service, { limit: 2 });
      assert.deepEqual(items, ['Antelope', 'Lion']);
      const rest = await listTables(service, { cursor: next });
      assert.deepEqual(rest.items, ['Zebra']);
      const found: unknown[] = [];
      const queryOptions = { filter: "TableName ge 'L' and TableName lt 'M'" };
      for await (const table of tables.listTables({ queryOptions })) found.push(table.name);
      assert.deepEqual(found, ['Lion']);
      assert.equal(await creation(account(), 'Lion'), '409 TableAlreadyExists');
      assert.match(await creation(account(), '1st'), /^400 /);
      for (const table of ['Zebra', 'Antelope', 'Lion']) await tables.deleteTable(table);
      assert.deepEqual((await listTables(service)).items, []);
    });

    it('says that a table or an entity is not there', async () => {
      const missing = TableClient.fromConnectionString(connection, 'Missing', OPTIONS);
      assert.equal(await refusalOf(rowsOf(missing)), '404 TableNotFound');
      const table = await emptyTable();
      assert.equal(await refusalOf(table.getEntity('p', 'r')), '404 ResourceNotFound');
      assert.equal(await refusalOf(table.deleteEntity('p', 'r')), '404 ResourceNotFound');
      assert.equal(
        await refusalOf(table.updateEntity({ partitionKey: 'p', rowKey: 'r' })),
        '404 ResourceNotFound',
      );
    });

    it('gives values back as they were written', async () => {
      const table = await emptyTable();
      const keys = { partitionKey: "o'x ü", rowKey: '\u{1f600} 100%' };
      await table.createEntity({
        ...keys,
        Text: 'Zoë "quoted"\n',
        Flag: true,
        Count: -42,
        Total: 9223372036854775807n,
        Whole: { type: 'Double', value: '123.0' },
        Small: { type: 'Double', value: '1.5e-7' },
        NotANumber: { type: 'Double', value: 'NaN' },
        At: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' },
        Id: { type: 'Guid', value: '0a0a0a0a-1111-2222-3333-444444444444' },
        Bytes: new Uint8Array([1, 2, 255]),
      });
      const read = await readEntity(openTestService(connection), table.tableName, keys);
      assert.equal(read.kind, 'entity');
      const values = new Map(read.entity.properties.map(({ name: property, value }) => [property, value]));
      assert.deepEqual(Object.fromEntries(values), {
        Text: { type: 'String', value: 'Zoë "quoted"\n' },
        Flag: { type: 'Boolean', value: true },
        Count: { type: 'Int32', value: -42 },
        Total: { type: 'Int64', value: 9223372036854775807n },
        Whole: { type: 'Double', value: 123, text: '123.0' },
        Small: { type: 'Double', value: 1.5e-7, text: '1.5e-7' },
        NotANumber: { type: 'Double', value: NaN, text: 'NaN' },
        At: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' },
        Id: { type: 'Guid', value: '0a0a0a0a-1111-2222-3333-444444444444' },
        Bytes: { type: 'Binary', value: '0102FF' },
      });
      assert.match(read.entity.timestamp ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.match(read.entity.etag ?? '', /^W\/"datetime'/);
    });

    it('merges, replaces and checks the ETag', async () => {
      const table = await emptyTable();
      const keys = { partitionKey: 'p', rowKey: 'r' };
      await table.createEntity({ ...keys, A: 1, B: 2 });
      assert.equal(await refusalOf(table.createEntity(keys)), '409 EntityAlreadyExists');
      const { etag } = await table.getEntity('p', 'r');
      await table.updateEntity({ ...keys, B: 3, C: 4 }, 'Merge', { etag });
      const { A, B, C, etag: second } = await table.getEntity('p', 'r');
      assert.deepEqual([A, B, C], [1, 3, 4]);
      assert.notEqual(second, etag);
      const stale = table.updateEntity({ ...keys, A: 9 }, 'Replace', { etag });
      assert.equal(await refusalOf(stale), '412 UpdateConditionNotSatisfied');
      await table.upsertEntity({ ...keys, D: 5 }, 'Replace');
      const replaced = await table.getEntity('p', 'r');
      assert.deepEqual([replaced.A, replaced.D], [undefined, 5]);
      await table.upsertEntity({ ...keys, rowKey: 'new', A: 1 }, 'Merge');
      assert.deepEqual(await rowsOf(table), ['new', 'r']);
      assert.equal(
        await refusalOf(table.deleteEntity('p', 'r', { etag })),
        '412 UpdateConditionNotSatisfied',
      );
      await table.deleteEntity('p', 'r', { etag: replaced.etag });
      assert.deepEqual(await rowsOf(table), ['new']);
    });

    it('pages in key order, by token', async () => {
      await seedTable(connection, 'Paged', tableOf([1_050, 3]));
      const service = openTestService(connection);
      const first = await queryEntities(service, 'Paged', {});
      assert.equal(first.entities.length, 1_000);
      const second = await queryEntities(service, 'Paged', { token: first.token });
      assert.equal(second.token, undefined);
      const keys = [...first.entities, ...second.entities].map(({ partitionKey, rowKey }) => ({
        PartitionKey: partitionKey,
        RowKey: rowKey,
      }));
      assert.deepEqual(keys, tableOf([1_050, 3]));
      const filtered = await queryEntities(service, 'Paged', { filter: "RowKey eq 'r000001'", top: 1 });
      assert.deepEqual([filtered.entities.length, filtered.token === undefined], [1, false]);
      const last = await queryEntities(service, 'Paged', {
        filter: "RowKey eq 'r000001'",
        token: filtered.token,
      });
      assert.deepEqual([last.entities[0]?.partitionKey, last.token], ['p00001', undefined]);
    });

    it('sends the selected properties', async () => {
      const table = await emptyTable();
      await table.createEntity({ partitionKey: 'p', rowKey: 'r', A: 1, B: 2n });
      const { entities } = await queryEntities(openTestService(connection), table.tableName, {
        select: ['B', 'Missing'],
      });
      assert.deepEqual(
        entities.map(({ partitionKey, rowKey, properties }) => ({ partitionKey, rowKey, properties })),
        [
          {
            partitionKey: 'p',
            rowKey: 'r',
            properties: [{ name: 'B', value: { type: 'Int64', value: 2n } }],
          },
        ],
      );
    });

    const filters: readonly (readonly [filter: string, rows: readonly string[]])[] = [
      ["PartitionKey eq 'p'", ['1', '2', '3']],
      ["PartitionKey eq 'p' and RowKey ge '2'", ['2', '3']],
      ["PartitionKey eq 'p' and RowKey gt '2'", ['3']],
      ["PartitionKey gt 'p'", ['4']],
      ["'p' lt PartitionKey", ['4']],
      ["RowKey eq '1' or RowKey eq '4'", ['1', '4']],
      ["not (RowKey eq '1') and PartitionKey ne 'q'", ['2', '3']],
      ['N gt 1', ['2', '3']],
      ['Big eq 5000000000L', ['3']],
      ["S eq 'it''s'", ['2']],
      ['D lt 1.6', ['1']],
      ['Flag eq true', ['4']],
      ["At ge datetime'2026-01-02T00:00:00Z'", ['4']],
      ["PartitionKey eq 'none'", []],
    ];
    it('filters', async () => {
      const table = await emptyTable();
      await table.createEntity({ partitionKey: 'p', rowKey: '1', N: 1, D: 1.5 });
      await table.createEntity({ partitionKey: 'p', rowKey: '2', N: 2, S: "it's" });
      await table.createEntity({ partitionKey: 'p', rowKey: '3', N: 3, Big: 5_000_000_000n });
      const At = new Date('2026-01-03T00:00:00Z');
      await table.createEntity({ partitionKey: 'q', rowKey: '4', Flag: true, At });
      for (const [filter, rows] of filters) assert.deepEqual(await rowsOf(table, filter), rows, filter);
      assert.equal(await refusalOf(rowsOf(table, "contains(S, 'x')")), '400 InvalidInput');
    });

    it('does a transaction as a whole or not at all', async () => {
      const table = await emptyTable();
      const creation = (rowKey: string, partitionKey = 'p'): TransactionAction => [
        'create',
        { partitionKey, rowKey, Text: 'some text' },
      ];
      await table.submitTransaction([creation('1'), creation('2')]);
      await table.submitTransaction([
        ['update', { partitionKey: 'p', rowKey: '1', More: 1 }, 'Merge'],
        ['delete', { partitionKey: 'p', rowKey: '2' }],
        ['upsert', { partitionKey: 'p', rowKey: '3' }, 'Replace'],
      ]);
      assert.deepEqual(await rowsOf(table), ['1', '3']);
      const failing = table.submitTransaction([creation('4'), creation('1')]);
      assert.equal(await refusalOf(failing), '409 EntityAlreadyExists');
      const twice = table.submitTransaction([creation('5'), creation('5')]);
      assert.match(await refusalOf(twice), /^400 /);
      const tooMany = Array.from({ length: 101 }, (_, row) => creation(`x${row}`));
      assert.match(await refusalOf(table.submitTransaction(tooMany)), /^400 /);
      assert.deepEqual(await rowsOf(table), ['1', '3']);
    });

    it('wants a key that is right', async () => {
      const { url, name: accountName, key } = account();
      const wrong = new AzureNamedKeyCredential(accountName, Buffer.from('wrong').toString('base64'));
      const tables = new TableServiceClient(url, wrong, OPTIONS);
      assert.match(await refusalOf(tables.createTable('Never')), /^403 /);
      const path = `${new URL(url).pathname}/Tables`;
      const date = new Date().toUTCString();
      const text = ['GET', '', 'application/json', date, `/${accountName}${path}`].join('\n');
      const send = (signature: string): Promise<Response> => {
        const authorization = `SharedKey ${accountName}:${signature}`;
        return fetch(`${url}/Tables`, { headers: { ...JSON_HEADERS, 'x-ms-date': date, authorization } });
      };
      assert.equal((await send(signed(text, key))).status, 200);
      assert.equal((await send(signed(`${text}?`, key))).status, 403);
    });

    it('takes a signature for what it allows, while it is valid', async () => {
      const table = await emptyTable();
      await table.createEntity({ partitionKey: 'p', rowKey: 'r' });
      const { name: accountName, key } = account();
      const credential = new AzureNamedKeyCredential(accountName, key);
      const soon = new Date(Date.now() + 600_000);
      const read = generateAccountSas(credential, {
        permissions: { query: true, list: true },
        expiresOn: soon,
      });
      assert.deepEqual(await rowsOf(withSas(read, table.tableName)), ['r']);
      const denied = withSas(read, table.tableName).createEntity({ partitionKey: 'p', rowKey: 's' });
      assert.match(await refusalOf(denied), /^403 /);
      const expired = generateAccountSas(credential, { expiresOn: new Date(Date.now() - 60_000) });
      assert.match(await refusalOf(rowsOf(withSas(expired, table.tableName))), /^403 /);
      const own = generateTableSas(table.tableName, credential, {
        permissions: { query: true, add: true },
        expiresOn: soon,
      });
      const client = withSas(own, table.tableName);
      await client.createEntity({ partitionKey: 'p', rowKey: 's' });
      assert.deepEqual(await rowsOf(client), ['r', 's']);
      assert.match(await refusalOf(client.deleteEntity('p', 's')), /^403 /);
      const other = await emptyTable();
      assert.match(await refusalOf(rowsOf(withSas(own, other.tableName))), /^403 /);
    });
  });
}

const JSON_HEADERS = { accept: 'application/json;odata=nometadata', 'content-type': 'application/json' };

function signed(text: string, key: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');
}

/** Creates a table without the SDK, which says nothing when the table is there already: status and code. */
async function creation(
  { url, name, key }: { url: string; name: string; key: string },
  table: string,
): Promise<string> {
  const date = new Date().toUTCString();
  const signature = signed(`${date}\n/${name}${new URL(url).pathname}/Tables`, key);
  const response = await fetch(`${url}/Tables`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, 'x-ms-date': date, authorization: `SharedKeyLite ${name}:${signature}` },
    body: JSON.stringify({ TableName: table }),
  });
  return `${response.status} ${response.headers.get('x-ms-error-code')}`;
}
