import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TableClient } from '@azure/data-tables';
import { ContainerClient } from '@azure/storage-blob';
import { cells, refused } from '../../../../test/patterns/large-entities.ts';
import {
  type AppliedPrograms,
  emptyTable,
  type ScriptResult,
  type ScriptRun,
  startApplied,
  withoutPauses,
} from '../../../../test/support/applied-programs.ts';
import { assist, type Program } from '../../../../test/support/assisted.ts';
import { isStyled } from '../../../../test/support/in-style.ts';
import type { CountingProxy } from '../../../../test/support/counting-proxy.ts';
import { itNamesDoubts, itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Reports';

/** What each program exports. */
interface Reports {
  readonly add: (team: string, id: string, title: string, content: unknown) => Promise<void>;
  readonly rewrite: (team: string, id: string, content: unknown) => Promise<void>;
  readonly rename: (team: string, id: string, title: string) => Promise<void>;
  readonly put: (team: string, id: string, title: string, content: unknown) => Promise<void>;
  readonly remove: (team: string, id: string) => Promise<void>;
  readonly get: (team: string, id: string) => Promise<unknown>;
  readonly titles: (team: string) => Promise<unknown[]>;
  readonly all: (team: string) => Promise<unknown[]>;
}

/** Text with characters of one to four bytes, of more than 64 KiB even where it's compressed. */
const LARGE = `aä€😀${Buffer.concat(
  Array.from({ length: 8000 }, (_, n) => createHash('sha256').update(String(n)).digest()),
).toString('base64')}`;

describe('large-entities', () => {
  itRefuses('large-entities', refused);

  const { functions = assert.fail() } = cells;

  it('adds the package where it is allowed, in versions that run where the SDK does', () => {
    const manifest = (range: string): string => `{
  "name": "reports",
  "dependencies": {
    "@azure/data-tables": "${range}",
    "express": "^5.0.0"
  }
}
`;
    for (const [range, wanted] of Object.entries({
      '^13.3.2': '~12.32.0',
      '13.3.0': '~12.27.0',
      '~13.2.1': '~12.18.0',
      '^13': '~12.18.0',
      '*': '~12.32.0',
    })) {
      const given = { ...functions, 'package.json': manifest(range) };
      const yes = assist('large-entities', given, { package: 'yes' });
      assert.equal(
        yes.after['package.json'],
        manifest(range).replace('    "express', `    "@azure/storage-blob": "${wanted}",\n    "express`),
      );
      const no = assist('large-entities', given);
      assert.equal(no.after['package.json'], manifest(range));
      assert.equal(no.outcome?.kind, 'change');
      const note = `Your program needs @azure/storage-blob: run npm install "@azure/storage-blob@${wanted}".`;
      assert.ok(no.outcome.notes.includes(note), no.outcome.notes.join('\n'));
    }
    const there = manifest('^13.3.2').replace('express', '@azure/storage-blob');
    const { outcome, after } = assist(
      'large-entities',
      { ...functions, 'package.json': there },
      { package: 'yes' },
    );
    assert.equal(after['package.json'], there);
    assert.ok(outcome?.kind === 'change' && !outcome.notes.some((one) => one.includes('npm install')));
  });

  it('reaches the account as the table clients do', () => {
    const moduleOf = (program: Program, settings = {}): string =>
      assist('large-entities', program, settings).after['report-bodies.ts'] ?? '';
    assert.ok(moduleOf(functions).includes("new ContainerClient(process.env.TABLES ?? '', 'report-bodies')"));
    const { 'main.ts': source = '' } = functions;
    const signedIn = source
      .replace('TableClient.fromConnectionString(process.env.TABLES!,', 'new TableClient(process.env.URL!,')
      .replace("'Reports', {", "'Reports', new DefaultAzureCredential(), {")
      .replace('import', "import { DefaultAzureCredential } from '@azure/identity';\nimport");
    const code = moduleOf({ 'main.ts': signedIn });
    assert.ok(code.includes("import { DefaultAzureCredential } from '@azure/identity';\n"), code);
    const made =
      "new ContainerClient(`${process.env.AZURE_STORAGE_BLOB_URL ?? ''}/report-bodies`, new DefaultAzureCredential())";
    assert.ok(code.includes(made), code);
    assert.ok(moduleOf({ 'main.ts': signedIn }, { connection: 'BLOBS' }).includes('process.env.BLOBS ??'));
  });

  itNamesDoubts('large-entities', functions);
});

describe('large-entities, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let client: TableClient;
  let proxy: CountingProxy;
  let container: ContainerClient;

  before(async () => {
    applied = await startApplied('large-entities', cells, TABLE, undefined, ['blob']);
    ({ client, proxy } = applied);
    container = new ContainerClient(applied.direct, 'report-bodies');
    await container.createIfNotExists();
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Reports> => (await applied.load(name)) as Reports;
  const blobNames = async (): Promise<string[]> => {
    const names = [];
    for await (const { name } of container.listBlobsFlat()) names.push(name);
    return names.sort();
  };
  const namesInTable = async (): Promise<string[]> => {
    const names = [];
    for await (const { bodyBlob } of client.listEntities<{ bodyBlob?: string }>())
      if (bodyBlob !== undefined) names.push(bodyBlob);
    return names.sort();
  };
  const empty = async (): Promise<void> => {
    await emptyTable(client);
    for (const name of await blobNames()) await container.deleteBlob(name);
  };

  /** What each question gives on a day of a team. */
  async function day(program: Reports, team: string, large: string): Promise<unknown[]> {
    await program.add(team, '1', 'one', { large });
    await program.add(team, '2', 'two', 'second');
    await program.put(team, '3', 'three', ['third']);
    const results = [await program.get(team, '1'), await program.titles(team), await program.all(team)];
    await program.rewrite(team, '1', { large: `${large}!` });
    await program.rename(team, '1', 'first');
    await program.put(team, '2', 'second', { large });
    results.push(await program.get(team, '1'), await program.all(team));
    await program.remove(team, '3');
    results.push(await program.titles(team), await program.all(team));
    for (const act of [
      () => program.remove(team, '9'),
      () => program.get(team, '9'),
      () => program.rewrite(team, '9', 1),
      () => program.add(team, '1', 'again', 'other'),
    ])
      results.push(
        await act().then(String, (error: unknown) => (error as { statusCode: number }).statusCode),
      );
    results.push(await program.get(team, '1'));
    return results;
  }

  for (const name of Object.keys(cells)) {
    it(`does what the program did: ${name}`, async () => {
      await empty();
      const before = await day(await load(`${name}-before`), 'before', 'small');
      const program = await load(name);
      assert.deepEqual(await day(program, 'after', 'small'), before);
      assert.deepEqual(await blobNames(), await namesInTable());
    });

    it(`keeps what is larger than a property can be: ${name}`, async () => {
      await empty();
      await assert.rejects((await load(`${name}-before`)).add('before', '1', 'one', LARGE));
      const program = await load(name);
      const results = await day(program, 'after', LARGE);
      assert.deepEqual(results[0], { large: LARGE });
      assert.deepEqual(results.at(-1), { large: `${LARGE}!` });
      assert.deepEqual(await blobNames(), await namesInTable());
    });

    it(`reads and changes entities of before: ${name}`, async () => {
      await empty();
      const [old, now] = [await load(`${name}-before`), await load(name)];
      for (const id of ['1', '2', '3']) await old.add('team', id, `title ${id}`, [id]);
      assert.deepEqual(await now.get('team', '1'), ['1']);
      assert.deepEqual(await now.all('team'), await old.all('team'));
      await now.rewrite('team', '1', 'new');
      await now.rename('team', '2', 'renamed');
      await now.remove('team', '3');
      assert.deepEqual(await now.all('team'), [
        ['title 1', 'new'],
        ['renamed', ['2']],
      ]);
      assert.equal((await blobNames()).length, 1);
    });

    it(`takes as many requests as it says: ${name}`, async () => {
      await empty();
      const program = await load(name);
      const isReadFirst = name === 'class';
      assert.deepEqual(
        [
          await applied.counted(() => program.add('t', '1', 'one', LARGE)),
          await applied.counted(() => program.get('t', '1')),
          await applied.counted(() => program.rename('t', '1', 'two')),
          await applied.counted(() => program.rewrite('t', '1', 'x')),
          await applied.counted(() => program.put('t', '1', 'one', LARGE)),
          await applied.counted(() => program.all('t')),
          await applied.counted(() => program.remove('t', '1')),
        ],
        // this program reads what it changes, with its content
        [2, 2, 1, isReadFirst ? 6 : 4, 4, 2, 3],
      );
      assert.deepEqual(await blobNames(), []);
    });

    if (isStyled(name)) continue;

    it(`loses nothing if it ends after any request: ${name}`, async () => {
      await empty();
      const program = await load(name);
      for (let after = 0; after < 7; after += 1) {
        const id = String(after);
        await program.add('t', id, 'old', `old ${id}`);
        const acts: Readonly<Record<string, () => Promise<void>>> = {
          added: () => program.add('t', `${id}x`, 'new', 'added'),
          rewritten: () => program.rewrite('t', id, 'rewritten'),
          put: () => program.put('t', id, 'new', 'put'),
          removed: () => program.remove('t', id),
        };
        let last: unknown = `old ${id}`;
        for (const [what, act] of Object.entries(acts)) {
          proxy.loseAfter(after);
          const isDone = await withoutPauses(act);
          proxy.loseAfter(Infinity);
          // each entity has a blob that is there, with one of the two contents
          const all = new Map((await namesInTable()).map((one) => [one, true]));
          const blobs = new Set(await blobNames());
          assert.deepEqual(
            [...all.keys()].filter((one) => !blobs.has(one)),
            [],
            `${what} ${id}`,
          );
          if (what === 'added' || what === 'removed') continue;
          const now = await program.get('t', id);
          assert.ok(now === what || (!isDone && now === last), `${what} ${id}: ${String(now)}`);
          last = now;
        }
      }
    });

    it(`keeps the blob of the last of many writers alone: ${name}`, async () => {
      await empty();
      const program = await load(name);
      await program.add('t', '1', 'one', 'first');
      const reads: Promise<unknown>[] = [];
      await Promise.allSettled(
        Array.from({ length: 12 }, async (_, n) => {
          await delay(n * 3);
          reads.push(program.get('t', '1'), program.all('t'));
          await program.put('t', '1', 'one', n);
          await program.rewrite('t', '1', `r${String(n)}`);
        }),
      );
      await Promise.all(reads);
      assert.deepEqual(await blobNames(), await namesInTable());
      assert.equal((await blobNames()).length, 1);
    });
  }

  describe('the script', () => {
    const sweep = (name: string, args: readonly string[] = [], how: ScriptRun = {}): Promise<ScriptResult> =>
      applied.script(name, `report-bodies-sweep.${name === 'commonjs' ? 'cjs' : 'js'}`, { args, ...how });
    /** What Node loads first where the script is to run two days later. */
    const LATER = 'data:text/javascript,const now = Date.now; Date.now = () => now() + 172_800_000;';
    const later: ScriptRun = { flags: ['--import', LATER] };

    for (const name of ['class', 'commonjs'])
      it(`deletes old blobs that no entity names, and nothing else: ${name}`, async () => {
        await empty();
        const program = await load(name);
        for (let n = 0; n < 40; n += 1) await program.add('t', String(n), 'title', n);
        const left: string[] = [];
        for (let n = 0; n < 25; n += 1) {
          left.push(`Reports/body/left-${String(n)}`);
          await container.getBlockBlobClient(left.at(-1) ?? '').upload('x', 1);
        }
        const other = container.getBlockBlobClient('Others/body/left');
        await other.upload('x', 1);
        const all = await blobNames();
        const young = await sweep(name);
        assert.deepEqual(young, { code: 0, out: '0 blobs were deleted.\n', err: '' });
        const dry = await sweep(name, ['--dry-run'], later);
        assert.deepEqual(dry, { code: 0, out: '25 blobs are left over.\n', err: '' });
        assert.deepEqual(await blobNames(), all);
        assert.equal((await sweep(name, ['--parallel', '1'], { ...later, killedAfter: 9 })).code, null);
        assert.equal((await sweep(name, [], later)).code, 0);
        assert.deepEqual(
          await blobNames(),
          all.filter((one) => !left.includes(one)),
        );
        assert.equal((await program.all('t')).length, 40);
      });
  });
});
