import assert from 'node:assert/strict';
import fc from 'fast-check';
import { comparison, conjunction } from '../../../test/support/filter-arbitraries.ts';
import type { EdmValue } from '../edm/value.ts';
import { evaluate } from '../odata/evaluate.ts';
import { parseFilter } from '../odata/parse.ts';
import { print } from '../odata/print.ts';
import { plainText } from '../text/segments.ts';
import { exclusion } from './exclusion.ts';

function excluded(source: string): string[] | undefined {
  const { filter } = parseFilter(plainText(source));
  return filter && exclusion(filter)?.map(({ start, end }) => source.slice(start, end));
}

describe('exclusion', () => {
  it('finds two conditions that no value satisfies', () => {
    assert.deepEqual(excluded("A eq 1 and B eq 'x' and A eq 2"), ['A eq 1', 'A eq 2']);
    assert.deepEqual(excluded('Age gt 60 and Age lt 20'), ['Age gt 60', 'Age lt 20']);
    assert.deepEqual(excluded('60 lt Age and Age le 60'), ['60 lt Age', 'Age le 60']);
    assert.deepEqual(excluded('Age lt 5 and Age eq 5'), ['Age lt 5', 'Age eq 5']);
    assert.deepEqual(excluded('Done eq true and Done ne true'), ['Done eq true', 'Done ne true']);
    assert.deepEqual(
      excluded("T ge datetime'2026-01-02T00:00:00Z' and T lt datetime'2026-01-01T00:00:00Z'")?.length,
      2,
    );
  });

  it('finds nothing where a value may satisfy both, and where types differ', () => {
    const fine = [
      'A eq 1 or A eq 2',
      'A ge 1 and A le 1',
      'A gt 1 and A lt 2',
      'A ne 1 and A ne 2',
      'A eq 1 and B eq 2',
      "A eq 1 and A eq '1'",
      'A eq 1 and A ne 2L',
      'A gt 1 and A ge 5',
      'A eq 1 and not (A eq 1)',
      'A eq A and A eq 1',
    ];
    for (const source of fine) assert.equal(excluded(source), undefined, source);
  });

  it('is sound and complete for two conditions with texts', () => {
    const texts = ['a', 'b', 'c'].map((value): EdmValue => ({ type: 'String', value }));
    const condition = comparison(fc.constant('A'), fc.constantFrom(...texts));
    // texts that lie between and around those of the conditions
    const values = ['', 'a', 'aa', 'b', 'bb', 'c', 'cc'];
    fc.assert(
      fc.property(condition, condition, (a, b) => {
        const source = print(conjunction([a, b]) ?? a);
        const { filter } = parseFilter(plainText(source));
        assert.ok(filter !== undefined);
        const matches = values.some((value) =>
          evaluate(filter, {
            partitionKey: '',
            rowKey: '',
            properties: new Map([['A', { type: 'String', value }]]),
          }),
        );
        assert.equal(exclusion(filter) === undefined, matches, source);
      }),
      { numRuns: 1000 },
    );
  });
});
