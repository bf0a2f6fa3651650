import assert from 'node:assert/strict';
import { readEntities } from '../../core/edm/json.ts';
import { begun, emptyText, received, statusText } from './results.ts';
import type { Results } from './results.ts';

type Page = Parameters<typeof received>[1];

function page(rows: number, wanted: Partial<Page> = {}): Page {
  const entities = Array.from({ length: rows }, (_, row) => `{"PartitionKey":"p","RowKey":"${row}"}`);
  return {
    kind: 'page',
    run: 1,
    entities: `{"value":[${entities.join()}]}`,
    at: 'end',
    kept: [],
    before: 0,
    answers: 1,
    more: true,
    running: false,
    requests: 1,
    bytes: 1_500,
    problem: undefined,
    ...wanted,
  };
}

/** What there is after answers of which each but an empty one is a page, all of them kept. */
function after(...pages: readonly Page[]): Results {
  const kept: number[] = [];
  return pages.reduce(
    (results, each) => {
      const rows = readEntities(each.entities).length;
      if (rows > 0) kept.push(rows);
      return received(results, { ...each, kept: [...kept] }, new Map()).results;
    },
    begun(1, '', undefined),
  );
}

function keysIn({ entities }: Results): string[] {
  return entities.map(({ rowKey }) => rowKey);
}

describe('results of a query', () => {
  it('keep what came before, and know where pages begin', () => {
    const problem = { kind: 'failure', message: 'Busy', advice: 'Wait' } as const;
    const results = after(page(100), page(0), page(50), page(0, { problem }));
    assert.equal(results.entities.length, 150);
    assert.deepEqual(results.pageStarts, [0, 100]);
    assert.deepEqual([results.requests, results.bytes, results.problem], [4, 6_000, problem]);
  });

  it('let go of rows at the other end, as the answer says', () => {
    const two = after(page(3), page(2));
    const onward = received(two, page(1, { kept: [2, 1], before: 3 }), new Map());
    assert.deepEqual([onward.letGo, keysIn(onward.results)], [3, ['0', '1', '0']]);
    assert.deepEqual([onward.results.before, onward.results.pageStarts], [3, [0, 2]]);
    const back = received(onward.results, page(3, { at: 'start', kept: [3, 2] }), new Map());
    assert.deepEqual([back.letGo, keysIn(back.results)], [1, ['0', '1', '2', '0', '1']]);
    const gone = received(back.results, page(0, { at: 'start', kept: [], before: 3 }), new Map());
    assert.deepEqual([gone.letGo, keysIn(gone.results)], [5, []]);
  });

  it('say of how many they are, where those were counted', () => {
    const text = (total: number, wanted: Partial<Results> = {}): string =>
      statusText({ ...after(page(100)), ...wanted }, { isSorted: true, total });
    assert.match(text(1_234), /^100 of 1,234 rows ·/);
    assert.match(text(1_234, { before: 200 }), /^Rows 201 to 300 of 1,234 ·/);
    // rows came since
    assert.match(text(100), /^100 rows so far, there are more ·/);
    assert.match(text(50, { more: false }), /^100 rows, all of them ·/);
  });

  it('say which rows are kept, and never that they are all', () => {
    const text = (wanted: Partial<Results>, sortedBy?: string): string =>
      statusText({ ...after(page(100)), before: 45_100, ...wanted }, { sortedBy, isSorted: true });
    assert.match(
      text({}),
      /^Rows 45,101 to 45,200, there are more · earlier rows were unloaded, “Previous page” reads them again · /,
    );
    assert.match(text({ more: false }), /^Rows 45,101 to 45,200, the last ones · earlier rows/);
    const problem = { kind: 'failure', message: 'Busy', advice: 'Wait' } as const;
    assert.match(text({ more: false, problem }), /^Rows 45,101 to 45,200 so far · earlier rows/);
    const bounded = statusText(
      { ...after(page(100)), before: 100, more: false },
      { isSorted: true, within: '“a”' },
    );
    assert.match(bounded, /^Rows 101 to 200, the last ones within keys “a” · /);
    assert.match(text({ more: false }, 'Price'), /· kept rows sorted by Price, not the table ·/);
    // where they were deleted meanwhile
    const nothing = { entities: [], more: false, running: false };
    assert.match(text(nothing), /^No rows after the first 45,100 · earlier rows/);
    assert.match(
      emptyText({ ...after(page(0)), before: 45_100, ...nothing }),
      /no longer exist.*“Previous page”/,
    );
  });

  it('know what leads to the end once it was there, also when one went back', () => {
    const end = after(page(3), page(2, { more: false, answers: 2 }));
    assert.equal(end.toEnd, 2);
    assert.equal(received(end, page(0, { answers: 1 }), new Map()).results.toEnd, 2);
    const problem = { kind: 'failure', message: 'Gone', advice: '' } as const;
    assert.equal(after(page(3), page(0, { more: false, problem })).toEnd, undefined);
  });

  it('say how many, in what order, and what they cost', () => {
    const part = after(page(100), page(1_000));
    assert.equal(
      statusText(part, { isSorted: true }),
      '1,100 rows so far, there are more · sorted by key · 2 requests · 3.0 kB',
    );
    assert.match(
      statusText(part, { sortedBy: 'Price', isSorted: true }),
      /loaded rows sorted by Price, not the table/,
    );
    const all = after(page(1, { more: false, bytes: 900 }));
    assert.equal(
      statusText(all, { isSorted: true }),
      '1 row, all of them · sorted by key · 1 request · 900 bytes',
    );
    assert.match(statusText(all, { sortedBy: 'Price', isSorted: true }), /· sorted by Price ·/);
    // Cosmos DB
    assert.match(statusText(part, { isSorted: false }), /there are more · not sorted: Cosmos DB/);
    assert.match(statusText(part, { sortedBy: 'Price', isSorted: false }), /loaded rows sorted by Price/);
    assert.match(statusText(begun(1, '', ['a']), { isSorted: true }), /chosen columns only · reading…$/);
  });

  it('say what is read while other columns are chosen', () => {
    const text = (select?: readonly string[], wanted?: readonly string[]): string =>
      statusText({ ...after(page(100)), select }, { isSorted: true, wanted });
    assert.match(
      text(undefined, ['a']),
      /· whole entities are read; the next “Run” reads only the chosen columns$/,
    );
    assert.match(text(['a', 'b'], ['b']), /· the previous columns are read; the next “Run” reads fewer$/);
    assert.match(text(['a', 'b'], ['b', 'a']), /· chosen columns only$/);
    assert.doesNotMatch(text(), /column/);
    // where nothing is left to read
    const all = after(page(1, { more: false }));
    assert.doesNotMatch(statusText(all, { isSorted: true, wanted: ['a'] }), /column/);
  });

  it('never say that there is no data while the service has more', () => {
    assert.match(emptyText(after(page(0), page(0))), /No match in 2 requests so far.*more to read/);
    assert.equal(emptyText(begun(1, '', undefined)), 'Reading…');
    assert.equal(emptyText({ ...begun(1, '', undefined), running: false }), "The query wasn't sent.");
    const failed = after(page(0, { problem: { kind: 'failure', message: 'Busy', advice: 'Wait' } }));
    assert.equal(emptyText(failed), '');
    assert.match(statusText(failed, { isSorted: true }), /^0 rows so far ·/);
    assert.equal(emptyText(after(page(0, { more: false }))), 'The table has no entities.');
    const filtered = received(begun(1, 'a eq 1', undefined), page(0, { more: false }), new Map()).results;
    assert.match(emptyText(filtered), /No entity matches the filter/);
  });

  it('say that only the keys of a signature were looked at', () => {
    const keys = '“a” to “b”';
    const all = after(page(2, { more: false }));
    assert.match(
      statusText(all, { isSorted: true, within: keys }),
      /^2 rows, all of them within keys “a” to “b” ·/,
    );
    assert.match(
      statusText(after(page(2)), { isSorted: true, within: keys }),
      /^2 rows so far, there are more/,
    );
    const none = page(0, { more: false });
    assert.match(emptyText(after(none), keys), /no entities within keys “a” to “b”\. The signature/);
    const filtered = received(begun(1, 'a eq 1', undefined), none, new Map()).results;
    assert.match(emptyText(filtered, keys), /No entity matches within keys “a” to “b”\. The signature/);
  });

  it('keep what is known of more, and count what failed, when a request fails', () => {
    const problem = { kind: 'failure', message: 'No answer', advice: 'Retry' } as const;
    const failed = after(page(1_000), page(0, { requests: 3, bytes: 0, problem, kept: [1_000] }));
    const told = /^1,000 rows so far, there are more · sorted by key · 4 requests, 3 of them failed ·/;
    assert.match(statusText(failed, { isSorted: true }), told);
    // what failed stays counted when it goes on
    const { results } = received(failed, page(1, { kept: [1_000, 1], more: false }), new Map());
    assert.match(statusText(results, { isSorted: true }), /1,001 rows, all .* 5 requests, 3 of them failed/);
    // the table is gone: nothing is known of more
    const gone = after(page(5), page(0, { problem, more: false, kept: [5] }));
    assert.match(statusText(gone, { isSorted: true }), /^5 rows so far ·/);
  });
});
