import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FakeEntity } from '../fake-service/rows.ts';
import type { Fault } from '../fake-service/service.ts';
import { filterText } from '../support/filter-field.ts';
import { askedBy, gridPages, heapOf } from '../support/grid-page.ts';
import type { GridPage } from '../support/grid-page.ts';
import { SCROLLING, type Scrolling } from '../support/grid-scrolling.ts';

const ROWS = 100_000;
const MB = 1024 * 1024;

/** What a page must never take for anything but text. */
const MARKUP = '<img src=x onerror="document.title=\'run\'"><a href="command:workbench.action.quit">a</a>';

function table(rows: number): FakeEntity[] {
  return Array.from({ length: rows }, (_, row) => ({
    PartitionKey: `p${Math.floor(row / 1_000)}`,
    RowKey: `r${String(row).padStart(7, '0')}`,
    properties: [
      { name: 'Name', value: { type: 'String', value: `${MARKUP} ${row}` } },
      { name: 'Price', value: { type: 'Double', value: row, text: `${row}.0` } },
      { name: 'Big', value: { type: 'Int64', value: 9_007_199_254_740_993n } },
      ...(row % 2 === 0 ? [{ name: 'Even', value: { type: 'Boolean', value: true } } as const] : []),
    ],
  }));
}

/** When the newest line of the log was written. */
const NEWEST = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A line each hour, newest first. */
function log(): FakeEntity[] {
  return Array.from({ length: 10 }, (_, hour) => {
    const ticks = 621_355_968_000_000_000n + BigInt(NEWEST - hour * 3_600_000) * 10_000n;
    return { PartitionKey: 'app', RowKey: `${3_155_378_975_999_999_999n - ticks}_${hour}` };
  });
}

describe("a grid's page", () => {
  let faultOf: (number: number) => Fault | undefined;
  let grid: GridPage;
  const pages = gridPages(
    () => ({ Large: table(ROWS), Small: table(30), Log: log(), Empty: [] }),
    (number) => faultOf(number),
  );

  beforeEach(() => {
    faultOf = () => undefined;
  });

  const open = async (name: string, start: object = {}): Promise<void> => {
    grid = await pages.open(name, start);
  };
  const button = (name: string): Locator => grid.page.getByRole('button', { name, exact: true });
  const status = (text: string | RegExp): Locator => grid.page.locator('.status', { hasText: text });
  const cells = (column: string): Locator => grid.page.locator(`[role=gridcell][col-id="${column}"]`);
  const filter = (): Locator => grid.page.getByRole('combobox');

  it('shows entities of several kinds with their types, keyed for who cannot see them', async () => {
    await open('Small');
    await status('30 rows, all of them · sorted by key · 1 request').waitFor();
    const rows = grid.page.getByRole('grid', { name: 'Entities of Small' });
    assert.equal(await rows.getAttribute('aria-rowcount'), '31');
    assert.deepEqual(await grid.page.getByRole('columnheader').allInnerTexts(), [
      'PartitionKey',
      'RowKey',
      'Name String',
      'Price Double',
      'Big Int64',
      'Even Boolean',
      'Timestamp',
    ]);
    assert.equal(await cells('Price').nth(3).innerText(), '3.0');
    assert.equal(await cells('Big').first().innerText(), '9007199254740993');
  });

  it('keeps markup and links in values as text, in cells and in the viewer', async () => {
    await open('Small');
    await cells('Name').first().dblclick();
    const dialog = grid.page.getByRole('dialog');
    assert.equal(await dialog.locator('textarea').inputValue(), `${MARKUP} 0`);
    assert.equal(await grid.page.evaluate('document.activeElement.selectionEnd'), 0);
    await grid.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await cells('Name').first().innerText(), `${MARKUP} 0`);
    // it stands there since the double click: only what comes anew is told
    await grid.page.mouse.move(0, 0);
    await cells('Name').first().hover();
    await grid.page.locator('.ag-tooltip', { hasText: MARKUP }).waitFor();
    assert.equal(
      await grid.page.locator('img:not(.cm-widgetBuffer), [role=gridcell] a, .ag-tooltip a').count(),
      0,
    );
    assert.equal(await grid.page.title(), 'Small');
  });

  it('is used by keyboard alone', async () => {
    await open('Small');
    await cells('Name').first().waitFor();
    const { keyboard } = grid.page;
    await filter().focus();
    for (const key of ["PartitionKey eq 'p0' and Price ge 28.0"]) await keyboard.type(key);
    await keyboard.press('Escape');
    await keyboard.press('Enter');
    await status('2 rows, all of them').waitFor();
    // the rows of before are gone
    await cells('RowKey').filter({ hasText: 'r0000028' }).first().waitFor();
    await cells('PartitionKey').first().focus();
    await keyboard.press('ArrowRight');
    await grid.page.locator('[col-id="RowKey"]:focus').waitFor();
    await keyboard.press('Space');
    await grid.page.locator('[role=row][aria-selected=true]').first().waitFor();
    const opened = await askedBy(grid, ['openEntity'], () => keyboard.press('Enter'));
    assert.deepEqual(opened.keys, { partitionKey: 'p0', rowKey: 'r0000028' });
    const { text } = await askedBy(grid, ['copy'], async () => {
      await button('Copy').focus();
      await keyboard.press('Enter');
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    });
    assert.match(text, /^PartitionKey,RowKey,Name,Price,Big,Even,Timestamp\r\np0,r0000028,/);
    await grid.page.locator(':focus', { hasText: /^Copy$/ }).waitFor();
  });

  it('tells mistakes and the verdict while a filter is typed, and completes it', async () => {
    await open('Small');
    await cells('Name').first().waitFor();
    await filter().pressSequentially('Pri');
    await grid.page.getByRole('option', { name: 'Price' }).waitFor();
    await grid.page.keyboard.press('Enter');
    assert.equal(await filterText(filter()), 'Price ');
    // the first is selected, Tab takes it too, and the list hides neither the verdict nor a mistake
    await filter().pressSequentially('g');
    await grid.page
      .getByRole('option', { name: 'gt' })
      .and(grid.page.locator('[aria-selected=true]'))
      .waitFor();
    const list = await grid.page.getByRole('listbox').boundingBox();
    const said = await grid.page.locator('.verdict').boundingBox();
    assert.ok(list && said && list.y >= said.y + said.height, JSON.stringify([list, said]));
    await grid.page.keyboard.press('Tab');
    assert.equal(await filterText(filter()), 'Price gt ');
    await filter().fill('Price ');
    await filter().pressSequentially("gt 5.0 AND PartitionKey eq 'p0'");
    const verdict = grid.page.locator('.verdict');
    await grid.page.locator('.mistake', { hasText: 'Column 14' }).waitFor();
    assert.equal(await grid.page.locator('.wrong').innerText(), 'AND');
    assert.ok(!(await grid.page.getByRole('listbox').isVisible()));
    await grid.page.keyboard.press('ArrowDown');
    await grid.page.getByRole('option', { name: 'and' }).waitFor();
    await grid.page.keyboard.press('Escape');
    await button('Fix').click();
    await verdict.filter({ hasText: /Partition scan\s*PartitionKey is 'p0'/ }).waitFor();
    await button('Why?').click();
    await grid.page.getByText('At most ⌈30 entities / 1,000⌉ = 1').waitFor();
    assert.equal(await grid.page.locator('.mistake').count(), 0);
  });

  it('keeps rows when an answer fails, says what to do, and goes on', async () => {
    await open('Large');
    await status('100 rows so far').waitFor();
    faultOf = () => ({ kind: 'status', status: 503, code: 'ServerBusy' });
    await button('Next page').click();
    await grid.page.getByRole('alert').filter({ hasText: 'Wait a moment, then retry' }).waitFor();
    await status('100 rows so far').waitFor();
    faultOf = () => undefined;
    await button('Retry').click();
    await status('1,100 rows so far').waitFor();
    assert.equal(await grid.page.getByRole('alert').count(), 0);
  });

  it('keeps the rows of the query before until there is something in their place', async () => {
    await open('Small');
    await status('30 rows, all of them').waitFor();
    faultOf = () => ({ kind: 'hang' });
    await filter().fill("PartitionKey eq 'p0' and RowKey lt 'r0000002'");
    await grid.page.keyboard.press('Escape');
    await button('Run').click();
    await status('These rows are from the previous query').waitFor();
    assert.ok((await cells('RowKey').count()) > 20);
    await button('Stop').click();
    await grid.page.getByText('Cancelled').waitFor();
    assert.ok((await cells('RowKey').count()) > 20);
    faultOf = () => undefined;
    await button('Continue').click();
    await status('2 rows, all of them').waitFor();
    assert.equal(await cells('RowKey').count(), 2);
  });

  it('never says that there is nothing while the service has more', async () => {
    await open('Large');
    await status('100 rows so far').waitFor();
    faultOf = () => ({ kind: 'cut', read: 10 });
    await filter().fill('Price ge 5000.0');
    await grid.page.keyboard.press('Escape');
    await button('Run').click();
    await grid.page.getByText('No match in 100 requests so far').waitFor();
    faultOf = () => undefined;
    await button('Continue').click();
    await status('100 rows so far').waitFor();
  });

  it('turns pages, forward by reading and back without', async () => {
    await open('Large');
    await status('100 rows so far').waitFor();
    await button('Next page').click();
    await grid.page.locator('[role=gridcell]', { hasText: 'r0000100' }).waitFor();
    await button('Previous page').click();
    await grid.page.locator('[role=gridcell]', { hasText: 'r0000000' }).waitFor();
    await status('1,100 rows so far, there are more · sorted by key · 2 requests').waitFor();
  });

  it('says that loaded rows are sorted, not the table', async () => {
    await open('Large');
    await status('sorted by key').waitFor();
    await grid.page.getByRole('columnheader', { name: 'Price' }).click();
    await status('loaded rows sorted by Price, not the table').waitFor();
    // by one column, as is said
    await grid.page.getByRole('columnheader', { name: 'RowKey' }).click({ modifiers: ['Shift'] });
    await status('loaded rows sorted by RowKey, not the table').waitFor();
    assert.equal(await grid.page.locator('[role=columnheader][aria-sort=ascending]').count(), 1);
  });

  it('has a menu on its rows, by mouse and by keyboard', async () => {
    await open('Small');
    const { keyboard } = grid.page;
    // the editor opens its own menu unless it finds here that ours does
    await grid.page.evaluate(
      "addEventListener('contextmenu', (event) => { window.isOurs = event.defaultPrevented; })",
    );
    const entry = (name: string): Locator => grid.page.getByRole('menuitem', { name, exact: true });
    await cells('RowKey').nth(1).click();
    await cells('RowKey')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await cells('Price').nth(2).click({ button: 'right' });
    assert.equal(await grid.page.evaluate('window.isOurs'), true);
    const { text } = await askedBy(grid, ['copy'], () => entry('Copy rows as CSV').click());
    assert.match(text, /^PartitionKey,.*\r\np0,r0000001,.*\r\np0,r0000002,.*\r\n$/);

    // a row that is not selected is what is meant then
    await cells('Price').nth(5).click({ button: 'right' });
    const opened = await askedBy(grid, ['openEntity'], () => entry('Open entity').click());
    assert.deepEqual(opened.keys, { partitionKey: 'p0', rowKey: 'r0000005' });

    await keyboard.press('Shift+F10');
    await entry('Open entity').waitFor();
    await keyboard.press('Escape');
    await entry('Open entity').waitFor({ state: 'hidden' });
    await grid.page.locator('[role=gridcell]:focus').waitFor();
  });

  it('puts the value of a cell into the filter, and does not run it unasked', async () => {
    await open('Small');
    await status('30 rows, all of them').waitFor();
    await filter().fill("PartitionKey eq 'p0' and Price gt 3.0");
    await grid.page.keyboard.press('Escape');
    const sent = pages.requests().length;
    await cells('Price').nth(5).click({ button: 'right' });
    await grid.page.getByRole('menuitem', { name: 'Filter by this value' }).click();
    assert.equal(await filterText(filter()), "PartitionKey eq 'p0' and Price eq 5.0");
    assert.equal(pages.requests().length, sent);
    await grid.page.keyboard.press('Enter');
    await status('1 row, all of them').waitFor();
  });

  it('asks before it scans a table that is not on this machine', async () => {
    await open('Large', { isLoopback: false, host: 'account.table.core.windows.net' });
    await status('100 rows so far').waitFor();
    const sent = pages.requests().length;
    await filter().fill('Even eq true');
    await grid.page.keyboard.press('Escape');
    await button('Run').click();
    await grid.page.getByRole('alert').filter({ hasText: 'account.table.core.windows.net' }).waitFor();
    assert.equal(pages.requests().length, sent);
    // what was agreed to is what was asked about, not what is written meanwhile
    await filter().fill('Even eq false');
    await grid.page.keyboard.press('Escape');
    await button('Run, at most 20 requests').click();
    await status('100 rows so far').waitFor();
    assert.equal(pages.requests().at(-1)?.filter, 'Even eq true');
    // whoever agreed to twenty requests is not asked again before they are spent
    await button('Load all').click();
    await status('19,100 rows so far').waitFor();
    await button('Continue').click();
    await status('39,100 rows so far').waitFor();
    await button('Load all').click();
    await button('Continue, at most 20 requests').waitFor();
  });

  it('asks only for the columns that were chosen, and remembers them', async () => {
    await open('Small');
    await cells('Name').first().waitFor();
    await button('Columns…').click();
    await grid.page.getByRole('checkbox', { name: 'Name' }).uncheck();
    await button('Show').click();
    await cells('Name').first().waitFor({ state: 'detached' });
    await button('Run').click();
    await status('chosen columns only').waitFor();
    assert.equal(pages.requests().at(-1)?.select, 'PartitionKey,RowKey,Price,Big,Even,Timestamp');
    // a column more is asked for as the rows here were, not by what is being written
    await filter().fill('Price g');
    await grid.page.keyboard.press('Escape');
    await button('Columns…').click();
    await grid.page.getByRole('checkbox', { name: 'Name' }).check();
    await button('Show').click();
    await cells('Name').first().waitFor();
    assert.equal(pages.requests().at(-1)?.filter, undefined);
    assert.equal(await filterText(filter()), 'Price g');
    const remembered = grid.asked.find((asked) => asked.kind === 'remember');
    assert.equal(remembered?.columns.find(({ name }) => name === 'Name')?.hidden, true);
  });

  it('reads keys as they are declared, and finds a time range by them', async () => {
    const rowKey = [
      { separator: '_', parts: [{ kind: 'codec', codec: 'inverted-ticks' }, { kind: 'text' }] },
    ];
    await open('Log', { keys: { partitionKey: [], rowKey } });
    const newest = new Date(NEWEST).toISOString().slice(0, 19);
    await cells('RowKey').filter({ hasText: newest }).first().waitFor();
    await button('Time').click();
    await grid.page.getByRole('menuitem', { name: 'From … to …' }).click();
    await grid.page.getByLabel('From', { exact: true }).fill(new Date(NEWEST - 3_600_000).toISOString());
    await grid.page.getByLabel('To', { exact: true }).fill('nonsense');
    await grid.page.getByLabel('From', { exact: true }).press('Enter');
    // what is no time gets the focus, and is read aloud with what is wrong
    const wrong = grid.page.locator('#time-to:focus[aria-invalid=true]');
    await wrong.waitFor();
    assert.equal(await wrong.getAttribute('aria-describedby'), 'time-to-told');
    // an end before the beginning is no slip to pass over
    await wrong.fill(new Date(NEWEST - 7_200_000).toISOString());
    await grid.page.getByLabel('To', { exact: true }).press('Enter');
    await grid.page.getByText('This is earlier than “From”.').waitFor();
    await wrong.fill(new Date(NEWEST).toISOString());
    await grid.page.keyboard.press('Enter');
    await status('2 rows, all of them').waitFor();
    const used = await filterText(filter());
    assert.match(used, /^RowKey ge '\d{19}' and RowKey lt '\d{19}'$/);
    assert.deepEqual(await grid.page.evaluate('remembered.filter'), used);
  });

  it('has the columns as they were left', async () => {
    const columns = [
      { name: 'Price', width: 333, hidden: false },
      { name: 'PartitionKey', width: 120, hidden: false },
      { name: 'Name', width: 100, hidden: true },
      { name: 'Even', width: 100, hidden: false },
    ];
    await open('Small', { columns });
    await status('30 rows, all of them').waitFor();
    const headers = grid.page.getByRole('columnheader');
    assert.deepEqual(await headers.allInnerTexts(), [
      'Price Double',
      'PartitionKey',
      'Even Boolean',
      'RowKey',
      'Timestamp',
    ]);
    assert.equal(pages.requests().at(-1)?.select, 'PartitionKey,RowKey,Price,Even');
    assert.equal((await headers.first().boundingBox())?.width, 333);
  });

  it('says of an empty table that it is empty', async () => {
    await open('Empty');
    await grid.page.getByText('The table has no entities.').waitFor();
    await status('0 rows, all of them').waitFor();
  });

  it('draws at most three views of 100,000 rows, and no task takes long while 100 screens go by', async () => {
    await open('Large');
    await status('100 rows so far').waitFor();
    const empty = await heapOf(grid);
    await button('Load all').click();
    await status('100,000 rows').waitFor({ timeout: 60_000 });
    const loaded = await heapOf(grid);
    const { result, longestTask } = await traced(() => grid.page.evaluate<Scrolling>(SCROLLING));
    const scrolled = await heapOf(grid);
    const { screens, mostRows, rowsInView, longTasks } = result;
    console.log(
      `      ${mostRows} rows drawn, ${rowsInView} in view; longest task ${longestTask} ms, tasks seen to take over 50 ms: ${longTasks.join() || 'none'}`,
    );
    console.log(
      `      heap: ${[empty, loaded, scrolled].map((bytes) => (bytes / MB).toFixed(1)).join(', ')} MB with 100 rows, with all, after the screens`,
    );
    assert.ok(screens >= 100);
    assert.ok(mostRows >= rowsInView && mostRows <= 3 * rowsInView);
    assert.ok(longestTask > 0 && longestTask <= 100);
    assert.ok(loaded - empty < ROWS * 2_048, 'a row that is loaded takes more than 2 kB');
    assert.ok(scrolled - loaded < 5 * MB, 'what went by is kept');
  });

  /** The longest task of the page's thread, in milliseconds of its own time: what else the machine does is not counted. */
  async function traced<T>(act: () => Promise<T>): Promise<{ result: T; longestTask: number }> {
    const browser = grid.page.context().browser();
    assert.ok(browser, 'the page has no browser');
    await browser.startTracing(grid.page, {
      categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
    });
    const result = await act();
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    const threads = new Set(
      trace.traceEvents
        .filter(({ args }) => args.name === 'CrRendererMain')
        .map(({ tid, pid }) => `${pid} ${tid}`),
    );
    const tasks = trace.traceEvents
      .filter(({ name, tid, pid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
      .map(({ tdur = 0 }) => tdur / 1_000);
    return { result, longestTask: Math.round(Math.max(...tasks)) };
  }
});

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Microseconds on the processor. */
  readonly tdur?: number;
}
