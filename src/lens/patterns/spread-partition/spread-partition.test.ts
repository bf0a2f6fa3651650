import assert from 'node:assert/strict';
import type { TableClient } from '@azure/data-tables';
import { cells, refused } from '../../../../test/patterns/spread-partition.ts';
import {
  type AppliedPrograms,
  emptyTable,
  type ScriptResult,
  type ScriptRun,
  startApplied,
} from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import { itNamesDoubts, itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Events';

/** The buckets of each partition if nothing else is said. */
const BUCKETS = 16;

/** What each program exports. */
interface Events {
  readonly log: (day: string, time: number, level: number, text: string) => Promise<string>;
  readonly of: (day: string) => Promise<unknown[]>;
  readonly severe: (day: string, least: number) => Promise<unknown[]>;
  readonly first: (day: string) => Promise<unknown>;
  readonly get: (day: string, rowKey: string) => Promise<unknown[]>;
}

describe('spread-partition', () => {
  itRefuses('spread-partition', refused);

  it('takes as many buckets as it is told, and says what that costs', () => {
    const { outcome, after } = assist('spread-partition', cells.functions ?? {}, { buckets: '4' });
    assert.equal(outcome?.kind, 'change');
    assert.ok(outcome.notes.some((one) => one.startsWith('Lists: 5 requests at once')));
    assert.ok(after['events-buckets.ts']?.includes('const BUCKETS = 4;'));
  });

  itNamesDoubts('spread-partition', cells.functions ?? {});
});

describe('spread-partition, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let client: TableClient;

  before(async () => {
    applied = await startApplied('spread-partition', cells, TABLE);
    ({ client } = applied);
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Events> => (await applied.load(name)) as Events;
  const partitions = async (): Promise<Map<string, number>> => {
    const sizes = new Map<string, number>();
    for await (const { partitionKey = '' } of client.listEntities())
      sizes.set(partitionKey, (sizes.get(partitionKey) ?? 0) + 1);
    return sizes;
  };

  const START = Date.UTC(2026, 10, 25);
  const DAY = '2026-11-25';

  /** Logs events, each a second after the one before but in another order, and gives the RowKeys. */
  async function fill(program: Events, count: number, from = 0): Promise<string[]> {
    const keys: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const at = from + ((n * 7) % count);
      keys.push(await program.log(DAY, START + at * 1000, at % 5, `event ${String(at)}`));
    }
    return keys;
  }

  /** What the program gives for each question. */
  const answers = async (program: Events, keys: readonly string[]): Promise<unknown[]> => [
    await program.of(DAY),
    await program.of('2026-11-24'),
    await program.severe(DAY, 3),
    await program.first(DAY),
    await program.first('2026-11-24'),
    ...(await Promise.all(keys.map((key) => program.get(DAY, key)))),
    await program
      .get(DAY, 'none')
      .then(String, (error: unknown) => (error as { statusCode: number }).statusCode),
  ];

  for (const name of Object.keys(cells)) {
    it(`does what the program did, in many partitions: ${name}`, async () => {
      await emptyTable(client);
      const old = await load(`${name}-before`);
      const before = await answers(old, await fill(old, 120));
      assert.equal((await partitions()).size, 1);
      await emptyTable(client);
      const program = await load(name);
      assert.deepEqual(await answers(program, await fill(program, 120)), before);
      const sizes = await partitions();
      // keys are drawn: one of 16 buckets stays without any of 120 in one of 140 runs, and four in none
      assert.ok(sizes.size <= BUCKETS && sizes.size > BUCKETS - 4, `${sizes.size} partitions`);
      assert.ok(Math.max(...sizes.values()) < 25, [...sizes.values()].join(' '));
    });

    it(`reads events of before with those in buckets, in the order of time: ${name}`, async () => {
      await emptyTable(client);
      const [old, program] = [await load(`${name}-before`), await load(name)];
      const keys = [...(await fill(old, 40)), ...(await fill(program, 40, 20)), ...(await fill(old, 10, 70))];
      const texts = await program.of(DAY);
      const at = (text: unknown): number => Number(String(text).split(' ')[1]);
      assert.deepEqual(
        texts,
        [...texts].sort((a, b) => at(a) - at(b)),
      );
      assert.equal(texts.length, 90);
      for (const key of keys) assert.equal((await program.get(DAY, key))[1], 'log');
    });

    it(`takes as many requests as it says: ${name}`, async () => {
      await emptyTable(client);
      const program = await load(name);
      const [key = ''] = await fill(program, 30);
      assert.deepEqual(
        [
          await applied.counted(() => program.log(DAY, START, 1, 'x')),
          await applied.counted(() => program.of(DAY)),
          await applied.counted(() => program.first(DAY)),
          await applied.counted(() => program.get(DAY, key)),
        ],
        [1, BUCKETS + 1, BUCKETS + 1, 1],
      );
    });
  }

  describe('the script', () => {
    const move = (name: string, args: readonly string[] = [], how: ScriptRun = {}): Promise<ScriptResult> =>
      applied.script(name, `events-buckets-move.${name === 'commonjs' ? 'cjs' : 'js'}`, { args, ...how });

    /** Events of before, with values of each type. */
    async function seed(count: number): Promise<void> {
      await emptyTable(client);
      for (let at = 0; at < count; at += 100)
        await client.submitTransaction(
          Array.from({ length: Math.min(100, count - at) }, (_, n) => [
            'create',
            {
              ...{ partitionKey: 'log', rowKey: `2026-${String(at + n).padStart(6, '0')}`, day: DAY },
              ...{
                level: n % 5,
                text: `event ${String(at + n)}`,
                isOpen: n % 2 === 0,
                at: new Date(START + n),
              },
              ...{
                big: { type: 'Int64', value: '9007199254740993' },
                half: 0.5,
                bytes: Uint8Array.of(1, 2, 3),
              },
              ...{
                whole: { type: 'Double', value: 3 },
                exact: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' },
              },
            },
          ]),
        );
    }

    /** The content of all entities with their types, by their RowKeys. */
    async function contents(isWanted: (partitionKey: string) => boolean): Promise<Map<string, unknown>> {
      const found = new Map<string, unknown>();
      for await (const entity of client.listEntities({ disableTypeConversion: true })) {
        const { partitionKey = '', rowKey = '', ...content } = entity;
        const version = { etag: undefined, timestamp: undefined };
        if (isWanted(partitionKey)) found.set(rowKey, { ...content, ...version });
      }
      return found;
    }
    const isOld = (partitionKey: string): boolean => partitionKey === 'log';

    for (const name of ['functions', 'commonjs'])
      it(`counts, copies with all types, and deletes on request what has an equal copy: ${name}`, async () => {
        await seed(250);
        const program = await load(name);
        const before = await program.of(DAY);
        assert.equal((await move(name, ['--dry-run'])).out, '250 entities are not in buckets.\n');
        assert.equal((await move(name, ['--verify'])).code, 1);
        assert.deepEqual(await move(name), {
          ...{ code: 0, out: '250 entities were copied.\n0 problems.\n', err: '' },
        });
        assert.deepEqual(await contents((key) => !isOld(key)), await contents(isOld));
        assert.deepEqual(await program.of(DAY), before);
        assert.equal((await move(name)).out, '0 entities were copied.\n0 problems.\n');
        assert.deepEqual(await move(name, ['--delete-old']), {
          ...{ code: 0, out: '250 entities were deleted.\n0 problems.\n', err: '' },
        });
        assert.equal((await contents(isOld)).size, 0);
        assert.deepEqual(await program.of(DAY), before);
      });

    it('is killed, and goes on where it was', async () => {
      await seed(2500);
      const program = await load('functions');
      const before = await program.of(DAY);
      for (const killedAfter of [3, 20, 30])
        assert.equal((await move('functions', ['--parallel', '2'], { killedAfter })).code, null);
      assert.deepEqual(await program.of(DAY), before);
      const { code, err } = await move('functions');
      assert.deepEqual([code, err], [0, '']);
      assert.deepEqual(await contents((key) => !isOld(key)), await contents(isOld));
      assert.equal((await move('functions', ['--delete-old'], { killedAfter: 100 })).code, null);
      assert.deepEqual(await program.of(DAY), before);
      assert.equal((await move('functions', ['--delete-old'])).code, 0);
      assert.deepEqual(await program.of(DAY), before);
    });

    it('deletes nothing that has no equal copy, and lists it', async () => {
      await seed(100);
      assert.equal((await move('functions')).code, 0);
      await client.updateEntity({ partitionKey: 'log', rowKey: '2026-000007', text: 'changed' }, 'Merge');
      await client.createEntity({ partitionKey: 'log', rowKey: 'late', text: 'late' });
      const { code, err } = await move('functions', ['--delete-old']);
      assert.equal(code, 1);
      assert.deepEqual(err.trimEnd().split('\n').sort(), [
        '"log" "2026-000007": has a copy that is not equal',
        '"log" "late": has no copy',
      ]);
      assert.deepEqual([...(await contents(isOld)).keys()].sort(), ['2026-000007', 'late']);
    });
  });
});
