import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { generatedRows } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { journeys } from './harness.ts';

describe('what takes long in the sidebar', () => {
  let fake: FakeTableService;
  /** Requests that are answered from now on; the next ones are not. */
  let left = Infinity;
  const open = journeys({ extension: 'development' });

  before(async () => {
    const tables = { Wide: generatedRows({ partitions: 5_000, rows: 1 }) };
    fake = await startFakeTableService(tables, () => (left-- > 0 ? undefined : { kind: 'hang' }));
  });
  after(() => fake.stop());

  it('tells how far it is, can be cancelled, and goes on from there', async () => {
    const window = await open({});
    const { page } = window;
    const row = (text: string): Locator =>
      page.locator('.sidebar .monaco-list-row', { hasText: text }).first();
    await page.getByRole('tab', { name: 'Partition Lens' }).click();
    await window.command('Partition Lens: Connect…');
    await window.answer('Connect to a table account', 'Connection string');
    await window.answer('Connection string of the account', fake.connectionString);
    await window.answer('Name of the connection', 'Slow');
    await row('1 table').waitFor();
    await row('Wide').click();
    await row('100+ partitions · 1 request').waitFor();

    left = 2;
    await page.keyboard.press('End');
    await row('Show more').hover();
    await row('Show more').getByRole('button', { name: 'Read All Partitions' }).click();
    await page.locator('.sidebar').getByText('Looking for partitions: 2,000 so far, 2 requests').waitFor();
    await window.screenshot('cancel progress');
    await page.locator('.sidebar').getByRole('button', { name: 'Cancel Reading' }).click();
    await row('Cancelled: click to continue').waitFor();
    await page.locator('.sidebar').getByText('Looking for partitions').waitFor({ state: 'hidden' });
    await window.screenshot('cancel done');

    left = Infinity;
    const sent = fake.requests.length;
    await row('Cancelled: click to continue').click();
    await row('2,200+ partitions').waitFor();
    assert.equal(fake.requests.length, sent + 1);
  });
});
