import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { employeeKey } from '../../samples/good/src/keys.ts';
import { seed } from '../../samples/seed.ts';
import { azuriteAccount, type AzuriteAccount } from '../azurite.ts';
import { filterText } from '../support/filter-field.ts';
import { cell, openTable } from './grid-window.ts';
import {
  connectTo,
  journeys,
  showTables,
  sidebarRow,
  tableRow,
  unfold,
  untilShown,
  type Window,
} from './harness.ts';

/** What the README and the walkthrough show; "npm run screenshots" puts the pictures where they take them from. */
describe('the bad sample', () => {
  const newest = new Date('2026-01-02T03:04:05Z');
  const open = journeys({
    extension: 'installed',
    allBuiltIn: true,
    settings: { 'editor.minimap.enabled': false },
  });
  let azurite: AzuriteAccount;
  let window: Window;

  before(async () => {
    azurite = await azuriteAccount();
    await seed(azurite.connectionString, newest);
    window = await open({ copyOf: 'samples/bad', file: 'src/staff.ts', isKept: true });
  });

  it('has its findings underlined and listed', async () => {
    const { page } = window;
    await begin(window, 'src/staff.ts');
    await page.locator('.squiggly-warning').first().waitFor();
    await page.locator('.codelens-decoration', { hasText: 'PartitionKey' }).first().waitFor();
    await page.keyboard.press('Control+Shift+M');
    // of a file that no editor shows, listed first because it is the first with an error
    const finding = page
      .locator('.markers-panel .monaco-list-row', { hasText: 'filter-type-mismatch' })
      .first();
    await finding.waitFor();
    await finding.click();
    await page.locator('.squiggly-error').first().waitFor();
    await page.locator('.codelens-decoration', { hasText: 'PartitionKey' }).first().waitFor();
    await clearNotifications(window);
    await window.screenshot('problems', 'readme');
    await showsAllOf('problems', async () => page.locator('body').innerText());
    assert.ok((await page.locator('.markers-panel .monaco-list-row').count()) > 2);
  });

  it('has fixes in the light bulb', async () => {
    const { page } = window;
    await begin(window, 'src/staff.ts');
    await page.locator('.squiggly-warning').first().waitFor();
    await page.locator('.codelens-decoration', { hasText: 'Point query · Staff' }).first().waitFor();
    await clearNotifications(window);
    await window.goTo('29:40');
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'getEntity' }).first();
    await untilShown(page, fix, () => page.keyboard.press('Control+.'));
    await window.screenshot('fix', 'readme');
    assert.ok((await page.locator('.action-widget .monaco-list-row').count()) > 2);
  });

  it('has designs for its tables', async () => {
    const { page } = window;
    await begin(window, 'src/expenses.ts');
    await page.locator('.codelens-decoration').first().waitFor();
    await window.command('Partition Lens: Table Design');
    const panel = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await panel.getByRole('heading', { level: 1, name: 'Expenses' }).waitFor();
    await panel.getByRole('radio', { name: /^1\. / }).focus();
    await panel
      .getByRole('button', { name: /^Design 1: / })
      .first()
      .click();
    await panel.locator('tr:focus', { hasText: 'Row range query' }).waitFor();
    // no line cut at the top
    await panel
      .getByRole('heading', { name: 'A copy of expense by purpose in the same partition' })
      .evaluate((heading: { scrollIntoView: (at: { block: 'start' }) => void }) => {
        heading.scrollIntoView({ block: 'start' });
      });
    await clearNotifications(window);
    await window.screenshot('design', 'readme');
    await showsAllOf('design', () => panel.locator('body').innerText());
    assert.match(await panel.locator('body').innerText(), /Table scan|Partition scan/);
  });

  describe('on data', () => {
    before(() => connectTo(window, 'Contoso', azurite.connectionString));

    it('has a grid whose filter says what it reads', async () => {
      const { page } = window;
      await begin(window, 'src/staff.ts');
      await showTables(window);
      const grid = await openTable(window, 'Employees', 'Contoso');
      // room for columns
      await page.getByRole('tab', { name: 'Partition Lens' }).click();
      await grid.getByRole('combobox').fill("PartitionKey eq 'Sales' and email ge 'g' and email lt 'k'");
      await grid.getByRole('button', { name: 'Run', exact: true }).click();
      await cell(grid, 'email')
        .filter({ hasText: /^[g-j]/ })
        .waitFor();
      await clearNotifications(window);
      await window.screenshot('grid', 'readme');
      await showsAllOf('grid', async () =>
        [await grid.locator('body').innerText(), await filterText(grid.getByRole('combobox'))].join('\n'),
      );
      assert.match(await grid.locator('body').innerText(), /partition scan/i);
    });

    it('has its data in the sidebar, keys decoded', async () => {
      const { page } = window;
      await begin(window, 'src/expenses.ts');
      await showTables(window);
      await widenSidebar(window);
      const partition = sidebarRow(window, employeeKey(1));
      await unfold(page, await tableRow(page, 'Contoso', 'ExpenseClaims'), partition);
      const claim = sidebarRow(window, newest.toISOString().slice(0, 19));
      await unfold(page, partition, claim);
      await unfold(page, claim, sidebarRow(window, 'purpose'));
      // what goes on beside it has come to rest
      await sidebarRow(window, '100+ partitions').waitFor();
      await page.locator('.codelens-decoration').first().waitFor();
      await clearNotifications(window);
      await window.screenshot('sidebar', 'readme');
      await showsAllOf('sidebar', () => page.locator('.part.sidebar').innerText());
      assert.match(await claim.innerText(), /^2026-01-02T03:04:05Z.*\d{19}_000010/s);
    });
  });
});

async function clearNotifications({ command, page }: Window): Promise<void> {
  await command('Notifications: Clear All Notifications');
  await page.locator('.notification-list-item').first().waitFor({ state: 'hidden' });
}

/** Has this file alone in the editor, and no panel below it. */
async function begin(window: Window, file: string): Promise<void> {
  await window.renew({ file });
  if (await window.page.locator('.part.panel').isVisible()) await window.command('View: Hide Panel');
  await window.page.locator('.part.panel').waitFor({ state: 'hidden' });
}

/** The drawing of a picture, which stands where VS Code shows no image, has nothing that the window has not. */
async function showsAllOf(picture: string, text: () => Promise<string>): Promise<void> {
  const drawing = await readFile(new URL(`../../media/screenshots/${picture}.md`, import.meta.url), 'utf8');
  const plain = (of: string): string => of.replaceAll(/[\s\u00a0\u200c…]+/g, '');
  const seen = plain(await text());
  const parts = drawing
    .split('\n')
    .filter((line) => !/^```|~~~|^\| ---|^\| Problems in/.test(line))
    .flatMap((line) => line.replace(/^ *\/\//, '').split(/ {2,}|[|`▾▸]/))
    .map(plain)
    .filter((part) => part !== '');
  assert.ok(parts.length > 10);
  assert.deepEqual(
    parts.filter((part) => !seen.includes(part)),
    [],
  );
}

/** Makes room for keys and what they mean. */
async function widenSidebar({ page }: Window): Promise<void> {
  const sidebar = await page.locator('.part.sidebar').boundingBox();
  assert.ok(sidebar, 'no sidebar is shown');
  const edge = { x: sidebar.x + sidebar.width, y: 450 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 260, edge.y, { steps: 5 });
  await page.mouse.up();
}
