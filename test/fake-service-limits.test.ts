import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import {
  AzureNamedKeyCredential,
  AzureSASCredential,
  generateAccountSas,
  generateTableSas,
  TableClient,
} from '@azure/data-tables';
import { queryEntities } from '../src/data/query-entities.ts';
import { openTableService } from '../src/data/service.ts';
import { generatedRows } from './fake-service/rows.ts';
import { startFakeTableService } from './fake-service/service.ts';
import type { FakeTableService } from './fake-service/service.ts';
import { refusalOf } from './support/refusal.ts';
import { openTestService, tableOf } from './support/tables.ts';

const OPTIONS = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };

describe('the fake table service is strict where Azurite is not', () => {
  let fake: FakeTableService;
  let client: TableClient;
  before(async () => {
    const rows = generatedRows({ partitions: 50_000, rows: 20 });
    fake = await startFakeTableService({ Orders: tableOf([5, 5, 5]), Empty: [], Large: rows });
    client = TableClient.fromConnectionString(fake.connectionString, 'Empty', OPTIONS);
  });
  after(() => fake.stop());

  const typed = (type: 'Int64' | 'Guid' | 'DateTime', value: string): Record<string, unknown> => ({
    Value: { type, value },
  });
  const wide = (count: number): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`P${index}`, index]));
  const large = (count: number): Record<string, unknown> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`P${index}`, 'x'.repeat(32_000)]));

  const refused: readonly (readonly [what: string, entity: Record<string, unknown>, refusal: string])[] = [
    ['253 properties', wide(253), '400 TooManyProperties'],
    ['a string over 64 KiB', { P: 'x'.repeat(33_000) }, '400 PropertyValueTooLarge'],
    ['more than 1 MiB', large(17), '400 EntityTooLarge'],
    ['an Int64 that is none', typed('Int64', 'abc'), '400 InvalidInput'],
    ['a Guid that is none', typed('Guid', 'abc'), '400 InvalidInput'],
    ['a date that is none', typed('DateTime', 'yesterday'), '400 InvalidInput'],
    ['the year 1500', typed('DateTime', '1500-01-01T00:00:00Z'), '400 OutOfRangeInput'],
    ['a name with a hyphen', { 'a-b': 1 }, '400 PropertyNameInvalid'],
    ['a name of 256 characters', { ['a'.repeat(256)]: 1 }, '400 PropertyNameTooLong'],
    ['a slash in a key', { rowKey: 'a/b' }, '400 OutOfRangeInput'],
    ['a control character in a key', { rowKey: 'a\u0085b' }, '400 OutOfRangeInput'],
    ['a key over 1 KiB', { rowKey: 'x'.repeat(513) }, '400 PropertyValueTooLarge'],
    ['a number as a key', { rowKey: 7 }, '400 InvalidInput'],
  ];
  for (const [what, entity, refusal] of refused) {
    it(`refuses ${what}`, async () => {
      const created = client.createEntity({ partitionKey: 'p', rowKey: 'r', ...entity });
      assert.equal(await refusalOf(created), refusal);
    });
  }

  it('takes what is just within the limits', async () => {
    for (const [row, entity] of [wide(252), large(16), { P: 'x'.repeat(32_000) }].entries()) {
      await client.createEntity({ partitionKey: 'p', rowKey: String(row), ...entity });
    }
    await client.createEntity({ partitionKey: 'p', rowKey: 'x'.repeat(512) });
  });

  const rejected: readonly string[] = [
    "PartitionKey EQ 'a'",
    'PartitionKey eq "a"',
    "PartitionKey eq 'a",
    'PartitionKey',
    Array.from({ length: 16 }, (_, index) => `N eq ${index}`).join(' or '),
  ];
  for (const filter of rejected) {
    it(`rejects the filter ${filter.slice(0, 40)}`, async () => {
      const { stopped } = await queryEntities(openTestService(fake.connectionString), 'Orders', { filter });
      assert.deepEqual(stopped, { kind: 'bad-request', code: 'InvalidInput' });
    });
  }

  it('rejects pages of more than 1,000, and tokens that it did not give', async () => {
    const service = openTestService(fake.connectionString);
    const large1001 = await service.get('Orders()', { $top: '1001' }, { metadata: 'no' });
    assert.ok(large1001.kind === 'error');
    assert.equal(large1001.error.kind, 'bad-request');
    const token = { partitionKey: 'p00001', rowKey: 'r000001' };
    assert.equal((await queryEntities(service, 'Orders', { token })).stopped?.kind, 'bad-request');
  });

  it('keeps writes within the keys of a signature', async () => {
    const shared = new AzureNamedKeyCredential(fake.account, fake.key);
    const sas = generateTableSas('Orders', shared, {
      permissions: { query: true, add: true, update: true, delete: true },
      expiresOn: new Date(Date.now() + 60_000),
      startPartitionKey: 'p00001',
      endPartitionKey: 'p00001',
    });
    const bounded = new TableClient(fake.url, 'Orders', new AzureSASCredential(sas), OPTIONS);
    await bounded.upsertEntity({ partitionKey: 'p00001', rowKey: 'new' });
    await bounded.deleteEntity('p00001', 'new');
    const outside = [
      bounded.createEntity({ partitionKey: 'p00000', rowKey: 'new' }),
      bounded.getEntity('p00002', 'r000000'),
      bounded.deleteEntity('p00002', 'r000000'),
      bounded.submitTransaction([['create', { partitionKey: 'p00002', rowKey: 'new' }]]),
    ];
    for (const asked of outside) assert.equal(await refusalOf(asked), '403 AuthorizationFailure');
  });

  it('takes no signature of the account for another service, nor for https where it is not', async () => {
    const shared = new AzureNamedKeyCredential(fake.account, fake.key);
    const expiresOn = new Date(Date.now() + 60_000);
    const denialWith = async (token: string): Promise<unknown> => {
      const credential = { kind: 'sas', token } as const;
      const service = openTableService({ url: fake.url, account: fake.account, credential });
      const { stopped } = await queryEntities(service, 'Orders', {});
      return stopped?.kind === 'authentication' && [stopped.code, stopped.denial?.kind];
    };
    assert.deepEqual(await denialWith(generateAccountSas(shared, { services: { blob: true }, expiresOn })), [
      'AuthorizationServiceMismatch',
      'signature-permission',
    ]);
    assert.deepEqual(await denialWith(generateAccountSas(shared, { protocol: 'https', expiresOn })), [
      'AuthorizationProtocolMismatch',
      'signature-https',
    ]);
  });

  it('takes no signature of a table whose bounds were changed', async () => {
    const shared = new AzureNamedKeyCredential(fake.account, fake.key);
    const sas = generateTableSas('Orders', shared, {
      expiresOn: new Date(Date.now() + 60_000),
      startPartitionKey: 'p00001',
      endPartitionKey: 'p00001',
    });
    const wider = sas.replace('epk=p00001', 'epk=p00002');
    assert.notEqual(wider, sas);
    const table = new TableClient(fake.url, 'Orders', new AzureSASCredential(wider), OPTIONS);
    assert.equal(await refusalOf(table.getEntity('p00001', 'r000000')), '403 AuthenticationFailed');
  });

  it('wants what is asked of a resource in what is signed', async () => {
    const date = new Date().toUTCString();
    const ask = async (resource: string): Promise<number> => {
      const text = `${date}\n/${fake.account}${new URL(fake.url).pathname}/${resource}`;
      const signature = createHmac('sha256', Buffer.from(fake.key, 'base64')).update(text).digest('base64');
      const authorization = `SharedKeyLite ${fake.account}:${signature}`;
      const headers = { 'x-ms-date': date, authorization };
      return (await fetch(`${fake.url}/Tables?comp=list`, { headers })).status;
    };
    assert.deepEqual([await ask('Tables?comp=list'), await ask('Tables')], [200, 403]);
  });

  it('finds what was written among a million entities', async () => {
    const table = TableClient.fromConnectionString(fake.connectionString, 'Large', OPTIONS);
    await table.createEntity({ partitionKey: 'p40000', rowKey: 'r000003x', N: 1 });
    await table.deleteEntity('p40000', 'r000004');
    await table.upsertEntity({ partitionKey: 'p40000', rowKey: 'r000005', N: 2 }, 'Replace');
    const filter = "PartitionKey eq 'p40000' and RowKey ge 'r000003' and RowKey le 'r000006'";
    const { entities } = await queryEntities(openTestService(fake.connectionString), 'Large', { filter });
    assert.deepEqual(
      entities.map(({ rowKey, properties }) => `${rowKey} ${properties.length}`),
      ['r000003 0', 'r000003x 1', 'r000005 1', 'r000006 0'],
    );
    assert.equal(fake.requests.at(-1)?.read, 4);
  });
});
