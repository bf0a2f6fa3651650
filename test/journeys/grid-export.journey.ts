import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seed } from '../../samples/seed.ts';
import { readEntities } from '../../src/core/edm/json.ts';
import { azuriteAccount, type AzuriteAccount } from '../azurite.ts';
import { openGrid } from './grid-window.ts';
import type { OpenedGrid } from './grid-window.ts';
import { journeys } from './harness.ts';

describe('the rows of a grid, in a file', () => {
  let azurite: AzuriteAccount;
  const open = journeys({ extension: 'development' });

  before(async () => {
    azurite = await azuriteAccount();
    await seed(azurite.connectionString, new Date('2026-01-02T03:04:05Z'));
  });
  it('are those that are loaded, with their types, and it is said that there are more', async () => {
    const opened = await openGrid(open, 'Employees', { azurite });
    await opened.grid.locator('.status', { hasText: '100 rows so far' }).waitFor();
    const json = await exported(opened, 'Loaded rows to a JSON file…', 'Employees.json');
    const entities = readEntities(`{"value":${json}}`);
    assert.equal(entities.length, 100);
    assert.ok(entities.every(({ timestamp = '' }) => /\.\d{7}Z$/.test(timestamp)));
    await opened.page.locator('.notifications-center', { hasText: 'the service has more' }).waitFor();
    await opened.window.screenshot('grid exported');
    const csv = await exported(opened, 'Loaded rows to a CSV file…', 'Employees.csv');
    const [head, first, ...others] = csv.split('\r\n');
    assert.match(head ?? '', /^\uFEFFPartitionKey,RowKey,.*@type.*,Timestamp$/);
    assert.match(first ?? '', /,Edm\.Int32,/);
    assert.equal(others.length, 100);
  });
});

/** Exports by the menu into the file that is offered, and gives its text. */
async function exported({ page, grid, window }: OpenedGrid, entry: string, file: string): Promise<string> {
  await grid.getByRole('button', { name: 'Export' }).click();
  await grid.getByRole('menuitem', { name: entry }).click();
  const dialog = page.locator('.quick-input-widget', { hasText: 'Export the 100 loaded rows' });
  await dialog.waitFor();
  await window.screenshot(`grid export ${file}`);
  await dialog.getByRole('button', { name: 'OK' }).click();
  // this build shows no toasts
  await window.command('Notifications: Show Notifications');
  await page.locator('.notifications-center', { hasText: `100 rows were written to ${file}` }).waitFor();
  return readFile(join(window.folder, file), 'utf8');
}
