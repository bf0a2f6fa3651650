import assert from 'node:assert/strict';
import type { TableClient } from '@azure/data-tables';
import { cells, refused } from '../../../../test/patterns/inter-partition-index.ts';
import {
  type AppliedPrograms,
  emptyTable,
  type ScriptResult,
  type ScriptRun,
  startApplied,
} from '../../../../test/support/applied-programs.ts';
import { isStyled } from '../../../../test/support/in-style.ts';
import { day, type Employees, loadEmployees, rowsOf } from '../../../../test/support/employees.ts';
import type { CountingProxy } from '../../../../test/support/counting-proxy.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Employees';

/** Requests of the longest write: a change of the address. */
const MOST_REQUESTS = 5;

/** Shows a script a clock that is two hours later. */
const LATER = 'data:text/javascript,const now = Date.now; Date.now = () => now() + 7_200_000;';

describe('inter-partition-index', () => {
  itRefuses('inter-partition-index', refused);
});

describe('inter-partition-index, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let client: TableClient;
  let proxy: CountingProxy;

  before(async () => {
    applied = await startApplied('inter-partition-index', cells, TABLE);
    ({ client, proxy } = applied);
  });

  after(() => applied.stop());

  const load = (name: string): Promise<Employees> => loadEmployees(applied, name);
  /** Every employee of a department is found by its address, and by none that it doesn't have. */
  const assertFound = async (
    program: Employees,
    department: string,
    emails: readonly string[],
  ): Promise<void> => {
    const rows = await rowsOf(applied, department);
    for (const email of emails) {
      const expected = rows.find((row) => row.email === email)?.rowKey;
      const found = (await program.find(department, email)) as { rowKey?: string } | undefined;
      assert.equal(found?.rowKey, expected, email);
    }
  };

  for (const name of Object.keys(cells)) {
    it(`does what the program did: ${name}`, async () => {
      const before = await day(await load(`${name}-before`), `${name}-before`);
      const after = await day(await load(name), name);
      assert.deepEqual(after, before);
    });

    it(`takes as many requests as it says: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-counted`;
      const [first, second] = [`a@${department}`, `b@${department}`];
      assert.deepEqual(
        [
          await applied.counted(() => program.hire(department, '1', { email: first, age: 36 })),
          await applied.counted(() => program.find(department, first)),
          await applied.counted(() => program.change(department, '1', { age: 37 })),
          await applied.counted(() => program.change(department, '1', { email: second })),
          await applied.counted(() => program.put(department, '1', { email: second, age: 36 })),
          await applied.counted(() => program.dismiss(department, '1')),
        ],
        [2, 2, 1, MOST_REQUESTS, 2, 4],
      );
    });

    if (isStyled(name)) continue;

    it(`finds every employee, wherever the connection breaks: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-broken`;
      for (let after = 0; after < MOST_REQUESTS; after += 1) {
        const id = String(after);
        const emails = ['a', 'b', 'c', 'd'].map((one) => `${one}${id}@${department}`);
        const [a = '', b = '', c = '', d = ''] = emails;
        await program.hire(department, id, { email: a, age: 1 });
        for (const act of [
          () => program.hire(department, `${id}x`, { email: b, age: 1 }),
          () => program.change(department, id, { email: c }),
          () => program.put(department, id, { email: d, age: 2 }),
          () => program.change(department, id, { email: a }),
          () => program.dismiss(department, id),
        ]) {
          proxy.loseAfter(after);
          await act().catch(() => undefined);
          proxy.loseAfter(Infinity);
          await assertFound(program, department, emails);
        }
      }
    });

    it(`finds employees that many change at once: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-many`;
      const emails = Array.from({ length: 5 }, (_, n) => `n${String(n)}@${department}`);
      await program.hire(department, '1', { email: emails[0], age: 0 });
      await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => [
          program.change(department, '1', { email: emails[n % 5] }),
          program.change(department, '1', { age: n }),
        ]).flat(),
      );
      await assertFound(program, department, emails);
    });
  }

  describe('its script', () => {
    const script = (
      name: string,
      args: readonly string[] = [],
      how: ScriptRun = {},
    ): Promise<ScriptResult> => {
      const file = `employees-by-email-backfill.${name === 'commonjs' ? 'c' : ''}js`;
      return applied.script(name, file, { args, ...how });
    };

    /** Leaves so many employees in each of two departments in the table, and no index. */
    async function seed(each: number): Promise<void> {
      await emptyTable(client);
      for (const partitionKey of ['d0', 'd1'])
        for (let at = 0; at < each; at += 100)
          await client.submitTransaction(
            Array.from({ length: 100 }, (_, n) => [
              'create',
              {
                partitionKey,
                rowKey: `empid_${String(at + n)}`,
                email: `e${String(at + n)}@${partitionKey}`,
              },
            ]),
          );
    }

    for (const name of ['functions', 'commonjs'])
      it(`is killed, goes on, and is right in the end: ${name}`, async () => {
        await seed(300);
        assert.deepEqual(await script(name, ['--dry-run']), {
          code: 0,
          out: '600 entries are missing.\n',
          err: '',
        });
        assert.equal((await script(name, ['--verify'])).code, 1);
        for (const killedAfter of [40, 300])
          assert.equal((await script(name, [], { killedAfter })).code, null);
        const { code, err } = await script(name);
        assert.deepEqual([code, err], [0, '']);
        const { find } = await load(name);
        for (const email of ['e0@d0', 'e299@d1']) assert.ok(await find('', email), email);
        assert.equal((await script(name, ['--dry-run'])).out, '0 entries are missing.\n');
      });

    it('sweeps what leads nowhere, once it is old', async () => {
      await seed(100);
      const program = await load('functions');
      await script('functions');
      proxy.loseAfter(4);
      await program.change('d0', '5', { email: 'other@d0' }).catch(() => undefined);
      proxy.loseAfter(Infinity);
      const entry = { partitionKey: 'email_e5@d0', rowKey: 'd0_empid_5' };
      assert.ok(await client.getEntity(entry.partitionKey, entry.rowKey));
      const young = await script('functions', ['--sweep']);
      assert.match(young.out, /^0 entries were deleted\.$/m);
      const old = await script('functions', ['--sweep'], { flags: ['--import', LATER] });
      assert.match(old.out, /^1 entries were deleted\.$/m);
      assert.deepEqual([young.code, old.code], [0, 0]);
      await assert.rejects(client.getEntity(entry.partitionKey, entry.rowKey));
      assert.ok(await program.find('', 'other@d0'));
    });
  });
});
