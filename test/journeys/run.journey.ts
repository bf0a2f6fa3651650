import assert from 'node:assert/strict';
import { seed } from '../../samples/seed.ts';
import { azuriteAccount, type AzuriteAccount } from '../azurite.ts';
import { filterText } from '../support/filter-field.ts';
import { connectTo, journeys, untilShown, type Window } from './harness.ts';

const files = {
  'staff.ts': `import { odata, TableClient } from '@azure/data-tables';

export function byEmail(connection: string, email: string) {
  const client = TableClient.fromConnectionString(connection, 'Employees');
  return client.listEntities({ queryOptions: { filter: odata\`email eq \${email}\` } });
}
`,
};

describe('a query of the source, on data', () => {
  let azurite: AzuriteAccount;
  const open = journeys({ extension: 'development' });
  let window: Window;

  before(async () => {
    azurite = await azuriteAccount();
    await seed(azurite.connectionString, new Date('2026-01-02T03:04:05Z'));
    window = await open({ isKept: true });
    await connectTo(window, 'Samples', azurite.connectionString);
  });
  beforeEach(() => window.renew({ files, file: 'staff.ts' }));

  it('is explained: what it touches, and what a better query would', async () => {
    await lens(window, /^Explain$/);
    await chooseEmail(window);
    const page = window.page.frameLocator('iframe.webview').frameLocator('iframe');
    await page.getByText('What the query reads in Employees').waitFor();
    const read = page.locator('tr', { hasText: 'Entities that the service reads' });
    const [all, better] = (await read.locator('td').allInnerTexts()).slice(1).map(toNumber);
    assert.ok(all !== undefined && better !== undefined && better < all, `${all} and ${better}`);
    await window.screenshot('explain on data');
  });

  it('runs in the grid', async () => {
    await lens(window, /^Run$/);
    await chooseEmail(window);
    const page = window.page.frameLocator('iframe.webview').frameLocator('iframe');
    await page.locator('.status', { hasText: '2 rows, all of them' }).waitFor();
    assert.match(await filterText(page.getByRole('combobox')), /^email eq '[^']+@[^']+'$/);
    await window.screenshot('run on data');
  });
});

/** Clicks a lens, again where it was just drawn anew, and answers which account is meant where more than one is there. */
async function lens({ page }: Window, title: RegExp): Promise<void> {
  const account = page.locator('.quick-input-widget', { hasText: /(Run|Explain) on…/ });
  const hole = page.locator('.quick-input-widget', { hasText: /(Run|Explain) on Employees/ });
  await untilShown(page, account.or(hole).first(), () =>
    page.locator('.codelens-decoration a', { hasText: title }).first().click(),
  );
  if (!(await account.isVisible())) return;
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Samples' }).first().click();
}

async function chooseEmail({ page, screenshot }: Window): Promise<void> {
  const offer = page.locator('.quick-input-list .monaco-list-row', { hasText: 'entities looked at' }).first();
  await offer.waitFor();
  await screenshot('values of a hole');
  await offer.click();
}

function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''));
}
