import assert from 'node:assert/strict';
import type { TableClient } from '@azure/data-tables';
import { cells, refused } from '../../../../test/patterns/compound-key.ts';
import {
  type AppliedPrograms,
  emptyTable,
  type ScriptResult,
  type ScriptRun,
  startApplied,
} from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import type { CountingProxy } from '../../../../test/support/counting-proxy.ts';
import { rowsOf } from '../../../../test/support/employees.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Reviews';

/** The program whose keys begin with the kind of an entity. */
const KINDS = 'several-kinds';

/** What each program exports. */
interface Reviews {
  readonly add: (department: string, employee: string, rating: number) => Promise<void>;
  readonly of: (department: string, employee: string) => Promise<number[]>;
  readonly all: (department: string) => Promise<number>;
}

describe('compound-key', () => {
  itRefuses('compound-key', refused);

  for (const name of ['id', 'value'])
    it(`is not offered for a property of the name ${name}`, () => {
      const text = (cells.functions?.['main.ts'] ?? '').replaceAll('employee', name);
      const { outcome } = assist('compound-key', { 'main.ts': text });
      assert.equal(
        outcome?.kind === 'refused' ? outcome.why : outcome?.kind,
        `The functions of the key need the name ${name} for something else.`,
      );
    });
});

describe('compound-key, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let client: TableClient;
  let proxy: CountingProxy;

  before(async () => {
    applied = await startApplied('compound-key', cells, TABLE);
    ({ client, proxy } = applied);
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Reviews> => (await applied.load(name)) as Reviews;

  // one is the beginning of another, and some have what a key can't
  const EMPLOYEES = ['ada', 'ada_', 'ada_l', 'adam', "o'neill/#1%", 'Ä\n', ''];

  for (const name of Object.keys(cells)) {
    it(`does what the program did: ${name}`, async () => {
      const [old, now] = [await load(`${name}-before`), await load(name)];
      for (const [program, department] of [
        [old, `${name}-before`],
        [now, name],
      ] as const)
        for (const [at, employee] of EMPLOYEES.entries())
          for (let n = 0; n < 3; n += 1) await program.add(department, employee, at * 10 + n + 1);
      const sorted = (ratings: readonly number[]): number[] => ratings.toSorted((a, b) => a - b);
      for (const employee of [...EMPLOYEES, 'ad', 'nobody'])
        assert.deepEqual(
          sorted(await now.of(name, employee)),
          sorted(await old.of(`${name}-before`, employee)),
          employee,
        );
      assert.equal(await now.all(name), await old.all(`${name}-before`));
    });

    it(`takes as many requests as it says, and has keys that begin with the value: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-counted`;
      const perReview = name === KINDS ? 3 : 1;
      assert.equal(await applied.counted(() => program.add(department, 'ada', 1)), perReview);
      await program.add(department, 'bob', 2);
      assert.equal(await applied.counted(() => program.of(department, 'ada')), 1);
      const keys = (await rowsOf(applied, department)).map(({ rowKey }) => String(rowKey).replace(/_.*/, ''));
      assert.deepEqual(
        keys,
        name === KINDS ? ['review', 'review', 'review', 'visit', 'visit'] : ['ada', 'bob'],
      );
    });
  }

  describe('its script', () => {
    const PARTITIONS = 3;

    const move = (name: string, args: readonly string[] = [], how: ScriptRun = {}): Promise<ScriptResult> => {
      const ending = name === 'commonjs' ? 'cjs' : 'js';
      const by = name === KINDS ? 'kind' : 'employee';
      return applied.script(name, `reviews-by-${by}-key-move.${ending}`, { args, ...how });
    };

    /** Puts so many reviews of 7 employees with random keys into each partition, and one entity of another kind, and takes all others out. */
    async function seed(each: number): Promise<void> {
      await emptyTable(client);
      for (let at = 0; at < PARTITIONS; at += 1) {
        const partitionKey = `d${String(at)}`;
        await client.createEntity({ partitionKey, rowKey: 'department', name: 'Sales' });
        for (let from = 0; from < each; from += 100)
          await client.submitTransaction(
            Array.from({ length: 100 }, (_, n) => [
              'create',
              {
                ...{ partitionKey, rowKey: `${String((n * 37) % 100)}-${String(from)}` },
                ...{ kind: 'review', employee: EMPLOYEES[n % 7], rating: from + n, big: 9n },
              },
            ]),
          );
      }
    }

    /** Every review is there once, where a read by its employee finds it. */
    async function assertMoved(name: string, each: number): Promise<void> {
      const { of } = await load(name);
      for (let at = 0; at < PARTITIONS; at += 1) {
        const department = `d${String(at)}`;
        const rows = await rowsOf(applied, department);
        assert.equal(rows.length, each + 1);
        for (const [index, employee] of EMPLOYEES.entries()) {
          const expected = Array.from({ length: each }, (_, n) => n).filter((n) => (n % 100) % 7 === index);
          assert.deepEqual(
            (await of(department, employee)).toSorted((a, b) => a - b),
            expected,
          );
        }
        assert.ok(rows.every(({ rowKey, big }) => rowKey === 'department' || big === 9n));
      }
    }

    for (const name of ['functions', 'commonjs', KINDS])
      it(`counts in a dry run, moves, and then finds nothing to move: ${name}`, async () => {
        await seed(200);
        const dry = { code: 0, out: '600 entities have old keys.\n', err: '' };
        assert.deepEqual(await move(name, ['--dry-run']), dry);
        assert.equal((await move(name, ['--verify'])).code, 1);
        const run = { code: 0, out: '600 entities were moved.\n0 problems.\n', err: '' };
        assert.deepEqual(await move(name), run);
        await assertMoved(name, 200);
        assert.deepEqual(await move(name), { ...run, out: '0 entities were moved.\n0 problems.\n' });
      });

    it('is killed, loses its connection, and goes on where it was', async () => {
      await seed(1_500);
      for (const killedAfter of [2, 9, 25])
        assert.equal((await move('functions', [], { killedAfter })).code, null);
      proxy.loseAfter(20);
      const lost = await move('functions').finally(() => {
        proxy.loseAfter(Infinity);
      });
      assert.equal(lost.code, 2);
      const { code, err } = await move('functions');
      assert.deepEqual([code, err], [0, '']);
      await assertMoved('functions', 1_500);
    });

    it('leaves an entity whose key would be too long, and lists it', async () => {
      await seed(100);
      await client.createEntity({ partitionKey: 'd1', rowKey: 'long', employee: 'x'.repeat(600), rating: 1 });
      const { code, err } = await move('functions');
      assert.deepEqual([code, err], [1, '"d1" "long": has an old key\n']);
      assert.ok(await client.getEntity('d1', 'long'));
    });
  });
});
