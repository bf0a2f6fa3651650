import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TableClient } from '@azure/data-tables';
import { cells, refused } from '../../../../test/patterns/log-tail.ts';
import { compiledName } from '../../../../test/support/applied.ts';
import { assist, compile, type Compiled, type Program } from '../../../../test/support/assisted.ts';
import { KILLED_LATE } from '../../../../test/support/killed-late.ts';
import { type FakeTableService, startFakeTableService } from '../../../../test/fake-service/service.ts';
import { itNamesDoubts, itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Readings';

/** The time of the first reading. */
const START = Date.UTC(2026, 0, 1);

interface Readings {
  readonly add: (device: string, at: number, value: number) => Promise<unknown>;
  readonly latest: (device: string) => Promise<readonly number[]>;
}

describe('log-tail', () => {
  itRefuses('log-tail', refused);
});

describe('log-tail, applied', function () {
  this.timeout(120_000);

  let compiled: Compiled;
  let service: FakeTableService;
  let client: TableClient;

  before(async () => {
    const programs: Record<string, Program> = {};
    for (const [name, { program }] of Object.entries(cells)) {
      const { outcome, after: applied } = assist('log-tail', program);
      assert.equal(outcome?.kind, 'change', `${name}: ${outcome?.kind === 'refused' ? outcome.why : ''}`);
      programs[name] = applied;
      programs[`${name}-before`] = program;
    }
    compiled = await compile(programs);
    service = await startFakeTableService({ [TABLE]: [] });
    process.env.TABLES = service.connectionString;
    client = TableClient.fromConnectionString(service.connectionString, TABLE, {
      allowInsecureConnection: true,
    });
  });

  after(async () => {
    delete process.env.TABLES;
    await service.stop();
    await compiled.remove();
  });

  const load = async (name: string): Promise<Readings> => {
    const { program, of } = cells[name.replace('-before', '')] ?? assert.fail();
    const module = await compiled.load(name, compiledName(Object.keys(program).at(-1)));
    return (of === undefined ? module : module[of]) as Readings;
  };

  /** Runs the script that moves entities; ends it once it has sent so many requests. */
  async function move(
    name: string,
    args: readonly string[] = [],
    killedAfter = Infinity,
  ): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
    const folder = compiled.folderOf(name);
    const ending = name === 'commonjs' ? 'cjs' : 'js';
    const child = spawn(process.execPath, [join(folder, `newest-readings-first-move.${ending}`), ...args], {
      cwd: folder,
      env: { ...process.env, AZURE_STORAGE_CONNECTION_STRING: service.connectionString },
      ...KILLED_LATE,
    });
    const texts = { out: '', err: '' };
    child.stdout.on('data', (data) => (texts.out += String(data)));
    child.stderr.on('data', (data) => (texts.err += String(data)));
    const start = service.requests.length;
    const ended = once(child, 'close');
    const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
    while (isRunning() && service.requests.length - start < killedAfter)
      await Promise.race([ended, delay(5)]);
    if (isRunning()) child.kill('SIGKILL');
    const [code] = (await ended) as [number | null];
    return { code, ...texts };
  }

  const rowsOf = async (device: string): Promise<Record<string, unknown>[]> => {
    const rows = [];
    const filter = `PartitionKey eq '${device}'`;
    for await (const row of client.listEntities({ queryOptions: { filter } })) rows.push({ ...row });
    return rows;
  };

  for (const [name, { isKept, isSome }] of Object.entries(cells)) {
    it(`reads the newest ten in one page: ${name}`, async () => {
      const [old, now] = [await load(`${name}-before`), await load(name)];
      for (let i = 0; i < 40; i += 1)
        await (isKept ? old : now).add(name, START + ((i * 7) % 40) * 1000, (i * 7) % 40);
      const expected = await old.latest(name);
      const before = service.requests.length;
      assert.deepEqual(await now.latest(name), expected);
      assert.deepEqual(expected, [39, 38, 37, 36, 35, 34, 33, 32, 31, 30]);
      assert.equal(service.requests.length, before + 1);
      assert.equal(service.requests.at(-1)?.rows, isSome ? 40 : 10);
    });
  }

  itNamesDoubts('log-tail', cells.function?.program ?? {});

  it('has keys that no two entities of one time share, and that sort by time in all years', async () => {
    const { add } = await load('function');
    const times = [-11_644_473_600_000, -1, 0, 1, START, START, 253_402_300_799_999];
    for (const at of times) await add('times', at, at);
    assert.deepEqual(
      (await rowsOf('times')).map(({ at }) => Number(at)),
      times.toReversed(),
    );
    await assert.rejects(add('times', NaN, 0), RangeError);
  });

  describe('the script', () => {
    const DEVICES = ['d0', 'd1', 'd2'];
    const EXACT = { type: 'DateTime' as const, value: '2026-01-02T03:04:05.1234567Z' };

    async function seed(each: number): Promise<void> {
      for (const device of DEVICES) {
        const keys = (await rowsOf(device)).map(({ rowKey }) => String(rowKey));
        for (let at = 0; at < keys.length; at += 100)
          await client.submitTransaction(
            keys.slice(at, at + 100).map((rowKey) => ['delete', { partitionKey: device, rowKey }]),
          );
        for (let at = 0; at < each; at += 100)
          await client.submitTransaction(
            Array.from({ length: 100 }, (_, n) => [
              'create',
              {
                ...{ partitionKey: device, rowKey: `old${String((n * 37) % 100)}-${String(at)}` },
                ...{
                  at: new Date(START + (at + n) * 1000),
                  value: at + n,
                  big: { type: 'Int64', value: '9' },
                  exact: EXACT,
                },
              },
            ]),
          );
      }
    }

    const others = async (): Promise<void> => {
      for await (const { partitionKey = '', rowKey = '' } of client.listEntities())
        if (!DEVICES.includes(partitionKey)) await client.deleteEntity(partitionKey, rowKey);
    };

    /** Every device has each of its readings once, the newest first, with times of 100 ns. */
    async function assertMoved(each: number): Promise<void> {
      for await (const { exact } of client.listEntities({ disableTypeConversion: true }))
        assert.deepEqual(exact, EXACT);
      for (const device of DEVICES) {
        const rows = await rowsOf(device);
        assert.deepEqual(
          rows.map(({ value, big }) => [value, big]),
          Array.from({ length: each }, (_, i) => [each - 1 - i, 9n]),
        );
      }
    }

    it('counts in a dry run, moves, and then finds nothing to move', async () => {
      await others();
      await seed(100);
      assert.deepEqual(await move('function', ['--dry-run']), {
        ...{ code: 0, out: '300 entities have old keys.\n', err: '' },
      });
      assert.equal((await move('function', ['--verify'])).code, 1);
      const run = { code: 0, out: '300 entities were moved.\n0 problems.\n', err: '' };
      assert.deepEqual(await move('function'), run);
      await assertMoved(100);
      assert.deepEqual(await move('commonjs'), { ...run, out: '0 entities were moved.\n0 problems.\n' });
      const { latest } = await load('function');
      assert.deepEqual((await latest('d1')).slice(0, 2), [99, 98]);
    });

    it('is killed, and goes on where it was', async () => {
      await seed(500);
      for (const requests of [2, 7, 13])
        assert.equal((await move('commonjs', ['--parallel', '2'], requests)).code, null);
      const { code, err } = await move('commonjs');
      assert.deepEqual([code, err], [0, '']);
      await assertMoved(500);
    });

    it('leaves what has no time, and lists it', async () => {
      await seed(100);
      await client.createEntity({ partitionKey: 'd1', rowKey: 'none', value: 1 });
      await client.createEntity({ partitionKey: 'd1', rowKey: 'no time', at: 'soon' });
      const { code, err } = await move('class');
      assert.equal(code, 1);
      assert.equal(err, '"d1" "no time": has an old key\n"d1" "none": has an old key\n');
      assert.equal((await rowsOf('d1')).length, 102);
    });
  });
});
