// Reads a table that is full of canaries, with every credential and every fault, and prints whatever goes wrong.
// usage: node canaries.ts CANARY …
import { inspect } from 'node:util';
import { AzureNamedKeyCredential, generateTableSas } from '@azure/data-tables';
import type { Credential } from '../../src/data/connection.ts';
import { parseConnectionString } from '../../src/data/connection.ts';
import { countEntities } from '../../src/data/count.ts';
import { entitiesOf, readEntity } from '../../src/data/entities.ts';
import type { DataError } from '../../src/data/error.ts';
import { explainError } from '../../src/data/error.ts';
import { explainQuery } from '../../src/data/explain.ts';
import { partitions } from '../../src/data/partitions.ts';
import { fillPage } from '../../src/data/query-entities.ts';
import { openTableService } from '../../src/data/service.ts';
import type { ServiceOptions, TableService } from '../../src/data/service.ts';
import { listTables } from '../../src/data/tables.ts';
import { selfSigned } from './certificate.ts';
import { startFakeTableService } from './service.ts';
import type { FakeTableService, Fault } from './service.ts';

const [partitionKey = '', rowKey = '', value = '', secret = ''] = process.argv.slice(2);
const rows = Array.from({ length: 30 }, (_, index) => ({
  PartitionKey: `${partitionKey}${index % 3}`,
  RowKey: `${rowKey}${index}`,
  properties: [{ name: 'Text', value: { type: 'String', value } } as const],
}));
const filter = `PartitionKey eq '${partitionKey}0' and Text ne '${value}'`;

function say(error: DataError | undefined): void {
  if (error !== undefined) console.log(inspect(error), explainError(error));
}

async function readEverything(service: TableService): Promise<void> {
  say((await listTables(service)).stopped);
  say((await partitions(service, 'Orders')).stopped);
  say((await partitions(service, 'Orders', { range: { kind: 'exact', key: partitionKey } })).stopped);
  say((await entitiesOf(service, 'Orders', `${partitionKey}0`)).stopped);
  say((await fillPage(service, 'Orders', { filter })).stopped);
  say((await countEntities(service, 'Orders', { filter })).stopped);
  say((await explainQuery(service, 'Orders', { filter })).stopped);
  say((await fillPage(service, 'Orders', { filter: `${filter} and` })).stopped);
  const read = await readEntity(service, 'Orders', { partitionKey, rowKey });
  if (read.kind === 'error') say(read.error);
}

const faults: readonly (Fault | undefined)[] = [
  undefined,
  { kind: 'short', rows: 1 },
  { kind: 'border' },
  { kind: 'drop' },
  { kind: 'break' },
  { kind: 'malformed' },
  { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: 60 },
  { kind: 'status', status: 500, code: 'InternalError' },
  { kind: 'status', status: 403, code: 'AuthorizationFailure' },
];

async function withFaults(
  fake: FakeTableService,
  setFault: (fault: Fault | undefined) => void,
): Promise<void> {
  const shared = new AzureNamedKeyCredential(fake.account, fake.key);
  const bounds = { startPartitionKey: partitionKey, endPartitionKey: `${partitionKey}1` };
  const sas = (expiresOn: number): string =>
    generateTableSas('Orders', shared, { ...bounds, expiresOn: new Date(expiresOn) });
  const credentials: readonly Credential[] = [
    { kind: 'key', key: fake.key },
    { kind: 'key', key: Buffer.from(secret).toString('base64') },
    { kind: 'sas', token: sas(Date.now() + 60_000) },
    { kind: 'sas', token: sas(Date.now() - 60_000) },
    { kind: 'sas', token: `sv=2019-02-02&tn=Orders&sig=${secret}` },
    { kind: 'token', getToken: () => Promise.resolve({ token: secret, expiresOn: Date.now() + 60_000 }) },
    { kind: 'token', getToken: () => Promise.reject(new Error(`no sign-in with ${secret}`)) },
  ];
  const options: ServiceOptions = { retries: 0, timeoutMs: 1_000, certificates: CERTIFICATE.cert };
  for (const fault of faults) {
    setFault(fault);
    for (const credential of credentials) {
      await readEverything(openTableService({ url: fake.url, account: fake.account, credential }, options));
    }
  }
  setFault({ kind: 'hang' });
  const patience = { ...options, timeoutMs: 50 };
  for (const credential of credentials.slice(0, 1)) {
    await readEverything(openTableService({ url: fake.url, account: fake.account, credential }, patience));
  }
  setFault(undefined);
  const proxy = `http://${secret}:${secret}@127.0.0.1:1`;
  const endpoint = {
    url: fake.url,
    account: fake.account,
    credential: { kind: 'key', key: fake.key },
  } as const;
  await readEverything(openTableService(endpoint, { ...options, proxy }));
  await readEverything(openTableService(endpoint, { retries: 0 }));
}

const CERTIFICATE = selfSigned();
for (const text of [
  secret,
  `AccountKey=${secret}`,
  `AccountName=a;AccountKey=${secret}!`,
  `TableEndpoint=${secret}`,
]) {
  console.log(inspect(parseConnectionString(text)));
}
for (const certificate of [undefined, CERTIFICATE]) {
  let fault: Fault | undefined;
  const fake = await startFakeTableService({ Orders: rows }, () => fault, {
    ...(certificate && { certificate }),
    roleOf: (token) => (token === secret ? 'reader' : undefined),
  });
  await withFaults(fake, (next) => (fault = next));
  await fake.stop();
}
console.log('all was read');
