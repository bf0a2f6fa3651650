import assert from 'node:assert/strict';
import { parseFilter } from '../../core/odata/parse.ts';
import { plainText } from '../../core/text/segments.ts';
import { doubtsOf, type KnownTable } from './doubts.ts';

const known: KnownTable = {
  isComplete: false,
  properties: [
    { name: 'PartitionKey', types: ['String'], from: 'service' },
    { name: 'Timestamp', types: ['DateTime'], from: 'service' },
    { name: 'count', types: ['Int32'], from: 'rows' },
    { name: 'Big', types: ['Int64'], from: 'rows' },
    { name: 'Price', types: ['Double'], from: 'rows' },
    { name: 'Mixed', types: ['Double', 'Int32'], from: 'rows' },
    { name: 'Id', types: ['Guid'], from: 'rows' },
    { name: 'Age', types: ['Number'], from: 'source' },
    { name: 'City', types: [], from: 'source' },
  ],
};

/** What is doubted: the text that is underlined, and what to write. */
function doubted(filter: string, table = known): (readonly [string, string | undefined])[] {
  const { filter: parsed } = parseFilter(plainText(filter));
  return doubtsOf(parsed, table).map(({ span, replacement }) => [
    filter.slice(span.start, span.end),
    replacement,
  ]);
}

function message(filter: string, table = known): string {
  return doubtsOf(parseFilter(plainText(filter)).filter, table)[0]?.message ?? '';
}

describe('doubts about a filter', () => {
  const mismatches: readonly (readonly [filter: string, value: string, write: string | undefined])[] = [
    ["count eq '3'", "'3'", '3'],
    ['count eq 3L', '3L', '3'],
    ["'3' lt count", "'3'", '3'],
    ["count eq 'many'", "'many'", undefined],
    // no Int32 is as large, no Int64 either
    ['count lt 3000000000L', '3000000000L', undefined],
    ["Big lt '9223372036854775808'", "'9223372036854775808'", undefined],
    ['Age lt 3000000000L', '3000000000L', '3000000000.0'],
    ['Big gt 5', '5', '5L'],
    ['Price gt 5', '5', '5.0'],
    ["Mixed gt '5'", "'5'", '5.0'],
    ['PartitionKey eq 5', '5', "'5'"],
    ["not (Timestamp gt '2026-01-02T03:04:05Z')", "'2026-01-02T03:04:05Z'", "datetime'2026-01-02T03:04:05Z'"],
    [
      "Id eq '00000000-0000-0000-0000-000000000000'",
      "'00000000-0000-0000-0000-000000000000'",
      "guid'00000000-0000-0000-0000-000000000000'",
    ],
    ["Age gt '36'", "'36'", '36'],
  ];
  for (const [filter, value, write] of mismatches) {
    it(`see another type in ${filter}`, () => {
      assert.deepEqual(doubted(filter), [[value, write]]);
    });
  }

  it('say of what type the property is, and how that is known', () => {
    assert.match(message("count eq '3'"), /count is stored as .*Int32.*a String.* All rows loaded .*: 42$/);
    assert.match(message("Mixed gt '5'"), /Double.* or .*Int32/);
    assert.match(message('PartitionKey eq 5'), /is a String.*service stores it/);
    assert.match(message("Age gt '36'"), /Int32 or Double.*source of this workspace/);
  });

  it('are silent where a row has the type, or nothing tells it', () => {
    for (const filter of [
      'Mixed gt 5',
      'Mixed gt 5.0',
      'Age gt 5',
      'Age gt 5.5',
      "City eq 'Oslo'",
      'City eq 5',
    ]) {
      assert.deepEqual(doubted(filter), [], filter);
    }
  });

  it('hint at the name that is meant', () => {
    assert.deepEqual(doubted('Cout eq 3'), [['Cout', 'count']]);
    assert.deepEqual(doubted("partitionkey eq 'a' and price gt 5.0"), [
      ['partitionkey', 'PartitionKey'],
      ['price', 'Price'],
    ]);
    assert.match(message('Cout eq 3'), /loaded rows nor the source have Cout.*Did you mean count\?/);
    assert.deepEqual(doubted('Weight gt 5'), []);
  });

  it('know every name where the whole table is known', () => {
    const whole = { ...known, isComplete: true };
    assert.deepEqual(doubted('Weight gt 5', whole), [['Weight', undefined]]);
    assert.match(message('Weight gt 5', whole), /No entity of the table has Weight/);
    assert.deepEqual(doubted('count gt 5', whole), []);
  });
});
