import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { generatedRows } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { connectTo, journeys, pressOn, sidebarRow, unfold } from './harness.ts';

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
    const row = (text: string): Locator => sidebarRow(window, text);
    await connectTo(window, 'Slow', fake.connectionString);
    await row('1 table').waitFor();
    await unfold(page, row('Wide'), row('100+ partitions · 1 request'));

    left = 2;
    await page.keyboard.press('End');
    const progress = page.locator('.sidebar').getByText('Looking for partitions: 2,000 so far, 2 requests');
    await pressOn(page, row('Show more'), progress, 'Read All Partitions');
    await window.screenshot('cancel progress');
    await page.locator('.sidebar').getByRole('button', { name: 'Cancel Reading' }).click();
    await row('Cancelled: click to continue').waitFor();
    await page.locator('.sidebar').getByText('Looking for partitions').waitFor({ state: 'hidden' });
    await window.screenshot('cancel done');

    left = Infinity;
    const sent = fake.requests.length;
    await pressOn(page, row('Cancelled: click to continue'), row('5,000 partitions'));
    assert.equal(fake.requests.length, sent + 3);
  });
});
