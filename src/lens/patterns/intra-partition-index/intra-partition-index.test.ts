import assert from 'node:assert/strict';
import type { TableClient } from '@azure/data-tables';
import { cells, refused, refusedThrough, through } from '../../../../test/patterns/intra-partition-index.ts';
import {
  type AppliedPrograms,
  emptyTable,
  type ScriptResult,
  type ScriptRun,
  startApplied,
} from '../../../../test/support/applied-programs.ts';
import { assist, compile, type Program } from '../../../../test/support/assisted.ts';
import { isStyled } from '../../../../test/support/in-style.ts';
import { day, type Employees, loadEmployees, rowsOf } from '../../../../test/support/employees.ts';
import type { CountingProxy } from '../../../../test/support/counting-proxy.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Employees';

/** The program in which no two employees of a department have the same address. */
const UNIQUE = 'unique';
const all: Readonly<Record<string, Program>> = { ...cells, ...through, [UNIQUE]: cells.functions ?? {} };

describe('intra-partition-index', () => {
  itRefuses('intra-partition-index', { ...refused, ...refusedThrough });
});

describe('intra-partition-index, a method of a base class that passes on what it is given', () => {
  const base = `import type { TableClient } from '@azure/data-tables';
export class Base<T extends { partitionKey: string; rowKey: string }> {
  constructor(protected readonly table: TableClient) {}
  protected async insert(one: T): Promise<void> { await this.table.createEntity(one); }
}
`;
  const staff = `import { odata, TableClient } from '@azure/data-tables';
import { Base } from './base.ts';
interface Employee { partitionKey: string; rowKey: string; email: string }
export class Staff extends Base<Employee> {
  async hire(department: string, id: string, email: string) {
    await this.insert({ partitionKey: department, rowKey: id, email });
  }
  async find(department: string, email: string) {
    const filter = odata\`PartitionKey eq \${department} and email eq \${email}\`;
    for await (const one of this.table./*here*/listEntities<Employee>({ queryOptions: { filter } })) return one;
    return undefined;
  }
}
`;
  const made =
    'export const staff = new Staff(TableClient.fromConnectionString(process.env.TABLES!, "Employees"));\n';
  const hired = (program: Program): boolean => {
    const { after } = assist('intra-partition-index', program);
    const isCalled = (after['staff.ts'] ?? '').includes('await this.insert({');
    return isCalled && /\{ await create\w+\(this\.table, one\); \}/.test(after['base.ts'] ?? '');
  };

  it('is called as before where another class overrides it', () => {
    const checked = `class Checked extends Staff {
  protected override async insert(one: Employee) { await super.insert({ ...one, email: one.email.toLowerCase() }); }
}
`;
    assert.ok(
      hired({ 'base.ts': base, 'staff.ts': staff + checked + made.replace('new Staff', 'new Checked') }),
    );
  });

  it('is called as before where it has a decorator', () => {
    const decorated = base.replace('  protected async insert', '  @retried\n  protected async insert');
    const retried = 'declare function retried(_: object, __: string, how: PropertyDescriptor): void;\n';
    assert.ok(hired({ 'base.ts': retried + decorated, 'staff.ts': staff + made }));
  });
});

describe('intra-partition-index, the first lines of its script', () => {
  for (const [name, run] of [
    ['functions', 'node employees-by-email-backfill.ts'],
    ['commonjs', 'node employees-by-email-backfill.cjs'],
    ['styled-package', 'node employees-by-email-backfill.js    (compiled with the program)'],
  ] as const)
    it(`say how it is run: ${name}`, () => {
      const { after } = assist('intra-partition-index', cells[name] ?? {});
      const [, script = ''] = Object.entries(after).find(([file]) => file.includes('-backfill.')) ?? [];
      assert.ok(script.includes(` *   TABLES=… ${run}\n`), script.slice(0, 1_000));
    });
});

describe('intra-partition-index, the variable of its script', () => {
  const before = `import { odata, type TableClient } from '@azure/data-tables';
export async function add(client: TableClient, id: number, email: string): Promise<void> {
  await client.createEntity({ partitionKey: 'a', rowKey: \`e_\${id}\`, email });
}
export async function find(client: TableClient, email: string) {
  const all = client./*here*/listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'a' and email eq \${email}\` } });
  for await (const one of all) return one;
  return undefined;
}
`;
  const made = (variable: string): string => `import { TableClient } from '@azure/data-tables';
import { add, find } from './store.ts';
const client = TableClient.fromConnectionString(process.env.${variable}!, 'Employees');
await add(client, 1, 'a@x.org');
console.log(await find(client, 'a@x.org'));
`;
  const variableOf = (others: Program): string | undefined => {
    const { after } = assist('intra-partition-index', { 'store.ts': before, ...others });
    const [, script = ''] = Object.entries(after).find(([file]) => file.includes('-backfill.')) ?? [];
    return /const connection = process\.env\.(\w+) /.exec(script)?.[1];
  };

  it('is the one that the program takes for its clients, in whichever file', () => {
    assert.equal(variableOf({ 'main.ts': made('STORAGE') }), 'STORAGE');
  });

  it('is the usual one where the program has several', () => {
    const several = { 'main.ts': made('STORAGE'), 'other.ts': made('MORE') };
    assert.equal(variableOf(several), 'AZURE_STORAGE_CONNECTION_STRING');
  });
});

describe('intra-partition-index, where all keys begin with digits', () => {
  it('lists the keys before those of copies', () => {
    const program = Object.fromEntries(
      Object.entries(cells.functions ?? {}).map(([file, text]) => [
        file,
        text.replaceAll('`empid_${id}`', "id.padStart(6, '0')"),
      ]),
    );
    const { outcome, after } = assist('intra-partition-index', program);
    assert.equal(outcome?.kind, 'change');
    assert.doesNotMatch(after['main.ts'] ?? '', /RowKey lt 'email_'/);
    const padded = Object.fromEntries(
      Object.entries(program).map(([file, text]) => [
        file,
        text.replaceAll("id.padStart(6, '0')", "String(Number(id)).padStart(6, '0')"),
      ]),
    );
    const numbers = assist('intra-partition-index', padded);
    assert.equal(numbers.outcome?.kind, 'change');
    assert.match(numbers.after['main.ts'] ?? '', / and RowKey lt 'email_'/);
    assert.ok(
      numbers.outcome.notes.includes(
        'Lists of the partition read the RowKeys before email_, where no copies are.',
      ),
    );
  });
});

describe('intra-partition-index, a call of which each argument has a line', () => {
  it('gives the client a line, too', () => {
    const text = (cells.functions?.['main.ts'] ?? '').replace(
      /await client\.createEntity\((.*?)\);/,
      'await client.createEntity(\n    $1,\n  );',
    );
    const { after } = assist('intra-partition-index', { 'main.ts': text });
    assert.match(after['main.ts'] ?? '', /await createEmployee\(\n {4}client,\n {4}\{/);
  });
});

describe('intra-partition-index, where the one key that is written is a constant', () => {
  it('takes other entities for ones of the table, too', () => {
    const text = (cells.functions?.['main.ts'] ?? '').replaceAll('`empid_${id}`', "'first'");
    const { outcome, after } = assist('intra-partition-index', { 'main.ts': text });
    assert.equal(outcome?.kind, 'change');
    assert.match(after['main.ts'] ?? '', / and not \(RowKey ge 'email_' and RowKey lt 'email\\`'\)/);
  });
});

describe('intra-partition-index, at a loop that takes properties apart', () => {
  it('is offered', () => {
    const text = (cells.functions?.['main.ts'] ?? '').replace(
      'for await (const employee of employees) return employee;',
      'for await (const { email: found, age } of employees) return { email: found, age };',
    );
    const { outcome, after } = assist('intra-partition-index', { 'main.ts': text });
    assert.equal(outcome?.kind, 'change');
    assert.match(
      after['main.ts'] ?? '',
      /const employees = employeesByEmail<Employee>\(client, department, email\);/,
    );
  });
});

describe('intra-partition-index, where the filter has more conditions', function () {
  this.timeout(60_000);

  const program = (filter: string): Program => ({
    'main.ts': (cells.functions?.['main.ts'] ?? '')
      .replace(
        'find(department: string, email: string)',
        'find(department: string, email: string, age: number)',
      )
      .replace('PartitionKey eq ${department} and email eq ${email}', filter),
  });
  const readOf = (filter: string, settings?: Readonly<Record<string, string>>): string => {
    const { outcome, after } = assist('intra-partition-index', program(filter), settings);
    if (outcome?.kind !== 'change') return outcome?.why ?? 'nothing';
    return /const employees = (.*);/.exec(after['main.ts'] ?? '')?.[1] ?? '';
  };

  it('asks for them, too', () => {
    const rest = (code: string): string => `employeesByEmail<Employee>(client, department, email, ${code})`;
    const key = 'PartitionKey eq ${department} and ';
    assert.equal(readOf(`${key}email eq \${email} and age ge 18`), rest("'age ge 18'"));
    assert.equal(readOf(`${key}state eq 'here' and email eq \${email}`), rest('"state eq \'here\'"'));
    assert.equal(
      readOf(`age ge \${age} and ${key}email eq \${email} and isGone ne true`),
      rest('odata`age ge ${age} and isGone ne true`'),
    );
    assert.equal(
      readOf(`(age lt 18 or state eq 'here') and ${key}(email eq \${email}) and (age ge \${age})`),
      rest("odata`(age lt 18 or state eq 'here') and age ge ${age}`"),
    );
    assert.equal(readOf(`${key}email eq \${email} and not (age lt 18)`), rest("'not (age lt 18)'"));
  });

  it('writes texts in the quotes of the file', () => {
    const text = (cells.class?.['store.ts'] ?? '').replace(
      'email eq ${email} and PartitionKey',
      'email eq "x" and PartitionKey',
    );
    const { outcome, after } = assist('intra-partition-index', {
      ...cells.class,
      'store.ts': text.replace('email eq "x"', "email eq 'x' and age ge 18"),
    });
    assert.equal(outcome?.kind, 'change');
    assert.match(
      after['store.ts'] ?? '',
      /employeesByEmail<Employee>\(this\.table, department, "x", "age ge 18"\)/,
    );
  });

  it('takes what is put into another case for what is compared, and nothing that may be escaped', () => {
    const by = (value: string): string => {
      const text = (cells.functions?.['main.ts'] ?? '').replace(
        'odata`PartitionKey eq ${department} and email eq ${email}`',
        `\`PartitionKey eq '\${department}' and email eq '\${${value}}'\``,
      );
      const { outcome, after } = assist('intra-partition-index', { 'main.ts': text });
      if (outcome?.kind !== 'change') return outcome?.why ?? 'nothing';
      return /const employees = (.*);/.exec(after['main.ts'] ?? '')?.[1] ?? '';
    };
    assert.match(
      by('email.trim().toLowerCase()'),
      /^employeesByEmail<Employee>\(client, .*email\.trim\(\)\.toLowerCase\(\)\)?\)$/,
    );
    assert.match(by("email.replace(/'/g, \"''\")"), /^The call itself doesn't show the value/);
    assert.match(by('encodeURIComponent(email)'), /^The call itself doesn't show the value/);
  });

  it('is by the property that is wanted', () => {
    const filter = "PartitionKey eq ${department} and email eq ${email} and state eq 'here'";
    assert.equal(
      readOf(filter, { property: 'state' }),
      "employeesByState<Employee>(client, department, 'here', odata`email eq ${email}`)",
    );
    assert.match(readOf(filter, { property: 'floor' }), /doesn't compare the property with one value/);
  });

  it('compares what a point query gives, where each value occurs once', () => {
    const wanted = program("PartitionKey eq ${department} and email eq ${email} and state eq 'here'");
    const { after } = assist('intra-partition-index', wanted, { unique: 'yes' });
    assert.match(
      after['main.ts'] ?? '',
      /employeesByEmail<Employee>\(client, department, email, \{ state: 'here' \}\)/,
    );
    assert.match(after['employees-by-email.ts'] ?? '', /if \(Object\.entries\(also\)\.every\(/);
    const more = program('PartitionKey eq ${department} and email eq ${email} and age ge 18');
    const { outcome } = assist('intra-partition-index', more, { unique: 'yes' });
    assert.equal(outcome?.kind, 'refused');
  });
});

describe('intra-partition-index, where nothing is changed once it is written', function () {
  this.timeout(30_000);

  it('has no function that nothing calls', async () => {
    const text = cells.functions?.['main.ts'] ?? '';
    const [head = '', rest = ''] = text.split('export async function change');
    const find = rest.slice(rest.indexOf('export async function find'));
    const { outcome, after } = assist('intra-partition-index', { 'main.ts': head + find });
    assert.equal(outcome?.kind, 'change');
    // it fails with what the compiler says
    const compiled = await compile({ 'creates-alone': after });
    await compiled.remove();
  });
});

describe('intra-partition-index, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let client: TableClient;
  let proxy: CountingProxy;

  before(async () => {
    applied = await startApplied('intra-partition-index', all, TABLE, (name) => ({
      unique: name === UNIQUE ? 'yes' : 'no',
    }));
    ({ client, proxy } = applied);
  });

  after(() => applied.stop());

  const load = (name: string): Promise<Employees> => loadEmployees(applied, name);
  /** Each entity with an e-mail has one copy that is equal to it, and there is no other. */
  const assertInStep = async (
    department: string,
    isUnique = department.startsWith(UNIQUE),
  ): Promise<void> => {
    const rows = await rowsOf(applied, department);
    const copies = rows.filter(({ rowKey }) => String(rowKey).startsWith('email_'));
    const expected = rows
      .filter((row) => !copies.includes(row) && row.email !== undefined)
      .map((row) => ({ ...row, rowKey: keyOf(row, isUnique), originalRowKey: row.rowKey }));
    const byKey = (a: { rowKey?: unknown }, b: { rowKey?: unknown }): number =>
      String(a.rowKey) < String(b.rowKey) ? -1 : 1;
    assert.deepEqual(copies.sort(byKey), expected.sort(byKey));
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
          await applied.counted(() => program.put(department, '1', { email: 'ada@x.org', age: 36 })),
          await applied.counted(() => program.dismiss(department, '1')),
        ],
        [1, 1, 2, 2, 2, 2],
      );
      assert.deepEqual(await rowsOf(applied, department), []);
    });

    if (isStyled(name)) continue;

    it(`keeps copies of entities that many change at once: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-many`;
      await program.hire(department, '1', { email: 'n0@x.org', age: 0 });
      await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => [
          program.change(department, '1', { email: `n${String(n)}@x.org` }),
          program.change(department, '1', { age: n }),
          program.put(department, '2', { email: `m${String(n)}@x.org`, age: n }),
          program.dismiss(department, '2'),
        ]).flat(),
      );
      await assertInStep(department);
    });

    it(`leaves nothing half done, wherever the connection breaks: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-broken`;
      for (let after = 0; after < 2; after += 1) {
        const id = String(after);
        await program.hire(department, id, { email: `a${id}@x.org`, age: 1 });
        for (const act of [
          () => program.hire(department, `${id}x`, { email: `x${id}@x.org`, age: 1 }),
          () => program.change(department, id, { email: `b${id}@x.org` }),
          () => program.put(department, id, { email: `c${id}@x.org`, age: 2 }),
          () => program.dismiss(department, id),
        ]) {
          proxy.loseAfter(after);
          const acting = act().catch(() => undefined);
          await acting;
          proxy.loseAfter(Infinity);
          await assertInStep(department);
        }
      }
    });
  }

  describe('its backfill', () => {
    const PARTITIONS = 3;

    const backfill = (
      name: string,
      args: readonly string[] = [],
      how: ScriptRun = {},
    ): Promise<ScriptResult> => {
      const file = `employees-by-email-backfill.${name === 'commonjs' ? 'c' : ''}js`;
      return applied.script(name, file, { args, ...how });
    };

    /** Puts so many entities without copies into each partition, a tenth of them without an e-mail, and takes all others out. */
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
                ...{ age: n, ...(n % 10 !== 0 && { email: `e${String(at + n)}@x.org` }) },
              },
            ]),
          );
    }

    const assertAllInStep = async (): Promise<void> => {
      for (let department = 0; department < PARTITIONS; department += 1)
        await assertInStep(`d${String(department)}`);
    };

    it('counts in a dry run, writes, and then finds nothing to write', async () => {
      await seed(200);
      const dry = await backfill('functions', ['--dry-run']);
      assert.deepEqual(dry, { code: 0, out: '540 copies are missing or differ.\n', err: '' });
      assert.equal((await rowsOf(applied, 'd0')).length, 200);
      const unverified = await backfill('functions', ['--verify']);
      assert.equal(unverified.code, 1);
      const run = await backfill('functions');
      assert.deepEqual(run, { code: 0, out: '540 copies were written.\n0 problems.\n', err: '' });
      await assertAllInStep();
      const again = await backfill('functions');
      assert.deepEqual(again, { code: 0, out: '0 copies were written.\n0 problems.\n', err: '' });
    });

    it('is killed, and goes on where it was', async () => {
      await seed(1_000);
      for (const requests of [3, 25, 30])
        assert.equal((await backfill('functions', [], { killedAfter: requests })).code, null);
      const start = proxy.count();
      const { code, err } = await backfill('functions');
      assert.deepEqual([code, err], [0, '']);
      await assertAllInStep();
      assert.ok(proxy.count() > start);
    });

    it('writes while others write, and keeps what they wrote', async () => {
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
      await assertAllInStep();
    });

    it('is written in CommonJS, too', async () => {
      await seed(100);
      const run = await backfill('commonjs');
      assert.deepEqual(run, { code: 0, out: '270 copies were written.\n0 problems.\n', err: '' });
      await assertAllInStep();
    });

    it('reports what it can not write, and deletes nothing', async () => {
      await seed(100);
      await client.createEntity({ partitionKey: 'd0', rowKey: 'empid_twin', email: 'e5@x.org' });
      await client.createEntity({
        partitionKey: 'd1',
        rowKey: 'email_nobody@x.org',
        originalRowKey: 'empid_0',
      });
      const { code, err } = await backfill(UNIQUE);
      assert.equal(code, 1);
      assert.deepEqual(err.trim().split('\n').sort(), [
        '"d0" "empid_twin": has the email of another entity',
        '"d1" "email_nobody@x.org": is the copy of an entity that is not there or has another email',
      ]);
      assert.ok(await client.getEntity('d1', 'email_nobody@x.org'));
    });

    it('writes the copies of all that have the same value', async () => {
      await seed(100);
      await client.createEntity({ partitionKey: 'd0', rowKey: 'empid_000005x', email: 'e5@x.org' });
      assert.equal((await backfill('functions')).code, 0);
      const { find } = await load('functions');
      const { rowKey } = (await find('d0', 'e5@x.org')) as { rowKey: string };
      assert.equal(rowKey, 'empid_000005');
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

/** The RowKey of an employee's copy. */
function keyOf({ email, rowKey }: Record<string, unknown>, isUnique: boolean): string {
  const safe = String(email).replace(/[%/\\#?]/g, encodeURIComponent);
  return isUnique ? `email_${safe}` : `email_${safe.replaceAll('_', '%5F')}_${String(rowKey)}`;
}
