import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { seed } from '../../samples/seed.ts';
import { startAzurite } from '../azurite.ts';
import type { Azurite } from '../azurite.ts';
import { journeys, openTable } from './harness.ts';
import type { Window, WindowOptions } from './harness.ts';

/** When the newest claim was written. */
const newest = new Date('2026-01-02T03:04:05Z');

const THEMES = [
  ['light', 'Default Light Modern'],
  ['dark', 'Default Dark Modern'],
  ['high contrast', 'Default High Contrast'],
  ['high contrast light', 'Default High Contrast Light'],
] as const;

let azurite: Azurite;
before(async () => {
  azurite = await startAzurite();
  await seed(azurite.connectionString, newest);
});
after(() => azurite.stop());

for (const [name, theme] of THEMES) {
  describe(`the entity grid, ${name}`, () => {
    const open = journeys({ extension: 'development', settings: { 'workbench.colorTheme': theme } });

    it('opens from the sidebar and shows a table as it is', async () => {
      const refused: string[] = [];
      const { window, grid } = await openGrid(open, 'Employees', {
        prepare: ({ page }) => {
          page.on('console', (message) => {
            if (message.text().includes('Content Security Policy')) refused.push(message.text());
          });
          return Promise.resolve();
        },
      });
      await grid
        .locator('.status', { hasText: '100 rows so far, there are more · sorted by key · 1 request' })
        .waitFor();
      await grid.getByRole('combobox').fill("PartitionKey eq 'Sales' AND email gt 'a'");
      await grid.locator('.mistake', { hasText: 'lower case' }).waitFor();
      await grid.locator('[role=gridcell][col-id=RowKey]').first().click();
      await window.screenshot(`grid ${name} mistake`);
      await grid.getByRole('button', { name: 'Fix' }).click();
      await grid.getByRole('button', { name: 'Run', exact: true }).click();
      await grid.locator('.status', { hasText: /^\d+ rows, all of them/ }).waitFor();
      await grid.getByRole('button', { name: 'Why?' }).click();
      await window.screenshot(`grid ${name} verdict`);
      assert.deepEqual(refused, []);
    });
  });
}

describe('the entity grid in use', () => {
  const open = journeys({ extension: 'development' });

  it('reads times in keys, and finds the claims of an hour by them', async () => {
    const { window, grid } = await openGrid(open, 'ExpenseClaims');
    await grid.locator('[role=gridcell][col-id=RowKey]').first().waitFor();
    await grid.getByRole('button', { name: 'Time' }).click();
    await window.screenshot('grid time menu');
    await grid.getByRole('menuitem', { name: 'From … to …' }).click();
    await grid.getByLabel('From', { exact: true }).fill('2026-01-01');
    await grid.getByLabel('To', { exact: true }).fill('2026-01-02T03:04:05Z');
    await window.screenshot('grid time range');
    await grid.getByRole('button', { name: 'Use' }).click();
    await grid.locator('.status', { hasText: 'all of them' }).waitFor();
    await window.screenshot('grid time found');
    assert.match(await grid.getByRole('combobox').inputValue(), /RowKey ge '\d{19}' and RowKey lt '\d{19}'/);
  });

  it('opens an entity with every type, and its panel keeps its rows meanwhile', async () => {
    const { window, grid, page } = await openGrid(open, 'Employees');
    await cell(grid, 'RowKey').dblclick();
    await page.locator('.editor-container .view-line', { hasText: 'PartitionKey' }).first().waitFor();
    await window.screenshot('grid entity document');
    await page.getByRole('tab', { name: 'Employees', exact: true }).click();
    await grid.locator('.status', { hasText: '100 rows so far' }).waitFor();
    await grid.getByRole('button', { name: 'Columns…' }).click();
    await window.screenshot('grid columns');
  });

  it('counts what a filter touches', async () => {
    const { window, grid, page } = await openGrid(open, 'Employees');
    await grid.getByRole('combobox').fill("PartitionKey eq 'Sales' and email gt 'm'");
    await grid.getByRole('button', { name: 'Count' }).click();
    const report = page.locator('iframe.webview.ready').last().contentFrame().frameLocator('#active-frame');
    await report.getByText('81', { exact: true }).first().waitFor();
    await window.screenshot('grid count');
    assert.ok(await page.getByRole('tab', { name: /Explain Employees/ }).isVisible());
  });

  it('puts a call into the source beside it', async () => {
    const files = { 'staff.ts': 'const staff = ;\n' };
    const { window, grid, page } = await openGrid(open, 'Employees', {
      window: { files, file: 'staff.ts' },
      prepare: (opened) => opened.goTo('1:15'),
    });
    await grid.getByRole('button', { name: 'Insert at cursor' }).click();
    await grid.getByRole('menuitem', { name: 'listEntities call' }).click();
    const line = page.locator('.view-line', { hasText: 'listEntities' });
    await line.waitFor();
    assert.equal((await line.innerText()).replaceAll('\u00a0', ' '), 'const staff = client.listEntities();');
    await window.screenshot('grid insert');
  });

  it('opens by the palette, and is there again with its filter when the window was closed', async () => {
    const window = await connect(open);
    const { page } = window;
    await page.locator('.sidebar .monaco-list-row', { hasText: /Samples.*tables/s }).waitFor();
    await window.command('Partition Lens: Open Entities in a Grid');
    await window.answer('Open entities', 'ExpenseClaims');
    await cell(gridOf(page), 'PartitionKey').waitFor();
    await gridOf(page).getByRole('combobox').fill("PartitionKey gt 'empid_000100'");
    await gridOf(page).getByRole('button', { name: 'Run', exact: true }).click();
    await gridOf(page).locator('[role=gridcell]', { hasText: 'empid_000101' }).first().waitFor();
    await window.command('Developer: Reload Window');
    // this VS Code keeps no secrets over a reload, so that the panel can but say what to do
    await gridOf(page).getByRole('alert').filter({ hasText: 'Connect again' }).waitFor();
    assert.equal(await gridOf(page).getByRole('combobox').inputValue(), "PartitionKey gt 'empid_000100'");
    await window.screenshot('grid again');
  });

  it('says what to do when the service is gone, and keeps the rows', async () => {
    const other = await startAzurite();
    await seed(other.connectionString, newest);
    const { window, grid } = await openGrid(open, 'Employees', { azurite: other });
    await grid.locator('.status', { hasText: '100 rows so far' }).waitFor();
    await other.stop();
    await grid.getByRole('button', { name: 'Next page' }).click();
    await grid.getByRole('alert').filter({ hasText: 'Start the service' }).waitFor();
    await window.screenshot('grid fault');
    assert.match(await grid.locator('.status').innerText(), /^100 rows so far/);
  });
});

interface OpenedGrid {
  readonly window: Window;
  readonly page: Page;
  readonly grid: FrameLocator;
}

interface Wanted {
  readonly window?: WindowOptions;
  /** Done before the sidebar is looked at. */
  readonly prepare?: (window: Window) => Promise<void>;
  readonly azurite?: Azurite;
}

/** Opens a window that is connected to Azurite. */
async function connect(
  open: ReturnType<typeof journeys>,
  { window: wanted = {}, prepare, azurite: { connectionString } = azurite }: Wanted = {},
): Promise<Window> {
  const window = await open(wanted);
  await prepare?.(window);
  await window.page.getByRole('tab', { name: 'Partition Lens' }).click();
  await window.command('Partition Lens: Connect…');
  await window.answer('Connect to a table account', 'Connection string');
  await window.answer('Connection string of the account', connectionString);
  await window.answer('Name of the connection', 'Samples');
  return window;
}

/** Connects, and opens a table's grid by the button on its row. */
async function openGrid(
  open: ReturnType<typeof journeys>,
  table: string,
  wanted: Wanted = {},
): Promise<OpenedGrid> {
  const window = await connect(open, wanted);
  const { page } = window;
  await openTable(page, 'Samples', table);
  const row = page.locator('.sidebar .monaco-list-row', { hasText: table }).last();
  await row.hover();
  await row.getByRole('button', { name: 'Open Entities' }).click();
  const grid = gridOf(page);
  await cell(grid, 'PartitionKey').waitFor();
  return { window, page, grid };
}

/** The page within the panel that is shown. */
function gridOf(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
}

function cell(grid: FrameLocator, column: string): Locator {
  return grid.locator(`[role=gridcell][col-id="${column}"]`).first();
}
