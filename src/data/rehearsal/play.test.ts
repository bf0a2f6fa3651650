import assert from 'node:assert/strict';
import { startFakeTableService, type FaultOf } from '../../../test/fake-service/service.ts';
import type { FakeEntity } from '../../../test/fake-service/rows.ts';
import { PAGING, PASSING } from '../../../test/support/faults.ts';
import { employee, planFor, STAFF } from '../../../test/support/rehearsals.ts';
import { openTestService } from '../../../test/support/tables.ts';
import { explainQuery } from '../explain.ts';
import { type Played, playDesign } from './play.ts';

const PLAN = planFor(
  STAFF,
  /A copy of employee by email.*a copy of employee by lastName in other partitions/,
);

/** Departments of 30 people, three of whom have each name. */
const PEOPLE = Array.from({ length: 90 }, (_, n) =>
  employee(`d${Math.floor(n / 30)}`, n, `p${n}@example.com`, `Name${n % 30}`),
);

describe('a design that is played through', () => {
  async function played(
    people: readonly FakeEntity[],
    options: Parameters<typeof playDesign>[3] = {},
    faultOf?: FaultOf,
  ): Promise<Played & { readonly seen: number }> {
    const fake = await startFakeTableService({ Employees: people }, faultOf);
    try {
      const found = await playDesign(openTestService(fake.connectionString), 'Employees', PLAN, options);
      return { ...found, seen: fake.requests.length };
    } finally {
      await fake.stop();
    }
  }

  const efforts = ({ patterns }: Played): unknown =>
    patterns.map(({ pattern, before, after, missing, extra }) => [
      PLAN.patterns[pattern]?.id,
      ...[before, after].map(({ requests, sent, read }) => [requests, sent, read]),
      [missing, extra],
    ]);
  const EFFORTS = [
    ['R1', [1, 1, 1], [1, 1, 1], [0, 0]],
    ['R2', [1, 1, 30], [1, 1, 1], [0, 0]],
    ['R3', [1, 3, 90], [1, 3, 3], [0, 0]],
  ];

  it('counts partitions, bytes, and what each read takes, with the same results', async () => {
    const found = await played(PEOPLE);
    assert.deepEqual(efforts(found), EFFORTS);
    assert.deepEqual(
      [found.before, ...found.after].map(({ partitions, entities, median, largest }) => [
        partitions,
        entities,
        median,
        largest,
      ]),
      [
        [3, 90, 30, 30],
        // copies by email lie with the entities, those by name apart
        [3, 180, 60, 60],
        [30, 90, 3, 3],
      ],
    );
    assert.ok(found.after.every(({ bytes }) => bytes > found.before.bytes));
    assert.deepEqual(
      [found.isSample, found.clashes.count, found.unkeyed, found.stopped],
      [false, 0, [], undefined],
    );
    assert.deepEqual([found.requests, found.seen], [2, 2]);
  });

  for (const [name, fault] of Object.entries({ ...PAGING, ...PASSING })) {
    it(`finds the same through ${name}`, async () => {
      const isPassing = name in PASSING;
      const found = await played(PEOPLE, { budget: 300 }, (number) =>
        isPassing ? (number === 0 ? fault : undefined) : number % 2 === 0 ? fault : undefined,
      );
      assert.deepEqual(efforts(found), EFFORTS);
      assert.deepEqual([found.entities, found.isSample, found.stopped], [90, false, undefined]);
      assert.equal(found.requests, found.seen);
    });
  }

  it('predicts what reads take, up to the borders of partitions', async () => {
    // one name for all, so that today and the design send more than an answer holds
    const people = Array.from({ length: 2_300 }, (_, n) => employee(`d${n % 5}`, n, `p${n}@a`, 'Same'));
    for (const fault of [undefined, { kind: 'border' }, { kind: 'short', rows: 700 }] as const) {
      const fake = await startFakeTableService({ Employees: people }, () => fault);
      try {
        const service = openTestService(fake.connectionString);
        const { patterns } = await playDesign(service, 'Employees', PLAN);
        const predicted = patterns[2]?.before.requests ?? 0;
        const { requests, matched } = await explainQuery(service, 'Employees', {
          filter: "lastName eq 'Same'",
        });
        assert.deepEqual([predicted, matched.count], [3, 2_300]);
        const borders = fault === undefined ? 0 : fault.kind === 'border' ? 5 : 1;
        assert.ok(requests >= predicted && requests <= predicted + borders, `${requests} for ${predicted}`);
      } finally {
        await fake.stop();
      }
    }
  });

  it('says that it saw a sample, and stays within its budget', async () => {
    const found = await played(PEOPLE, { budget: 2 }, () => ({ kind: 'short', rows: 20 }));
    assert.deepEqual([found.entities, found.isSample, found.requests], [40, true, 4]);
    assert.equal(found.before.entities, 40);
  });

  it('keeps what it found when it is canceled', async () => {
    const stop = new AbortController();
    const found = await played(
      PEOPLE,
      {
        signal: stop.signal,
        onProgress: () => {
          stop.abort();
        },
      },
      () => ({ kind: 'short', rows: 20 }),
    );
    assert.deepEqual([found.stopped?.kind, found.entities, found.before.entities], ['cancelled', 20, 20]);
    assert.deepEqual(found.patterns, []);
  });

  it('shows two entities that would have the same keys', async () => {
    const clash = planFor(STAFF, /copy of employee by lastName/);
    const [kind] = clash.kinds;
    assert.ok(kind);
    const [base, ...others] = kind.structures;
    const byName = {
      ...clash,
      kinds: [
        {
          ...kind,
          structures: [
            base,
            ...others.map((one) => ({ ...one, rowKey: [{ kind: 'literal' as const, text: 'x' }] })),
          ] as const,
        },
      ],
    };
    const fake = await startFakeTableService({
      Employees: [0, 1].map((n) => employee('d0', n, `p${n}@example.com`, 'Same')),
    });
    try {
      const { clashes } = await playDesign(openTestService(fake.connectionString), 'Employees', byName);
      const [example] = clashes.examples;
      assert.ok(clashes.count >= 1 && example);
      assert.deepEqual(
        example.of.map(({ rowKey }) => rowKey),
        ['emp_000000', 'emp_000001'],
      );
    } finally {
      await fake.stop();
    }
  });

  it('leaves entities as they are whose keys are of no kind, and says so', async () => {
    const found = await played([...PEOPLE, { ...employee('d1', 1, 'a', 'b'), RowKey: 'settings' }]);
    assert.deepEqual([...found.unread], [['no-kind', 1]]);
    assert.deepEqual(
      found.after.map(({ entities }) => entities),
      [181, 90],
    );
  });

  it('says which entities have nothing to be keyed by', async () => {
    const named = employee('d1', 700, 'x@example.com', '');
    const nameless = { ...named, properties: named.properties?.slice(0, 1) ?? [] };
    const slashed = employee('d1', 701, 'x/y', 'Name1');
    const found = await played([...PEOPLE, nameless, slashed]);
    assert.deepEqual(
      found.unkeyed.map(({ reason, count }) => [reason, count]),
      [
        [{ why: 'no-text', attribute: 'lastName' }, 1],
        [{ why: 'forbidden-character' }, 1],
      ],
    );
  });
});
