import assert from 'node:assert/strict';
import fc from 'fast-check';
import { comparison, literal, tree } from '../../../test/support/filter-arbitraries.ts';
import { filterText } from '../../../test/support/filter-text.ts';
import { parseFilter } from '../odata/parse.ts';
import { print } from '../odata/print.ts';
import { plainText } from '../text/segments.ts';
import { describePart } from './describe-part.ts';
import { explainPart } from './explain.ts';

/** The part at `|` in a filter: its text, its kind, its effect, its sentences. */
function explained(
  marked: string,
): { text: string; kind: string; effect: string; words: string } | undefined {
  const [before = '', after = ''] = marked.split('|');
  const flat = filterText(before + after);
  const found = explainPart(parseFilter(flat), filterText(before).text.length);
  if (found === undefined) return undefined;
  const holeText = (offset: number): string => `\${${flat.holes.get(offset) ?? '?'}}`;
  return {
    text: flat.text.slice(found.span.start, found.span.end),
    kind: found.part.kind,
    effect: found.effect?.kind ?? '',
    words: describePart(found, flat, holeText).join(' '),
  };
}

describe('explainPart', () => {
  const parts: readonly (readonly [marked: string, text: string, kind: string, effect: string])[] = [
    ["Partition|Key eq 'a' and RowKey ge 'b'", 'PartitionKey', 'property', 'pins'],
    ["PartitionKey |eq 'a'", 'eq', 'operator', 'pins'],
    ["PartitionKey eq |'a'", "'a'", 'literal', 'pins'],
    ["PartitionKey| eq 'a'", "PartitionKey eq 'a'", 'comparison', 'pins'],
    ["'a' eq Part|itionKey", 'PartitionKey', 'property', 'pins'],
    ["PartitionKey eq 'a' and| Age gt 5", "PartitionKey eq 'a' and Age gt 5", 'and', ''],
    ["PartitionKey eq 'a' and Age gt |5", '5', 'literal', 'after-reading'],
    ['Age gt 5 |or Age lt 2', 'Age gt 5 or Age lt 2', 'or', ''],
    ["PartitionKey eq 'a' and RowKey |ge 'b'", 'ge', 'operator', 'pins'],
    ["PartitionKey ge 'a' and RowKey |ge 'b'", 'ge', 'operator', 'no-partition'],
    ["RowK|ey eq 'b'", 'RowKey', 'property', 'no-partition'],
    ["PartitionKey |eq 'a' or Age gt 5", 'eq', 'operator', 'not-pinned'],
    ["PartitionKey |ne 'a'", 'ne', 'operator', 'not-pinned'],
    ["not (Part|itionKey eq 'a')", 'PartitionKey', 'property', 'not-pinned'],
    ["no|t (PartitionKey eq 'a')", "not (PartitionKey eq 'a'", 'not', ''],
    ["RowKey |ge 'a' and RowKey ge 'b'", 'ge', 'operator', 'outdone'],
    ["RowKey |gt 'b' and RowKey lt 'a'", 'gt', 'operator', 'excludes'],
    ['PartitionKey eq |${pk}', '\uFFFC', 'hole', 'pins'],
    ["PartitionKey eq 'p-|${pk}'", '\uFFFC', 'hole', 'pins'],
    ["PartitionKey eq '|p-${pk}'", "'p-\uFFFC'", 'composed', 'pins'],
    ["Born lt datetime'|${when}'", "datetime'\uFFFC'", 'hole', 'after-reading'],
    ['A eq 1 and |${clause}', '\uFFFC', 'unknown', 'not-known'],
    ['|Active and A eq 1', 'Active', 'bare', 'after-reading'],
    ['PartitionKey |eq RowKey', 'eq', 'operator', 'not-known'],
  ];
  for (const [marked, text, kind, effect] of parts) {
    it(`${marked} is ${kind}, ${effect}`, () => {
      const found = explained(marked);
      assert.equal(found?.text.replace(/\)$/, ''), text);
      assert.equal(found.kind, kind);
      assert.equal(found.effect, effect);
    });
  }

  it('finds nothing where no part stands', () => {
    assert.equal(explained('|'), undefined);
    assert.equal(explained('A eq 1 |'), undefined);
    assert.equal(explained('|(A eq 1)'), undefined);
  });

  it('explains every character of any filter, by a part that holds it', () => {
    const leaf = comparison(fc.constantFrom('PartitionKey', 'RowKey', 'A'), literal);
    fc.assert(
      fc.property(tree(leaf, 3), (made) => {
        const flat = plainText(print(made));
        const parsed = parseFilter(flat);
        for (let offset = 0; offset < flat.text.length; offset++) {
          const found = explainPart(parsed, offset);
          if (found === undefined) continue;
          assert.ok(found.span.start <= offset && offset < found.span.end);
          assert.ok(describePart(found, flat, () => '').every((sentence) => sentence !== ''));
        }
        assert.equal(explainPart(parsed, flat.text.length), undefined);
      }),
      { numRuns: 300 },
    );
  });

  it('takes the first of the bounds that a function stands for', () => {
    assert.equal(explained("PartitionKey eq 'a' and starts|with(RowKey, 'b')")?.effect, 'pins');
  });

  it('is in words what it is, and what it does to what is read', () => {
    const words: readonly (readonly [marked: string, ...expected: readonly RegExp[]])[] = [
      ["Partition|Key eq 'a'", /which partition/, /fixes the partition/],
      ["PartitionKey |ge 'a'", /greater than or equal/, /start of the partition range/],
      ["PartitionKey |lt 'a'", /less than/, /end of the partition range/],
      ["PartitionKey eq 'a' and RowKey |eq 'b'", /equal/, /fixes the row/],
      ["PartitionKey eq 'a' and RowKey |gt 'b'", /greater than/, /start of the row range/],
      ["PartitionKey eq 'a' and RowKey |le 'b'", /less than or equal/, /end of the row range/],
      ["PartitionKey |ne 'a'", /excludes one value/, /compared with "ne"/],
      ["|RowKey eq 'b'", /in its partition/, /PartitionKey isn't fixed/],
      ['not (Age eq 1 and| A eq 2)', /keeps them from reducing/],
      ["PartitionKey eq 'a' |or PartitionKey eq 'b'", /between PartitionKeys.*scans the table/],
      ["PartitionKey eq 'a' and (RowKey eq '1' |or RowKey eq '2')", /between RowKeys.*scans the partition/],
      ['A eq 1 |or B eq 2', /none of them reduces/],
      ['A| eq 1', /^Every entity is read, then compared/],
      ['A |eq 1 and B eq 2', /equal/, /then compared/],
      ['|Age eq 5L', /has no index/],
      ['Age eq |5L', /5L is an Int64\. Only values of the same type/],
      ["PartitionKey eq |'a'", /'a' is a String, like every key/],
      ['PartitionKey eq |5', /an Int32, but every key is a String/],
      ['PartitionKey eq |${pk}', /when the program runs: \$\{pk\}/],
      ["A eq datetime'|${when}'", /sent as a DateTime: datetime'\$\{when\}'/],
      ["PartitionKey eq '|p-${pk}'", /builds when it runs: 'p-\$\{pk\}'/],
      ["RowKey |ge 'a' and RowKey ge 'b'", /RowKey at least as much/],
      ["RowKey |gt 'b' and RowKey lt 'a'", /contradict each other/],
      ["(PartitionKey |eq 'a' and A eq 1) or B eq 2", /is under "or"/],
      ['no|t (A eq 1)', /returns those that don't match/],
      ['|${clause}', /^Its effect isn't known/],
    ];
    for (const [marked, ...expected] of words) {
      const found = explained(marked)?.words ?? '';
      assert.doesNotMatch(found, /undefined|\{\d\}/);
      for (const pattern of expected) assert.match(found, pattern, marked);
    }
  });
});
