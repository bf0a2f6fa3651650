import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { countEntities } from '../../src/data/count.ts';
import type { AnswerFault } from '../../src/data/answer-fault.ts';
import { MAX_ANSWER } from '../../src/data/bounded-answers.ts';
import { entitiesOf, readEntity } from '../../src/data/entities.ts';
import { explainError } from '../../src/data/error.ts';
import type { DataError } from '../../src/data/error.ts';
import { explainQuery } from '../../src/data/explain.ts';
import { partitions } from '../../src/data/partitions.ts';
import { fillPage } from '../../src/data/query-entities.ts';
import { connect, openTableService } from '../../src/data/service.ts';
import type { ServiceOptions, TableService } from '../../src/data/service.ts';
import type { Credential, TokenProvider, TokenRequest } from '../../src/data/connection.ts';
import { selfSigned } from '../fake-service/certificate.ts';
import { listTables } from '../../src/data/tables.ts';
import { tableWriter } from '../../src/data/table-writer.ts';
import { tryAccount } from '../../src/data/try-account.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService, Fault } from '../fake-service/service.ts';
import { until } from '../host/until.ts';
import { tableOf } from '../support/tables.ts';

/** All that asks a table service for something, and why it stopped. */
const READERS: Readonly<Record<string, (service: TableService) => Promise<DataError | undefined>>> = {
  tables: async (service) => (await listTables(service)).stopped,
  entities: async (service) => (await fillPage(service, 'Orders', {})).stopped,
  'entities of a partition': async (service) => (await entitiesOf(service, 'Orders', 'p00000')).stopped,
  'one entity': async (service) => {
    const read = await readEntity(service, 'Orders', { partitionKey: 'p00000', rowKey: 'r000000' });
    return read.kind === 'error' ? read.error : undefined;
  },
  partitions: async (service) => (await partitions(service, 'Orders')).stopped,
  'a count': async (service) => (await countEntities(service, 'Orders')).stopped,
  'an explanation': async (service) => (await explainQuery(service, 'Orders', { filter: 'A eq 1' })).stopped,
  'an account': (service) => tryAccount(service),
};

const JSON_TYPE = { 'content-type': 'application/json' };
const list = (inner: string): string => `{"value":[${inner}]}`;
const says = (
  body: string | Uint8Array,
  headers: Record<string, string> = JSON_TYPE,
  status = 200,
): Fault => ({
  kind: 'altered',
  change: () => ({ status, headers, body }),
});
const raw = (...lines: readonly string[]): Fault => ({ kind: 'raw', bytes: lines.join('\r\n') });
const BOMB = gzipSync(Buffer.alloc(16 * 1_048_576, ' '), { level: 9 });
const PIECE = Buffer.alloc(65_536, ' ');

/** What somebody may answer that is no table service, or means harm, and what becomes of it. */
const ANSWERS: readonly (readonly [string, Fault, AnswerFault | DataError['kind']])[] = [
  ['no end', { kind: 'flood', headers: JSON_TYPE, chunk: PIECE }, 'too-large'],
  [
    'a length beyond all bounds',
    { kind: 'flood', headers: { ...JSON_TYPE, 'content-length': '99999999999' }, chunk: PIECE },
    'too-large',
  ],
  [
    'a bomb of gzip',
    { kind: 'flood', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, chunk: BOMB },
    'encoded',
  ],
  ['gzip that is none', says('{"value":[]}', { ...JSON_TYPE, 'content-encoding': 'gzip' }), 'encoded'],
  [
    'half of some gzip',
    says(BOMB.subarray(0, 100), { ...JSON_TYPE, 'content-encoding': 'deflate' }),
    'encoded',
  ],
  ['brotli', says(list(''), { ...JSON_TYPE, 'content-encoding': 'br' }), 'encoded'],
  ['a page of HTML', says('<html>', { 'content-type': 'text/html' }), 'no-json'],
  [
    'a page of HTML without end',
    { kind: 'flood', headers: { 'content-type': 'text/html' }, chunk: PIECE },
    'no-json',
  ],
  ['UTF-16', says(list(''), { 'content-type': 'application/json; charset=utf-16' }), 'no-text'],
  ['bytes that are no UTF-8', says(Buffer.from(list('{"a":"\xff"}'), 'latin1')), 'no-text'],
  ['nothing', says(''), 'no-json'],
  ['status 204', says('', {}, 204), 'no-json'],
  ['status 206', says(list(''), JSON_TYPE, 206), 'no-json'],
  ['half of its JSON', { kind: 'malformed' }, 'no-json'],
  ['nesting without end', says(`{"value":[${'['.repeat(1_000_000)}`), 'too-deep'],
  ['nested objects beside its list', says(`{"a":${'{"a":'.repeat(100_000)}`), 'too-deep'],
  ['more entries than a page has', says(list(Array.from({ length: 1_001 }, () => '{}').join())), 'too-many'],
  ['a million entries', says(list(Array.from({ length: 1_000_000 }, () => '0').join())), 'too-many'],
  ['no list', says('{}'), 'no-list'],
  ['an error as if it were none', says('{"odata.error":{"code":"InternalError"}}'), 'no-list'],
  ['a redirect to another host', says('', { location: 'https://example.invalid/' }, 302), 'redirect'],
  ['a redirect to itself', says('', { location: '/fake/Tables' }, 307), 'redirect'],
  ['a redirect to no address', says('', { location: 'http://[' }, 301), 'redirect'],
  ['headers without end', raw('HTTP/1.1 200 OK', `x: ${'x'.repeat(100_000)}`, '', ''), 'headers'],
  [
    'many headers',
    raw('HTTP/1.1 200 OK', ...Array.from({ length: 9_000 }, (_, n) => `x${n}: 1`), '', ''),
    'headers',
  ],
  ['no HTTP', raw('SSH-2.0-OpenSSH_9.6', ''), 'no-http'],
  ['two lengths', raw('HTTP/1.1 200 OK', 'Content-Length: 2', 'Content-Length: 3', '', '{}'), 'no-http'],
  [
    'a chunk that is none',
    raw('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', 'zz', '{}'),
    'interrupted',
  ],
  [
    'chunks that break off',
    raw('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '2', '{}'),
    'interrupted',
  ],
  ['less than it says', raw('HTTP/1.1 200 OK', 'Content-Length: 99', '', '{}'), 'interrupted'],
  ['more than it says', raw('HTTP/1.1 200 OK', 'Content-Length: 5', '', '{"value":[]}'), 'no-json'],
  ['an error without end', { kind: 'altered', change: () => ({ status: 500, body: PIECE }) }, 'other'],
  ['an error of no kind', says('\0', { 'x-ms-error-code': 'x'.repeat(9_000) }, 999), 'other'],
  ['a wait of 30 years', { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: 1e9 }, 'throttled'],
  ['a wait without end', says('', { 'retry-after': '1e99' }, 429), 'throttled'],
  ['a wait of Infinity', says('', { 'retry-after': 'Infinity' }, 429), 'throttled'],
  ['a wait in milliseconds', says('', { 'retry-after-ms': '1000000000000' }, 503), 'throttled'],
  ['a wait that is over', says('', { 'retry-after': '-5' }, 429), 'throttled'],
  ['nothing at all', { kind: 'hang' }, 'unreachable'],
  ['a byte at a time', { kind: 'drip', everyMs: 20 }, 'unreachable'],
];

describe('a service that answers with', function () {
  this.timeout(60_000);
  let fake: FakeTableService;
  let fault: Fault | undefined;
  const open = (options: ServiceOptions): TableService => openTableService(endpoint(), options);
  const endpoint = () =>
    ({ url: fake.url, account: fake.account, credential: { kind: 'key', key: fake.key } }) as const;

  before(async () => {
    fake = await startFakeTableService({ Orders: tableOf([3, 2]) }, () => fault);
  });
  beforeEach(() => {
    fault = undefined;
  });
  after(() => fake.stop());

  for (const [name, given, expected] of ANSWERS) {
    it(`${name}: every reading ends, says why and what to do, and the next one works`, async () => {
      const service = open({
        retries: 0,
        timeoutMs: given.kind === 'drip' || given.kind === 'hang' ? 200 : 20_000,
      });
      for (const [of, read] of Object.entries(READERS)) {
        const before = fake.requests.length;
        fault = given;
        const error = await read(service);
        assert.ok(error, `${of}: nothing was said`);
        assert.equal(error.kind === 'invalid-answer' ? error.fault : error.kind, expected, of);
        const { message, advice } = explainError(error);
        assert.ok(message.length <= 100 && advice.length > 20, `${message} / ${advice}`);
        fault = undefined;
        // ask for smaller answers where one was too large, and no more
        assert.ok(fake.requests.length - before <= 4, `${of}: ${fake.requests.length - before} requests`);
        if (given.kind === 'flood') await noMoreWasTaken(before, given);
        assert.equal(await read(service), undefined, of);
      }
    });
  }

  /** What the service could send until it was hung up on: the largest answer, and what lies on the way. */
  async function noMoreWasTaken(from: number, { headers, chunk }: Fault & { kind: 'flood' }): Promise<void> {
    const isRead = headers['content-type'] === 'application/json' && Object.keys(headers).length === 1;
    const most = (isRead ? MAX_ANSWER : 0) + ON_THE_WAY + chunk.length;
    for (let index = from; index < fake.requests.length; index++) {
      await until(() => fake.requests[index]?.bytes !== 0, 'the end of a connection');
      const bytes = fake.requests[index]?.bytes ?? 0;
      assert.ok(bytes <= most, `${bytes} bytes were sent`);
    }
  }

  it('no end, of single bytes: it is cut off long before it has as many as an answer may have', async () => {
    const before = fake.requests.length;
    fault = { kind: 'flood', headers: JSON_TYPE, chunk: Buffer.from(' ') };
    const { stopped } = await listTables(open({ retries: 0, timeoutMs: 20_000 }));
    assert.equal(stopped?.kind === 'invalid-answer' && stopped.fault, 'too-large');
    const sent = (): number | undefined => fake.requests[before]?.bytes;
    await until(() => sent() !== 0, 'the end of the connection');
    assert.ok((sent() ?? Infinity) < MAX_ANSWER, `${sent()} bytes were sent`);
  });

  it('less than nothing of an answer to a change: it is done, or the error is told', async () => {
    const writer = tableWriter(connect(endpoint(), { retries: 0, timeoutMs: 20_000 }));
    fault = says(PIECE, JSON_TYPE, 201);
    assert.equal((await writer.createTable('Audit')).kind, 'done');
    fault = { kind: 'flood', headers: JSON_TYPE, chunk: PIECE };
    assert.equal((await writer.createTable('Audit')).kind, 'done');
    fault = says(PIECE, {}, 409);
    const refused = await writer.deleteTable('Audit');
    assert.equal(refused.kind === 'error' && refused.error.kind, 'other');
  });

  it('a byte at a time: it can be cancelled', async () => {
    fault = { kind: 'drip', everyMs: 5 };
    const { signal, cancel } = cancellation();
    const reading = fillPage(open({}), 'Orders', { signal });
    await until(() => fake.requests.length > 0, 'a request');
    cancel();
    assert.deepEqual((await reading).stopped, { kind: 'cancelled' });
  });

  it('a second answer behind the first: the next request gets its own', async () => {
    const service = open({ retries: 0 });
    const answer = (body: string): string =>
      ['HTTP/1.1 200 OK', 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body].join(
        '\r\n',
      );
    fault = { kind: 'raw', bytes: answer(list('')) + answer(list('{"TableName":"Smuggled"}')) };
    assert.deepEqual((await listTables(service)).items, []);
    fault = undefined;
    assert.deepEqual((await listTables(service)).items, ['Orders']);
  });
});

describe('a service that refuses a token of Microsoft Entra ID', () => {
  const certificate = selfSigned();
  const TENANT = '0a0a0a0a-1111-2222-3333-444444444444';
  let fake: FakeTableService;
  let challenge: string;

  before(async () => {
    const fault = { status: 401, body: '' };
    fake = await startFakeTableService(
      { Orders: [] },
      () => ({ kind: 'altered', change: () => ({ ...fault, headers: { 'www-authenticate': challenge } }) }),
      { certificate },
    );
  });
  after(() => fake.stop());

  /** What is asked of whoever signs in, when the service answers so. */
  async function askedFor(refusal: string): Promise<readonly TokenRequest[]> {
    challenge = refusal;
    const asked: TokenRequest[] = [];
    const credential: Credential = {
      kind: 'token',
      getToken: (request) => {
        asked.push(request);
        return Promise.resolve({ token: 'secret', expiresOn: Date.now() + 3_600_000 });
      },
    };
    const endpoint = { url: fake.url, account: fake.account, credential };
    const service = openTableService(endpoint, { retries: 0, certificates: certificate.cert });
    assert.equal((await listTables(service)).stopped?.kind, 'authentication');
    return asked;
  }
  const scope = 'https://storage.azure.com/.default';
  const uri = `authorization_uri=https://login.microsoftonline.com/${TENANT}/oauth2/authorize`;

  it('gets one of the directory that it names, for tables', async () => {
    const resource = 'resource_id=https://storage.azure.com';
    assert.deepEqual(await askedFor(`Bearer ${uri} ${resource}`), [{ scope }, { scope, tenantId: TENANT }]);
    assert.deepEqual(await askedFor(`Bearer ${uri}`), [{ scope }, { scope, tenantId: TENANT }]);
  });

  it('gets none for any other resource that it names', async () => {
    for (const resource of [
      'https://vault.azure.net',
      'https://management.azure.com',
      'https://cosmos.azure.com',
    ]) {
      const asked = await askedFor(`Bearer ${uri} resource_id=${resource}`);
      assert.deepEqual(asked, [{ scope }, { scope, tenantId: TENANT }]);
    }
  });

  it('is refused, and nobody is asked again, where what it names is nothing or has no end', async () => {
    const refusals = [
      'Bearer authorization_uri=x',
      'Bearer authorization_uri=http://[',
      `Bearer ${'a=b '.repeat(3_000)}`,
      'a'.repeat(12_000),
    ];
    for (const refusal of refusals)
      assert.deepEqual(await askedFor(refusal), [{ scope }], refusal.slice(0, 40));
  });

  it('is told at once that nobody is signed in to the directory that it names', async () => {
    challenge = `Bearer ${uri}`;
    const asked: (string | undefined)[] = [];
    const getToken: TokenProvider = ({ tenantId }) => {
      asked.push(tenantId);
      const token = { token: 'secret', expiresOn: Date.now() + 3_600_000 };
      return tenantId === undefined ? Promise.resolve(token) : Promise.reject(new Error('not signed in'));
    };
    const endpoint = {
      url: fake.url,
      account: fake.account,
      credential: { kind: 'token', getToken },
    } as const;
    const service = openTableService(endpoint, { retries: 0, certificates: certificate.cert });
    assert.equal((await listTables(service)).stopped?.kind, 'authentication');
    assert.deepEqual(asked, [undefined, TENANT]);
  });
});

/** Bytes that systems take on both sides before anybody reads them. */
const ON_THE_WAY = 16 * 1_048_576;

function cancellation(): { readonly signal: AbortSignal; readonly cancel: () => void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    cancel: () => {
      controller.abort();
    },
  };
}
