import assert from 'node:assert/strict';
import { type TableClient, TableServiceClient } from '@azure/data-tables';
import { cells, refused } from '../../../../test/patterns/table-per-period.ts';
import { type AppliedPrograms, emptyTable, startApplied } from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Visits';

/** The program whose tables are of days. */
const DAYS = 'days';
const all = { ...cells, [DAYS]: cells.functions ?? {} };

/** What each program exports. */
interface Visits {
  readonly note: (site: string, time: number, page: string) => Promise<void>;
  readonly pages: (site: string) => Promise<unknown>;
  readonly everything: () => Promise<unknown>;
  readonly forget: (before: Date) => Promise<void>;
}

describe('table-per-period', () => {
  itRefuses('table-per-period', refused);

  it('is offered at the delete, where the finding is', () => {
    for (const [name, program] of Object.entries(cells)) {
      const moved = Object.fromEntries(
        Object.entries(program).map(([file, text]) => [
          file,
          text.replace('/*here*/', '').replace('.deleteEntity(', './*here*/deleteEntity('),
        ]),
      );
      const [at, there] = [assist('table-per-period', moved), assist('table-per-period', program)];
      assert.equal(at.outcome?.kind, 'change', name);
      assert.deepEqual(at.after, there.after, name);
    }
  });

  it('leaves the loop as it is, over the tables that are left', () => {
    const { after } = assist('table-per-period', cells.functions ?? {});
    assert.ok(
      after['main.ts']?.includes(`  // what is older
  await dropVisitsBefore(client, before);
  for (const period of await tablesOfVisitsBefore(client, before))
    for await (const one of period.listEntities({
    queryOptions: { filter: odata\`at lt \${before}\`, select: ['partitionKey', 'rowKey'] },
  })) {
    await period.deleteEntity(one.partitionKey!, one.rowKey!);
  }
`),
      after['main.ts'],
    );
  });
});

describe('table-per-period, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  let client: TableClient;
  let service: TableServiceClient;

  before(async () => {
    applied = await startApplied('table-per-period', all, TABLE, (name) => ({
      period: name === DAYS ? 'day' : 'month',
    }));
    ({ client } = applied);
    service = TableServiceClient.fromConnectionString(applied.direct, { allowInsecureConnection: true });
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Visits> => (await applied.load(name)) as Visits;
  const tables = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name = '' } of service.listTables()) names.push(name);
    return names.sort();
  };
  const clear = async (): Promise<void> => {
    await emptyTable(client);
    for (const name of await tables()) if (name !== TABLE) await service.deleteTable(name);
    // its name begins like theirs
    await service.createTable('VisitsOf2025');
  };

  const HOUR = 3_600_000;
  const START = Date.UTC(2026, 0, 20);

  /** Notes a visit each 20 hours for 60 days, in another order, of three sites. */
  async function fill(program: Visits, days: readonly [number, number] = [0, 60]): Promise<void> {
    for (let n = 0; n < 72; n += 1) {
      const hours = ((n * 31) % 72) * 20;
      if (hours / 24 >= days[0] && hours / 24 < days[1])
        await program.note('abc'.charAt(n % 3), START + hours * HOUR, `page ${String(hours)}`);
    }
  }

  const asked = async (program: Visits): Promise<unknown[]> => [
    await program.pages('a'),
    await program.pages('nobody'),
    await program.everything(),
  ];

  async function answers(program: Visits): Promise<unknown[]> {
    const found = [await asked(program)];
    for (const before of [Date.UTC(2025, 0), START + 500 * HOUR, Date.UTC(2026, 2), Date.UTC(2027, 0)]) {
      await program.forget(new Date(before));
      found.push(await asked(program));
    }
    return found;
  }

  for (const name of Object.keys(all)) {
    it(`does what the program did: ${name}`, async () => {
      await clear();
      const before = await load(`${name}-before`);
      await fill(before);
      const expected = await answers(before);
      await clear();
      const program = await load(name);
      await fill(program);
      const count = (await tables()).length - 2;
      assert.equal(count, name === DAYS ? 60 : 3);
      assert.deepEqual(await answers(program), expected);
      // no other table is touched
      assert.deepEqual(await tables(), [TABLE, 'VisitsOf2025']);
    });

    it(`reads and forgets what was there before: ${name}`, async () => {
      await clear();
      const [old, program] = [await load(`${name}-before`), await load(name)];
      await fill(old, [0, 30]);
      await fill(program, [30, 60]);
      const found = await answers(program);
      await clear();
      await fill(old);
      assert.deepEqual(found, await answers(old));
    });
  }

  it('deletes months with a request each', async () => {
    const requests = [];
    for (const name of ['functions-before', 'functions']) {
      await clear();
      const program = await load(name);
      await fill(program);
      requests.push(await applied.counted(() => program.forget(new Date(Date.UTC(2026, 2)))));
    }
    // the tables' names twice, the old table, two months, and the one that begins then
    assert.deepEqual(requests, [1 + 48, 2 + 1 + 2 + 1]);
  });
});
