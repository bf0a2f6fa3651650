import assert from 'node:assert/strict';
import { flawsOf } from '../../src/core/edm/flaws.ts';
import { writeEntity } from '../../src/core/edm/json.ts';
import type { Entity } from '../../src/core/edm/json.ts';
import { countEntities } from '../../src/data/count.ts';
import { readEntity } from '../../src/data/entities.ts';
import { explainError } from '../../src/data/error.ts';
import { explainQuery } from '../../src/data/explain.ts';
import { partitions } from '../../src/data/partitions.ts';
import { fillPage } from '../../src/data/query-entities.ts';
import { openTableService } from '../../src/data/service.ts';
import type { TableService } from '../../src/data/service.ts';
import { present } from '../../src/extension/sidebar/labels.ts';
import { BrowserModel } from '../../src/extension/sidebar/model.ts';
import { connectionNode, isList, listOf } from '../../src/extension/sidebar/nodes.ts';
import type { BrowserNode } from '../../src/extension/sidebar/nodes.ts';
import { GridSession } from '../../src/extension/grid/session.ts';
import { asCsv, asJson, asMarkdown } from '../../src/webview/grid/copy.ts';
import { exportText } from '../../src/webview/grid/export-text.ts';
import { begun, received, statusText } from '../../src/webview/grid/results.ts';
import type { Results } from '../../src/webview/grid/results.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';

/** An entity that is none, by what is wrong, as the JSON that comes and what a person is told of it. */
const KEYED: readonly (readonly [string, string, RegExp])[] = [
  ['an ill-formed Binary', '"v@odata.type":"Edm.Binary","v":"%%%"', /v: Declared as Edm\.Binary, but not/],
  ['an Int64 that is none', '"v@odata.type":"Edm.Int64","v":"abc"', /v: Declared as Edm\.Int64/],
  ['an Int64 beyond its range', '"v@odata.type":"Edm.Int64","v":"9223372036854775808"', /Edm\.Int64/],
  ['an Int64 with a fraction', '"v@odata.type":"Edm.Int64","v":1.5', /Edm\.Int64/],
  ['an Int32 beyond its range', '"v@odata.type":"Edm.Int32","v":4294967296', /Edm\.Int32/],
  ['a day that does not exist', '"v@odata.type":"Edm.DateTime","v":"2026-02-30T00:00:00Z"', /Edm\.DateTime/],
  ['a Guid that is none', '"v@odata.type":"Edm.Guid","v":"{}"', /Edm\.Guid/],
  ['a Boolean as a text', '"v@odata.type":"Edm.Boolean","v":"true"', /Edm\.Boolean/],
  ['a type that does not exist', '"v@odata.type":"Edm.Stream","v":"x"', /Edm\.Stream/],
  ['an object as a value', '"v":{"a":[1.0,{}]}', /v: An entity can't have this value/],
  ['a list as a value', '"v":["5"]', /v: An entity can't have this value/],
  ['half a character', '"v":"a\\ud800b"', /v: It contains half a character/],
  ['a Timestamp that is none', '"Timestamp":"yesterday"', /Timestamp: Declared as Edm\.DateTime/],
];

/** Such an entity that cannot be asked for alone either. */
const KEYLESS: readonly (readonly [string, string, RegExp])[] = [
  ['no keys', '{"A":1}', /has no PartitionKey.*has no RowKey/s],
  ['no RowKey', '{"PartitionKey":"p","A":1}', /has no RowKey/],
  ['a RowKey that is a number', '{"PartitionKey":"p","RowKey":5}', /Its RowKey isn't text/],
  [
    'a PartitionKey that is an object',
    '{"PartitionKey":{"p":1},"RowKey":"r"}',
    /Its PartitionKey isn't text/,
  ],
  [
    'a RowKey of 5 MB',
    `{"PartitionKey":"p","RowKey":"${'k'.repeat(5_000_000)}"}`,
    /Its RowKey isn't text of at most/,
  ],
  ['null as its RowKey', '{"PartitionKey":"p","RowKey":null}', /has no RowKey/],
  ['nothing in it', '{}', /has no PartitionKey/],
  ['null in its place', 'null', /has no PartitionKey/],
  ['a number in its place', '7', /has no PartitionKey/],
  ['a list in its place', '[1,2]', /value: An entity can't have this value/],
];

const connection = connectionNode({ id: '1', name: 'Fake', host: 'fake', origin: 'saved' });
const good = (row: number): string =>
  `{"PartitionKey":"p","RowKey":"r${row}","Name":"n${row}","Big@odata.type":"Edm.Int64","Big":"9007199254740993"}`;
const keyed = (inner: string, row = 2): string => `{"PartitionKey":"p","RowKey":"r${row}",${inner}}`;

describe('one bad entity costs one entity', function () {
  this.timeout(60_000);
  let fake: FakeTableService;
  let service: TableService;
  let entities: readonly string[];
  let tables: readonly string[];

  before(async () => {
    fake = await startFakeTableService({ Orders: [] }, (_number, { pathname, searchParams }) => ({
      kind: 'altered',
      change: () => {
        const isOfTables = pathname.endsWith('/Tables');
        const rowKey = /RowKey eq '([^']*)'/.exec(searchParams.get('$filter') ?? '')?.[1];
        const rows = entities.filter((row) => rowKey === undefined || row.includes(`"RowKey":"${rowKey}"`));
        const entries = isOfTables ? tables : rows;
        return {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: `{"value":[${entries.join()}]}`,
        };
      },
    }));
    service = openTableService({
      url: fake.url,
      account: fake.account,
      credential: { kind: 'key', key: fake.key },
    });
  });
  beforeEach(() => {
    tables = ['{"TableName":"Orders"}'];
    entities = [];
  });
  after(() => fake.stop());

  /** What the page of a grid has after its first reading. */
  async function gridOf(): Promise<Results> {
    let results = begun(1, '', undefined);
    const session = new GridSession('Orders', true, {
      open: () => Promise.resolve({ kind: 'service', service }),
      post: (message) => {
        if (message.kind === 'page') ({ results } = received(results, message, new Map()));
      },
      remedyOf: () => undefined,
      stopped: () => undefined,
      log: () => undefined,
    });
    await session.run({ kind: 'run', run: 1, filter: '', select: undefined });
    return results;
  }

  /** Every row of the tree, unfolded, with its label, what stands beside it, and what is said of it. */
  async function treeOf(): Promise<readonly { node: BrowserNode; text: string; isFlagged: boolean }[]> {
    const model = new BrowserModel({
      connections: () => Promise.resolve([connection]),
      open: () => Promise.resolve({ kind: 'service', service }),
      run: (_node, read) => read({ signal: new AbortController().signal, onProgress: () => undefined }),
      changed: () => undefined,
      declared: () => undefined,
    });
    const world = {
      now: 0n,
      offsetAt: () => 0,
      declared: () => undefined,
      count: () => undefined,
      sizeOf: () => undefined,
      tableFilter: () => undefined,
      canStopAzurite: false,
    };
    const rows: BrowserNode[] = [];
    const unfold = async (node: BrowserNode): Promise<void> => {
      rows.push(node);
      if (isList(node) || node.kind === 'group')
        for (const row of await model.children(node)) await unfold(row);
    };
    await unfold(connection);
    const ids = rows.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'two rows have the same id: VS Code shows none of them');
    return rows.map((node) => {
      const list = listOf(node);
      const { label, description, tooltip, icon } = present(node, list && model.listing(list), world);
      return { node, text: [label, description, tooltip].join('\n'), isFlagged: icon === 'warning' };
    });
  }

  const keysIn = (rows: readonly Entity[]): string[] => rows.map(({ rowKey }) => rowKey);

  for (const [name, inner, told] of KEYED) {
    it(`with ${name}: it is shown, marked, and given back as it came`, async () => {
      entities = [good(1), keyed(inner), good(3)];
      const { entities: read, stopped } = await fillPage(service, 'Orders', {});
      assert.deepEqual([keysIn(read), stopped], [['r1', 'r2', 'r3'], undefined]);
      const bad = read[1];
      assert.ok(bad);
      assert.match(flawsOf(bad).join('\n'), told);
      assert.deepEqual(flawsOf(read[0] ?? bad), []);
      const came = JSON.parse(entities[1] ?? '') as Record<string, unknown>;
      const isTime = 'Timestamp' in came;
      const expected = isTime ? { ...came, 'Timestamp@odata.type': 'Edm.DateTime' } : came;
      assert.deepEqual(JSON.parse(writeEntity(bad)), expected);

      const results = await gridOf();
      assert.deepEqual(results.entities, read);
      assert.equal(results.flawed, 1);
      assert.match(statusText(results, { isSorted: true }), /1 row has errors/);

      const document = await readEntity(service, 'Orders', { partitionKey: 'p', rowKey: 'r2' });
      assert.ok(document.kind === 'entity');
      assert.deepEqual(document.entity, bad);
      const rows = await treeOf();
      const shown = rows.filter(({ node }) => node.kind === 'entity');
      assert.deepEqual(
        shown.map(({ isFlagged }) => isFlagged),
        [false, true, false],
      );
      assert.match(shown[1]?.text ?? '', told);
    });
  }

  for (const [name, json, told] of KEYLESS) {
    it(`with ${name}: the grid shows it as it is, the tree counts it, nothing takes it for another`, async () => {
      entities = [good(1), json, json, good(3)];
      const results = await gridOf();
      assert.equal(results.entities.length, 4);
      assert.equal(results.flawed, 2);
      const bad = results.entities[1];
      assert.ok(bad);
      assert.match(flawsOf(bad).join('\n'), told);

      const rows = await treeOf();
      const shown = rows.filter(({ node }) => node.kind === 'entity' || node.kind === 'odd');
      assert.match(
        shown.map(({ text }) => text.split('\n')[0]).join(),
        /^r1,r3(,2 entities without their key)+$/,
      );
      assert.ok(shown.at(-1)?.isFlagged);

      const count = await countEntities(service, 'Orders');
      assert.deepEqual([count.entities, count.stopped], [4, undefined]);
      const explanation = await explainQuery(service, 'Orders', {});
      assert.deepEqual(
        [explanation.matched, [...explanation.partitionKeys]],
        [{ count: 4, exact: true }, ['p']],
      );
      const found = await partitions(service, 'Orders');
      assert.deepEqual(
        found.items.map(({ partitionKey }) => partitionKey),
        ['p'],
      );
    });
  }

  it('with half a character in its keys: it is shown, and who asks for it is told why that cannot be', async () => {
    entities = [
      good(1),
      good(3),
      '{"PartitionKey":"p","RowKey":"\\ud800","A":1}',
      '{"PartitionKey":"\\udc00","RowKey":"r"}',
    ];
    const results = await gridOf();
    assert.deepEqual(keysIn(results.entities), ['r1', 'r3', '\ud800', 'r']);
    assert.equal(results.flawed, 2);
    const half = { partitionKey: 'p', rowKey: '\ud800' };
    const before = fake.requests.length;
    const read = await readEntity(service, 'Orders', half);
    assert.deepEqual(read, { kind: 'error', error: { kind: 'unsendable' }, requests: 0 });
    assert.equal(fake.requests.length, before);
    const { message, advice } = explainError(read.error);
    assert.match(`${message}. ${advice}`, /half a character.*lone surrogate/s);
    const found = await partitions(service, 'Orders');
    assert.deepEqual(
      [found.items.map(({ partitionKey }) => partitionKey), found.stopped],
      [['p', '\udc00'], undefined],
    );
    const count = await countEntities(service, '\ud800');
    assert.deepEqual(count.stopped, { kind: 'unsendable' });
    const text = exportText('csv', results.entities, [
      'PartitionKey',
      'RowKey',
      'Timestamp',
      'Name',
      'Big',
      'A',
    ]);
    assert.equal(text(0).cut, 2);
    assert.equal(exportText('json', results.entities, [])(0).cut, 0);
  });

  it('with a text of 10 MB, or with as many bytes: it is whole, and a row of it is short', async () => {
    const long = 'x'.repeat(10_000_000);
    const bytes = Buffer.alloc(10_000_000, 255).toString('base64');
    for (const [inner, type, value] of [
      [`"v":"${long}"`, 'String', long],
      [`"v@odata.type":"Edm.Binary","v":"${bytes}"`, 'Binary', 'FF'.repeat(10_000_000)],
    ] as const) {
      entities = [good(1), keyed(inner), good(3)];
      const { entities: rows } = await gridOf();
      const read = rows[1]?.properties[0]?.value;
      assert.ok(read?.type === type && read.value === value, type);
      for (const { text } of await treeOf()) assert.ok(text.length < 3_000);
    }
  });

  it('with 100,000 properties: some are shown, and how many are not is told wherever it goes', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `"p${index}":${index}`).join();
    entities = [good(1), keyed(many), good(3)];
    const results = await gridOf();
    const bad = results.entities[1];
    assert.ok(bad?.omitted !== undefined && bad.omitted + bad.properties.length === 100_000);
    assert.match(flawsOf(bad).join(), /98,978 of its properties aren't shown/);
    assert.match(asJson([bad]), /"partitionLens\.omittedProperties": 98978\n/);
    assert.match(statusText(results, { isSorted: true }), /first 1,000 properties are columns/);
    const columns = ['PartitionKey', 'RowKey', 'Name', 'Big'];
    for (const format of ['json', 'csv'] as const) {
      assert.equal(exportText(format, results.entities, columns)(0).cut, 1, format);
    }
    const flagged = (await treeOf()).filter(({ isFlagged }) => isFlagged);
    assert.match(flagged.map(({ text }) => text).join(), /98,978 of its properties/);
  });

  it('with names that mean something to JavaScript: they are names like any other', async () => {
    const names = [
      '__proto__',
      'constructor',
      'prototype',
      'hasOwnProperty',
      'toString',
      'valueOf',
      'a@b',
      '7',
    ];
    entities = [keyed(names.map((name, index) => `"${name}":${index}`).join())];
    const { entities: rows, names: seen } = await gridOf();
    assert.deepEqual([...seen], names);
    assert.deepEqual(asCsv(rows, names), `${names.join()}\r\n${names.map((_, index) => index).join()}\r\n`);
    assert.match(asMarkdown(rows, names), /\| 0 \| 1 \| 2 \| 3 \| 4 \| 5 \| 6 \| 7 \|/);
    const properties = (await treeOf()).filter(({ node }) => node.kind === 'property');
    assert.equal(properties.length, names.length);
  });

  it('and one table without a name costs one table', async () => {
    entities = [good(1)];
    tables = [
      '{"TableName":"Orders"}',
      '{}',
      '{"TableName":5}',
      '{"TableName":""}',
      `{"TableName":"${'x'.repeat(2_000)}"}`,
      'null',
      '"Orders"',
      '{"TableName":"Stock"}',
    ];
    const rows = await treeOf();
    const shown = rows.filter(({ node }) => node.kind === 'table' || node.parent?.kind === 'connection');
    assert.deepEqual(
      shown.map(({ text }) => text.split('\n')[0]),
      ['Orders', 'Stock', '6 tables without a name'],
    );
  });
});
