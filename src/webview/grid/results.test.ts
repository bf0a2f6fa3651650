import assert from 'node:assert/strict';
import { begun, emptyText, received, statusText } from './results.ts';
import type { Results } from './results.ts';

type Page = Parameters<typeof received>[1];

function page(rows: number, wanted: Partial<Page> = {}): Page {
  const entities = Array.from({ length: rows }, (_, row) => `{"PartitionKey":"p","RowKey":"${row}"}`);
  return {
    kind: 'page',
    run: 1,
    entities: `{"value":[${entities.join()}]}`,
    more: true,
    running: false,
    requests: 1,
    bytes: 1_500,
    problem: undefined,
    ...wanted,
  };
}

function after(...pages: readonly Page[]): Results {
  return pages.reduce((results, each) => received(results, each, new Map()).results, begun(1, '', undefined));
}

describe('results of a query', () => {
  it('keep what came before, and know where pages begin', () => {
    const problem = { kind: 'failure', message: 'Busy', advice: 'Wait' } as const;
    const results = after(page(100), page(0), page(50), page(0, { problem }));
    assert.equal(results.entities.length, 150);
    assert.deepEqual(results.pageStarts, [0, 100]);
    assert.deepEqual([results.requests, results.bytes, results.problem], [4, 6_000, problem]);
  });

  it('say how many, in what order, and what they cost', () => {
    const part = after(page(100), page(1_000));
    assert.equal(
      statusText(part, undefined, true),
      '1,100 rows so far, there are more · sorted by key · 2 requests · 3.0 kB',
    );
    assert.match(statusText(part, 'Price', true), /loaded rows sorted by Price, not the table/);
    const all = after(page(1, { more: false, bytes: 900 }));
    assert.equal(
      statusText(all, undefined, true),
      '1 row, all of them · sorted by key · 1 request · 900 bytes',
    );
    assert.match(statusText(all, 'Price', true), /· sorted by Price ·/);
    // Cosmos DB
    assert.match(statusText(part, undefined, false), /there are more · not sorted: Cosmos DB/);
    assert.match(statusText(part, 'Price', false), /loaded rows sorted by Price/);
    assert.match(statusText(begun(1, '', ['a']), undefined, true), /chosen columns only · reading…$/);
  });

  it('never say that there is no data while the service has more', () => {
    assert.match(emptyText(after(page(0), page(0))), /No match in 2 requests so far.*more to read/);
    assert.equal(emptyText(begun(1, '', undefined)), 'Reading…');
    const failed = after(page(0, { problem: { kind: 'failure', message: 'Busy', advice: 'Wait' } }));
    assert.equal(emptyText(failed), '');
    assert.match(statusText(failed, undefined, true), /^0 rows so far ·/);
    assert.equal(emptyText(after(page(0, { more: false }))), 'The table has no entities.');
    const filtered = received(begun(1, 'a eq 1', undefined), page(0, { more: false }), new Map()).results;
    assert.match(emptyText(filtered), /No entity matches the filter/);
  });
});
