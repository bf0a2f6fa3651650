import assert from 'node:assert/strict';
import type { TableClient } from '@azure/data-tables';
import { cells, others, refused } from '../../../../test/patterns/summary-entity.ts';
import {
  type AppliedPrograms,
  emptyTable,
  type ScriptResult,
  type ScriptRun,
  startApplied,
} from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import { isStyled } from '../../../../test/support/in-style.ts';
import type { CountingProxy } from '../../../../test/support/counting-proxy.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Employees';

/** The program whose number four entities share. */
const SHARED = 'of-a-range';

/** How many write to one partition at once. */
const WRITERS = 30;

/** What each program exports. */
interface Employees {
  readonly hire: (department: string, id: string, employee: object) => Promise<void>;
  readonly change: (department: string, id: string, changes: object) => Promise<void>;
  readonly put: (department: string, id: string, employee: object) => Promise<void>;
  readonly dismiss: (department: string, id: string) => Promise<void>;
  readonly count: (department: string) => Promise<number>;
  readonly ages: (department: string) => Promise<number[]>;
}

describe('summary-entity', () => {
  itRefuses('summary-entity', refused);

  for (const [name, program] of Object.entries(others)) {
    it(`has nothing to say of entities ${name}`, () => {
      assert.equal(assist('summary-entity', program).outcome, undefined);
    });
  }

  it('changes all places that count the same, and takes out imports that nothing needs', () => {
    const { outcome, after } = assist('summary-entity', {
      ...cells.functions,
      'other.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');

export async function size(department: string): Promise<number> {
  const all = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) all.push(one);
  return all.length;
}
`,
    });
    assert.equal(outcome?.kind, 'change');
    assert.match(after['other.ts'] ?? '', /^import \{ TableClient \} from '@azure\/data-tables';\n/);
    assert.match(after['other.ts'] ?? '', /return employeeCount\(client, department\);/);
  });
});

describe('summary-entity, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let client: TableClient;
  let proxy: CountingProxy;

  before(async () => {
    applied = await startApplied('summary-entity', cells, TABLE, (name) => ({
      shards: name === SHARED ? '4' : '1',
    }));
    ({ client, proxy } = applied);
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Employees> => (await applied.load(name)) as Employees;
  const rowKeysOf = async (department: string): Promise<string[]> => {
    const rows = client.listEntities({ queryOptions: { filter: `PartitionKey eq '${department}'` } });
    const rowKeys: string[] = [];
    for await (const { rowKey } of rows) rowKeys.push(String(rowKey));
    return rowKeys;
  };
  const isEmployee = (rowKey: string): boolean => rowKey.startsWith('empid_');
  /** The number that is kept is that of the employees who are there. */
  const assertInStep = async (program: Employees, department: string): Promise<void> => {
    const rowKeys = await rowKeysOf(department);
    assert.equal(await program.count(department), rowKeys.filter(isEmployee).length);
    assert.deepEqual(
      rowKeys.filter((key) => !isEmployee(key) && !key.startsWith('count_') && key !== 'department'),
      [],
    );
  };

  /** A day in a department: what each question gives. */
  async function day(program: Employees, department: string): Promise<unknown[]> {
    const results: unknown[] = [await program.count(department)];
    const told = async (): Promise<void> => {
      results.push(await program.count(department), await program.ages(department));
    };
    await program.hire(department, '1', { email: 'ada@x.org', age: 36 });
    await program.hire(department, '2', { email: "o'neill/#1@x.org", age: 41 });
    await told();
    await program.put(department, '3', { email: 'new@x.org', age: 20 });
    await told();
    await program.put(department, '3', { email: 'newer@x.org', age: 21 });
    await program.change(department, '1', { age: 37 });
    await told();
    await program.dismiss(department, '2');
    await told();
    for (const act of [
      () => program.dismiss(department, '2'),
      () => program.change(department, '9', { age: 1 }),
      () => program.hire(department, '1', { email: 'again@x.org', age: 1 }),
    ])
      results.push(
        await act().then(String, (error: unknown) => (error as { statusCode: number }).statusCode),
      );
    await told();
    for (const id of ['1', '3']) await program.dismiss(department, id);
    await told();
    return results;
  }

  for (const name of Object.keys(cells)) {
    it(`does what the program did: ${name}`, async () => {
      const before = await day(await load(`${name}-before`), `${name}-before`);
      const after = await day(await load(name), name);
      assert.deepEqual(after, before);
      await assertInStep(await load(name), name);
    });

    it(`takes as many requests as it says: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-counted`;
      // the other kind of that program has a write of its own with each hire
      const more = name === SHARED ? 1 : 0;
      assert.deepEqual(
        [
          await applied.counted(() => program.hire(department, '1', { email: 'ada@x.org', age: 36 })),
          await applied.counted(() => program.count(department)),
          await applied.counted(() => program.change(department, '1', { age: 37 })),
          await applied.counted(() => program.put(department, '1', { email: 'ada@x.org', age: 36 })),
          await applied.counted(() => program.put(department, '2', { email: 'new@x.org', age: 36 })),
          await applied.counted(() => program.dismiss(department, '1')),
        ],
        [2 + more, 1, 1, 2, 3, 2],
      );
    });

    if (isStyled(name)) continue;

    it(`counts all that ${WRITERS} write at once: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-many`;
      const ids = Array.from({ length: WRITERS }, (_, n) => String(n));
      await Promise.all(ids.map((id) => program.hire(department, id, { email: id, age: 1 })));
      assert.equal(await program.count(department), WRITERS);
      await Promise.allSettled(
        ids.flatMap((id) => [
          program.dismiss(department, id),
          program.put(department, id, { email: id, age: 2 }),
          program.put(department, '0', { email: id, age: 3 }),
        ]),
      );
      await assertInStep(program, department);
    });

    it(`leaves nothing half done, wherever the connection breaks: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-broken`;
      for (let after = 0; after < 4; after += 1) {
        const id = String(after);
        await program.hire(department, id, { email: `a${id}@x.org`, age: 1 });
        for (const act of [
          () => program.hire(department, `${id}x`, { email: `x${id}@x.org`, age: 1 }),
          () => program.put(department, `${id}y`, { email: `y${id}@x.org`, age: 1 }),
          () => program.put(department, id, { email: `z${id}@x.org`, age: 1 }),
          () => program.dismiss(department, id),
        ]) {
          proxy.loseAfter(after);
          const acting = act().catch(() => undefined);
          await acting;
          proxy.loseAfter(Infinity);
          await assertInStep(program, department);
        }
      }
    });
  }

  describe('its backfill', () => {
    const PARTITIONS = 5;

    const backfill = (
      name: string,
      args: readonly string[] = [],
      how: ScriptRun = {},
    ): Promise<ScriptResult> => {
      const file = `employee-count-backfill.${name === 'commonjs' ? 'c' : ''}js`;
      return applied.script(name, file, { args, ...how });
    };

    /** Puts so many entities that nobody counted into each partition, and takes all others out. */
    async function seed(each: number): Promise<void> {
      await emptyTable(client);
      for (let department = 0; department < PARTITIONS; department += 1)
        for (let at = 0; at < each; at += 100)
          await client.submitTransaction(
            Array.from({ length: 100 }, (_, n) => [
              'create',
              {
                partitionKey: `d${String(department)}`,
                rowKey: `empid_${String(at + n).padStart(6, '0')}`,
                age: n,
              },
            ]),
          );
    }

    const assertAllInStep = async (name = 'functions'): Promise<void> => {
      const program = await load(name);
      for (let department = 0; department < PARTITIONS; department += 1)
        await assertInStep(program, `d${String(department)}`);
    };

    it('counts in a dry run, writes, and then finds nothing to write', async () => {
      await seed(200);
      const dry = await backfill('functions', ['--dry-run']);
      assert.deepEqual(dry, {
        code: 0,
        out: '5 partitions have no number, or a wrong one.\n',
        err: '',
      });
      assert.equal((await rowKeysOf('d0')).length, 200);
      const unverified = await backfill('functions', ['--verify']);
      assert.deepEqual(
        [unverified.code, unverified.err.split('\n').sort()[1]],
        [1, '"d0" "count_0": says 0, and there are 200'],
      );
      const run = await backfill('functions');
      assert.deepEqual(run, { code: 0, out: '5 numbers were written.\n0 problems.\n', err: '' });
      await assertAllInStep();
      const again = await backfill('functions');
      assert.deepEqual(again, { code: 0, out: '0 numbers were written.\n0 problems.\n', err: '' });
    });

    it('corrects the number of partitions that were written to before', async () => {
      await seed(100);
      const program = await load('functions');
      await program.hire('d1', 'new', { age: 1 });
      await program.dismiss('d2', '000007');
      assert.equal(await program.count('d2'), -1);
      assert.equal((await backfill('functions')).code, 0);
      await assertAllInStep();
    });

    it('is killed, and goes on where it was', async () => {
      await seed(1_100);
      for (const requests of [3, 12, 20])
        assert.equal((await backfill('functions', [], { killedAfter: requests })).code, null);
      const { code, err } = await backfill('functions');
      assert.deepEqual([code, err], [0, '']);
      await assertAllInStep();
    });

    it('counts while others write', async () => {
      await seed(1_100);
      const program = await load('functions');
      const running = backfill('functions');
      for (let n = 1; n < 60; n += 1) {
        if (n % 2 === 0) await program.dismiss('d0', String(n).padStart(6, '0'));
        else await program.hire('d0', `new${String(n)}`, { age: n });
      }
      assert.equal((await running).code, 0);
      await assertAllInStep();
    });

    it('is written in CommonJS, too', async () => {
      await seed(100);
      const run = await backfill('commonjs');
      assert.deepEqual(run, { code: 0, out: '5 numbers were written.\n0 problems.\n', err: '' });
      await assertAllInStep('commonjs');
    });

    it('counts a range alone, into all entities that share the number', async () => {
      await seed(100);
      const program = await load(SHARED);
      await program.hire('d0', 'new', { age: 1 });
      const run = await backfill(SHARED);
      assert.deepEqual(run, { code: 0, out: '5 numbers were written.\n0 problems.\n', err: '' });
      assert.equal((await rowKeysOf('d0')).filter((key) => key.startsWith('count_')).length, 4);
      await assertAllInStep(SHARED);
    });

    it('ends with 2 where the service is not there', async () => {
      proxy.loseAfter(0);
      const { code } = await backfill('functions', ['--dry-run']).finally(() => {
        proxy.loseAfter(Infinity);
      });
      assert.equal(code, 2);
    });
  });
});
