import assert from 'node:assert/strict';
import { AzureNamedKeyCredential, generateAccountSas } from '@azure/data-tables';
import { generatedRows } from './fake-service/rows.ts';
import { startFakeTableService } from './fake-service/service.ts';
import type { FakeTableService, Fault } from './fake-service/service.ts';
import { until } from './host/until.ts';

const [PARTITION, ROW] = ['nextpartitionkey', 'nextrowkey'].map((key) => `x-ms-continuation-${key}`) as [
  string,
  string,
];

interface Raw {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
}

/** Two partitions of 1,500 entities: a page of 1,000 ends inside of the first. */
describe('each fault of the fake table service', () => {
  let fake: FakeTableService;
  let fault: Fault | undefined;
  before(async () => {
    const rows = generatedRows({ partitions: 2, rows: 1_500 });
    fake = await startFakeTableService({ Orders: rows, Other: [], Third: [] }, () => fault);
  });
  beforeEach(() => {
    fault = undefined;
  });
  after(() => fake.stop());

  /** What the service says, read by nobody of ours. */
  async function ask(query = '', resource = 'Orders()'): Promise<Raw> {
    const shared = new AzureNamedKeyCredential(fake.account, fake.key);
    const signature = generateAccountSas(shared, { expiresOn: new Date(Date.now() + 60_000) });
    const headers = { accept: 'application/json;odata=nometadata' };
    const response = await fetch(`${fake.url}/${resource}?${query}${signature}`, {
      headers,
      signal: AbortSignal.timeout(500),
    });
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      body: await response.text(),
    };
  }
  const rowsOf = ({ body }: Raw): { PartitionKey: string; RowKey: string }[] =>
    (JSON.parse(body) as { value: { PartitionKey: string; RowKey: string }[] }).value;
  const failureOf = async (): Promise<string> => {
    const outcome = await ask().catch((error: unknown) => error);
    assert.ok(outcome instanceof Error, 'an answer came');
    const { cause } = outcome;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : outcome.name;
  };

  it('is none unless it is asked for: pages of 1,000 with a token of both keys', async () => {
    const page = await ask();
    assert.equal(rowsOf(page).length, 1_000);
    assert.ok(page.header(PARTITION) !== null && page.header(ROW) !== null);
    assert.equal(rowsOf(await ask('$top=7&')).length, 7);
  });

  it('cuts a page short, to nothing as well, and leads on', async () => {
    for (const rows of [3, 0]) {
      fault = { kind: 'short', rows };
      const page = await ask();
      assert.equal(rowsOf(page).length, rows);
      assert.notEqual(page.header(PARTITION), null);
      fault = undefined;
      const token = `NextPartitionKey=${page.header(PARTITION)}&NextRowKey=${page.header(ROW)}&`;
      assert.equal(rowsOf(await ask(token))[0]?.RowKey, `r00000${rows}`);
    }
  });

  it('cuts the list of tables short too', async () => {
    const names = ({ body }: Raw): string[] =>
      (JSON.parse(body) as { value: { TableName: string }[] }).value.map(({ TableName }) => TableName);
    for (const rows of [1, 0]) {
      fault = { kind: 'short', rows };
      const page = await ask('', 'Tables');
      assert.equal(names(page).length, rows);
      fault = undefined;
      const next = page.header('x-ms-continuation-nexttablename') ?? '';
      const rest = names(await ask(`NextTableName=${encodeURIComponent(next)}&`, 'Tables'));
      assert.deepEqual([...names(page), ...rest], ['Orders', 'Other', 'Third']);
    }
  });

  it('ends a page where its partition ends, with a token that has no row key', async () => {
    fault = { kind: 'border' };
    const page = await ask(`$filter=${encodeURIComponent("RowKey ge 'r001000'")}&`);
    assert.equal(rowsOf(page).at(-1)?.RowKey, 'r001499');
    assert.deepEqual([page.header(PARTITION) !== null, page.header(ROW)], [true, null]);
    const next = rowsOf(await ask(`NextPartitionKey=${page.header(PARTITION)}&`));
    assert.deepEqual(next[0], { PartitionKey: 'p00001', RowKey: 'r000000', Timestamp: TIMESTAMP });
  });

  it('ends a page after what the service reads in 5 seconds, matching or not', async () => {
    fault = { kind: 'cut', read: 40 };
    const filter = encodeURIComponent("RowKey eq 'r000001' or RowKey eq 'r000045'");
    const page = await ask(`$filter=${filter}&`);
    assert.deepEqual(
      rowsOf(page).map(({ RowKey }) => RowKey),
      ['r000001'],
    );
    assert.notEqual(page.header(PARTITION), null);
    assert.equal(fake.requests.at(-1)?.read, 40);
  });

  it('is a status with its code and how long to wait, in seconds or, as Cosmos DB says it, in milliseconds', async () => {
    fault = { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: 7 };
    const busy = await ask();
    assert.deepEqual(
      [busy.status, busy.header('x-ms-error-code'), busy.header('retry-after')],
      [503, 'ServerBusy', '7'],
    );
    fault = { kind: 'status', status: 429, code: 'TooManyRequests', retryAfterMs: 250 };
    const limited = await ask();
    assert.deepEqual([limited.status, limited.header('x-ms-retry-after-ms')], [429, '250']);
    assert.match(limited.body, /"odata\.error":\{"code":"TooManyRequests"/);
  });

  it('closes the connection before the answer, in the middle of it, or says nothing', async () => {
    fault = { kind: 'drop' };
    assert.equal(await failureOf(), 'UND_ERR_SOCKET');
    fault = { kind: 'break' };
    const head = await fetch(`${fake.url}/Orders()?${AS_NOBODY}`);
    assert.equal(head.status, 403);
    await assert.rejects(head.text(), TypeError);
    fault = { kind: 'hang' };
    assert.equal(await failureOf(), 'TimeoutError');
  });

  it('answers with half of the JSON as if it were all', async () => {
    const whole = (await ask()).body;
    fault = { kind: 'malformed' };
    const { status, body } = await ask();
    assert.equal(status, 200);
    assert.throws(() => JSON.parse(body), SyntaxError);
    assert.ok(whole.startsWith(body));
  });

  it('says something else than it would have', async () => {
    fault = {
      kind: 'altered',
      change: ({ headers, body }) => ({ status: 203, headers: { ...headers, x: '1' }, body: `${body} ` }),
    };
    const { status, header, body } = await ask('$top=1&');
    assert.deepEqual([status, header('x'), body.endsWith('} ')], [203, '1', true]);
    assert.notEqual(header(PARTITION), null);
  });

  it('writes on the connection what it is told, be it HTTP or not', async () => {
    fault = { kind: 'raw', bytes: 'HTTP/1.1 299 Odd\r\nContent-Length: 2\r\n\r\nok' };
    const { status, body } = await ask();
    assert.deepEqual([status, body], [299, 'ok']);
    fault = { kind: 'raw', bytes: 'nothing' };
    await assert.rejects(ask(), TypeError);
  });

  it('goes on for ever, all at once or byte by byte, and notes how much was taken when it is hung up on', async () => {
    for (const endless of [
      { kind: 'flood', headers: { 'content-type': 'text/plain' }, chunk: Buffer.alloc(1_000, 'a') },
      { kind: 'drip', everyMs: 5 },
    ] as const) {
      fault = endless;
      const index = fake.requests.length;
      const controller = new AbortController();
      const { body } = await fetch(`${fake.url}/Orders()`, { signal: controller.signal });
      assert.ok(body);
      let taken = 0;
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        taken += chunk.length;
        if (taken >= 3) break;
      }
      controller.abort();
      await until(() => fake.requests[index]?.bytes !== 0, 'the end of a connection');
      const sent = fake.requests[index]?.bytes ?? 0;
      assert.ok(sent >= taken, `${sent} of ${taken} bytes`);
    }
  });
});

const TIMESTAMP = '2026-01-02T03:04:05.1234567Z';

/** Credentials that are refused, with an answer that can break off like any other. */
const AS_NOBODY = 'sv=2019-02-02&ss=t&srt=o&sp=r&se=2020-01-01&sig=none';
