import assert from 'node:assert/strict';
import type { Entity } from '../../core/edm/json.ts';
import type { FilterTemplate, TemplateHole } from '../../core/odata/template.ts';
import { sampleFilter } from './hole-sample.ts';
import {
  isOfferedFor,
  lastFirst,
  memoryKey,
  type Offer,
  offersFor,
  partitionOffers,
  recall,
  remember,
} from './offers.ts';

const entity = (partitionKey: string, rowKey: string, amount?: bigint): Entity => ({
  partitionKey,
  rowKey,
  timestamp: '2026-01-02T03:04:05.1234567Z',
  properties: amount === undefined ? [] : [{ name: 'Amount', value: { type: 'Int64', value: amount } }],
});

const ENTITIES = [
  entity('dept_a', '1', 5n),
  entity('dept_a', '2', 9223372036854775807n),
  entity('dept_b', '3', 5n),
  entity('other', "O'Brien"),
];

const shown = (offers: readonly Offer[]): unknown[] => offers.map(({ label, entities }) => [label, entities]);

const byDepartment: FilterTemplate = {
  parts: [
    { kind: 'text', text: "PartitionKey eq 'dept_" },
    { kind: 'hole', hole: 0, place: 'quoted' },
    { kind: 'text', text: "' and Amount gt " },
    { kind: 'hole', hole: 1, place: 'operand' },
  ],
  holes: [
    { expression: 'd', property: 'PartitionKey', prefix: 'dept_' },
    { expression: 'limit', property: 'Amount' },
  ],
};

describe('values offered for a hole', () => {
  it('are the most frequent, in the order in which one looks for them', () => {
    const labels = (property: string, entities: readonly Entity[]): string[] =>
      offersFor({ expression: 'x', property }, entities).map(({ label }) => label);
    const many = [10n, 9n, 100n, 10n].map((amount) => entity('p', `row${amount}`, amount));
    assert.deepEqual(labels('Amount', many), ['9L', '10L', '100L']);
    // keys stand as the service sorts them
    assert.deepEqual(labels('RowKey', many), ["'row10'", "'row100'", "'row9'"]);
    const rare = Array.from({ length: 31 }, (_, row) => entity('p', 'r', BigInt(row)));
    const twice = [...rare, ...rare.slice(1)];
    assert.equal(labels('Amount', twice).length, 30);
    assert.deepEqual(labels('Amount', twice).slice(0, 2), ['1L', '2L']);
  });

  it('are those of the entities', () => {
    assert.deepEqual(shown(offersFor({ expression: 'x', property: 'Amount' }, ENTITIES)), [
      ['5L', 2],
      ['9223372036854775807L', 1],
    ]);
    assert.deepEqual(shown(offersFor({ expression: 'x', property: 'RowKey' }, ENTITIES)).at(-1), [
      "'O''Brien'",
      1,
    ]);
  });

  it('are what follows a constant prefix', () => {
    const [hole] = byDepartment.holes;
    assert.ok(hole);
    assert.deepEqual(shown(offersFor(hole, ENTITIES)), [
      ['a', 2],
      ['b', 1],
    ]);
  });

  it('are none where no value is just what is asked for', () => {
    assert.deepEqual(offersFor({ expression: 'x', property: 'RowKey', isPart: true }, ENTITIES), []);
  });

  it('have the type that the filter asks for', () => {
    const hole = { expression: 'x', property: 'Amount', type: 'DateTime' } as const;
    assert.deepEqual(offersFor(hole, ENTITIES), []);
    assert.equal(offersFor({ ...hole, property: 'Timestamp' }, ENTITIES).length, 1);
  });

  it('are none for a clause', () => {
    assert.deepEqual(offersFor({ expression: 'where' }, ENTITIES), []);
  });

  it('are looked for where the answers so far lead', () => {
    const [department, limit] = byDepartment.holes;
    assert.ok(department && limit);
    assert.equal(
      sampleFilter(byDepartment, department, []),
      "PartitionKey ge 'dept_' and PartitionKey lt 'dept`'",
    );
    assert.equal(sampleFilter(byDepartment, limit, []), undefined);
    const answers = [{ kind: 'typed', text: "O'B" } as const];
    assert.equal(sampleFilter(byDepartment, limit, answers), "PartitionKey eq 'dept_O''B'");
  });

  it('are the partitions that the sidebar has listed', () => {
    const [department, limit] = byDepartment.holes;
    assert.ok(department && limit);
    const known = ['dept_a', 'dept_z', 'other'];
    assert.deepEqual(
      partitionOffers(department, known).map(({ label }) => label),
      ['a', 'z'],
    );
    assert.deepEqual(
      partitionOffers({ expression: 'k', property: 'PartitionKey' }, known).map(({ label }) => label),
      ["'dept_a'", "'dept_z'", "'other'"],
    );
    assert.deepEqual(partitionOffers(limit, known), []);
  });

  const rows = (text: string, hole: TemplateHole): FilterTemplate => ({
    parts: [
      { kind: 'text', text: "PartitionKey eq 'cust-1' and " },
      { kind: 'text', text },
      { kind: 'hole', hole: 0, place: 'operand' },
    ],
    holes: [hole],
  });

  it('are rows that begin as the hole or the filter says', () => {
    const hole = { expression: "'order_' + from", property: 'RowKey' };
    const ORDERS = "PartitionKey eq 'cust-1' and RowKey ge 'order_'";
    assert.equal(sampleFilter(rows('RowKey lt ', hole), hole, []), `${ORDERS} and RowKey lt 'order\`'`);
    const plain = { expression: 'to', property: 'RowKey' };
    assert.equal(sampleFilter(rows("RowKey ge 'order_' and RowKey lt ", plain), plain, []), ORDERS);
    assert.equal(sampleFilter(rows("RowKey ge 'order_' and total gt ", limitOf()), limitOf(), []), ORDERS);
    const inText: FilterTemplate = {
      parts: [
        { kind: 'text', text: "PartitionKey eq 'cust-1' and RowKey ge 'order_" },
        { kind: 'hole', hole: 0, place: 'quoted' },
        { kind: 'text', text: "'" },
      ],
      holes: [{ expression: 'from', property: 'RowKey', prefix: 'order_' }],
    };
    assert.equal(sampleFilter(inText, plain, []), `${ORDERS} and RowKey lt 'order\`'`);
    const lines = [entity('p', 'line_1'), entity('p', 'order_1')];
    assert.deepEqual(shown(offersFor(hole, lines)), [["'order_1'", 1]]);
    // without its partition it would be a scan
    assert.equal(sampleFilter({ ...inText, parts: inText.parts.slice(1) }, plain, []), undefined);

    function limitOf(): TemplateHole {
      return { expression: 'limit', property: 'total' };
    }
  });
});

describe('the row that Enter chose', () => {
  it('is one that contains what was typed', () => {
    assert.ok(isOfferedFor('', "'cust-0008'"));
    assert.ok(isOfferedFor(' CUST-0003', "'cust-0003'"));
    assert.ok(isOfferedFor('cust', 'cust'));
  });

  it('is none of another text, which stood there before', () => {
    assert.ok(!isOfferedFor('cust-0003', "'cust-0008'"));
  });
});

describe('answers given before', () => {
  it('come back as they were, exact', () => {
    for (const { answer } of offersFor({ expression: 'x', property: 'Amount' }, ENTITIES)) {
      const kept: unknown = JSON.parse(JSON.stringify(remember(answer)));
      assert.deepEqual(recall(kept as ReturnType<typeof remember>), answer);
    }
    assert.deepEqual(recall({ kind: 'typed', text: 'a' }), { kind: 'typed', text: 'a' });
    assert.equal(recall({ kind: 'value', literal: 'nothing' }), undefined);
  });

  it('stand in front of others', () => {
    assert.deepEqual(
      lastFirst(['a', 'b', 'c'], (item) => item === 'b'),
      ['b', 'a', 'c'],
    );
    assert.deepEqual(
      lastFirst(['a', 'b'], (item) => item === 'x'),
      ['a', 'b'],
    );
  });

  it('belong to a table, a property and an expression', () => {
    const keys = [
      memoryKey('Orders', { expression: 'id', property: 'RowKey' }),
      memoryKey('Orders', { expression: 'id', property: 'PartitionKey' }),
      memoryKey('People', { expression: 'id', property: 'RowKey' }),
    ];
    assert.equal(new Set(keys).size, 3);
    assert.equal(memoryKey('ORDERS', { expression: 'id', property: 'RowKey' }), keys[0]);
  });
});
