import assert from 'node:assert/strict';
import { type Azurite, startAzurite } from '../../../test/azurite.ts';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import { employee, planFor, STAFF } from '../../../test/support/rehearsals.ts';
import { openTestService } from '../../../test/support/tables.ts';
import type { TableService } from '../service.ts';
import { listTables } from '../tables.ts';
import { playDesign } from './play.ts';
import { rehearseInAzurite } from './run.ts';

const PEOPLE = Array.from({ length: 60 }, (_, n) =>
  employee(`d${Math.floor(n / 20)}`, n, `p'${n}@example.com`, `Name${n % 20}`),
);
const PLAN = planFor(
  STAFF,
  /A copy of employee by email.*a copy of employee by lastName in other partitions/,
);

describe('a rehearsal in Azurite', function () {
  this.timeout(60_000);
  let azurite: Azurite;
  let emulator: TableService;
  let source: TableService;
  let stopSource: () => Promise<void>;

  before(async () => {
    azurite = await startAzurite();
    emulator = openTestService(azurite.connectionString);
    const fake = await startFakeTableService({ Employees: PEOPLE });
    source = openTestService(fake.connectionString);
    stopSource = fake.stop;
  });
  after(async () => {
    await stopSource();
    await azurite.stop();
  });
  const tables = async (): Promise<readonly string[]> => (await listTables(emulator)).items;

  it('runs each read before and after, gives the same results, and counts what was predicted', async () => {
    const marks: number[] = [];
    const found = await rehearseInAzurite({ service: source, table: 'Employees' }, emulator, PLAN, {
      onScratch: (names) => {
        marks.push(names.length);
      },
    });
    assert.equal(found.kind, 'run');
    const { run } = found;
    assert.deepEqual([run.entities, run.written, run.clashes, run.isSample], [60, 180, 0, false]);
    const predicted = await playDesign(source, 'Employees', PLAN);
    for (const { pattern, draws, before, after, missing, extra } of run.patterns) {
      assert.deepEqual([draws, missing, extra], [4, 0, 0], PLAN.patterns[pattern]?.words);
      const expected = predicted.patterns[pattern];
      assert.ok(expected);
      assert.deepEqual(
        [before, after],
        [expected.before, expected.after].map(({ requests, sent }) => ({
          requests: requests * draws,
          entities: sent * draws,
        })),
      );
    }
    assert.deepEqual(marks, [3, 0]);
    assert.deepEqual(await tables(), []);
  });

  it('reads what an index refers to, and finds what a design loses', async () => {
    const [kind] = PLAN.kinds;
    assert.ok(kind);
    const [base, ...copies] = kind.structures;
    const plan = {
      ...PLAN,
      kinds: [
        {
          ...kind,
          structures: [base, ...copies.map((one) => ({ ...one, role: 'index' as const }))] as const,
        },
      ],
      patterns: PLAN.patterns.map((one, index) =>
        index === 2 ? { ...one, then: { ...one.then, sent: ["PartitionKey eq 'nobody'"] } } : one,
      ),
    };
    const found = await rehearseInAzurite({ service: source, table: 'Employees' }, emulator, plan, {
      onScratch: () => undefined,
    });
    assert.equal(found.kind, 'run');
    const [, byEmail, byName] = found.run.patterns;
    assert.deepEqual(byEmail && [byEmail.after, byEmail.missing, byEmail.extra], [
      { requests: 8, entities: 8 },
      0,
      0,
    ]);
    assert.deepEqual(byName && [byName.missing, byName.examples.length], [12, 3]);
  });

  it('drops its tables when it is canceled or fails in the middle', async () => {
    const stop = new AbortController();
    const found = await rehearseInAzurite({ service: source, table: 'Employees' }, emulator, PLAN, {
      signal: stop.signal,
      onScratch: () => undefined,
      onProgress: () => {
        stop.abort();
      },
    });
    assert.deepEqual([found.kind, found.kind === 'error' && found.error.kind], ['error', 'cancelled']);
    const missing = await rehearseInAzurite({ service: source, table: 'Nothing' }, emulator, PLAN, {
      onScratch: () => undefined,
    });
    assert.deepEqual([missing.kind, missing.kind === 'error' && missing.error.kind], ['error', 'not-found']);
    assert.deepEqual(await tables(), []);
  });

  it('writes to nothing that is not Azurite', async () => {
    const fake = await startFakeTableService({ Employees: PEOPLE });
    try {
      const service = openTestService(fake.connectionString);
      const found = await rehearseInAzurite({ service: source, table: 'Employees' }, service, PLAN, {
        onScratch: () => assert.fail('nothing is to be made'),
      });
      assert.equal(found.kind, 'not-azurite');
      assert.deepEqual(
        fake.requests.filter(({ method }) => method !== 'GET'),
        [],
      );
    } finally {
      await fake.stop();
    }
  });
});
