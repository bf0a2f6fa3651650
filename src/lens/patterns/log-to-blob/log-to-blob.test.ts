import assert from 'node:assert/strict';
import type { TableClient } from '@azure/data-tables';
import { ContainerClient } from '@azure/storage-blob';
import { cells, refused } from '../../../../test/patterns/log-to-blob.ts';
import {
  type AppliedPrograms,
  emptyTable,
  startApplied,
  withoutPauses,
} from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import { isStyled } from '../../../../test/support/in-style.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

/** What each program exports; one that only writes has `log` alone. */
interface Log {
  readonly log: (service: string, time: Date, entry: object) => Promise<void>;
  readonly all: (service: string) => Promise<Entry[]>;
  readonly between: (service: string, from: string, to: string) => Promise<string[]>;
}

interface Entry {
  readonly text: string;
}

/** An entry with a property of each type. */
const entry = (text: string): object => ({
  text,
  size: 9_007_199_254_740_993n,
  at: new Date('2020-02-29T12:00:00.123Z'),
  raw: Buffer.from([0, 255, 10]),
  level: 3,
});

const START = Date.parse('2025-03-30T00:30:00.000Z');
const timeOf = (minutes: number): Date => new Date(START + minutes * 60_000);

describe('log-to-blob', () => {
  itRefuses('log-to-blob', refused);

  const { functions = assert.fail() } = cells;

  it('changes writes and reads, and says what that gives', () => {
    const { outcome, after } = assist('log-to-blob', functions);
    const text = after['main.ts'] ?? '';
    assert.ok(text.includes('await appendAuditLog(client, { ...entry, partitionKey: service, rowKey:'), text);
    assert.ok(text.includes('auditLogEntries<Entry>(client, service, { ge: from, lt: to });'), text);
    assert.equal(outcome?.kind, 'change');
    assert.match(outcome.notes[0] ?? '', /^Writes: 1 request for each entry, as before/);
  });

  it('adds the package where it is allowed, and signs in where the program does', () => {
    const manifest = '{\n  "dependencies": {\n    "@azure/data-tables": "^13.3.2"\n  }\n}\n';
    const signedIn = (functions['main.ts'] ?? '')
      .replace(
        "TableClient.fromConnectionString(process.env.TABLES!, 'AuditLog', ",
        "new TableClient(process.env.URL!, 'AuditLog', new DefaultAzureCredential(), ",
      )
      .replace('import', "import { DefaultAzureCredential } from '@azure/identity';\nimport");
    const { after } = assist(
      'log-to-blob',
      { 'main.ts': signedIn, 'package.json': manifest },
      { package: 'yes' },
    );
    assert.match(after['package.json'] ?? '', /"@azure\/storage-blob": "~12\.32\.0"/);
    assert.ok(after['audit-log-blobs.ts']?.includes('/audit-log-blobs`, new DefaultAzureCredential())'));
  });
});

describe('log-to-blob, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let client: TableClient;
  let container: ContainerClient;

  before(async () => {
    applied = await startApplied('log-to-blob', cells, 'AuditLog', undefined, ['blob']);
    ({ client } = applied);
    container = new ContainerClient(applied.direct, 'audit-log-blobs');
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Log> => (await applied.load(name)) as Log;
  const blobNames = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of container.listBlobsFlat()) names.push(name);
    return names.sort();
  };
  const empty = async (): Promise<void> => {
    await emptyTable(client);
    await container.createIfNotExists();
    for (const name of await blobNames()) await container.deleteBlob(name);
  };
  const rowsInTable = async (): Promise<number> => {
    let count = 0;
    for await (const _ of client.listEntities()) count += 1;
    return count;
  };

  it('needs no container before the first entry', async () => {
    await emptyTable(client);
    const { log, all } = await load('functions');
    assert.deepEqual(await all('api'), []);
    await log('api', timeOf(0), entry('first'));
    assert.deepEqual(await all('api'), [entry('first')]);
  });

  /** Entries of some days, not in the order of time, with services whose names are near each other. */
  async function day({ log, all, between }: Log, service: string): Promise<unknown[]> {
    for (const minutes of [4000, 31, 0, 29, 30, 90, 1500, 89, 91])
      await log(service, timeOf(minutes), entry(`${String(minutes)} "ä\n€"`));
    await log(`${service}.`, timeOf(1), entry('other'));
    await log(`${service}.5`, timeOf(1), entry('another'));
    const from = (minutes: number): string => timeOf(minutes).toISOString();
    return [
      await all(service),
      await all(`${service}.`),
      await all('none'),
      await between(service, from(30), from(90)),
      await between(service, from(91), from(1500)),
      await between(service, from(-9000), from(9000)),
      await between(service, from(32), from(33)),
    ];
  }

  for (const name of Object.keys(cells).filter((one) => one !== 'written-alone')) {
    it(`gives what the program gave, in the same order: ${name}`, async () => {
      await empty();
      const wanted = await day(await load(`${name}-before`), "a b'=c");
      assert.equal((wanted[0] as Entry[]).length, 9);
      await emptyTable(client);
      assert.deepEqual(await day(await load(name), "a b'=c"), wanted);
      assert.equal(await rowsInTable(), 0);
    });

    it(`reads entries of before with new ones: ${name}`, async () => {
      await empty();
      const [old, now] = [await load(`${name}-before`), await load(name)];
      await old.log('api', timeOf(1), entry('1'));
      await now.log('api', timeOf(2), entry('2'));
      await old.log('api', timeOf(3), entry('3'));
      await now.log('api', timeOf(300), entry('4'));
      assert.deepEqual(
        (await now.all('api')).map(({ text }) => text),
        ['1', '2', '3', '4'],
      );
      assert.deepEqual(await now.between('api', timeOf(2).toISOString(), timeOf(4).toISOString()), [
        '2',
        '3',
      ]);
    });

    it(`takes as many requests as it says: ${name}`, async () => {
      await empty();
      const { log, all } = await load(name);
      assert.equal(await applied.counted(() => log('api', timeOf(0), entry('1'))), 4);
      assert.equal(await applied.counted(() => log('api', timeOf(1), entry('2'))), 1);
      // the table, the names, the one blob and its size
      assert.ok((await applied.counted(() => all('api'))) <= 4);
    });

    if (isStyled(name)) continue;

    it(`loses no entry, and gives none twice, whatever request is the last: ${name}`, async () => {
      await empty();
      const { log, all } = await load(name);
      const done: string[] = [];
      for (let requests = 0; requests <= 5; requests += 1) {
        const text = String(requests);
        // each in an hour of its own
        applied.proxy.loseAfter(requests);
        if (await withoutPauses(() => log('api', timeOf(requests * 600), entry(text)))) done.push(text);
        applied.proxy.loseAfter(Infinity);
      }
      const found = (await all('api')).map(({ text }) => text);
      assert.deepEqual(
        found.filter((one) => done.includes(one)),
        done,
      );
      assert.equal(new Set(found).size, found.length);
      assert.deepEqual(done, ['4', '5']);
    });

    it(`takes entries of many writers at once: ${name}`, async () => {
      await empty();
      const { log, all } = await load(name);
      const texts = Array.from({ length: 40 }, (_, n) => String(n));
      await Promise.all(texts.map((text) => log('api', timeOf(Number(text) / 60), entry(text))));
      assert.deepEqual(
        (await all('api')).map(({ text }) => text),
        texts,
      );
      assert.equal((await blobNames()).length, 1);
    });
  }

  it('gives an entry once that was sent twice', async () => {
    await empty();
    const { log, all } = await load('class');
    await log('api', timeOf(0), entry('1'));
    const [name = assert.fail()] = await blobNames();
    const line = await container.getBlobClient(name).downloadToBuffer();
    await container.getAppendBlobClient(name).appendBlock(line, line.length);
    assert.deepEqual(await all('api'), [entry('1')]);
  });

  it('goes on in another blob where one takes no more', async () => {
    await empty();
    const { log, all } = await load('commonjs');
    await log('api', timeOf(0), entry('1'));
    const [name = assert.fail()] = await blobNames();
    assert.match(name, /\.0\.jsonl$/);
    const next = name.replace('.0.', '.1.');
    const line = Buffer.from(
      (await container.getBlobClient(name).downloadToBuffer()).toString().replace('"1"', '"2"'),
    );
    await container.getAppendBlobClient(next).create();
    await container.getAppendBlobClient(next).appendBlock(line, line.length);
    assert.deepEqual(
      (await all('api')).map(({ text }) => text),
      ['1', '2'],
    );
  });

  it('only writes where nothing reads', async () => {
    await empty();
    const { log } = await load('written-alone');
    await log('api', timeOf(0), entry('1'));
    assert.deepEqual(await blobNames(), ['api/2025-03-30T00.0.jsonl']);
    assert.equal(await rowsInTable(), 0);
  });

  it('reads what is left where the table was deleted', async () => {
    await empty();
    const { log, all } = await load('functions');
    await log('api', timeOf(0), entry('1'));
    await client.deleteTable();
    assert.deepEqual(await all('api'), [entry('1')]);
    await client.createTable();
  });
});
