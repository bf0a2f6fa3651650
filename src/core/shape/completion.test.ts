import assert from 'node:assert/strict';
import { parseFilter } from '../odata/parse.ts';
import { plainText } from '../text/segments.ts';
import { completionsAt } from './completion.ts';
import type { KnownProperty } from './completion.ts';

const properties: readonly KnownProperty[] = [
  {
    name: 'PartitionKey',
    types: ['String'],
    from: 'service',
    samples: () => [
      { type: 'String', value: "O'Brien" },
      { type: 'String', value: 'Sales' },
    ],
  },
  {
    name: 'Price',
    types: ['Double'],
    from: 'rows',
    samples: () => [{ type: 'Double', value: 5, text: '5.0' }],
  },
  { name: 'Since', types: ['DateTime'], from: 'rows', samples: () => [] },
  { name: 'Total', types: ['Int64'], from: 'source', samples: () => [] },
  { name: 'Active', types: ['Boolean'], from: 'source', samples: () => [] },
];

/** What is offered at the bar. */
function offered(marked: string): string[] {
  return completionsAt(marked.replace('|', ''), marked.indexOf('|'), properties).map(({ label }) => label);
}

/** The text after the offer with this label is taken. */
function taken(marked: string, label: string): string {
  const text = marked.replace('|', '');
  const completion = completionsAt(text, marked.indexOf('|'), properties).find(
    (each) => each.label === label,
  );
  assert.ok(completion, `${label} is not offered`);
  const { insert, start, end, cursor = insert.length } = completion;
  return `${text.slice(0, start)}${insert.slice(0, cursor)}|${insert.slice(cursor)}${text.slice(end)}`;
}

const OPERATORS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'];

describe('completion of a filter', () => {
  it('offers what the grammar has next', () => {
    assert.deepEqual(offered('|'), ['PartitionKey', 'Price', 'Since', 'Total', 'Active', 'not']);
    assert.deepEqual(offered('P|'), ['PartitionKey', 'Price']);
    assert.deepEqual(offered('pri|'), ['Price']);
    assert.deepEqual(offered('Price |'), OPERATORS);
    assert.deepEqual(offered('Price g|'), ['gt', 'ge']);
    assert.deepEqual(offered('Price gt 5 |'), ['and', 'or']);
    assert.deepEqual(offered('Price gt 5 and |'), [
      'PartitionKey',
      'Price',
      'Since',
      'Total',
      'Active',
      'not',
    ]);
    assert.deepEqual(offered('not (|'), ['PartitionKey', 'Price', 'Since', 'Total', 'Active', 'not']);
    assert.deepEqual(offered('(Price gt 5) |'), ['and', 'or']);
    assert.deepEqual(offered('5 |'), OPERATORS);
  });

  it('offers values that were seen, as literals of their type, and the forms of a type', () => {
    assert.deepEqual(offered('PartitionKey eq |'), ["'O''Brien'", "'Sales'", "''"]);
    assert.deepEqual(offered("PartitionKey eq 'S|"), ["'Sales'"]);
    assert.deepEqual(offered('Price gt |'), ['5.0']);
    assert.deepEqual(offered('Since gt |'), ["datetime''"]);
    assert.deepEqual(offered('Unheard eq |'), ["''"]);
  });

  it('offers nothing within a text that is closed, or for a word that is whole', () => {
    assert.deepEqual(offered("PartitionKey eq 'Sales'|"), ['and', 'or']);
    assert.deepEqual(offered('Price gt 5.0|'), []);
    assert.deepEqual(offered('Price|'), []);
  });

  it('offers operators that fit the type, and the L of an Int64', () => {
    assert.deepEqual(offered('Active |'), ['eq', 'ne']);
    assert.deepEqual(offered('Active eq |'), ['true', 'false']);
    assert.deepEqual(offered('Total |'), OPERATORS);
    assert.equal(taken('Total gt |', '…L'), 'Total gt |L');
  });

  it('takes a text with the quote that closes it, and no further', () => {
    assert.equal(taken("PartitionKey eq '|'", "'Sales'"), "PartitionKey eq 'Sales'|");
    assert.equal(
      taken("PartitionKey eq '|' and Price gt 5", "'Sales'"),
      "PartitionKey eq 'Sales'| and Price gt 5",
    );
    assert.equal(
      taken("PartitionKey eq '| and Price gt 'x'", "'Sales'"),
      "PartitionKey eq 'Sales'| and Price gt 'x'",
    );
  });

  it('puts its text in place of what was begun, the cursor where one goes on', () => {
    assert.equal(taken('Pa| eq 5', 'PartitionKey'), 'PartitionKey | eq 5');
    assert.equal(taken("PartitionKey eq 'S|", "'Sales'"), "PartitionKey eq 'Sales'|");
    assert.equal(taken('Since ge |', "datetime''"), "Since ge datetime'|'");
    assert.equal(taken('Price |', 'ge'), 'Price ge |');
    assert.equal(taken('|', 'not'), 'not (|)');
  });

  it('writes filters that the service reads', () => {
    for (const { label } of completionsAt('PartitionKey eq ', 16, properties)) {
      assert.deepEqual(parseFilter(plainText(`PartitionKey eq ${label}`)).errors, [], label);
    }
  });
});
