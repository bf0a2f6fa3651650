import assert from 'node:assert/strict';
import { journeys } from './harness.ts';

const files = {
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
    const window = await open({ files: { 'unsure.js': unsure }, file: 'unsure.js', trusted: false });
    const { page } = window;
    await window.goTo(`1:${unsure.indexOf('listEntities') + 2}`);
    const hover = page.locator('.monaco-hover', { hasText: 'In Restricted Mode TypeScript is not asked' });
    await window.showHover(hover);
    await window.screenshot('restricted');
  });
});

describe('operations of a workspace', () => {
  const open = journeys({ extension: 'development' });

  it('are counted beside the language, and what is unknown is listed with its reason', async () => {
    const window = await open({ files, file: 'report.ts' });
    const { page } = window;
    await page.locator('.squiggly-warning').first().waitFor();
    await page.locator('[id="status.languageStatus"]').hover();
    const status = page.locator('.hover-language-status', {
      hasText: '2 operations · 1 classified · 1 unknown',
    });
    await status.waitFor();
    await window.screenshot('status item');
    await status.getByText('Show', { exact: true }).click();
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: 'expenses.listEntities' });
    await row.first().waitFor();
    await window.screenshot('unknown operations');
    assert.match((await row.first().textContent()) ?? '', /Expenses · report\.ts:4.*Unknown: /s);
    await page.keyboard.press('Enter');
    await page.locator('.statusbar-item', { hasText: 'Ln 4, Col 60 (12 selected)' }).waitFor();
  });

  it('are listed as none where nothing is unknown', async () => {
    const calm = { 'tables.ts': files['tables.ts'], 'claims.ts': files['claims.ts'] };
    const { page, screenshot } = await open({ files: calm, file: 'claims.ts' });
    await page.locator('[id="status.languageStatus"]').hover();
    const status = page.locator('.hover-language-status', { hasText: '0 unknown' });
    await status.getByText('Show', { exact: true }).click();
    const row = page.locator('.quick-input-list .monaco-list-row');
    await row.filter({ hasText: 'No operation is unknown in this workspace' }).waitFor();
    assert.match((await row.first().textContent()) ?? '', /operations? · \d+ classified · 0 unknown/);
    await screenshot('no unknown operations');
    await page.keyboard.press('Enter');
    await row.first().waitFor({ state: 'hidden' });
  });

  it('are shown from a lens: from a query to the writes of its table', async () => {
    const window = await open({ files, file: 'report.ts' });
    const { page } = window;
    const lens = page.locator('.codelens-decoration a', { hasText: '4 operations on Expenses' });
    await lens.first().click();
    const peek = page.locator('.peekview-widget');
    await peek.getByText('claims.ts').first().waitFor();
    await window.screenshot('operations of a table');
    assert.match((await peek.textContent()) ?? '', /\(4\)/);
  });
});
