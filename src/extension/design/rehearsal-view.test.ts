import assert from 'node:assert/strict';
import type { RehearsalPlan } from '../../core/rehearsal/plan.ts';
import type { Played } from '../../data/rehearsal/play.ts';
import { playedView, rehearsedView } from './rehearsal-view.ts';

const base = { role: 'base', partitionKey: [], rowKey: [], isToday: true, isApart: false } as const;
const PLAN: RehearsalPlan = {
  table: 'Staff',
  kinds: [
    {
      name: 'employee',
      attributes: [],
      partitionKey: [],
      rowKey: [],
      structures: [base, { ...base, role: 'index', isToday: false, isApart: true }],
    },
  ],
  patterns: [1, 2].map((n) => ({
    ...{ id: `R${n}`, words: `read ${n}`, kind: 0, constants: [] },
    ...{ today: { sent: [], whole: [] }, then: { structure: 0, sent: [] } },
  })),
  left: [{ id: 'R3', words: 'read 3', why: 'Because.' }],
};
const SOURCE = { table: 'Staff', account: 'Azurite' };
const spread = { partitions: 2, entities: 1_500, median: 700, most99: 800, largest: 800, bytes: 90_000 };
const PLAYED: Played = {
  entities: 1_500,
  isSample: true,
  requests: 4,
  unread: new Map([['no-kind', 3]]),
  unkeyed: [{ kind: 0, reason: { why: 'no-text', attribute: 'email' }, count: 2 }],
  clashes: {
    count: 1,
    examples: [
      {
        keys: { partitionKey: 'p', rowKey: 'r' },
        of: [
          { partitionKey: 'a', rowKey: '1' },
          { partitionKey: 'b', rowKey: '2' },
        ],
      },
    ],
  },
  before: spread,
  after: [spread, spread],
  patterns: [
    {
      ...{ pattern: 0, draws: 4, missing: 1, extra: 0 },
      before: { requests: 1.5, sent: 2, read: 1_500 },
      after: { requests: 1, sent: 1.25, read: 2 },
    },
    {
      ...{ pattern: 1, draws: 0, missing: 0, extra: 0 },
      before: { requests: 0, sent: 0, read: 0 },
      after: { requests: 0, sent: 0, read: 0 },
    },
  ],
};

describe('a rehearsal in words', () => {
  it('says what is a sample, what clashes, what stays as it is, and what is different', () => {
    const { sentences, tables } = playedView(PLAYED, PLAN, SOURCE);
    assert.deepEqual(sentences, [
      'Entities: 1,500, a sample of the table (4 requests).',
      'Entities that would have the keys of another one: 1.',
      'employee: 2 entities have no email that fits into a key.',
      '3 entities have keys of no known kind. They stay as they are.',
      'Reads that give the same entities as today: 0 of 1.',
      'Each read runs to its end with values of the data. Figures are averages.',
    ]);
    const [patterns, left, partitions, clashes] = tables.map(({ rows }) => rows);
    assert.deepEqual(patterns, [
      [
        ...['R1', 'read 1', 'requests: 1.5, entities: 2, read for it: 1,500'],
        ...['requests: 1, entities: 1.3, read for it: 2', 'missing: 1, additional: 0'],
      ],
      ['R2', 'read 2', '', '', 'No entity has all the values that it needs.'],
    ]);
    assert.deepEqual(left, [['R3', 'read 3', 'Because.']]);
    assert.deepEqual(
      partitions?.map(([name]) => name),
      ['Today', 'In this design', 'Index of employee'],
    );
    assert.deepEqual(clashes, [['p', 'r', 'a / 1', 'b / 2']]);
    for (const { headings, rows } of tables)
      assert.ok(rows.every(({ length }) => length === headings.length));
  });

  it('has no figures of reads where it was stopped', () => {
    const stopped = { ...PLAYED, patterns: [], stopped: { kind: 'cancelled' } as const };
    const { sentences, tables } = playedView(stopped, PLAN, SOURCE);
    assert.ok(!sentences.some((text) => /averages|same entities/.test(text)));
    assert.deepEqual(tables[0]?.rows, []);
  });

  it('says which scratch tables are left', () => {
    const run = {
      ...{ entities: 5, isSample: false, written: 10, clashes: 0, unkeyed: 0, patterns: [] },
      leftTables: ['PartitionLensScratch0'],
    };
    assert.deepEqual(rehearsedView(run, PLAN, SOURCE).sentences, [
      'Entities copied: 5, all of the table.',
      'Entities written in the tables of this design: 10.',
      "Scratch tables that couldn't be deleted: PartitionLensScratch0.",
    ]);
  });
});
