import assert from 'node:assert/strict';
import { journeys, type Window } from './harness.ts';

const source = `import { TableClient } from '@azure/data-tables';

declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Employees');
client.listEntities({ queryOptions: { filter: 'Salary gt 4000' } });
`;
/** On the method's name, as "Go to Line" takes it. */
const onMethod = '5:12';

describe('what the lens explains', () => {
  // opening an address asks first, but for extensions that the person agreed to before
  const settings = { 'extensions.confirmedUriHandlerExtensionIds': ['partition-lens.partition-lens'] };
  const open = journeys({ extension: 'development', settings });
  let window: Window;

  before(async () => {
    window = await open({ isKept: true });
  });
  beforeEach(() => window.renew({ files: { 'staff.ts': source }, file: 'staff.ts' }));

  it("leads from the hover to the rule's page", async () => {
    const { page } = window;
    await page.locator('.squiggly-warning').first().waitFor();
    await window.goTo(onMethod);
    const hover = page.locator('.monaco-hover', { hasText: 'Reads every entity of the table' });
    await window.showHover(hover);
    await window.screenshot('hover');
    await hover.getByRole('link', { name: 'About table-scan' }).click();
    await page.locator('.tab', { hasText: 'Preview table-scan.md' }).waitFor();
    const preview = page.frameLocator('iframe.webview').frameLocator('iframe');
    await preview.getByRole('heading', { level: 1 }).waitFor();
    await window.screenshot('rule page');
  });

  it('stands above a query that was typed just before the editor lost the focus', async () => {
    const { page } = window;
    const lenses = page.locator('.codelens-decoration', { hasText: 'Table scan' });
    await lenses.first().waitFor();
    await lenses.first().locator('.codicon-warning').waitFor();
    await page.locator('.monaco-editor .view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('client.listEntities();\n');
    await page.keyboard.press('Control+Shift+E');
    await lenses.nth(1).waitFor();
    const isFocused = "document.querySelector('.monaco-editor').contains(document.activeElement)";
    assert.equal(await page.evaluate(isFocused), false);
  });
});
