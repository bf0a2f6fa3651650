import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { chosen, journeys, untilShown, type Window } from './harness.ts';

/** The server starts where a manifest or an open source names the SDK. */
const manifest = JSON.stringify({ dependencies: { '@azure/data-tables': '13.3.2' } });
const files = {
  'package.json': manifest,
  'tables.ts': `import { TableClient } from '@azure/data-tables';

declare const connection: string;
export const expenses = TableClient.fromConnectionString(connection, 'Expenses');
`,
  'report.ts': `import { expenses } from './tables';

export const large = expenses.listEntities({ queryOptions: { filter: 'Amount gt 1000' } });
export const of = (filter: string) => expenses.listEntities({ queryOptions: { filter } });
`,
  'claims.ts': `import { expenses } from './tables';

export const claim = (department: string, id: string, amount: number) =>
  expenses.createEntity({ partitionKey: department, rowKey: id, amount });
export const pay = (department: string, id: string) =>
  expenses.updateEntity({ partitionKey: department, rowKey: id, paid: true }, 'Merge', { etag: '*' });
`,
};

describe('what only types can tell', () => {
  const open = journeys({ extension: 'installed' });

  it('is not asked in Restricted Mode, which the hover says', async () => {
    const unsure = 'export const all = (things) => things.listEntities();\n';
    const files = { 'package.json': manifest, 'unsure.js': unsure };
    const window = await open({ files, file: 'unsure.js', trusted: false });
    const { page } = window;
    await window.goTo(`1:${unsure.indexOf('listEntities') + 2}`);
    const hover = page.locator('.monaco-hover', { hasText: "In Restricted Mode, TypeScript can't decide" });
    await window.showHover(hover);
    await window.screenshot('restricted');
  });
});

describe('operations of a workspace', () => {
  const open = journeys({ extension: 'development' });
  let window: Window;

  before(async () => {
    window = await open({ isKept: true });
  });

  it('are counted in the status bar, listed with the reason where unknown, and shown from a lens', async () => {
    await window.renew({ files, file: 'report.ts' });
    const { page } = window;
    await page.locator('.squiggly-warning').first().waitFor();
    const item = page.locator('[id="partition-lens.partition-lens.partitionLens.findings"]', {
      hasText: 'scan',
    });
    await item.waitFor();
    assert.match((await item.getAttribute('aria-label')) ?? '', /4 operations, 1 not classified/);
    const row = chosen(page, 'expenses.listEntities');
    await showUnknown(window, row);
    await window.screenshot('unknown operations');
    assert.match((await row.textContent()) ?? '', /Expenses · report\.ts:4.*Unknown: /s);
    await page.keyboard.press('Enter');
    await page.locator('.statusbar-item', { hasText: 'Ln 4, Col 60 (12 selected)' }).waitFor();

    // from a query to the writes of its table; a lens that was just drawn anew leads nowhere
    const lens = page.locator('.codelens-decoration a', { hasText: 'Table scan · Expenses' });
    const peek = page.locator('.peekview-widget');
    await untilShown(page, peek.getByText('claims.ts').first(), () => lens.first().click({ timeout: 5_000 }));
    await window.screenshot('operations of a table');
    assert.match((await peek.textContent()) ?? '', /\(4\)/);
  });

  it('are listed as none where nothing is unknown', async () => {
    const calm = {
      'package.json': manifest,
      'tables.ts': files['tables.ts'],
      'claims.ts': files['claims.ts'],
    };
    await window.renew({ files: calm, file: 'claims.ts' });
    const { page } = window;
    const row = chosen(page, 'No unknown operations in this workspace');
    await showUnknown(window, row);
    assert.match((await row.textContent()) ?? '', /operations? · \d+ classified · 0 unknown/);
    await window.screenshot('no unknown operations');
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'hidden' });
  });
});

/** Has what is unknown listed by way of the findings, which the status bar leads to. */
async function showUnknown({ page, screenshot }: Window, row: Locator): Promise<void> {
  const unknown = chosen(page, "Show operations that aren't classified");
  await untilShown(page, unknown, async () => {
    await page
      .locator('[id="partition-lens.partition-lens.partitionLens.findings"]')
      .click({ timeout: 5_000 });
    // not before the list is there: what is typed earlier goes nowhere
    await page.locator('.quick-input-widget input:visible').fill("aren't classified", { timeout: 5_000 });
  });
  await screenshot('findings');
  await page.keyboard.press('Enter');
  await row.waitFor();
}
