import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import type { FrameLocator, Locator } from 'playwright-core';
import { type Azurite, azuriteAccount, startAzurite } from '../azurite.ts';
import { changeTheme, connectTo, journeys, type Theme, untilShown, type Window } from './harness.ts';

/** One table, and its rows by another attribute: the guide's example. */
const files = {
  'package.json': JSON.stringify({ dependencies: { '@azure/data-tables': '13.3.2' } }),
  'staff.ts': `import { odata, TableClient } from '@azure/data-tables';

declare const connection: string;
const employees = TableClient.fromConnectionString(connection, 'Employees');

export const hire = (department: string, id: string, email: string) =>
  employees.createEntity({ partitionKey: department, rowKey: id, email });
export const one = (department: string, id: string) => employees.getEntity(department, id);
export const byEmail = (email: string) =>
  employees.listEntities({ queryOptions: { filter: odata\`email eq \${email}\` } });
`,
};

describe('the design of a table', () => {
  const open = journeys({ extension: 'development' });
  let window: Window;

  before(async () => {
    window = await open({ isKept: true });
  });

  it('opens from a finding at its query, shows a design that is chosen, and leads to the source', async () => {
    await window.renew({ files, file: 'staff.ts' });
    await window.page.locator('.squiggly-warning').first().waitFor();
    await window.goTo('10:58');
    await window.quickFix('Design for this query…');
    const page = panelOf(window);
    const read = page.locator('tr[aria-current=true]', { hasText: 'with a given email' }).first();
    await read.waitFor();
    await window.screenshot('design from a finding');
    await read.getByRole('button', { name: /^Design 1: / }).click();
    const change = page.locator('tr[aria-current=true]:focus', { hasText: /email/ });
    await change.waitFor();
    await window.screenshot('design chosen');
    assert.match(await change.innerText(), /Table scan\s[^]*Partition scan/);
    await page.getByRole('button', { name: 'staff.ts:7' }).first().click();
    await window.page.locator('.statusbar-item', { hasText: 'Ln 7, Col 13' }).waitFor();
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Employees');
  });

  it('follows an edit within a second after it, and keeps its place', async () => {
    await window.renew({ files, file: 'staff.ts' });
    const lens = window.page.locator('.codelens-decoration a', { hasText: /^Design$/ });
    const page = panelOf(window);
    await untilShown(window.page, page.getByRole('heading', { level: 1 }), () =>
      lens.first().click({ timeout: 5_000 }),
    );
    const last = page.getByRole('radio', { name: /Leave it as it is/ });
    await last.check();
    await page.getByRole('heading', { level: 3, name: 'Leave it as it is' }).waitFor();
    await window.page.locator('.monaco-editor .view-line').first().click();
    await window.goTo('9:1');
    await window.page.keyboard.insertText(
      'export const all = () => employees.listEntities({ queryOptions: { filter: "hired eq true" } });\n',
    );
    const typed = Date.now();
    await page.getByText('Employees where hired is true').first().waitFor();
    console.log(`      shown ${Date.now() - typed} ms after the edit`);
    assert.ok(await last.isChecked());
    await window.screenshot('design after an edit');
  });

  it('is there again after the window was reloaded, with the table and the design', async () => {
    const logs = files['staff.ts'].replaceAll('Employees', 'Logs').replaceAll('employees', 'logs');
    await window.renew({ files: { ...files, 'logs.ts': logs } });
    await window.command('Partition Lens: Table Design');
    const page = panelOf(window);
    await page.getByRole('button', { name: /^Logs/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    await page.getByRole('radio', { name: /Leave it as it is/ }).check();
    await page.getByRole('heading', { level: 3, name: 'Leave it as it is' }).waitFor();
    await window.reload(['"table":"Logs"', 'Leave it as it is']);
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    assert.ok(await page.getByRole('radio', { name: /Leave it as it is/ }).isChecked());
  });

  describe('on data', () => {
    let azurite: Azurite;

    before(async () => {
      azurite = await startAzurite();
      const client = TableClient.fromConnectionString(azurite.connectionString, 'Employees', {
        allowInsecureConnection: true,
      });
      await client.createTable();
      for (let n = 0; n < 40; n++) {
        const [partitionKey, rowKey] = [`d${n % 4}`, String(n)];
        await client.createEntity({
          partitionKey,
          rowKey,
          email: `<img src=x onerror=alert(1)>${n}@example.com`,
        });
      }
      await connectTo(window, 'Samples', azurite.connectionString);
      // which account is meant is asked always, not only where an Azurite happens to run here
      await connectTo(window, 'Second', (await azuriteAccount()).connectionString);
    });
    after(() => azurite.stop());

    it('is rehearsed, and then in Azurite, by keyboard', async () => {
      await window.renew({ files, file: 'staff.ts' });
      await window.command('Partition Lens: Table Design');
      const page = panelOf(window);
      await page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor();
      const played = page.getByRole('table', { name: 'Access patterns on data' });
      await rehearse(window, 'Rehearse on Data…', played);
      await played.getByText('read for it: 40').waitFor();
      await window.screenshot('design rehearsed on data');
      const asked = window.page.locator('.monaco-dialog-box', { hasText: 'scratch tables' });
      await rehearse(window, 'Rehearse in Azurite…', asked);
      await window.screenshot('design rehearsal question');
      await window.page.keyboard.press('Enter');
      const run = page.getByRole('table', { name: 'Access patterns in Azurite' });
      await run.getByText('the same').first().waitFor();
      assert.equal(
        await page.locator('h4:focus').innerText(),
        'Rehearsed in Azurite, with entities of Employees of Samples',
      );
      await page.getByText('The scratch tables are deleted.').waitFor();
      assert.equal(await page.locator('img').count(), 0);
      await window.screenshot('design rehearsed in Azurite');
    });
  });
});

describe('the design of a table', () => {
  const open = journeys({ extension: 'development' });
  let window: Window;

  before(async () => {
    window = await open({ copyOf: 'samples/bad', file: 'src/staff.ts', isKept: true });
    await window.page.locator('.codelens-decoration').first().waitFor();
  });

  for (const theme of ['light', 'dark', 'high contrast', 'high contrast light'] satisfies Theme[]) {
    it(`is drawn in the colors of ${theme}`, async () => {
      await window.command('View: Close All Editors');
      await changeTheme(window, theme);
      await window.command('Partition Lens: Table Design');
      const page = panelOf(window);
      await page.getByRole('button', { name: /^Staff/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Staff' }).waitFor();
      await window.screenshot(`design ${theme} table`);
      await page.getByRole('button', { name: /^Expenses/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Expenses' }).waitFor();
      await page
        .getByRole('button', { name: /^Design 1: / })
        .first()
        .click();
      await window.screenshot(`design ${theme} choice`);
    });
  }
});

/** Rehearses by a button of the panel, on Samples, until this is seen. */
async function rehearse(window: Window, button: string, wanted: Locator): Promise<void> {
  await panelOf(window).getByRole('button', { name: button }).press('Enter');
  await window.pick('Rehearse on data', 'Samples');
  await wanted.waitFor();
}

function panelOf({ page }: Window): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
}
