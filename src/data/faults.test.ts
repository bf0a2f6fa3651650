import assert from 'node:assert/strict';
import { AzureNamedKeyCredential, generateAccountSas } from '@azure/data-tables';
import fc from 'fast-check';
import type { Property } from '../core/edm/json.ts';
import type { EdmValue } from '../core/edm/value.ts';
import { generatedRows } from '../../test/fake-service/rows.ts';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../test/fake-service/service.ts';
import { openTestService, tableOf } from '../../test/support/tables.ts';
import { readEntity } from './entities.ts';
import { explainError } from './error.ts';
import type { DataError } from './error.ts';
import { partitions } from './partitions.ts';
import type { PartitionCursor } from './partitions.ts';
import { fillPage } from './query-entities.ts';
import { openTableService } from './service.ts';
import type { TableService } from './service.ts';
import type { ContinuationToken } from './page.ts';

const SIZES = [40, 1, 130, 7, 60];
const ALL = tableOf(SIZES).map(({ PartitionKey, RowKey }) => `${PartitionKey}/${RowKey}`);
/** Entities asked for at a time. */
const PORTION = 50;

/** A value of every type that is easily spoiled. */
const WIDE: readonly EdmValue[] = [
  { type: 'String', value: '<b onclick="x">\u{1f600}</b>' },
  { type: 'Boolean', value: false },
  { type: 'Int32', value: -2_147_483_648 },
  { type: 'Int64', value: -9_223_372_036_854_775_808n },
  { type: 'Double', value: 123, text: '123.0' },
  { type: 'Double', value: -Infinity, text: '-Infinity' },
  { type: 'DateTime', value: '1601-01-01T00:00:00.0000001Z' },
  { type: 'Guid', value: '0A0a0a0a-1111-2222-3333-444444444444' },
  { type: 'Binary', value: '00FF10' },
];

interface Reading {
  readonly rows: readonly string[];
  readonly errors: readonly DataError[];
}

/** Reads the whole table in portions as a person would who goes on, or tries again, after an error. */
async function readAll(service: TableService, table = 'Orders', mostErrors = 5): Promise<Reading> {
  const rows: string[] = [];
  const errors: DataError[] = [];
  let token: ContinuationToken | undefined;
  for (let isEnd = false; !isEnd && errors.length <= mostErrors;) {
    const page = await fillPage(service, table, { token }, { limit: PORTION });
    rows.push(...page.entities.map(({ partitionKey, rowKey }) => `${partitionKey}/${rowKey}`));
    if (page.stopped) errors.push(page.stopped);
    isEnd = page.stopped === undefined && page.token === undefined;
    token = page.token;
  }
  return { rows, errors };
}

async function partitionKeys(service: TableService, table = 'Orders', mostErrors = 5): Promise<string[]> {
  const keys: string[] = [];
  let errors = 0;
  let cursor: PartitionCursor | undefined;
  for (let isEnd = false; !isEnd && errors <= mostErrors;) {
    const page = await partitions(service, table, { cursor, limit: 2, budget: 1_000 });
    keys.push(...page.items.map(({ partitionKey }) => partitionKey));
    if (page.stopped) errors += 1;
    isEnd = page.next === undefined;
    cursor = page.next;
  }
  return keys;
}

describe('faults', function () {
  this.timeout(30_000);
  let fake: FakeTableService;
  let script: readonly (Fault | undefined)[];
  beforeEach(async () => {
    script = [];
    fake = await startFakeTableService({ Orders: tableOf(SIZES) }, (number) => script[number]);
  });
  afterEach(() => fake.stop());

  const paging: Readonly<Record<string, Fault>> = {
    'short pages': { kind: 'short', rows: 3 },
    'empty pages with a token': { kind: 'short', rows: 0 },
    'tokens without a row key': { kind: 'border' },
    'answers cut after 5 seconds': { kind: 'cut', read: 2 },
  };
  for (const [name, fault] of Object.entries(paging)) {
    it(`${name} lose nothing, show nothing twice, and need no telling`, async () => {
      script = [undefined, fault, fault, undefined, fault];
      const service = openTestService(fake.connectionString);
      assert.deepEqual(await readAll(service), { rows: ALL, errors: [] });
      script = Array<Fault>(fake.requests.length + 8).fill(fault);
      assert.deepEqual(await partitionKeys(service), ['p00000', 'p00001', 'p00002', 'p00003', 'p00004']);
    });
  }

  const passing: Readonly<Record<string, Fault>> = {
    'HTTP 503 with Retry-After': { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: 1 },
    'HTTP 429 with Retry-After': { kind: 'status', status: 429, code: 'TooManyRequests', retryAfter: 0 },
    'HTTP 500': { kind: 'status', status: 500, code: 'OperationTimedOut' },
    'connections that are dropped': { kind: 'drop' },
    'connections that break in the middle of a page': { kind: 'break' },
  };
  for (const [name, fault] of Object.entries(passing)) {
    it(`${name}: what passes is tried again`, async () => {
      script = [undefined, fault];
      assert.deepEqual(await readAll(openTestService(fake.connectionString)), { rows: ALL, errors: [] });
    });
  }

  const lasting: readonly (readonly [name: string, fault: Fault, kind: DataError['kind'], told: RegExp])[] = [
    [
      'a busy service',
      { kind: 'status', status: 503, code: 'ServerBusy' },
      'throttled',
      /busy.*Wait a moment/s,
    ],
    [
      'a long Retry-After',
      { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: 120 },
      'throttled',
      /Retry in 120 seconds/,
    ],
    [
      'a limit of requests',
      { kind: 'status', status: 429, code: 'TooManyRequests', retryAfter: 30 },
      'throttled',
      /HTTP 429.*Retry in 30 seconds/s,
    ],
    [
      'Cosmos DB’s limit',
      { kind: 'status', status: 429, code: 'TooManyRequests', retryAfterMs: 6_500 },
      'throttled',
      /Retry in 7 seconds/,
    ],
    [
      'a failing service',
      { kind: 'status', status: 500, code: 'InternalError' },
      'other',
      /InternalError.*Retry/s,
    ],
    ['dropped connections', { kind: 'drop' }, 'interrupted', /broke off.*what came before is kept.*Retry/s],
    ['broken answers', { kind: 'break' }, 'interrupted', /broke off.*what came before is kept.*Retry/s],
    [
      'malformed JSON',
      { kind: 'malformed' },
      'invalid-answer',
      /not what a table service says.*Check that the endpoint/s,
    ],
    ['silence', { kind: 'hang' }, 'unreachable', /ETIMEDOUT.*Check the network/s],
  ];
  for (const [name, fault, kind, told] of lasting) {
    it(`${name}: what was read is kept, the message says what to do, and it goes on from there`, async () => {
      const parsed = {
        url: fake.url,
        account: fake.account,
        credential: { kind: 'key', key: fake.key },
      } as const;
      const service = openTableService(parsed, { retries: 0, timeoutMs: 300 });
      script = [undefined, undefined, fault];
      const { rows, errors } = await readAll(service);
      assert.deepEqual(rows, ALL);
      assert.deepEqual(
        errors.map((error) => error.kind),
        [kind],
      );
      const [error] = errors;
      assert.ok(error);
      const { message, advice } = explainError(error);
      assert.match(`${message}\n${advice}`, told);
      const before = fake.requests.length;
      script = [...Array<undefined>(before + 1).fill(undefined), fault];
      assert.deepEqual(await partitionKeys(service), ['p00000', 'p00001', 'p00002', 'p00003', 'p00004']);
    });
  }

  it('of any kind and order lose nothing and show nothing twice', async () => {
    const fault = fc.oneof(
      fc.constant(undefined),
      fc.constantFrom<Fault>(
        { kind: 'short', rows: 0 },
        { kind: 'short', rows: 7 },
        { kind: 'border' },
        { kind: 'cut', read: 1 },
        { kind: 'break' },
        { kind: 'drop' },
        { kind: 'malformed' },
        { kind: 'status', status: 429, code: 'TooManyRequests', retryAfter: 60 },
        { kind: 'status', status: 403, code: 'AuthorizationFailure' },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 14 }), async (faults) => {
        const service = openTableService(
          { url: fake.url, account: fake.account, credential: { kind: 'key', key: fake.key } },
          { retries: 0 },
        );
        const after = fake.requests.length;
        script = [...Array<undefined>(after).fill(undefined), ...faults];
        assert.deepEqual((await readAll(service, 'Orders', 20)).rows, ALL);
        script = [...Array<undefined>(fake.requests.length).fill(undefined), ...faults];
        assert.deepEqual(await partitionKeys(service, 'Orders', 20), [
          'p00000',
          'p00001',
          'p00002',
          'p00003',
          'p00004',
        ]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a signature that expires while one reads', () => {
  it('is told with its date; with a new one the reading goes on', async () => {
    let time = Date.now();
    const fake = await startFakeTableService({ Orders: tableOf(SIZES) }, () => undefined, {
      now: () => time,
    });
    try {
      const shared = new AzureNamedKeyCredential(fake.account, fake.key);
      const open = (expiresOn: number): TableService => {
        const token = generateAccountSas(shared, { expiresOn: new Date(expiresOn) });
        return openTableService({ url: fake.url, account: fake.account, credential: { kind: 'sas', token } });
      };
      const first = await fillPage(open(time + 60_000), 'Orders', {}, { limit: PORTION });
      const old = open(time + 60_000);
      time += 120_000;
      const refused = await fillPage(old, 'Orders', { token: first.token });
      assert.equal(refused.stopped?.kind, 'authentication');
      assert.match(explainError(refused.stopped).advice, /expired on \d{4}-.*Ask for a new one/);
      const rest = await fillPage(open(time + 60_000), 'Orders', { token: refused.token }, { limit: 1_000 });
      assert.equal(first.entities.length + rest.entities.length, ALL.length);
    } finally {
      await fake.stop();
    }
  });
});

describe('entities at the limits', () => {
  const text = (length: number): string => 'ü"\\\n'.repeat(length / 4);
  const large: readonly Property[] = Array.from({ length: 15 }, (_, index) => ({
    name: `Large${index}`,
    value: { type: 'String', value: text(32_000) },
  }));
  const wide: readonly Property[] = Array.from({ length: 252 }, (_, index) => ({
    name: `Property${index}`,
    value: WIDE[index % WIDE.length] ?? { type: 'Boolean', value: true },
  }));
  /** First and last characters of what each plane may have in keys, but for those that keys may not have. */
  const characters = [
    ' ',
    '~',
    '\u00a0',
    '\ud7ff',
    '\ue000',
    '\ufffd',
    '\u{10000}',
    '\u{1f600}',
    '\u{20000}',
  ];
  characters.push(
    '\u{3134a}',
    '\u{e0100}',
    '\u{f0000}',
    '\u{ffffd}',
    '\u{100000}',
    '\u{10fffd}',
    "'",
    '%',
    '+',
    '&',
    '=',
  );

  it('come whole: 1 MiB, 252 properties of every type', async () => {
    const rows = generatedRows({
      partitions: 2,
      rows: 4,
      properties: (_row, partition) => (partition === 0 ? large : wide),
    });
    const fake = await startFakeTableService({ Limits: rows });
    try {
      const service = openTestService(fake.connectionString);
      const { entities, bytes } = await fillPage(service, 'Limits', {});
      assert.equal(entities.length, 8);
      assert.ok(bytes > 4 * 15 * 64_000);
      for (const [index, { properties }] of entities.entries()) {
        assert.deepEqual(properties, index < 4 ? large : wide);
      }
    } finally {
      await fake.stop();
    }
  });

  it('have keys of characters from every plane: found, in order, each by its keys', async () => {
    const keys = characters.flatMap((character) => [character, `a${character}b`, character.repeat(200)]);
    const entities = keys.map((key) => ({ PartitionKey: key, RowKey: key }));
    const fake = await startFakeTableService({ Orders: entities });
    try {
      const service = openTestService(fake.connectionString);
      const found = await partitionKeys(service);
      assert.deepEqual(found, [...keys].sort());
      for (const key of keys) {
        const read = await readEntity(service, 'Orders', { partitionKey: key, rowKey: key });
        assert.equal(read.kind, 'entity', JSON.stringify(key));
        assert.deepEqual([read.entity.partitionKey, read.entity.rowKey], [key, key]);
      }
    } finally {
      await fake.stop();
    }
  });
});
