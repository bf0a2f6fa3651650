import assert from 'node:assert/strict';
import { employeeKey } from '../../samples/good/src/keys.ts';
import { seed } from '../../samples/seed.ts';
import { azuriteAccount, type AzuriteAccount } from '../azurite.ts';
import { connectTo, journeys, sidebarRow, tableRow, unfold, type Window } from './harness.ts';

const source = `import { TableClient } from '@azure/data-tables';

export function wellPaid(connection: string) {
  const client = TableClient.fromConnectionString(connection, 'Employees');
  return client.listEntities({ queryOptions: { filter: "" } });
}
`;
const files = { 'staff.ts': source };
/** Where the filter's text goes, as "Go to Line" takes it. */
const insideQuotes = '5:57';

/** When the newest claim was written. */
const newest = new Date('2026-01-02T03:04:05Z');

/** Keeps the editor from completing what a test types. */
const settings = {
  'editor.autoClosingQuotes': 'never',
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
};

let azurite: AzuriteAccount;
before(async () => {
  azurite = await azuriteAccount();
  await seed(azurite.connectionString, newest);
});

for (const [extension, trusted] of [
  ['development', true],
  ['installed', true],
  ['installed', false],
] as const) {
  describe(`the extension, ${extension}, in a folder ${trusted ? 'trusted' : 'not trusted'}`, () => {
    const open = journeys({ extension, allBuiltIn: extension === 'installed' && trusted, settings });
    let window: Window;

    before(async () => {
      window = await open({ files, file: 'staff.ts', trusted, isKept: true });
    });

    it('underlines a filter as it is typed, and repairs it from the light bulb', async () => {
      const { page } = window;
      // as it is on the disk, also when this is tried again
      await window.command('File: Revert File');
      const lens = (text: string): Promise<void> =>
        page.locator('.codelens-decoration', { hasText: text }).first().waitFor();
      await typeFilter(window, 'Salary gt 4000');
      await page.locator('.squiggly-warning').first().waitFor();
      await lens('Employees');
      await typeFilter(window, "PartitionKey eq 'Sales' AND ");
      await page.locator('.squiggly-error').first().waitFor();
      await lens('Employees');
      await window.goTo('5:82');
      await window.quickFix('and');
      await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
      const line = page.locator('.view-line', { hasText: 'listEntities' });
      assert.match((await line.innerText()).replaceAll('\u00a0', ' '), /'Sales' and Salary gt 4000/);
    });

    it('shows the time in a key of the table', async () => {
      const { page } = window;
      await connectTo(window, 'Samples', azurite.connectionString);
      const partition = sidebarRow(window, employeeKey(1));
      await unfold(page, await tableRow(page, 'Samples', 'ExpenseClaims'), partition);
      const claim = sidebarRow(window, newest.toISOString().slice(0, 19));
      await unfold(page, partition, claim);
      await unfold(page, claim, sidebarRow(window, 'purpose'));
      assert.match(await claim.innerText(), /^2026-01-02T03:04:05Z.*\d{19}_000010/s);
      await window.screenshot(`tree ${extension} ${trusted}`);
    });
  });
}

async function typeFilter(window: Window, text: string): Promise<void> {
  await window.goTo(insideQuotes);
  await window.page.keyboard.type(text);
}
