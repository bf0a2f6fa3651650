import assert from 'node:assert/strict';
import type { TableClient } from '@azure/data-tables';
import { cells, refused } from '../../../../test/patterns/intra-partition-index.ts';
import {
  type AppliedPrograms,
  emptyTable,
  type ScriptResult,
  type ScriptRun,
  startApplied,
} from '../../../../test/support/applied-programs.ts';
import { assist, type Program } from '../../../../test/support/assisted.ts';
import { isStyled } from '../../../../test/support/in-style.ts';
import type { CountingProxy } from '../../../../test/support/counting-proxy.ts';
import { day, type Employees, loadEmployees, rowsOf } from '../../../../test/support/employees.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Employees';

/** The programs in which several entities list the employees with one address. */
const MANY: Readonly<Record<string, Program>> = {
  'many-lists': cells['several-kinds'] ?? {},
  'many-lists-commonjs': cells.commonjs ?? {},
};
const all: Readonly<Record<string, Program>> = { ...cells, ...MANY };

/** Requests of the longest write: a change of the address. */
const MOST_REQUESTS = 4;

/** Writers at once. */
const writersOf = (name: string): number => (name === 'functions' || name === 'many-lists' ? 50 : 15);

const isCommonJs = (name: string): boolean => name.endsWith('commonjs');

describe('index-entities', () => {
  // ETags are those of the entities themselves
  const { 'where ETags are used': _, ...rejected } = refused;
  itRefuses('index-entities', rejected);

  it('is offered in a loop that asks in each turn, whatever each turn asks then', () => {
    const { outcome } = assist('index-entities', {
      'main.ts': `import { odata, TableClient } from '@azure/data-tables';
const staff = TableClient.fromConnectionString(process.env.TABLES!, 'Staff');
const badges = TableClient.fromConnectionString(process.env.TABLES!, 'Badges');
export async function add(org: string, id: string, email: string, name: string) {
  await staff.createEntity({ partitionKey: org, rowKey: id, email, name });
}
export async function names(org: string) {
  const all: string[] = [];
  const filter = odata\`PartitionKey eq \${org}\`;
  for await (const { email } of badges.listEntities<{ email: string }>({ queryOptions: { filter, select: ['email'] } }))
    for await (const one of staff./*here*/listEntities<{ name: string }>({
      queryOptions: { filter: odata\`PartitionKey eq \${org} and email eq \${email}\` },
    }))
      all.push(one.name);
  return all;
}
`,
    });
    assert.equal(outcome?.kind === 'refused' ? outcome.why : outcome?.kind, 'change');
  });

  for (const [name, isOffered] of Object.entries({
    mode: false,
    find: false,
    found: false,
    name: true,
    status: true,
  }))
    it(`is ${isOffered ? '' : 'not '}offered for a property of the name ${name}`, () => {
      const text = (cells.functions?.['main.ts'] ?? '').replaceAll('email', name).replace(' find(', ' ask(');
      const { outcome } = assist('index-entities', { 'main.ts': text });
      if (isOffered) assert.equal(outcome?.kind, 'change');
      else
        assert.deepEqual(outcome, {
          kind: 'refused',
          why: `The functions of the index need the name ${name} for something else.`,
        });
    });
});

describe('index-entities, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let client: TableClient;
  let proxy: CountingProxy;

  before(async () => {
    applied = await startApplied('index-entities', all, TABLE, (name) => ({
      lists: name in MANY ? '4' : '1',
    }));
    ({ client, proxy } = applied);
  });

  after(() => applied.stop());

  const load = (name: string): Promise<Employees> => loadEmployees(applied, name);
  const isList = ({ rowKey }: Record<string, unknown>): boolean => String(rowKey).startsWith('email_');
  const listedIn = (row: Record<string, unknown>): string[] =>
    Object.entries(row).flatMap(([name, part]) =>
      name.startsWith('rowKeys') ? (JSON.parse(String(part)) as string[]) : [],
    );
  /** Each employee with an address is in one list, which is that of the address, and no list has others. */
  const assertInStep = async (department: string): Promise<void> => {
    const rows = await rowsOf(applied, department);
    const listed = rows
      .filter(isList)
      .flatMap((row) => listedIn(row).map((one) => [valueOf(String(row.rowKey), one, rows), one].join(' ')));
    const expected = rows
      .filter((row) => !isList(row) && row.email !== undefined)
      .map((row) => [String(row.email), String(row.rowKey)].join(' '));
    assert.deepEqual(listed.sort(), expected.sort());
  };

  for (const name of Object.keys(all)) {
    it(`does what the program did: ${name}`, async () => {
      const before = await day(await load(`${name}-before`), `${name}-before`);
      const after = await day(await load(name), name);
      assert.deepEqual(after, before);
      await assertInStep(name);
    });

    it(`takes as many requests as it says: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-counted`;
      assert.deepEqual(
        [
          await applied.counted(() => program.hire(department, '1', { email: 'ada@x.org', age: 36 })),
          await applied.counted(() => program.find(department, 'ada@x.org')),
          await applied.counted(() => program.change(department, '1', { age: 37 })),
          await applied.counted(() => program.change(department, '1', { email: 'countess@x.org' })),
          await applied.counted(() => program.put(department, '1', { email: 'countess@x.org', age: 36 })),
          await applied.counted(() => program.dismiss(department, '1')),
        ],
        [2, 2, 1, MOST_REQUESTS, 2, 3],
      );
      assert.deepEqual((await rowsOf(applied, department)).flatMap(listedIn), []);
    });

    if (isStyled(name)) continue;

    it(`lists all that ${String(writersOf(name))} write at once: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-many`;
      const ids = Array.from({ length: writersOf(name) }, (_, n) => String(n));
      await Promise.all(ids.map((id) => program.hire(department, id, { email: 'all@x.org', age: 1 })));
      await assertInStep(department);
      await Promise.allSettled(
        ids.flatMap((id, n) => [
          program.change(department, id, { email: `n${String(n % 3)}@x.org` }),
          program.change(department, id, { age: n }),
          ...(n % 5 === 0 ? [program.dismiss(department, id)] : []),
        ]),
      );
      await assertInStep(department);
    });

    it(`leaves nothing half done, wherever the connection breaks: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-broken`;
      for (let after = 0; after < MOST_REQUESTS; after += 1) {
        const id = String(after);
        await program.hire(department, id, { email: 'a@x.org', age: 1 });
        for (const act of [
          () => program.hire(department, `${id}x`, { email: 'a@x.org', age: 1 }),
          () => program.change(department, id, { email: 'b@x.org' }),
          () => program.put(department, id, { email: 'c@x.org', age: 2 }),
          () => program.dismiss(department, id),
        ]) {
          proxy.loseAfter(after);
          await act().catch(() => undefined);
          proxy.loseAfter(Infinity);
          await assertInStep(department);
        }
      }
    });
  }

  describe('its module', () => {
    interface Module {
      readonly listOf: (partitionKey: string, rowKey: string, rowKeys: Iterable<string>) => object;
      readonly rowKeysIn: (list: unknown) => string[];
      readonly employeesByEmail: (
        client: TableClient,
        partitionKey: string,
        email: string,
      ) => AsyncGenerator<{ rowKey: string }>;
    }
    const moduleOf = async (name: string): Promise<Module> =>
      (await applied.module(name, `employees-by-email.${isCommonJs(name) ? 'c' : ''}js`)) as Module;

    for (const name of ['functions', ...Object.keys(MANY)])
      it(`reads all of a value in the order of their RowKeys: ${name}`, async () => {
        const program = await load(name);
        const { employeesByEmail } = await moduleOf(name);
        const ids = Array.from({ length: 70 }, (_, n) => String((n * 37) % 100).padStart(2, '0'));
        for (const id of ids) await program.hire(`${name}-all`, id, { email: 'all@x.org', age: 1 });
        const read = [];
        for await (const { rowKey } of employeesByEmail(client, `${name}-all`, 'all@x.org'))
          read.push(rowKey.slice(-2));
        assert.deepEqual(read, ids.toSorted());
      });

    it('keeps lists in properties of 64 KiB, and rejects one that is too large', async () => {
      const { listOf, rowKeysIn } = await moduleOf('functions');
      // Azurite makes text of each piece of a request: a character of several bytes at its end would be lost
      const rowKeys = Array.from({ length: 20_000 }, (_, n) => `empid_${String(n).padStart(8, '0')}~"`);
      const list = listOf('full', 'email_all', rowKeys);
      await client.createEntity(list as { partitionKey: string; rowKey: string });
      assert.deepEqual(rowKeysIn(await client.getEntity('full', 'email_all')), rowKeys);
      assert.throws(() => listOf('full', 'email_all', [...rowKeys, ...rowKeys]), {
        name: 'RangeError',
        message: 'The index entity email_all is full.',
      });
    });
  });

  describe('its backfill', () => {
    const PARTITIONS = 3;

    const backfill = (
      name: string,
      args: readonly string[] = [],
      how: ScriptRun = {},
    ): Promise<ScriptResult> =>
      applied.script(name, `employees-by-email-backfill.${isCommonJs(name) ? 'c' : ''}js`, { args, ...how });

    /** Puts so many employees that no list has into each partition, a tenth of them without an address, and takes all others out. */
    async function seed(each: number): Promise<void> {
      await emptyTable(client);
      for (let department = 0; department < PARTITIONS; department += 1)
        for (let at = 0; at < each; at += 100)
          await client.submitTransaction(
            Array.from({ length: 100 }, (_, n) => [
              'create',
              {
                ...{
                  partitionKey: `d${String(department)}`,
                  rowKey: `empid_${String(at + n).padStart(6, '0')}`,
                },
                ...{ age: n, ...(n % 10 !== 0 && { email: `e${String(n)}@x.org` }) },
              },
            ]),
          );
    }

    const assertAllInStep = async (): Promise<void> => {
      for (let department = 0; department < PARTITIONS; department += 1)
        await assertInStep(`d${String(department)}`);
    };

    for (const name of ['functions', 'commonjs', ...Object.keys(MANY)])
      it(`counts in a dry run, writes, and then finds nothing to write: ${name}`, async () => {
        await seed(200);
        const dry = await backfill(name, ['--dry-run']);
        assert.deepEqual(dry, { code: 0, out: '540 entities are not listed.\n', err: '' });
        assert.equal((await rowsOf(applied, 'd0')).length, 200);
        const unverified = await backfill(name, ['--verify']);
        assert.equal(unverified.code, 1);
        assert.ok(unverified.err.split('\n').includes('"d0" "empid_000001": is in no list'));
        const run = await backfill(name);
        assert.deepEqual(run, { code: 0, out: '540 entities were listed.\n0 problems.\n', err: '' });
        await assertAllInStep();
        const again = await backfill(name);
        assert.deepEqual(again, { code: 0, out: '0 entities were listed.\n0 problems.\n', err: '' });
      });

    it('is killed, and goes on where it was', async () => {
      await seed(2_100);
      for (const requests of [30, 250, 600])
        assert.equal((await backfill('functions', [], { killedAfter: requests })).code, null);
      const { code, err, out } = await backfill('functions');
      assert.deepEqual([code, err], [0, '']);
      assert.ok(Number(/^(\d+) entities were listed/.exec(out)?.[1]) < 5_670, out);
      await assertAllInStep();
    });

    it('lists while others write, and keeps what they wrote', async () => {
      await seed(300);
      const program = await load('functions');
      const running = backfill('functions');
      for (let n = 1; n < 60; n += 1) {
        if (n % 10 === 0) continue;
        const id = String(n).padStart(6, '0');
        if (n % 3 === 0) await program.dismiss('d0', id);
        else await program.change('d0', id, { email: `changed${String(n)}@x.org` });
      }
      assert.equal((await running).code, 0);
      assert.equal((await backfill('functions', ['--sweep'])).code, 0);
      await assertAllInStep();
    });

    it('sweeps what leads nowhere out of the lists, and nothing else', async () => {
      await seed(100);
      await backfill('functions');
      await client.deleteEntity('d0', 'empid_000005');
      await client.updateEntity({ partitionKey: 'd1', rowKey: 'empid_000006', email: 'e7@x.org' });
      const { code, err, out } = await backfill('functions', ['--sweep']);
      assert.deepEqual(
        [code, err, out],
        [0, '', '1 entities were listed.\n2 RowKeys were taken out.\n0 problems.\n'],
      );
      await assertAllInStep();
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

/** The value whose list has a RowKey: that of a row whose key makes such a list. */
function valueOf(list: string, rowKey: string, rows: readonly Record<string, unknown>[]): string {
  const email = rows.find((row) => row.rowKey === rowKey)?.email;
  const safe = String(email).replace(/[%/\\#?]/g, encodeURIComponent);
  const isOf = list === `email_${safe}` || list.startsWith(`email_${safe.replaceAll('_', '%5F')}_`);
  return isOf ? String(email) : list;
}
