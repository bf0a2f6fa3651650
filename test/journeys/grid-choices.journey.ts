import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FakeEntity } from '../fake-service/rows.ts';
import { filterText } from '../support/filter-field.ts';
import { askedBy, gridPages } from '../support/grid-page.ts';
import type { GridPage } from '../support/grid-page.ts';

const WIDTH = 100;

/** Rows of a hundred properties. */
function wide(): FakeEntity[] {
  return Array.from({ length: 20 }, (_, row) => ({
    PartitionKey: `p${row % 2}`,
    RowKey: `r${String(row).padStart(3, '0')}`,
    properties: Array.from({ length: WIDTH }, (_, column) => ({
      name: `Column${String(column).padStart(2, '0')}`,
      value: { type: 'Int32', value: (row * 7 + column) % 20 },
    })),
  }));
}

/** Lines, then orders. */
function mixed(): FakeEntity[] {
  const [one, text] = [
    { type: 'Int32', value: 1 },
    { type: 'String', value: 'a' },
  ] as const;
  const lines = ['line_1', 'line_2'].map((RowKey) => ({
    PartitionKey: 'p',
    RowKey,
    properties: [
      { name: 'Sku', value: text },
      { name: 'Count', value: one },
    ],
  }));
  const order = { PartitionKey: 'p', RowKey: 'order_1', properties: [{ name: 'Total', value: one }] };
  return [...lines, order];
}

describe("what a person chooses in a grid's page", () => {
  let grid: GridPage;
  const pages = gridPages(() => ({ Wide: wide(), Mixed: mixed() }));

  const open = async (start: object = {}): Promise<void> => {
    grid = await pages.open('Wide', start);
    await status('20 rows, all of them').waitFor();
  };
  const status = (text: string): Locator => grid.page.locator('.status', { hasText: text });
  const button = (name: string): Locator => grid.page.getByRole('button', { name, exact: true });

  it('finds columns by their names, and brings one to the front at once', async () => {
    await open();
    await button('Columns…').click();
    const dialog = grid.page.getByRole('dialog');
    const boxes = dialog.getByRole('checkbox');
    assert.equal(await boxes.count(), WIDTH + 3);
    await grid.page.keyboard.type('column9');
    await dialog.getByText('10 of 103 columns').waitFor();
    assert.equal(await boxes.count(), 10);
    await boxes.first().uncheck();
    await button('Move Column97 to the front').click();
    await dialog.getByText('Column97 is column 3 of 103').waitFor();
    assert.equal(await boxes.count(), 10);
    await button('Show').click();
    const headers = grid.page.getByRole('columnheader');
    await headers.filter({ hasText: 'Column97' }).waitFor();
    assert.deepEqual((await headers.allInnerTexts()).slice(0, 4), [
      'PartitionKey',
      'RowKey',
      'Column97 Int32',
      'Column00 Int32',
    ]);
    const remembered = grid.asked.filter((asked) => asked.kind === 'remember').at(-1);
    assert.deepEqual(
      remembered?.columns.filter(({ hidden }) => hidden).map(({ name }) => name),
      ['Column90'],
    );
  });

  it('has the order of its rows again after a reload, and no more once it was given up', async () => {
    await open();
    const header = grid.page.getByRole('columnheader', { name: 'Column01' });
    const values = (): Promise<string[]> =>
      grid.page.locator('[role=gridcell][col-id="Column01"]').allInnerTexts();
    await header.click();
    await header.click();
    await status('sorted by Column01').waitFor();
    const sorted = await values();
    assert.deepEqual(
      sorted,
      Array.from({ length: 20 }, (_, index) => String(19 - index)),
    );
    await grid.page.reload();
    await status('20 rows, all of them · sorted by Column01').waitFor();
    assert.deepEqual(await values(), sorted);
    assert.equal(await header.getAttribute('aria-sort'), 'descending');
    await header.click();
    await status('sorted by key').waitFor();
    await grid.page.reload();
    await status('20 rows, all of them · sorted by key').waitFor();
  });

  it('offers the partitions that the sidebar knows, asked for when a filter is going to be written', async () => {
    await open();
    const filter = grid.page.getByRole('combobox');
    await filter.focus();
    await grid.page.keyboard.type("PartitionKey eq '");
    const offers = grid.page.getByRole('option');
    assert.deepEqual(await offers.allInnerTexts(), ["'p0' String", "'p1' String", "'' String"]);
    assert.ok(grid.asked.some(({ kind }) => kind === 'partitionKeysWanted'));
    // what comes while one is writing is offered at once
    await grid.page.keyboard.type('c');
    await offers.first().waitFor({ state: 'detached' });
    await grid.post({ kind: 'partitionKeys', partitionKeys: ['p1', 'customer_123', 'customer_001'] });
    await offers.first().waitFor();
    assert.deepEqual(await offers.allInnerTexts(), ["'customer_001' String", "'customer_123' String"]);
    await grid.page.keyboard.press('Enter');
    assert.equal(await filterText(filter), "PartitionKey eq 'customer_001'");
  });

  it('shows the columns of what was found, and lets others be chosen', async () => {
    grid = await pages.open('Mixed');
    await status('3 rows, all of them').waitFor();
    const headers = async (): Promise<string[]> =>
      (await grid.page.getByRole('columnheader').allInnerTexts()).map((text) => text.replace(/ .*/, ''));
    assert.deepEqual(await headers(), ['PartitionKey', 'RowKey', 'Sku', 'Count', 'Total', 'Timestamp']);
    const find = async (filter: string): Promise<void> => {
      await grid.page.getByRole('combobox').fill(filter);
      await grid.page.keyboard.press('Escape');
      await button('Run').click();
    };
    await find('Total eq 1');
    await status('1 row, all of them').waitFor();
    assert.deepEqual(await headers(), ['PartitionKey', 'RowKey', 'Total', 'Timestamp']);
    // a column that no row here has is there to be chosen, also when its table is opened again
    await button('Columns…').click();
    await grid.page.getByRole('checkbox', { name: 'Sku' }).uncheck();
    await button('Show').click();
    const { columns } = await askedBy(grid, ['remember'], async () => {
      await button('Columns…').click();
      await button('Show').click();
    });
    assert.equal(columns.find(({ name }) => name === 'Sku')?.hidden, true);
    await grid.page.close();
    grid = await pages.open('Mixed', { columns });
    await status('3 rows, all of them').waitFor();
    assert.deepEqual((await headers()).sort(), ['Count', 'PartitionKey', 'RowKey', 'Timestamp', 'Total']);
    await button('Columns…').click();
    await grid.page.getByRole('checkbox', { name: 'Sku' }).check();
    await button('Show').click();
    await grid.page.getByRole('columnheader', { name: 'Sku' }).waitFor();
  });

  it('begins with the focus in the filter box', async () => {
    await open();
    await grid.page.getByRole('combobox').and(grid.page.locator(':focus')).waitFor();
    await grid.page.keyboard.type('Column01 eq 0');
    await grid.page.keyboard.press('Enter');
    await status('1 row, all of them').waitFor();
  });

  it('has its columns put in order with the mouse, and says where they are', async () => {
    await open();
    await button('Columns…').click();
    const dialog = grid.page.getByRole('dialog');
    const lines = dialog.getByRole('listitem');
    const line = (name: string): Locator => lines.filter({ hasText: name });
    const names = async (count: number): Promise<string[]> =>
      (await dialog.locator('li label').allTextContents()).slice(0, count).map((text) => text.trim());
    await line('Column02').dragTo(line('RowKey'), { targetPosition: { x: 60, y: 2 } });
    await dialog.getByRole('status').filter({ hasText: 'Column02 is column 2 of 103' }).waitFor();
    assert.deepEqual(await names(4), ['PartitionKey', 'Column02 Int32', 'RowKey', 'Column00 Int32']);
    // further down, below the middle of a line: behind it, with the list where it was
    await line('Column30').scrollIntoViewIfNeeded();
    const scrolled = (): Promise<number> =>
      grid.page.evaluate<number>("document.querySelector('.column-list').scrollTop");
    const before = await scrolled();
    assert.ok(before > 0);
    const { height = 0 } = (await line('Column29').boundingBox()) ?? {};
    await line('Column28').dragTo(line('Column29'), { targetPosition: { x: 60, y: height - 2 } });
    await dialog.getByText('Column28 is column 32 of 103').waitFor();
    assert.equal(await scrolled(), before);
    assert.equal(await dialog.locator('.gap-above, .gap-below, .dragged').count(), 0);
    await button('Show').click();
    const headers = grid.page.getByRole('columnheader');
    await headers.filter({ hasText: 'Column02' }).waitFor();
    assert.deepEqual((await headers.allInnerTexts()).slice(0, 3), [
      'PartitionKey',
      'Column02 Int32',
      'RowKey',
    ]);
  });

  it('has its columns chosen and put in order by keyboard, the list being one stop', async () => {
    await open();
    await button('Columns…').focus();
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await grid.page.keyboard.press(key);
    };
    const focused = (role: 'checkbox' | 'button', name: string): Promise<void> =>
      grid.page.getByRole(role, { name, exact: true }).and(grid.page.locator(':focus')).waitFor();
    await press('Enter', 'Tab');
    await focused('checkbox', 'PartitionKey');
    await press('Space');
    assert.ok(await grid.page.getByRole('checkbox', { name: 'PartitionKey' }).isChecked());
    await press('ArrowDown', 'ArrowDown', 'Alt+ArrowDown');
    await focused('checkbox', 'Column00 Int32');
    await grid.page.getByText('Column00 is column 4 of 103').waitFor();
    await press('Space', 'ArrowRight', 'ArrowRight');
    await focused('button', 'Move Column00 to the left');
    await press('Enter');
    await grid.page.getByText('Column00 is column 3 of 103').waitFor();
    await focused('button', 'Move Column00 to the left');
    await press('ArrowLeft', 'End');
    await focused('button', 'Move Timestamp to the front');
    await press('Enter', 'Home', 'Alt+ArrowUp', 'Tab');
    await focused('button', 'Show');
    await press('Shift+Tab');
    await focused('button', 'Move PartitionKey to the front');
    await press('Escape');
    await focused('button', 'Columns…');
    await press('Enter', 'Tab', 'Shift+Tab', 'Shift+Tab');
    await focused('button', 'Keys and Timestamp');
  });

  it('shows the last row whole where scrollbars lie over what they scroll', async () => {
    await open();
    await grid.page.setViewportSize({ width: 900, height: 500 });
    await grid.page.locator('[role=gridcell]').first().click();
    await grid.page.keyboard.press('Control+End');
    const last = grid.page.locator('[role=row][row-index="19"] [role=gridcell]').first();
    await last.waitFor();
    const bar = grid.page.locator('.ag-body-horizontal-scroll');
    const [{ y = 0, height = 0 }, { y: top = 0 }] = [
      (await last.boundingBox()) ?? {},
      (await bar.boundingBox()) ?? {},
    ];
    assert.ok(y + height <= top + 0.5, `the last row ends at ${y + height}, the scrollbar begins at ${top}`);
  });

  it('cuts the region of a verdict before its number in a narrow panel', async () => {
    await open();
    const filter = "PartitionKey eq 'p0' and RowKey ge 'r000' and Column01 eq 1";
    await grid.page.getByRole('combobox').fill(filter);
    const width = async (part: string, panel: number): Promise<number> => {
      await grid.page.setViewportSize({ width: panel, height: 600 });
      const found = grid.page.locator(`.verdict .${part}`);
      return found.evaluate(
        (node: { getBoundingClientRect: () => { width: number } }) => node.getBoundingClientRect().width,
      );
    };
    assert.equal(await width('requests', 400), await width('requests', 1_400));
    assert.ok((await width('region', 400)) < (await width('region', 1_400)));
  });

  it('cuts no menu and no dialog in a narrow panel', async () => {
    await open();
    await grid.page.setViewportSize({ width: 250, height: 350 });
    const cut = (): Promise<string[]> => grid.page.evaluate(BEYOND_THE_EDGES);
    for (const name of ['Copy', 'Export', 'Insert at cursor']) {
      await button(name).click();
      await grid.page.getByRole('menuitem').first().waitFor();
      assert.deepEqual(await cut(), [], name);
      await grid.page.keyboard.press('Escape');
    }
    await grid.page.getByRole('gridcell').first().click();
    for (const name of ['Columns…', 'View value']) {
      await button(name).click();
      await grid.page.getByRole('dialog').waitFor();
      assert.deepEqual(await cut(), [], name);
      await grid.page.keyboard.press('Escape');
      await button(name).and(grid.page.locator(':focus')).waitFor();
    }
  });

  for (const [width, height] of [
    [500, 700],
    [900, 700],
    [1400, 900],
    // the first at 200 %
    [250, 350],
  ] as const) {
    it(`keeps the rows where they are while a filter is typed, ${width} pixels wide`, async () => {
      await open();
      await grid.page.setViewportSize({ width, height });
      const filter = grid.page.getByRole('combobox');
      const hint = grid.page.getByText('Enter runs the filter');
      const mistakes = grid.page.locator('.mistake');
      const top = async (): Promise<number | undefined> =>
        (await grid.page.getByRole('grid').boundingBox())?.y;
      await hint.waitFor();
      const before = await top();
      const told = async (text: string, count: number): Promise<void> => {
        await filter.fill(text);
        await mistakes.nth(count - 1).waitFor();
        assert.equal(await mistakes.count(), count);
        assert.ok(!(await hint.isVisible()));
        assert.equal(await top(), before);
      };
      await told('Column01 EQ 0', 1);
      await told("Column01 eq 'a text that is no number'", 1);
      await told("Column01 EQ 0 AND PartitionKey eq 'p0' AND Column02 eq 'x' and Nonsense eq 3", 5);
      // what is too much for the place can be scrolled to
      const { scrollHeight, clientHeight, overflowY } = await grid.page.evaluate<Sizes>(SIZES);
      assert.ok(scrollHeight > clientHeight && overflowY === 'auto');
      await grid.page.keyboard.press('Escape');
      await grid.page.keyboard.press('Tab');
      assert.equal(await top(), before);
      // and lies over the rest for who is in it
      assert.ok((await grid.page.evaluate<Sizes>(SIZES)).clientHeight > clientHeight);
      await filter.fill('Column01 eq 0');
      await hint.waitFor();
      assert.equal(await mistakes.count(), 0);
      assert.equal(await top(), before);
      assert.deepEqual(await grid.page.evaluate(BEYOND_THE_EDGES), []);
    });
  }
});

/** What of the mistakes can be seen, and be scrolled to. */
const SIZES = `(({ scrollHeight, clientHeight }, { overflowY }) => ({ scrollHeight, clientHeight, overflowY }))(
  document.querySelector('.mistakes'), getComputedStyle(document.querySelector('.mistakes')))`;

interface Sizes {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly overflowY: string;
}

/** The controls that the page's edges cut, left or right. */
const BEYOND_THE_EDGES = `[...document.querySelectorAll('button, input, h1, .verdict-text, .status')]
  .filter((each) => each.checkVisibility())
  .filter((each) => each.getBoundingClientRect().left < 0 || each.getBoundingClientRect().right > innerWidth)
  .map((each) => each.textContent)`;
