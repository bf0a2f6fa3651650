import assert from 'node:assert/strict';
import { startAzurite } from '../azurite.ts';
import type { Azurite } from '../azurite.ts';
import { seedTable, tableOf } from '../support/tables.ts';
import { freePort } from '../support/ports.ts';
import { filterText } from '../support/filter-field.ts';
import { cell, connect, gridOf } from './grid-window.ts';
import { answerConnection, journeys, sidebarRow, unfold } from './harness.ts';
import type { Window } from './harness.ts';

const TABLE = 'Restored';
const FILTER = "PartitionKey eq 'p00001'";

// a setting of the window says where Azurite is: known before it is started
const port = await freePort();

describe('a grid after its window was closed', () => {
  let azurite: Azurite;
  const begin = async (): Promise<void> => {
    azurite = await startAzurite(port);
    await seedTable(azurite.connectionString, TABLE, tableOf([150, 5]));
  };

  beforeEach(begin);
  afterEach(() => azurite.stop());

  describe('on Azurite, which needs no secret', () => {
    const open = journeys({
      extension: 'development',
      settings: { 'partitionLens.azurite.endpoint': `http://127.0.0.1:${port}/devstoreaccount1` },
    });

    it('has its rows, its filter, its columns and its order again', async () => {
      const window = await open({});
      const { page } = window;
      await page.getByRole('tab', { name: 'Partition Lens' }).click();
      await unfold(page, sidebarRow(window, TABLE), sidebarRow(window, 'p00001'));
      const grid = gridOf(page);
      // of the row that is selected
      await window.command('Partition Lens: Open Entities in a Grid');
      await grid.locator('[role=combobox]:focus').waitFor();
      await grid.locator('.status', { hasText: '100 rows so far' }).waitFor();
      // the rows are of the first partition; the sidebar has found the second
      await page.keyboard.type("PartitionKey eq '");
      await grid.getByRole('option', { name: 'p00001' }).waitFor();
      assert.deepEqual(await grid.getByRole('option').allInnerTexts(), [
        "'p00000' String",
        "'p00001' String",
        "'' String",
      ]);
      await window.screenshot('grid offers partitions of the sidebar');
      for (const key of ['ArrowDown', 'Enter', 'Escape', 'Enter']) await page.keyboard.press(key);
      await untilRestored(window);
      const header = grid.getByRole('columnheader', { name: 'RowKey' });
      await header.click();
      await header.click();
      await grid.locator('[role=columnheader][aria-sort=descending]').waitFor();
      const text = grid.getByRole('columnheader', { name: 'Text' });
      assert.equal(await text.count(), 1);
      await grid.getByRole('button', { name: 'Columns…' }).click();
      await grid.getByRole('checkbox', { name: 'Text' }).uncheck();
      await grid.getByRole('button', { name: 'Show', exact: true }).click();
      await text.waitFor({ state: 'detached' });
      await window.reload([FILTER, '"isDescending":true']);
      await untilRestored(window);
      await grid.locator('.status', { hasText: 'chosen columns only' }).waitFor();
      assert.equal(await text.count(), 0);
      await grid.locator('.status', { hasText: 'sorted by RowKey' }).waitFor();
      await grid.locator('[role=columnheader][aria-sort=descending]').waitFor();
      assert.match(await cell(grid, 'RowKey').innerText(), /r000004/);
      await window.screenshot('grid restored');
    });

    it('says that nothing answers, and has its rows as soon as something does', async () => {
      const window = await open({});
      await window.page.getByRole('tab', { name: 'Partition Lens' }).click();
      await showFilter(window);
      await azurite.stop();
      await window.reload([FILTER]);
      const grid = gridOf(window.page);
      await grid.getByRole('alert').filter({ hasText: 'No response from' }).waitFor();
      assert.ok(await grid.getByRole('button', { name: 'Start Azurite' }).isVisible());
      await window.screenshot('grid restored without azurite');
      await begin();
      await grid.getByRole('button', { name: 'Retry' }).click();
      await untilRestored(window);
    });
  });

  describe('on an account whose secret is gone', () => {
    const open = journeys({ extension: 'development' });

    it('offers to connect again, and then has its rows', async () => {
      const window = await connect(open, { azurite });
      await window.page.locator('.sidebar .monaco-list-row', { hasText: /Samples.*1 table/s }).waitFor();
      await showFilter(window);
      // this VS Code keeps no secrets over a reload
      await window.reload([FILTER]);
      const grid = gridOf(window.page);
      await grid.getByRole('alert').filter({ hasText: "secret storage doesn't contain" }).waitFor();
      assert.equal(await filterText(grid.getByRole('combobox')), FILTER);
      await window.screenshot('grid connect again');
      await grid.getByRole('button', { name: 'Connect Again' }).click();
      const elsewhere = azurite.connectionString.replace('127.0.0.1', 'localhost');
      await answerConnection(window, 'Samples', elsewhere);
      await untilRestored(window);
      // it leads elsewhere now, and the page says so
      await grid.getByRole('heading', { name: `Samples at localhost:${port}` }).waitFor();
    });
  });
});

/** Opens the grid of the table by the palette, and shows a part of it. */
async function showFilter(window: Window): Promise<void> {
  await window.command('Partition Lens: Open Entities in a Grid');
  await window.pick('Open entities', TABLE);
  const grid = gridOf(window.page);
  await cell(grid, 'PartitionKey').waitFor();
  await grid.getByRole('combobox').fill(FILTER);
  await grid.getByRole('button', { name: 'Run', exact: true }).click();
  await untilRestored(window);
}

async function untilRestored({ page }: Window): Promise<void> {
  const grid = gridOf(page);
  await grid.locator('.status', { hasText: '5 rows, all of them' }).waitFor();
  assert.equal(await filterText(grid.getByRole('combobox')), FILTER);
  assert.match(await cell(grid, 'PartitionKey').innerText(), /p00001/);
}
