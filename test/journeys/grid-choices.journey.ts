import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FakeEntity } from '../fake-service/rows.ts';
import { gridPages } from '../support/grid-page.ts';
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

describe("what a person chooses in a grid's page", () => {
  let grid: GridPage;
  const pages = gridPages(() => ({ Wide: wide() }));

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
    await grid.post({ kind: 'partitionKeys', partitionKeys: ['p1', 'customer_123', 'customer_001'] });
    await grid.page.keyboard.type('c');
    assert.deepEqual(await offers.allInnerTexts(), ["'customer_001' String", "'customer_123' String"]);
    await grid.page.keyboard.press('ArrowDown');
    await grid.page.keyboard.press('Enter');
    assert.equal(await filter.inputValue(), "PartitionKey eq 'customer_001'");
  });

  it('begins with the focus in the filter box', async () => {
    await open();
    await grid.page.getByRole('combobox').and(grid.page.locator(':focus')).waitFor();
    await grid.page.keyboard.type('Column01 eq 0');
    await grid.page.keyboard.press('Enter');
    await status('1 row, all of them').waitFor();
  });

  it('keeps the rows where they are when a mistake comes and goes', async () => {
    await open();
    const filter = grid.page.getByRole('combobox');
    const hint = grid.page.getByText('Enter runs the filter');
    const mistake = grid.page.locator('.mistake');
    const top = async (): Promise<number | undefined> => (await grid.page.getByRole('grid').boundingBox())?.y;
    await hint.waitFor();
    const before = await top();
    await filter.fill('Column01 EQ 0');
    await mistake.waitFor();
    assert.ok(!(await hint.isVisible()));
    assert.equal(await top(), before);
    await filter.fill('Column01 eq 0');
    await hint.waitFor();
    assert.equal(await mistake.count(), 0);
    assert.equal(await top(), before);
  });
});
