import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FakeEntity } from '../fake-service/rows.ts';
import type { Fault } from '../fake-service/service.ts';
import { readEntities } from '../../src/core/edm/json.ts';
import { askedBy, gridPages } from '../support/grid-page.ts';
import type { GridPage } from '../support/grid-page.ts';

function stock(rows: number): FakeEntity[] {
  return Array.from({ length: rows }, (_, row) => ({
    PartitionKey: 'shelf',
    RowKey: `item${String(row).padStart(5, '0')}`,
    properties: [{ name: 'count', value: { type: 'Int32', value: row } }],
  }));
}

const OUTLINE = `(({ outlineWidth, outlineStyle }) => outlineWidth + ' ' + outlineStyle)(
  getComputedStyle(document.activeElement))`;

describe('a grid for who uses the keyboard, or has it read aloud', () => {
  let fault: Fault | undefined;
  let grid: GridPage;
  const pages = gridPages(
    () => ({ Stock: stock(3_000) }),
    () => fault,
  );

  beforeEach(async () => {
    fault = undefined;
    grid = await pages.open('Stock');
    await status('100 rows so far').waitFor();
  });

  const filter = (): Locator => grid.page.getByRole('combobox');
  const status = (text: string): Locator => grid.page.locator('.status', { hasText: text });
  /** What has the focus: its name. */
  const focused = async (): Promise<string> =>
    (await grid.page.locator(':focus').getAttribute('aria-label')) ??
    (await grid.page.locator(':focus').innerText());
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await grid.page.keyboard.press(key);
  };
  /** The text that is copied after keys. */
  const copyAfter = async (...keys: readonly string[]): Promise<string> => {
    const { text } = await askedBy(grid, ['copy'], () => press(...keys, 'Control+c'));
    return text;
  };
  /** RowKeys in copied rows. */
  const keysIn = (text: string): string[] => readEntities(`{"value":${text}}`).map(({ rowKey }) => rowKey);
  const focus = (name: string): Promise<void> => grid.page.getByRole('button', { name, exact: true }).focus();

  it('leads from the filter through the verdict to the rows and out, in a few stops', async () => {
    await filter().focus();
    const stops: string[] = [];
    for (let left = 9; left > 0; left--) {
      stops.push(await focused());
      await press('Tab');
    }
    assert.deepEqual(stops, [
      'Filter ($filter)',
      'Run',
      'Why?',
      'Count',
      'Columns…',
      'shelf',
      'Previous page',
      'Next page',
      'Load all',
    ]);
    await focus('Previous page');
    await press('Shift+Tab');
    assert.equal(await focused(), 'shelf');
  });

  it('selects rows by Shift and arrows, and copies them', async () => {
    const cells = grid.page.locator('[role=gridcell][col-id="RowKey"]');
    await cells.nth(1).click();
    const down = 'Shift+ArrowDown';
    const several = await copyAfter(down, down, down, 'Shift+ArrowUp');
    assert.deepEqual(keysIn(several), ['item00001', 'item00002', 'item00003']);
    const two = await copyAfter('ArrowDown', 'Shift+ArrowUp');
    assert.deepEqual(keysIn(two), ['item00003', 'item00004']);
    assert.equal(keysIn(await copyAfter('Control+a')).length, 100);
    await cells.nth(5).click();
    assert.equal(await copyAfter(), 'item00005');
    await copyAfter(down, down);
    await cells.nth(7).click();
    assert.deepEqual(keysIn(await copyAfter(down)), ['item00007', 'item00008']);
    assert.equal(keysIn(await copyAfter('Control+Shift+ArrowUp')).length, 8);
    assert.equal(keysIn(await copyAfter(down))[0], 'item00001');
  });

  it('goes to the first and the last cell, and to the top of what was sorted', async () => {
    const at = (row: number, column: string): Promise<void> =>
      grid.page.locator(`[role=row][row-index="${row}"] [role=gridcell][col-id="${column}"]:focus`).waitFor();
    await grid.page.locator('[role=gridcell][col-id="count"]').nth(3).click();
    await press('Control+End');
    await at(99, 'Timestamp');
    await grid.page.getByRole('columnheader', { name: 'count' }).click();
    await status('sorted by count').waitFor();
    await grid.page.locator('[role=row][row-index="0"] [col-id="count"]').waitFor();
    await grid.page.locator('[role=gridcell][col-id="count"]').nth(3).click();
    await press('Control+Home');
    await at(0, 'PartitionKey');
    await press('ArrowDown');
    await at(1, 'PartitionKey');
  });

  it('runs a filter, and opens an entity of what it found', async () => {
    await filter().focus();
    await grid.page.keyboard.type('count eq 7');
    await press('Enter');
    await status('1 row').waitFor();
    // the rows of before are gone
    await grid.page.locator('[col-id="RowKey"]', { hasText: 'item00000' }).waitFor({ state: 'detached' });
    await press('Tab', 'Tab');
    assert.equal(await focused(), 'Why?');
    await press('Enter', 'Tab', 'Tab', 'Tab', 'ArrowRight');
    assert.equal(await focused(), 'item00007');
    const opened = await askedBy(grid, ['openEntity'], () => press('Enter'));
    assert.deepEqual(opened.keys, { partitionKey: 'shelf', rowKey: 'item00007' });
    await press('ArrowUp', 'ArrowRight', 'Enter');
    const sorted = grid.page.getByRole('columnheader', { name: 'count' });
    assert.equal(await sorted.getAttribute('aria-sort'), 'ascending');
  });

  it('has a toolbar that arrows lead through', async () => {
    await focus('Columns…');
    await press('ArrowRight', 'ArrowRight');
    assert.equal(await focused(), 'Export');
    await press('Enter');
    assert.equal(await focused(), 'Loaded rows to a JSON file…');
    await press('Escape', 'End');
    assert.equal(await focused(), 'View value');
    await press('ArrowRight');
    assert.equal(await focused(), 'Columns…');
    await press('End', 'Tab', 'Shift+Tab');
    assert.equal(await focused(), 'View value');
  });

  it('does not lose the focus to what comes and goes', async () => {
    await filter().fill('count ge 0');
    await press('Escape');
    await focus('Run');
    await press('Enter');
    await grid.page.locator(':focus', { hasText: /^Run$/ }).waitFor();
    // of the query before they are no more
    await status('100 rows so far').waitFor();
    fault = { kind: 'status', status: 503, code: 'ServerBusy' };
    await focus('Next page');
    await press('Enter');
    await grid.page.getByRole('alert').waitFor();
    assert.equal(await focused(), 'Next page');
    fault = undefined;
    await focus('Retry');
    await press('Enter');
    await grid.page.locator('[role=gridcell]:focus').waitFor();
    // while it reads, nothing else can be loaded
    await status('1,100 rows so far').waitFor();
    await focus('Load all');
    await press('Enter');
    await status('3,000 rows, all of them').waitFor();
    assert.equal(await focused(), 'Load all');
  });

  it('says what it is, and what may be done', async () => {
    await filter().fill("count eq '3' AND");
    await press('Escape');
    const spoken = await grid.page.locator('body').ariaSnapshot();
    for (const line of [
      'heading "Stock Test at 127.0.0.1:10002" [level=1]',
      'combobox "Filter ($filter)" [invalid]',
      'button "Count" [disabled]',
      'toolbar "Rows"',
      'grid "Entities of Stock"',
      'columnheader "count Int32"',
      'button "Previous page" [disabled]',
    ]) {
      assert.ok(spoken.includes(line), `${line} is not in\n${spoken}`);
    }
    const rows = grid.page.getByRole('grid');
    assert.match((await rows.getAttribute('aria-description')) ?? '', /Enter opens the entity/);
  });

  it('has what comes read aloud once, when it is whole', async () => {
    const told = grid.page.locator('.status');
    assert.equal(await told.getAttribute('aria-busy'), 'false');
    fault = { kind: 'hang' };
    await focus('Next page');
    await press('Enter');
    await grid.page.locator('.status[aria-busy=true]', { hasText: 'reading…' }).waitFor();
    // the place of the message was there before: else who listens to changes hears none
    const place = grid.page.locator('main > [aria-live=polite]');
    assert.equal(await place.innerText(), '');
    await focus('Stop');
    await press('Enter');
    await place.filter({ hasText: 'Cancelled' }).waitFor();
    await grid.page.locator('.status[aria-busy=false]').waitFor();
    fault = { kind: 'status', status: 503, code: 'ServerBusy' };
    await focus('Continue');
    await press('Enter');
    await grid.page.getByRole('alert').waitFor();
    assert.equal(await place.count(), 0);
  });

  it('says of a filter what is wrong, else how it is used, and what a fix writes', async () => {
    const description = async (): Promise<string> =>
      grid.page.locator(`#${(await filter().getAttribute('aria-describedby')) ?? ''}`).innerText();
    assert.match(await description(), /^Enter runs the filter/);
    await filter().fill('count EQ 3');
    await press('Escape');
    assert.match(await description(), /lowercase/);
    await press('Tab', 'Tab');
    assert.equal(await grid.page.locator(':focus').getAttribute('title'), 'Writes eq');
    await press('Enter');
    assert.match(await description(), /^Enter runs the filter/);
  });

  it('shows which rows are selected where a theme of high contrast has no colour for them', async () => {
    await grid.page.evaluate(`
      document.body.classList.add('vscode-high-contrast');
      document.documentElement.style.setProperty('--vscode-editor-background', 'black');
      document.documentElement.style.setProperty('--vscode-contrastActiveBorder', 'white');`);
    await grid.page.locator('[role=gridcell][col-id="RowKey"]').first().click();
    // the colour; an image while the pointer is there
    const drawn: string = await grid.page.evaluate(`(({ backgroundColor, backgroundImage }) =>
      backgroundColor + backgroundImage)(
      getComputedStyle(document.querySelector('.ag-row-selected .ag-grid-scrolling-cells'), '::before'))`);
    assert.match(drawn, /color\(srgb 0\.35 0\.35 0\.35\)/);
  });

  it('shows where the focus is, in rows and columns', async () => {
    // the editor's themes have this colour
    await grid.page.evaluate("document.documentElement.style.setProperty('--vscode-focusBorder', 'red')");
    const outline = (): Promise<string> => grid.page.evaluate(OUTLINE);
    await focus('View value');
    await press('Tab');
    assert.equal(await outline(), '2px solid');
    await press('ArrowUp');
    assert.equal(await grid.page.locator(':focus').getAttribute('role'), 'columnheader');
    assert.equal(await outline(), '2px solid');
  });

  it('moves nothing for who asked for that', async () => {
    await grid.page.emulateMedia({ reducedMotion: 'reduce' });
    const moving = await grid.page.evaluate<readonly string[]>(`
      [...document.querySelectorAll('*')].filter((each) => {
        const { transitionDuration, animationName } = getComputedStyle(each);
        return transitionDuration !== '0s' || animationName !== 'none';
      }).map((each) => each.className)`);
    assert.deepEqual(moving, []);
  });
});
