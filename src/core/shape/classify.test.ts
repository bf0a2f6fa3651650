import assert from 'node:assert/strict';
import { filterText } from '../../../test/support/filter-text.ts';
import { parseFilter } from '../odata/parse.ts';
import { classify } from './classify.ts';
import type { Advice, Cause, Classification, Shape } from './shape.ts';

function classified(source: string): Classification {
  return classify(parseFilter(filterText(source)).filter);
}

describe('classify', () => {
  const shapes: readonly (readonly [filter: string, shape: Shape])[] = [
    ['', 'table-scan'],
    ["PartitionKey eq 'a' and RowKey eq 'b'", 'point'],
    ["'b' eq RowKey and 'a' eq PartitionKey", 'point'],
    ["RowKey eq 'b' and A eq 1 and PartitionKey eq 'a'", 'point'],
    ["PartitionKey eq 'a' and RowKey gt 'b'", 'row-range'],
    ["PartitionKey eq 'a' and 'b' lt RowKey and 'c' ge RowKey", 'row-range'],
    ["PartitionKey eq 'a'", 'partition-scan'],
    ["PartitionKey eq 'a' and A eq 1", 'partition-scan'],
    ["PartitionKey eq 'a' and RowKey ne 'b'", 'partition-scan'],
    ["PartitionKey eq 'a' and not (RowKey eq 'b')", 'partition-scan'],
    ["PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2')", 'partition-scan'],
    ["PartitionKey ge 'a' and PartitionKey lt 'b'", 'partition-range'],
    ["PartitionKey ge 'a' and RowKey eq '1'", 'partition-range'],
    ["PartitionKey eq 'a' or PartitionKey eq 'b'", 'table-scan'],
    ["(PartitionKey eq 'a' and RowKey eq '1') or (PartitionKey eq 'a' and RowKey eq '2')", 'table-scan'],
    ["PartitionKey ne 'a'", 'table-scan'],
    ["not (PartitionKey eq 'a')", 'table-scan'],
    ["partitionKey eq 'a'", 'table-scan'],
    ["RowKey eq 'b'", 'table-scan'],
    ['A eq 1', 'table-scan'],
    ["PartitionKey eq 'a' and PartitionKey eq 'b'", 'empty'],
    ["RowKey gt 'b' and RowKey lt 'a'", 'empty'],
    ["RowKey gt 'a' and RowKey lt 'a\0'", 'empty'],
    ["RowKey ge 'a' and RowKey lt 'a'", 'empty'],
    ["RowKey ge 'a' and RowKey le 'a' and PartitionKey eq 'a'", 'row-range'],
    ["PartitionKey lt ''", 'empty'],
    ["RowKey eq 'b' and RowKey lt 'a'", 'empty'],
    // UTF-16 code units, not code points: a surrogate pair sorts before U+FFFD.
    ["RowKey ge '\uFFFD' and RowKey le '\u{1F600}'", 'empty'],
    ["PartitionKey == 'a' && RowKey == 'b'", 'point'],
    // what is no text is a mistake, and the shape that of what was meant
    ['PartitionKey eq 5', 'partition-scan'],
    ["PartitionKey eq 'a' and RowKey ge 5L and RowKey lt 7L", 'row-range'],
    ["PartitionKey eq 'a' and RowKey gt datetime'2026-01-02T00:00:00Z'", 'row-range'],
    ['PartitionKey eq true', 'partition-scan'],
    ['PartitionKey ne 5', 'table-scan'],
  ];
  for (const [filter, shape] of shapes) {
    it(`${JSON.stringify(filter)} is ${shape}`, () => {
      assert.equal(classified(filter).shape, shape);
    });
  }

  const withHoles: readonly (readonly [filter: string, shape: Shape])[] = [
    ["PartitionKey eq ${a} and RowKey eq 'x-${b}'", 'point'],
    ["PartitionKey eq '${a}' and RowKey ge '${b}'", 'row-range'],
    ["PartitionKey eq '${a}' and PartitionKey eq '${b}'", 'partition-scan'],
    ["RowKey gt ${a} and RowKey lt ${a} and PartitionKey eq 'p'", 'row-range'],
    ["RowKey ge 'b${x}' and RowKey lt 'a'", 'empty'],
    ["RowKey eq 'emp_${x}' and RowKey eq 'dep_${y}'", 'empty'],
    ["RowKey ge 'a' and RowKey lt 'a${x}' and PartitionKey eq 'p'", 'row-range'],
    ['${clause}', 'unknown'],
    ["PartitionKey eq 'a' and ${clause}", 'partition-scan'],
    ["PartitionKey eq 'a' and RowKey ge 'b' and ${clause}", 'row-range'],
    ["PartitionKey ge 'a' and ${clause}", 'unknown'],
    ["PartitionKey eq 'a' and (A eq 1 or ${clause})", 'unknown'],
    ["PartitionKey eq 'a' and RowKey eq 'b' and ${clause}", 'point'],
    ["PartitionKey eq 'a' and PartitionKey eq 'b' and ${clause}", 'empty'],
    ['A eq 1 or ${clause}', 'unknown'],
    ['not (${clause})', 'unknown'],
    ["PartitionKey eq 'a'${rest}", 'unknown'],
    ["${name} eq 'a'", 'unknown'],
    ["PartitionKey ${operator} 'a'", 'unknown'],
    ['A eq ${value}', 'table-scan'],
    ['Email eq null', 'table-scan'],
    ["PartitionKey eq 'a' and RowKey eq ${n}L", 'point'],
    ["PartitionKey eq 'a' and RowKey eq", 'unknown'],
    ["PartitionKey eq 'a' and RowKey eq PartitionKey", 'unknown'],
    ["PartitionKey eq 'a' and A eq B", 'partition-scan'],
  ];
  for (const [filter, shape] of withHoles) {
    it(`${JSON.stringify(filter)} is ${shape}: nothing unknown is called a scan`, () => {
      assert.equal(classified(filter).shape, shape);
    });
  }

  const causes: readonly (readonly [
    filter: string,
    cause: Partial<Cause> | undefined,
    advice: Advice | undefined,
  ])[] = [
    ['', { kind: 'no-filter' }, { kind: 'add-partition-key', reaches: 'partition-scan' }],
    ["PartitionKey eq 'a' and RowKey eq 'b'", undefined, { kind: 'use-get-entity', reaches: 'point' }],
    ["PartitionKey eq 'a' and RowKey eq 'b' and A eq 1", undefined, undefined],
    ["PartitionKey eq 'a' and RowKey ge 'b' and RowKey lt 'c'", undefined, undefined],
    [
      "PartitionKey eq 'a' and RowKey ge 'b'",
      undefined,
      { kind: 'add-bound', key: 'RowKey', side: 'upper', reaches: 'row-range' },
    ],
    [
      "PartitionKey eq 'a' and RowKey lt 'b'",
      undefined,
      { kind: 'add-bound', key: 'RowKey', side: 'lower', reaches: 'row-range' },
    ],
    [
      "PartitionKey eq 'a'",
      { kind: 'only-partition-key', span: { start: 0, end: 19 } },
      { kind: 'add-row-range', reaches: 'row-range' },
    ],
    [
      "PartitionKey eq 'a' and A eq 1 and (B eq 2 or A eq 3)",
      { kind: 'only-properties', properties: ['A', 'B'], span: { start: 24, end: 52 } },
      { kind: 'add-row-range', reaches: 'row-range' },
    ],
    [
      "PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2')",
      { kind: 'or-over-key', key: 'RowKey', span: { start: 25, end: 55 } },
      { kind: 'split-or', key: 'RowKey', reaches: 'point' },
    ],
    [
      "PartitionKey eq 'a' and (RowKey eq '1' or A eq 2)",
      { kind: 'key-not-pinned', key: 'RowKey', under: 'or', span: { start: 25, end: 48 } },
      { kind: 'add-row-range', reaches: 'row-range' },
    ],
    [
      "PartitionKey eq 'a' and RowKey ne '1'",
      { kind: 'key-not-pinned', key: 'RowKey', under: 'ne', span: { start: 24, end: 37 } },
      { kind: 'add-row-range', reaches: 'row-range' },
    ],
    [
      "PartitionKey eq 'a' or (PartitionKey eq 'b' and RowKey eq 'c')",
      { kind: 'or-over-key', key: 'PartitionKey', span: { start: 0, end: 62 } },
      { kind: 'split-or', key: 'PartitionKey', reaches: 'partition-scan' },
    ],
    [
      "not (PartitionKey eq 'a') and RowKey eq 'b'",
      { kind: 'key-not-pinned', key: 'PartitionKey', under: 'not', span: { start: 0, end: 25 } },
      { kind: 'add-partition-key', reaches: 'point' },
    ],
    [
      "A eq 1 and RowKey ge 'b'",
      { kind: 'row-key-without-partition-key', span: { start: 11, end: 24 } },
      { kind: 'add-partition-key', reaches: 'row-range' },
    ],
    [
      "PartitionKey ge 'a' and A eq 1",
      { kind: 'only-bounds', span: { start: 0, end: 19 } },
      { kind: 'fix-partition-key', reaches: 'partition-scan' },
    ],
    [
      "RowKey gt 'b' and A eq 1 and RowKey lt 'a'",
      {
        kind: 'contradiction',
        spans: [
          { start: 0, end: 13 },
          { start: 29, end: 42 },
        ],
      },
      undefined,
    ],
    ["PartitionKey eq 'a' and ${b}", { kind: 'not-known', span: { start: 24, end: 25 } }, undefined],
  ];
  for (const [filter, cause, advice] of causes) {
    it(`${JSON.stringify(filter)}: ${cause?.kind ?? 'no cause'}, ${advice?.kind ?? 'no advice'}`, () => {
      const found = classified(filter);
      assert.deepEqual(found.cause, cause);
      assert.deepEqual(found.advice, advice);
    });
  }

  it('keeps the tightest bounds, whatever their order', () => {
    const { proof } = classified(
      "RowKey ge 'a' and RowKey gt 'b' and RowKey ge 'b' and 'd' ge RowKey and RowKey lt 'd'",
    );
    assert.deepEqual(
      proof.map(({ operator, value }) => [operator, value.kind === 'known' && value.value]),
      [
        ['gt', 'b'],
        ['lt', 'd'],
      ],
    );
  });

  it('takes a hole for the tighter bound only where its prefix proves it', () => {
    const lower = (filter: string): string => classified(filter).proof[0]?.value.kind ?? '';
    assert.equal(lower("RowKey ge 'emp_' and RowKey ge 'emp_${id}'"), 'hole');
    assert.equal(lower("RowKey gt 'emp_' and RowKey ge 'emp_${id}'"), 'known');
    assert.equal(lower("RowKey ge '${id}' and RowKey ge 'emp_'"), 'known');
    assert.equal(lower("RowKey lt 'emp_${id}' and RowKey lt 'f'"), 'hole');
    assert.equal(lower("RowKey lt 'emp_${id}' and RowKey lt 'emp_9'"), 'known');
  });

  it('says where a value of the running program stands', () => {
    const { region } = classified("PartitionKey eq 'emp_${id}_${year}'");
    assert.deepEqual(region.partitionKey, {
      kind: 'fixed',
      value: { kind: 'hole', offset: 21, prefix: 'emp_', span: { start: 16, end: 25 } },
      span: { start: 0, end: 25 },
    });
  });
});
