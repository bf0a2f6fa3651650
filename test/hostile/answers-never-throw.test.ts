import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readTypedKeys } from '../../src/core/config/key-text.ts';
import { readConfig } from '../../src/core/config/table-config.ts';
import { flawsOf } from '../../src/core/edm/flaws.ts';
import { readEntities, writeEntities } from '../../src/core/edm/json.ts';
import { compareByType, compareNaturally } from '../../src/core/edm/order.ts';
import { KEY_CODECS } from '../../src/core/keys/codecs.ts';
import { DECLARABLE_CODECS, readKeyAs } from '../../src/core/keys/declare.ts';
import { detailsOf, meaningBeside } from '../../src/core/keys/describe.ts';
import { lex } from '../../src/core/odata/lexer.ts';
import { parseFilter } from '../../src/core/odata/parse.ts';
import { plainText } from '../../src/core/text/segments.ts';
import { parseConnectionString } from '../../src/data/connection.ts';
import { countAsked } from '../../src/data/asked-count.ts';
import { countEntities } from '../../src/data/count.ts';
import { entitiesOf, readEntity } from '../../src/data/entities.ts';
import { explainError } from '../../src/data/error.ts';
import type { DataError } from '../../src/data/error.ts';
import { explainWithBetter, besideBetter } from '../../src/data/explain-better.ts';
import { explainQuery } from '../../src/data/explain.ts';
import { partitions } from '../../src/data/partitions.ts';
import { fillPage, queryEntities } from '../../src/data/query-entities.ts';
import { playDesign } from '../../src/data/rehearsal/play.ts';
import { walkEntities } from '../../src/data/rehearsal/walk-entities.ts';
import { readSignature } from '../../src/data/sas.ts';
import { connect, openTableService } from '../../src/data/service.ts';
import type { TableService } from '../../src/data/service.ts';
import { listTables } from '../../src/data/tables.ts';
import { tryAccount } from '../../src/data/try-account.ts';
import { asCsv, asJson, asKeys, asMarkdown } from '../../src/webview/grid/copy.ts';
import { exportText } from '../../src/webview/grid/export-text.ts';
import { begun, received, statusText } from '../../src/webview/grid/results.ts';
import { verdictOf } from '../../src/webview/grid/verdict.ts';
import { planFor, STAFF } from '../support/rehearsals.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService, Fault } from '../fake-service/service.ts';

/** A text that nobody would write: of odd characters, of words that mean something somewhere, or of one that is repeated often. */
const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\ud800', '\udc00', '\0', '\u202e', '\ufeff', "'", '"', '\\', '{', ':', '0', ' '),
  }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'PartitionKey',
    'NaN',
    '-Infinity',
    '1e999',
    '2026-02-30',
    '\ud800',
  ),
  fc
    .tuple(
      fc.constantFrom('(', 'not ', "'", '{', '[', '{"a":', '9', '\ud800', 'A eq 1 and ', ';', ','),
      fc.nat(20_000),
    )
    .map(([unit, times]) => unit.repeat(times)),
);

/** Texts as the places want them, with something odd in them. */
const pattern = fc
  .tuple(odd, fc.constantFrom('{id:6}', '_{written:inverted-ticks}', ' | '), odd)
  .map((parts) => parts.join(''));
const filter = fc
  .tuple(
    fc.constantFrom('', "PartitionKey eq '", 'A ge ', "X'", 'datetime'),
    odd,
    fc.constantFrom('', "'", ' and B eq 1L'),
  )
  .map((parts) => parts.join(''));
const config = fc
  .tuple(
    fc.constantFrom('', '{"tables":', '{"tables":{"T":{"rowKey":', '{"exclude":['),
    fc.oneof(odd, fc.json()),
    fc.constantFrom('', '}', ']}', '}}}'),
  )
  .map((parts) => parts.join(''));

const name = fc.oneof(
  fc.constantFrom(
    'PartitionKey',
    'RowKey',
    'Timestamp',
    'A',
    'A@odata.type',
    'odata.etag',
    '__proto__',
    'TableName',
  ),
  odd,
);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  odd,
  fc.constantFrom(
    'Edm.Int64',
    'Edm.Binary',
    'Edm.DateTime',
    'Edm.Guid',
    'Edm.Double',
    'Edm.Boolean',
    '12',
    '%%',
  ),
);
const entity = fc.oneof(
  fc.array(fc.tuple(name, value), { maxLength: 8 }).map(objectText),
  value.map((one) => JSON.stringify(one)),
);
/** A list of entities, or nearly. */
const body = fc.oneof(
  fc.array(entity, { maxLength: 6 }).map((entities) => `{"value":[${entities.join()}]}`),
  fc
    .tuple(fc.array(entity, { maxLength: 3 }), fc.nat(300))
    .map(([entities, length]) => `{"value":[${entities.join()}]}`.slice(0, length)),
  fc.json(),
  odd,
);

/** By hand, as JSON has no two members of one name when it is written. */
function objectText(members: readonly (readonly [string, unknown])[]): string {
  return `{${members.map(([member, one]) => `${JSON.stringify(member)}:${JSON.stringify(one)}`).join()}}`;
}

const header = fc.stringMatching(/^[ -~]{0,40}$/);
const answer = fc.record({
  status: fc.oneof({ weight: 6, arbitrary: fc.constant(200) }, fc.integer({ min: 200, max: 999 })),
  type: fc.oneof({ weight: 6, arbitrary: fc.constant('application/json') }, header),
  token: fc.option(fc.oneof(header, fc.constant('t'.repeat(9_000))), { freq: 2 }),
  code: fc.option(header),
  wait: fc.option(fc.oneof(header, fc.constantFrom('0', '-1', '1e9', 'Infinity')), { freq: 3 }),
  body,
});
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

function faultOf({ status, type, token, code, wait, body }: Answer): Fault {
  const headers = {
    'content-type': type,
    ...(token !== null && {
      'x-ms-continuation-NextPartitionKey': token,
      'x-ms-continuation-NextTableName': token,
    }),
    ...(code !== null && { 'x-ms-error-code': code }),
    ...(wait !== null && { 'retry-after': wait }),
  };
  return { kind: 'altered', change: () => ({ status, headers, body }) };
}

/** What is said to read anything without throwing, by its name, and how it is asked. */
const PURE: Readonly<
  Record<string, { readonly of: fc.Arbitrary<string>; readonly ask: (text: string) => unknown }>
> = {
  readTypedKeys: { of: fc.oneof(pattern, odd), ask: readTypedKeys },
  readConfig: { of: config, ask: readConfig },
  decode: {
    of: odd,
    ask: (text) => [...KEY_CODECS, ...DECLARABLE_CODECS.values()].map(({ decode }) => decode(text)),
  },
  parseFilter: { of: filter, ask: (text) => parseFilter(plainText(text)) },
  lex: { of: filter, ask: (text) => lex(plainText(text)) },
  readSignature: {
    of: fc.oneof(
      odd,
      odd.map((text) => `sv=2020&se=${text}&spk=${text}&sig=x`),
    ),
    ask: readSignature,
  },
  parseConnectionString: {
    of: fc.oneof(
      odd,
      fc
        .tuple(
          fc.constantFrom(
            'AccountName=',
            'AccountKey=',
            'TableEndpoint=http://',
            'SharedAccessSignature=sig=',
          ),
          odd,
        )
        .map(([before, text]) => `AccountName=a;AccountKey=AAAA;${before}${text}`),
    ),
    ask: parseConnectionString,
  },
  verdictOf: {
    of: filter,
    ask: (text) =>
      verdictOf(text, {
        entities: [],
        isWhole: false,
        isComplete: false,
        properties: [],
        listed: undefined,
        within: undefined,
      }),
  },
};

/** The same of what asks a service: each with texts that somebody else made. */
const PLAN = planFor(STAFF, /A copy of employee by email/);

const ASKING: Readonly<
  Record<string, (service: TableService, text: string) => Promise<DataError | undefined>>
> = {
  tryAccount: (service) => tryAccount(service),
  listTables: async (service) => (await listTables(service, { budget: 3 })).stopped,
  queryEntities: async (service, text) => (await queryEntities(service, 'T', { filter: text })).stopped,
  fillPage: async (service, text) => (await fillPage(service, text, {}, { budget: 3 })).stopped,
  entitiesOf: async (service, text) => (await entitiesOf(service, 'T', text, { budget: 3 })).stopped,
  readEntity: async (service, text) => {
    const read = await readEntity(service, 'T', { partitionKey: text, rowKey: text });
    return read.kind === 'error' ? read.error : undefined;
  },
  partitions: async (service, text) =>
    (await partitions(service, 'T', { range: { kind: 'prefix', prefix: text }, budget: 3 })).stopped,
  countEntities: async (service, text) =>
    (await countEntities(service, 'T', { filter: text, budget: 3 })).stopped,
  explainQuery: async (service, text) =>
    (await explainQuery(service, 'T', { filter: text }, { budget: 3 })).stopped,
  explainWithBetter: async (service, text) =>
    (await explainWithBetter(service, 'T', { filter: text }, { budget: 3 })).explanation.stopped,
  besideBetter: async (service, text) => {
    const explanation = await explainQuery(service, 'T', {}, { budget: 1 });
    return (await besideBetter(service, 'T', { filter: text }, explanation, { budget: 3 })).explanation
      .stopped;
  },
  countAsked: async (service, text) => {
    const { signal } = new AbortController();
    const { stopped } = await countAsked(service, { table: 'T', filter: text }, 3, signal);
    // it says in words what went wrong
    assert.notEqual(stopped, '');
    return undefined;
  },
  walkEntities: async (service, text) =>
    (await walkEntities(service, 'T', text, { budget: 3 }, () => undefined)).stopped,
  playDesign: async (service, text) => (await playDesign(service, text, PLAN, { budget: 3 })).stopped,
  connect: async ({ endpoint }, text) => {
    const sent = await connect(endpoint, { retries: 0, timeoutMs: 5_000 })({
      method: 'POST',
      path: text,
      body: text,
      query: { a: text },
      metadata: 'no',
    });
    return sent.kind === 'error' ? sent.error : undefined;
  },
};

/** Of which it is said, but in no docstring of their own. */
const UNSAID = new Set(['readEntity', 'listTables', 'besideBetter', 'explainWithBetter']);

describe('what is said never to throw', function () {
  this.timeout(120_000);

  it('is all asked here', () => {
    const sources = ['core', 'data', 'webview'].flatMap((area) =>
      readdirSync(new URL(`../../src/${area}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => readFileSync(new URL(`../../src/${area}/${file}`, import.meta.url), 'utf8')),
    );
    const said = sources.flatMap((text) =>
      [
        ...text.matchAll(
          /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export |async |function |readonly |const )*(\w+)/g,
        ),
      ].flatMap(([, words = '', of = '']) => (/never\s+(?:\*\s+)?throws/i.test(words) ? [of] : [])),
    );
    assert.ok(said.length > 10);
    const asked = [...Object.keys(PURE), ...Object.keys(ASKING)];
    assert.deepEqual(
      said.filter((each) => !asked.includes(each)),
      [],
    );
    assert.deepEqual(
      asked.filter((each) => !said.includes(each) && !UNSAID.has(each)),
      [],
    );
  });

  for (const [of, { of: texts, ask }] of Object.entries(PURE)) {
    it(`${of} does not, whatever it is given`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          ask(text);
        }),
        { numRuns: 500 },
      );
    });
  }

  it('what is made of a key does not, whatever the key is', () => {
    const parts = [{ kind: 'codec', codec: 'iso-8601' } as const, { kind: 'text' } as const];
    fc.assert(
      fc.property(odd, odd, (key, separator) => {
        for (const declarations of [[], [{ separator, parts }]]) {
          const { reading } = readKeyAs(key, declarations, { now: 638_000_000_000_000_000n });
          detailsOf(reading, () => 0);
          meaningBeside(reading);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('what is made of entities does not, whatever they are, and loses none of them', () => {
    fc.assert(
      fc.property(fc.array(entity, { maxLength: 6 }), odd, (texts, column) => {
        const entities = readEntities(`{"value":[${texts.join()}]}`);
        assert.equal(entities.length, texts.length);
        assert.deepEqual(readEntities(writeEntities(entities)), entities);
        const page = {
          kind: 'page',
          run: 1,
          entities: writeEntities(entities),
          at: 'end',
          kept: [entities.length],
          before: 0,
          answers: 1,
          more: false,
          running: false,
          requests: 1,
          bytes: 1,
          problem: undefined,
        } as const;
        const { results } = received(begun(1, '', undefined), page, new Map());
        statusText(results, { sortedBy: column, isSorted: true });
        const columns = ['PartitionKey', 'RowKey', 'Timestamp', ...results.names, column];
        for (const write of [asCsv, asJson, asKeys, asMarkdown]) write(entities, columns);
        for (const format of ['csv', 'json'] as const) exportText(format, entities, columns)(0);
        for (const one of entities) flawsOf(one);
        const values = entities.flatMap(({ properties }) => properties.map((property) => property.value));
        values.sort(compareByType);
        values.sort(compareNaturally);
      }),
      { numRuns: 1_000 },
    );
  });

  describe('of a service', () => {
    let fake: FakeTableService;
    let fault: Fault | undefined;
    before(async () => {
      fake = await startFakeTableService({ T: [] }, () => fault);
    });
    after(() => fake.stop());

    for (const [of, ask] of Object.entries(ASKING)) {
      it(`${of} does not, whatever it is given and is answered`, async () => {
        const credential = { kind: 'key', key: fake.key } as const;
        const service = openTableService(
          { url: fake.url, account: fake.account, credential },
          { retries: 0 },
        );
        await fc.assert(
          fc.asyncProperty(answer, fc.oneof(filter, odd), async (given, text) => {
            // an address is not to be longer than those that answer take
            const asked = text.slice(0, 1_000);
            fault = faultOf(given);
            const error = await ask(service, asked);
            if (error === undefined) return;
            const { message, advice } = explainError(error);
            assert.ok(message !== '' && advice !== '');
          }),
          { numRuns: 150 },
        );
      });
    }
  });
});
