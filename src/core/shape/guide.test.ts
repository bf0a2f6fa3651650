import assert from 'node:assert/strict';
import queries from '../../../test/fixtures/guide-queries.json' with { type: 'json' };
import { filterText } from '../../../test/support/filter-text.ts';
import { parseFilter } from '../odata/parse.ts';
import { classify } from './classify.ts';

describe('the queries of the design guide', () => {
  it('are all there: 14 $filter strings and what C#, LINQ, fluent code and addresses ask', () => {
    assert.equal(queries.filter(({ form }) => form === '$filter').length, 14);
    assert.deepEqual(
      [...new Set(queries.map(({ form }) => form))].sort(),
      ['$filter', 'C#', 'LINQ', 'URL', 'fluent'].sort(),
    );
  });

  for (const { line, form, filter, shape } of queries) {
    it(`line ${line}, ${form}: ${filter} is a ${shape}`, () => {
      const parsed = parseFilter(filterText(filter));
      assert.deepEqual(parsed.errors, []);
      assert.equal(classify(parsed.filter).shape, shape);
    });
  }
});
