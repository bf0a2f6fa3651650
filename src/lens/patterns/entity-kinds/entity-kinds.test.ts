import assert from 'node:assert/strict';
import { cells, refused } from '../../../../test/patterns/entity-kinds.ts';
import { type AppliedPrograms, startApplied } from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import { rowsOf } from '../../../../test/support/employees.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

/** What each program exports. */
interface Departments {
  readonly hire: (department: string, id: string, employee: object) => Promise<void>;
  readonly put: (department: string, id: string, email: string, age: number) => Promise<void>;
  readonly found: (department: string, title: string) => Promise<void>;
  readonly move: (department: string, id: string, email: string) => Promise<void>;
  readonly addresses: (department: string) => Promise<string[]>;
}

describe('entity-kinds', () => {
  itRefuses('entity-kinds', refused);

  it('needs no property where the RowKeys say which kind an entity is', () => {
    const { outcome, after } = assist('entity-kinds', cells['by-keys'] ?? {});
    assert.equal(outcome?.kind === 'change' && outcome.changes.length, 1);
    assert.match(after['main.ts'] ?? '', /and RowKey ge 'empid_' and RowKey lt 'empid\\`'/);
  });

  it('names the types of what each kind has', () => {
    const { after } = assist('entity-kinds', cells.functions ?? {});
    assert.match(
      after['employees-kinds.ts'] ?? '',
      /\{ kind: 'employee'; email: string; age: number \}\n {2}\| \{ kind: 'department'; title: string \};/,
    );
  });
});

describe('entity-kinds, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;

  before(async () => {
    applied = await startApplied('entity-kinds', cells, 'Employees');
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Departments> => (await applied.load(name)) as Departments;
  const work = async ({ hire, put, move }: Departments, department: string): Promise<void> => {
    await hire(department, '1', { email: 'ada@x.org', age: 36 });
    await put(department, '2', 'bob@x.org', 41);
    await put(department, '1', 'eve@x.org', 37);
    await move(department, '2', 'robert@x.org');
  };

  for (const name of Object.keys(cells)) {
    it(`gives what the program gave for one kind alone: ${name}`, async () => {
      const results = [];
      for (const one of [`${name}-before`, name]) {
        const program = await load(one);
        await work(program, one);
        results.push(await program.addresses(one));
      }
      assert.deepEqual(results[1], results[0]);
    });

    it(`leaves out other kinds, whichever version wrote an entity: ${name}`, async () => {
      const [before, program] = [await load(`${name}-before`), await load(name)];
      const department = `${name}-both`;
      await before.found(department, 'Sales');
      await before.hire(department, 'old', { email: 'old@x.org', age: 60 });
      const lead = name === 'together' ? ['lead@x.org'] : [];
      assert.deepEqual(await before.addresses(department), [undefined, ...lead, 'old@x.org']);
      assert.deepEqual(await program.addresses(department), [...lead, 'old@x.org']);
      await program.found(department, 'Support');
      await work(program, department);
      assert.deepEqual(
        (await program.addresses(department)).sort(),
        ['eve@x.org', ...lead, 'old@x.org', 'robert@x.org'].sort(),
      );
      const rows = await rowsOf(applied, department);
      const kinds = rows.map(({ rowKey, kind }) => [String(rowKey), kind]);
      const isMarked = name !== 'by-keys';
      assert.deepEqual(
        new Map(kinds as [string, unknown][]).get('department'),
        isMarked ? 'department' : undefined,
      );
    });

    it(`takes as many requests as before: ${name}`, async () => {
      const program = await load(name);
      const department = `${name}-counted`;
      assert.deepEqual(
        [
          await applied.counted(() => program.hire(department, '1', { email: 'a@x.org', age: 1 })),
          await applied.counted(() => program.put(department, '1', 'b@x.org', 1)),
          await applied.counted(() => program.found(department, 'Sales')),
          await applied.counted(() => program.addresses(department)),
        ],
        [1, 1, 1, 1],
      );
    });
  }
});
