import assert from 'node:assert/strict';
import type { Entity } from '../../core/edm/json.ts';
import {
  isFull,
  keptPages,
  NOTHING_READ,
  pageBefore,
  rowsBefore,
  rowsWanted,
  rowsWantedBefore,
  withRowsBefore,
  withRowsBehind,
} from './window.ts';
import type { PageWindow, Place, WindowSizes } from './window.ts';

const SIZES: WindowSizes = { first: 2, page: 4, kept: 8 };

/** Rows by their numbers. */
function rows(from: number, to: number): Entity[] {
  return Array.from({ length: to - from }, (_, index) => row(from + index));
}

function row(number: number): Entity {
  return { partitionKey: 'p', rowKey: String(number), properties: [] };
}

/** Where the service goes on with a row. */
function at(row: number): Place {
  return { partitionKey: 'p', rowKey: String(row) };
}

/** A query of which these answers came, each up to a row. */
function readTo(...ends: readonly number[]): PageWindow {
  let from = 0;
  return ends.reduce((window, to) => {
    const entities = rows(from, to);
    from = to;
    return withRowsBehind(window, { entities, next: at(to), answers: 1, bytes: 0 }, SIZES);
  }, NOTHING_READ);
}

describe('the rows that a panel keeps', () => {
  it('are pages, however many answers it took to fill one', () => {
    const window = readTo(1, 1, 2, 5, 6, 7);
    assert.deepEqual(keptPages(window), [2, 4, 1]);
    assert.deepEqual(
      window.pages.map(({ from }) => from),
      ['start', at(2), at(6)],
    );
    assert.equal(window.answers, 6);
    assert.deepEqual([rowsWanted(NOTHING_READ, SIZES), rowsWanted(window, SIZES)], [2, 3]);
    assert.equal(rowsWanted(readTo(2, 6), SIZES), 4);
  });

  it('are let go page by page at the beginning when there are too many', () => {
    assert.deepEqual([keptPages(readTo(2, 6, 8)), rowsBefore(readTo(2, 6, 8))], [[2, 4, 2], 0]);
    assert.deepEqual([keptPages(readTo(2, 6, 9)), rowsBefore(readTo(2, 6, 9))], [[4, 3], 2]);
    // the last page stays, whatever its size
    const large = withRowsBehind(
      readTo(2),
      { entities: rows(2, 20), next: 'end', answers: 1, bytes: 0 },
      SIZES,
    );
    assert.deepEqual([keptPages(large), rowsBefore(large)], [[18], 2]);
  });

  it('begin with the page before when that was read again, and end where pages were let go', () => {
    const window = readTo(2, 6, 10, 14);
    assert.deepEqual([keptPages(window), rowsBefore(window)], [[4, 4], 6]);
    assert.deepEqual(pageBefore(window), { entities: [], next: at(2), answers: 0, bytes: 0 });
    const begun = { entities: rows(2, 3), next: at(3), answers: 1, bytes: 0 };
    assert.equal(rowsWantedBefore(window, begun, SIZES), 3);
    assert.deepEqual(withRowsBefore(window, begun, SIZES), { kind: 'part', again: begun });
    const whole = withRowsBefore(window, { entities: rows(2, 6), next: at(6), answers: 1, bytes: 0 }, SIZES);
    assert.ok(whole.kind === 'whole' && !whole.isAlone);
    assert.deepEqual([keptPages(whole.window), rowsBefore(whole.window)], [[4, 4], 2]);
    assert.deepEqual([whole.window.next, whole.window.answers], [at(10), 3]);
    assert.equal(pageBefore(readTo(2, 6)), undefined);
  });

  it('have each row once when others were inserted into the page before', () => {
    const window = readTo(2, 6, 10, 14);
    const inserted = [row(2), row(2.1), row(2.2), row(3)];
    const part = { entities: inserted, next: at(4), answers: 1, bytes: 0 };
    assert.deepEqual(withRowsBefore(window, part, SIZES), { kind: 'part', again: part });
    assert.equal(rowsWantedBefore(window, part, SIZES), 4);
    const whole = withRowsBefore(
      window,
      { entities: [...inserted, ...rows(4, 8)], next: at(8), answers: 2, bytes: 0 },
      SIZES,
    );
    assert.ok(whole.kind === 'whole');
    assert.deepEqual(whole.entities, [...inserted, row(4), row(5)]);
    assert.deepEqual([keptPages(whole.window), whole.window.next], [[6], at(6)]);
  });

  it('are the page before alone when nobody knows any more how it joins what is behind', () => {
    const window = readTo(2, 6, 10, 14);
    const read = [...rows(2, 5), ...rows(6, 11)];
    const alone = withRowsBefore(window, { entities: read, next: at(11), answers: 3, bytes: 0 }, SIZES);
    assert.ok(alone.kind === 'whole' && alone.isAlone);
    assert.equal(alone.entities, read);
    assert.deepEqual([keptPages(alone.window), rowsBefore(alone.window)], [[8], 2]);
    assert.equal(alone.window.answers, 1 + 3);
    assert.deepEqual(alone.window.next, at(11));
    // also where the one before that has fewer rows than fill it: it is not kept
    const shrunk = { ...window, pages: window.pages.map((page) => ({ ...page, rows: 1 })) };
    const again = withRowsBefore(shrunk, { entities: read, next: at(11), answers: 3, bytes: 0 }, SIZES);
    assert.ok(again.kind === 'whole' && again.isAlone);
    assert.deepEqual([keptPages(again.window), rowsBefore(again.window)], [[8], 1]);
  });

  it('end with the same row when they are read again, also where entities without keys stand there', () => {
    const keyless: Entity = { partitionKey: '', rowKey: '', lacks: ['RowKey'], properties: [] };
    for (const page of [
      [row(2), keyless, row(4), row(5)],
      [row(2), row(3), keyless, keyless],
      [keyless, keyless, keyless, keyless],
    ]) {
      let window = readTo(2);
      // in two answers
      window = withRowsBehind(
        window,
        { entities: page.slice(0, 3), next: at(5), answers: 1, bytes: 0 },
        SIZES,
      );
      window = withRowsBehind(window, { entities: page.slice(3), next: at(6), answers: 1, bytes: 0 }, SIZES);
      for (const from of [6, 10]) {
        const reached = { entities: rows(from, from + 4), next: at(from + 4), answers: 1, bytes: 0 };
        window = withRowsBehind(window, reached, SIZES);
      }
      assert.equal(rowsBefore(window), 6);
      const part = { entities: page.slice(0, 3), next: at(5), answers: 1, bytes: 0 };
      assert.equal(withRowsBefore(window, part, SIZES).kind, 'part');
      const again = { entities: [...page, row(6)], next: at(7), answers: 1, bytes: 0 };
      const whole = withRowsBefore(window, again, SIZES);
      assert.ok(whole.kind === 'whole' && !whole.isAlone);
      assert.deepEqual(whole.entities, page);
    }
  });

  it('are fewer of large entities: pages end, and are let go, by their bytes too', () => {
    const MB = 1_048_576;
    const sizes: WindowSizes = { first: 100, page: 1_000, kept: 100_100 };
    let window = NOTHING_READ;
    for (let from = 0; from < 160; from += 4) {
      const reached = { entities: rows(from, from + 4), next: at(from + 4), answers: 1, bytes: 4 * MB };
      window = withRowsBehind(window, reached, sizes);
      assert.equal(isFull(window, sizes), from % 8 === 4);
    }
    assert.deepEqual([keptPages(window), rowsBefore(window)], [Array(16).fill(8), 32]);
    const again = { entities: rows(24, 32), next: at(32), answers: 2, bytes: 8 * MB };
    const whole = withRowsBefore(window, again, sizes);
    assert.ok(whole.kind === 'whole' && !whole.isAlone);
    assert.deepEqual([keptPages(whole.window), rowsBefore(whole.window)], [Array(16).fill(8), 24]);
    assert.deepEqual(whole.window.next, at(152));
  });

  it('are none when all from there on were deleted, and can be had before', () => {
    const gone = withRowsBefore(
      readTo(2, 6, 10, 14),
      { entities: [], next: 'end', answers: 1, bytes: 0 },
      SIZES,
    );
    assert.ok(gone.kind === 'whole' && gone.isAlone);
    assert.deepEqual([keptPages(gone.window), rowsBefore(gone.window), gone.window.next], [[], 2, 'end']);
    assert.deepEqual(pageBefore(gone.window)?.next, 'start');
    const first = withRowsBefore(
      gone.window,
      { entities: rows(0, 2), next: 'end', answers: 1, bytes: 0 },
      SIZES,
    );
    assert.ok(first.kind === 'whole' && !first.isAlone);
    assert.deepEqual([keptPages(first.window), rowsBefore(first.window), first.window.next], [[2], 0, 'end']);
  });
});
