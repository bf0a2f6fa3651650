import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { seed } from '../../samples/seed.ts';
import { type AzuriteAccount, azuriteAccount, startAzurite } from '../azurite.ts';
import { PALE_TEXTS } from '../support/contrast.ts';
import { filterText } from '../support/filter-field.ts';
import { cell, connect, openTable } from './grid-window.ts';
import { changeTheme, connectTo, journeys } from './harness.ts';
import type { Theme, Window } from './harness.ts';

/** When the newest claim was written. */
const newest = new Date('2026-01-02T03:04:05Z');

/** How a webview's page calls the theme's kind. */
const KINDS = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  'high contrast': 'vscode-high-contrast',
  'high contrast light': 'vscode-high-contrast-light',
} as const satisfies Record<Theme, string>;

let azurite: AzuriteAccount;
before(async () => {
  azurite = await azuriteAccount();
  await seed(azurite.connectionString, newest);
});

describe('the entity grid', () => {
  const open = journeys({ extension: 'development' });
  const refused: string[] = [];
  let window: Window;

  before(async () => {
    window = await connect(open, {
      azurite,
      window: { isKept: true },
      prepare: ({ page }) => {
        page.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) refused.push(message.text());
        });
        return Promise.resolve();
      },
    });
  });

  for (const theme of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    it(`opens from the sidebar and shows a table as it is, ${theme}`, async () => {
      await window.command('View: Close All Editors');
      await changeTheme(window, theme);
      const grid = await openTable(window, 'Employees');
      assert.equal(await grid.locator('body').getAttribute('data-vscode-theme-kind'), KINDS[theme]);
      await grid
        .locator('.status', { hasText: '100 rows so far, there are more · sorted by key · 1 request' })
        .waitFor();
      await grid.getByRole('combobox').fill("PartitionKey eq 'Sales' AND email gt 'a'");
      await grid.locator('.mistake', { hasText: 'lowercase' }).waitFor();
      await grid.locator('[role=gridcell][col-id=RowKey]').first().click();
      await window.page.keyboard.press('ArrowDown');
      await window.screenshot(`grid ${theme} mistake`);
      const pale = (): Promise<string[]> => grid.locator('body').evaluate(PALE_TEXTS);
      assert.deepEqual(await pale(), []);
      await grid.getByRole('button', { name: 'Fix' }).click();
      await grid.getByRole('button', { name: 'Run', exact: true }).click();
      await grid.locator('.status', { hasText: /^\d+ rows, all of them/ }).waitFor();
      await cell(grid, 'PartitionKey').filter({ hasText: 'Sales' }).waitFor();
      await grid.getByRole('button', { name: 'Why?' }).click();
      await grid.locator('[role=gridcell][col-id=RowKey]').first().focus();
      await window.page.keyboard.press('ArrowUp');
      await window.screenshot(`grid ${theme} verdict`);
      assert.deepEqual(await pale(), []);
      await window.page.keyboard.press('ArrowDown');
      await window.page.keyboard.press('Shift+ArrowDown');
      await window.page.keyboard.press('Shift+ArrowDown');
      await window.screenshot(`grid ${theme} selection`);
      assert.equal(await grid.locator('.ag-row-selected').count(), 3);
      assert.deepEqual(await pale(), []);
      await grid.getByRole('combobox').fill("PartitionKey eq 'Sales' and RowKey eq 'x'");
      await grid.getByText('● Point query').waitFor();
      assert.deepEqual(await pale(), []);
      await grid.getByRole('button', { name: 'Columns…' }).click();
      await grid.getByRole('searchbox', { name: 'Search columns' }).fill('id');
      await grid
        .getByRole('status')
        .filter({ hasText: /^\d+ of \d+ columns$/ })
        .waitFor();
      await window.screenshot(`grid ${theme} columns`);
      assert.deepEqual(await pale(), []);
      assert.deepEqual(refused, []);
    });
  }
});

describe('the entity grid in use', () => {
  const open = journeys({ extension: 'development' });
  let window: Window;

  before(async () => {
    window = await connect(open, { azurite, window: { isKept: true } });
  });
  beforeEach(() => window.renew({}));

  it('reads times in keys, and finds the claims of an hour by them', async () => {
    const grid = await openTable(window, 'ExpenseClaims');
    await grid.locator('[role=gridcell][col-id=RowKey]').first().waitFor();
    await grid.getByRole('button', { name: 'Time' }).click();
    await window.screenshot('grid time menu');
    await grid.getByRole('menuitem', { name: 'From … to …' }).click();
    await grid.getByLabel('From', { exact: true }).fill('2026-01-02T02:04:05Z');
    await grid.getByLabel('To', { exact: true }).fill('2026-01-02T03:04:05Z');
    await window.screenshot('grid time range');
    await grid.getByRole('button', { name: 'Use' }).click();
    await grid.locator('.status', { hasText: /^\d+ rows?, all of them/ }).waitFor();
    await window.screenshot('grid time found');
    assert.match(await filterText(grid.getByRole('combobox')), /RowKey ge '\d{19}' and RowKey lt '\d{19}'/);
    const keys = grid.locator('[role=gridcell][col-id=RowKey]');
    // the rows of before are gone
    await keys
      .filter({ hasNotText: /^2026-01-02T0[23]:/ })
      .first()
      .waitFor({ state: 'detached' });
    const found = await keys.allInnerTexts();
    assert.ok(found.length > 0 && found.every((text) => /^2026-01-02T0[23]:/.test(text)), found.join());
  });

  it('opens an entity with every type, and its panel keeps its rows meanwhile', async () => {
    const { page } = window;
    const grid = await openTable(window, 'Employees');
    await grid.getByRole('button', { name: 'Next page' }).click();
    // more than a grid that begins anew has
    await grid.locator('.status', { hasText: /^486 rows, all of them.* 2 requests/ }).waitFor();
    await cell(grid, 'RowKey').dblclick();
    const line = (text: string): Locator =>
      page.locator('.editor-container .view-line', { hasText: text }).first();
    await line('"PartitionKey"').waitFor();
    await line('"Timestamp@odata.type": "Edm.DateTime"').waitFor();
    await window.screenshot('grid entity document');
    await page.getByRole('tab', { name: 'Employees', exact: true }).click();
    await grid.locator('.status', { hasText: /^486 rows, all of them.* 2 requests/ }).waitFor();
    await grid.getByRole('button', { name: 'Columns…' }).click();
    await window.screenshot('grid columns');
  });

  it('counts what a filter touches', async () => {
    const { page } = window;
    const grid = await openTable(window, 'Employees');
    await grid.getByRole('combobox').fill("PartitionKey eq 'Sales' and email gt 'm'");
    await grid.getByRole('button', { name: 'Count' }).click();
    await grid
      .getByText(/^\d+ entities match · 81 read · 1 partition · 1 request and 1 more to count$/)
      .waitFor();
    await window.screenshot('grid count');
    await grid.getByRole('button', { name: 'Report' }).click();
    const report = page.locator('iframe.webview.ready').last().contentFrame().frameLocator('#active-frame');
    await report.getByText('81', { exact: true }).first().waitFor();
    await window.screenshot('grid report');
    assert.ok(await page.getByRole('tab', { name: /Explain Employees/ }).isVisible());
  });

  it('tells by the source of the workspace what a property is stored as', async () => {
    const staff = `import { TableClient } from '@azure/data-tables';

export function hire(connection: string) {
  const client = TableClient.fromConnectionString(connection, 'Employees');
  return client.createEntity({ partitionKey: 'Sales', rowKey: '1', badge: { type: 'Int64', value: '7' } });
}
`;
    await window.renew({ files: { 'staff.ts': staff }, file: 'staff.ts' });
    const grid = await openTable(window, 'Employees');
    await grid.getByRole('combobox').fill("PartitionKey eq 'Sales' and badge gt 5");
    const told = grid.locator('.mistake', {
      hasText: 'The source of this workspace stores it with this type',
    });
    await told.filter({ hasText: 'badge is stored as an Int64' }).waitFor();
    await window.screenshot('grid told by the source');
    await told.getByRole('button', { name: 'Fix' }).click();
    assert.match(await filterText(grid.getByRole('combobox')), /badge gt 5L$/);
  });

  it('puts a call into the clipboard, and into the source beside it', async () => {
    const files = { 'staff.ts': 'const staff = ;\n' };
    await window.renew({ files, file: 'staff.ts' });
    await window.goTo('1:15');
    const { page } = window;
    const grid = await openTable(window, 'Employees');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await grid.getByRole('button', { name: 'Copy', exact: false }).first().click();
    await grid.getByRole('menuitem', { name: 'listEntities call (TypeScript)' }).click();
    await grid.getByText('Copied: listEntities').waitFor();
    assert.match(await page.evaluate('navigator.clipboard.readText()'), /client\.listEntities\(\)/);
    await grid.getByRole('button', { name: 'Insert at cursor' }).click();
    await grid.getByRole('menuitem', { name: 'listEntities call' }).click();
    const line = page.locator('.view-line', { hasText: 'listEntities' });
    await line.waitFor();
    assert.equal((await line.innerText()).replaceAll('\u00a0', ' '), 'const staff = client.listEntities();');
    await window.screenshot('grid insert');
  });

  it('puts a call of the client that the source has on a line of its own', async () => {
    const source = `import { TableClient } from '@azure/data-tables';
const staff = TableClient.fromConnectionString('', 'Employees');
export async function all() {
  return staff.listEntities();
}
`;
    await window.renew({ files: { 'staff.ts': source }, file: 'staff.ts' });
    await window.goTo('4:3');
    const { page } = window;
    const grid = await openTable(window, 'Employees');
    await grid.getByRole('button', { name: 'Insert at cursor' }).click();
    await grid.getByRole('menuitem', { name: 'listEntities call' }).click();
    await page.locator('.view-line', { hasText: /^\s+staff\.listEntities\(\);$/ }).waitFor();
    await page.locator('.view-line', { hasText: 'return staff.listEntities();' }).waitFor();
    await window.screenshot('grid insert statement');
  });

  it('says what to do when the service is gone, and keeps the rows', async () => {
    const other = await startAzurite();
    await seed(other.connectionString, newest);
    await connectTo(window, 'Other', other.connectionString);
    const grid = await openTable(window, 'Employees', 'Other');
    await grid.locator('.status', { hasText: '100 rows so far' }).waitFor();
    await other.stop();
    await grid.getByRole('button', { name: 'Next page' }).click();
    await grid.getByRole('alert').filter({ hasText: 'Start the service' }).waitFor();
    await window.screenshot('grid fault');
    assert.match(await grid.locator('.status').innerText(), /^100 rows so far/);
  });
});
