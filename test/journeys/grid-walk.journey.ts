import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Property } from '../../src/core/edm/json.ts';
import { generatedRows } from '../fake-service/rows.ts';
import type { Rows } from '../fake-service/rows.ts';
import type { Fault } from '../fake-service/service.ts';
import { askedBy, gridPages, heapOf } from '../support/grid-page.ts';
import type { GridPage } from '../support/grid-page.ts';

const MB = 1024 * 1024;

/** Four screens and a bit: what is let go of is out of view. */
const SIZES = { first: 20, page: 50, kept: 120 };

function properties(row: number): Property[] {
  return [
    { name: 'Name', value: { type: 'String', value: `of row ${row}` } },
    { name: 'Price', value: { type: 'Double', value: row, text: `${row}.0` } },
    { name: 'Even', value: { type: 'Boolean', value: row % 2 === 0 } },
  ];
}

function numbered(rows: number): Rows {
  const rowKey = (row: number): string => `r${String(row).padStart(7, '0')}`;
  return generatedRows({ partitions: 1, rows, rowKey, properties });
}

describe('walking through a table in the page of a grid', () => {
  let faultOf: (number: number) => Fault | undefined;
  let grid: GridPage;
  const pages = gridPages(
    () => ({ Million: numbered(1_000_000), Short: numbered(170), Long: numbered(1_000) }),
    (number) => faultOf(number),
  );

  beforeEach(() => {
    faultOf = () => undefined;
  });

  const button = (name: string): Locator => grid.page.getByRole('button', { name, exact: true });
  const status = (text: string | RegExp): Locator => grid.page.locator('.status', { hasText: text });
  /** The cell with the RowKey of a row, counted from 1 as the line under the rows counts them. */
  const row = (number: number): Locator =>
    grid.page.locator('[col-id="RowKey"]', { hasText: `r${String(number - 1).padStart(7, '0')}` });

  it('takes no more memory however many rows go by', async function () {
    // 400 requests and as many redrawings: half a minute, and several times that beside other work
    this.timeout(600_000);
    grid = await pages.open('Million');
    await status('100 rows so far').waitFor();
    const few = await heapOf(grid);
    await button('Load all').click();
    await status('100,100 rows so far, there are more').waitFor({ timeout: 150_000 });
    const full = await heapOf(grid);
    const heaps: number[] = [];
    for (const last of ['200,100', '300,100', '400,100']) {
      await button('Continue').click();
      await status(`to ${last}, there are more · earlier rows were unloaded`).waitFor({ timeout: 150_000 });
      heaps.push(await heapOf(grid));
    }
    assert.equal(await grid.page.getByRole('grid').getAttribute('aria-rowcount'), '100001');
    const told = [few, full, ...heaps].map((bytes) => (bytes / MB).toFixed(1));
    console.log(
      `      heap: ${told.join(', ')} MB with 100 rows, after 100,100, 200,100, 300,100 and 400,100`,
    );
    for (const heap of heaps) assert.ok(heap - full < 5 * MB, 'rows that were let go are kept');
  });

  it('goes back to rows that were let go, and on again, by reading', async () => {
    grid = await pages.open('Long', {}, SIZES);
    const sent = pages.requests().length;
    await status('20 rows so far').waitFor();
    for (const last of [70, 120, 170, 220]) {
      await button('Next page').click();
      await row(last - 49).waitFor();
    }
    await status('Rows 121 to 220, there are more · earlier rows were unloaded').waitFor();
    // the page before the last is there
    await button('Previous page').click();
    await row(121).waitFor();
    assert.equal(pages.requests().length - sent, 5);

    faultOf = () => ({ kind: 'status', status: 503, code: 'ServerBusy' });
    await button('Previous page').click();
    await grid.page.getByRole('alert').filter({ hasText: 'Wait a moment, then retry' }).waitFor();
    await status('Rows 121 to 220, there are more').waitFor();
    faultOf = () => undefined;
    await button('Retry').click();
    await status('Rows 71 to 170, there are more').waitFor();
    await grid.page.locator('.ag-row-focus', { has: row(71) }).waitFor();
    await grid.page.getByRole('columnheader', { name: 'Price' }).click();
    await status('kept rows sorted by Price, not the table').waitFor();
    await grid.page.getByRole('columnheader', { name: 'Price' }).click({ clickCount: 2 });

    for (const first of [21, 1]) {
      await button('Previous page').click();
      await row(first).waitFor();
    }
    await status('120 rows so far, there are more').waitFor();
  });

  it('reads what lies beyond the first and the last row by keys, in place for who goes on', async () => {
    grid = await pages.open('Long', {}, SIZES);
    const press = (key: string): Promise<void> => grid.page.keyboard.press(key);
    const focused = (number: number): Promise<void> =>
      grid.page.locator('.ag-row-focus', { has: row(number) }).waitFor();
    await row(1).click();
    await press('Control+End');
    await focused(20);
    for (const last of [70, 120, 170]) {
      await press('PageDown');
      await focused(last - 49);
      await press('Control+End');
      await focused(last);
    }
    await status('Rows 71 to 170, there are more').waitFor();
    await press('Control+Home');
    await focused(71);
    await press('PageUp');
    await status('Rows 21 to 120, there are more').waitFor();
    // the row before, with a screen of those before it
    await focused(70);
    assert.ok(await row(60).isVisible());
    const sent = pages.requests().length;
    // sorted rows have others beside them than the table has
    await grid.page.getByRole('columnheader', { name: 'Price' }).click();
    await row(21).click();
    await press('PageUp');
    await press('Control+End');
    await press('PageDown');
    assert.equal(pages.requests().length, sent);
  });

  it('reads rows that were here before when they are scrolled to, and no others', async () => {
    grid = await pages.open('Long', {}, SIZES);
    for (const last of [70, 120, 170]) {
      await button('Next page').click();
      await row(last - 49).waitFor();
    }
    await status('Rows 71 to 170, there are more').waitFor();
    const sent = pages.requests().length;
    await row(130).hover();
    const wheel = (by: 1 | -1): Promise<void> => grid.page.mouse.wheel(0, by * 100_000);
    await wheel(1);
    await row(170).waitFor();
    await wheel(1);
    await wheel(-1);
    await row(71).waitFor();
    assert.equal(pages.requests().length, sent);
    const { y } = (await row(71).boundingBox()) ?? {};
    await grid.page.mouse.wheel(0, -1);
    await status('Rows 21 to 120, there are more').waitFor();
    assert.equal((await row(71).boundingBox())?.y, y);
    await wheel(1);
    await row(120).waitFor();
    await grid.page.mouse.wheel(0, 1);
    await status('Rows 71 to 170, there are more').waitFor();
    assert.equal(pages.requests().length - sent, 2);
  });

  it('goes along with what is read where the rows that are looked at are let go', async () => {
    grid = await pages.open('Short', {}, SIZES);
    await status('20 rows so far').waitFor();
    await button('Load all').click();
    await status('Rows 71 to 170, the last ones').waitFor();
    await grid.page.getByText('The rows you were viewing were unloaded').waitFor();
    await row(121).waitFor();
    assert.equal(await row(100).count(), 0);
    // the focus stays where it was: nobody went into the rows
    await button('Load all').and(grid.page.locator(':focus')).waitFor();
    await button('Previous page').click();
    assert.equal(await grid.page.locator('.said').innerText(), '');
  });

  it('goes back where one page alone is kept', async () => {
    grid = await pages.open('Long', {}, { first: 20, page: 50, kept: 40 });
    await button('Next page').click();
    await status('Rows 21 to 70, there are more').waitFor();
    await button('Previous page').click();
    await status('20 rows so far, there are more').waitFor();
    await row(1).waitFor();
    assert.ok(await button('Previous page').isDisabled());
  });

  it('reads other pages with the columns that the rows here have, and says so, until it runs anew', async () => {
    grid = await pages.open('Long', {}, SIZES);
    await status('20 rows so far').waitFor();
    await button('Columns…').click();
    await grid.page.getByRole('checkbox', { name: 'Name' }).uncheck();
    await button('Show').click();
    await status('whole entities are read; the next “Run” reads only the chosen columns').waitFor();
    await button('Next page').click();
    await status('70 rows so far').waitFor();
    assert.equal(pages.requests().at(-1)?.select, undefined);
    await button('Run').click();
    await status('chosen columns only').waitFor();
    assert.equal(pages.requests().at(-1)?.select, 'PartitionKey,RowKey,Price,Even,Timestamp');
  });

  it('exports what is kept, and knows that this is not all', async () => {
    grid = await pages.open('Short', {}, SIZES);
    await button('Load all').click();
    await status('Rows 71 to 170, the last ones').waitFor();
    const { rows, more } = await askedBy(grid, ['export'], async () => {
      await button('Export').click();
      await grid.page.getByRole('menuitem', { name: 'JSON' }).click();
    });
    assert.deepEqual([rows, more], [100, true]);
  });

  it('leaves what is selected, has the focus and is seen where it is when rows are let go', async () => {
    grid = await pages.open('Short', {}, SIZES);
    for (const last of [70, 120]) {
      await button('Next page').click();
      await row(last - 49).waitFor();
    }
    await row(75).click();
    await row(77).click({ modifiers: ['Shift'] });
    const before = await seen(row(77));
    assert.deepEqual([before.focus, before.selected], ['r0000076', 3]);
    // pressed by script, which leaves the focus in the rows
    await button('Load all').evaluate((element: { click: () => void }) => {
      element.click();
    });
    await status('Rows 71 to 170, the last ones · earlier rows were unloaded').waitFor();
    assert.deepEqual(await seen(row(77)), before);
    await button('Previous page').click({ clickCount: 2 });
    await status('Rows 21 to 120, there are more').waitFor();
    assert.equal((await seen(row(21))).selected, 0);
    await grid.page.keyboard.press('Control+End');
    await row(120).waitFor();
    assert.equal(await grid.page.getByRole('grid').getAttribute('aria-rowcount'), '101');
    const { text } = await askedBy(grid, ['copy'], async () => {
      await button('Copy').click();
      await grid.page.getByRole('menuitem', { name: 'Rows as CSV' }).click();
    });
    assert.deepEqual(text.match(/r0\d+/g), ['r0000074', 'r0000075', 'r0000076']);
  });

  /** Where a cell is seen, which row has the focus, and how many rows that are drawn are selected. */
  async function seen(cell: Locator): Promise<{ y: number; focus: string; selected: number }> {
    const focus = grid.page.locator('[role=row]:has(:focus) [col-id="RowKey"]');
    return {
      y: (await cell.boundingBox())?.y ?? NaN,
      focus: await focus.innerText(),
      selected: await grid.page.locator('[role=row][aria-selected=true]').count(),
    };
  }
});
