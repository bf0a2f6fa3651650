import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate } from '../odata/evaluate.ts';
import { parseFilter } from '../odata/parse.ts';
import { plainText } from '../text/segments.ts';
import { betterQueries, type Matches } from './better.ts';
import { classify } from './classify.ts';

const NOTHING: Matches = { partitionKeys: undefined, rowKeyPrefix: '' };

describe('better queries', () => {
  it('name the partitions in which all matches lie', () => {
    assert.deepEqual(betterQueries("Email eq 'a'", { partitionKeys: ["O'Brien", 'b'], rowKeyPrefix: 'x' }), {
      by: 'partitions',
      filters: ["PartitionKey eq 'O''Brien' and Email eq 'a'", "PartitionKey eq 'b' and Email eq 'a'"],
    });
    assert.deepEqual(betterQueries('', { partitionKeys: ['b'], rowKeyPrefix: '' })?.filters, [
      "PartitionKey eq 'b'",
    ]);
  });

  it('keep an or together', () => {
    const better = betterQueries('A eq 1 or B eq 2', { partitionKeys: ['p'], rowKeyPrefix: '' });
    assert.deepEqual(better?.filters, ["PartitionKey eq 'p' and (A eq 1 or B eq 2)"]);
  });

  it('bound the rows where all begin alike', () => {
    const better = betterQueries("PartitionKey eq 'p' and A gt 1", {
      partitionKeys: ['p'],
      rowKeyPrefix: 'emp_',
    });
    assert.deepEqual(better, {
      by: 'row-prefix',
      filters: ["PartitionKey eq 'p' and A gt 1 and RowKey ge 'emp_' and RowKey lt 'emp`'"],
    });
  });

  it('bound no rows by what their keys share by chance: a part of a time, a number or an id', () => {
    const bound = (rowKeyPrefix: string): string | undefined =>
      betterQueries("PartitionKey eq 'p' and A gt 1", { partitionKeys: ['p'], rowKeyPrefix })?.filters[0];
    for (const prefix of ['order_', 'order_251607', 'order_a3f', 'order_2026-11-', 'order_open']) {
      assert.match(bound(prefix) ?? '', /RowKey ge 'order_' and RowKey lt 'order`'/, prefix);
    }
    assert.match(bound('audit-order_2026') ?? '', /RowKey ge 'audit-order_'/);
    for (const prefix of ['2516', 'r00012', 'a3f9-', 'abc', ''])
      assert.equal(bound(prefix), undefined, prefix);
  });

  it('ask for each side of an or over keys by itself', () => {
    const rows = "PartitionKey eq 'p' and (RowKey eq '1' or RowKey eq '2') and A gt 1";
    assert.deepEqual(betterQueries(rows, NOTHING), {
      by: 'split',
      filters: [
        "PartitionKey eq 'p' and RowKey eq '1' and A gt 1",
        "PartitionKey eq 'p' and RowKey eq '2' and A gt 1",
      ],
    });
    const points = "(PartitionKey eq 'p' and RowKey eq '1') or (PartitionKey eq 'q' and RowKey eq '2')";
    assert.deepEqual(betterQueries(points, NOTHING)?.filters, [
      "PartitionKey eq 'p' and RowKey eq '1'",
      "PartitionKey eq 'q' and RowKey eq '2'",
    ]);
  });

  it('are none where the keys are pinned, or nothing is known', () => {
    const all = { partitionKeys: ['p'], rowKeyPrefix: 'r' };
    for (const filter of [
      "PartitionKey eq 'p' and RowKey eq 'r'",
      "PartitionKey eq 'p' and RowKey ge 'a'",
      'A eq',
    ]) {
      assert.equal(betterQueries(filter, all), undefined, filter);
    }
    for (const filter of ['A gt 1', "PartitionKey eq 'p'", '']) {
      assert.equal(betterQueries(filter, NOTHING), undefined, filter);
    }
  });

  it('find what the query finds, and are of a better shape', () => {
    const key = fc.constantFrom('a', 'ab', 'b', 'ba');
    const condition = fc.oneof(
      key.map((value) => `PartitionKey eq '${value}'`),
      key.map((value) => `RowKey eq '${value}'`),
      key.map((value) => `RowKey ge '${value}'`),
      key.map((value) => `PartitionKey lt '${value}'`),
    );
    const filters = fc.letrec<{ filter: string }>((tie) => ({
      filter: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        condition,
        fc
          .tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter'))
          .map(([a, op, b]) => `(${a}) ${op} (${b})`),
      ),
    })).filter;
    const entities = fc.uniqueArray(fc.record({ partitionKey: key, rowKey: key }), {
      selector: ({ partitionKey, rowKey }) => `${partitionKey}/${rowKey}`,
    });
    fc.assert(
      fc.property(filters, entities, (text, all) => {
        const found = matching(text, all);
        const better = betterQueries(text, matchesOf(found));
        if (better === undefined) return;
        assert.deepEqual(new Set(better.filters.flatMap((filter) => matching(filter, all))), new Set(found));
        const shapeOf = (filter: string): string => classify(parseFilter(plainText(filter)).filter).shape;
        for (const filter of better.filters) assert.notEqual(shapeOf(filter), shapeOf(text));
      }),
    );
  });
});

interface Keys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

function matching(text: string, entities: readonly Keys[]): Keys[] {
  const { filter } = parseFilter(plainText(text));
  return entities.filter((entity) => filter === undefined || evaluate(filter, entity));
}

function matchesOf(found: readonly Keys[]): Matches {
  const rows = found.map(({ rowKey }) => rowKey).sort();
  const [first = '', last = ''] = [rows[0], rows.at(-1)];
  const differs = Array.from(first).findIndex((character, index) => character !== last[index]);
  return {
    partitionKeys: [...new Set(found.map(({ partitionKey }) => partitionKey))],
    rowKeyPrefix: differs < 0 ? first : first.slice(0, differs),
  };
}
