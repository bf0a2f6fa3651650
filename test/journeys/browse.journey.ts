import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { MAX_TICKS, UNIX_EPOCH } from '../../src/core/keys/time.ts';
import { generatedRows } from '../fake-service/rows.ts';
import type { FakeEntity } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService, Fault } from '../fake-service/service.ts';
import { until } from '../host/until.ts';
import { journeys, type Window } from './harness.ts';

/** A line of a log each hour from 2026-01-02T03:00Z on, newest first. */
function log(): FakeEntity[] {
  return Array.from({ length: 10 }, (_, hour) => {
    const ticks = UNIX_EPOCH + BigInt(Date.UTC(2026, 0, 2, 3 + hour)) * 10_000n;
    return { PartitionKey: '20260102', RowKey: `web_${MAX_TICKS - ticks}` };
  });
}

/** What a partition of the design guide holds: an employee and their reviews. */
function mixed(): FakeEntity[] {
  return ['empid_000001', 'empid_000002', 'review_2024', 'review_2025', 'review_2026'].map((RowKey) => ({
    PartitionKey: 'Sales',
    RowKey,
  }));
}

const tables = {
  TimedLogs: log(),
  Employees: mixed(),
  Wide: generatedRows({ partitions: 5_000, rows: 1 }),
  ...Object.fromEntries(
    ['01', '02', '03'].map((day) => [`Daily202601${day}`, [{ PartitionKey: 'a', RowKey: 'b' }]]),
  ),
};

for (const theme of ['dark', 'high contrast'] as const) {
  describe(`the sidebar in ${theme}`, () => {
    let fake: FakeTableService;
    let fault: Fault | undefined;
    const open = journeys({
      extension: 'development',
      theme,
      settings: { 'workbench.hover.delay': 60_000 },
    });

    before(async () => {
      fake = await startFakeTableService(tables, () => fault);
    });
    afterEach(() => {
      fault = undefined;
    });
    after(() => fake.stop());

    it('groups what is alike, declares a codec, and goes to a time', async () => {
      const window = await connected();
      const { page, folder } = window;
      await row(window, 'Daily…').click();
      await row(window, 'Daily20260103').waitFor();
      await row(window, 'Employees').click();
      await row(window, 'Sales').click();
      await row(window, 'review').waitFor();
      const sales = row(window, 'Sales');
      await sales.hover();
      await sales.getByRole('button', { name: 'Go to Row…' }).click();
      const offered = page.locator('.quick-input-widget', { hasText: 'Go to row of partition Sales' });
      await offered.locator('input').fill('review_2025');
      await offered.getByText('Key starts with “review_2025”').waitFor();
      await window.screenshot(`browse row ${theme}`);
      await page.keyboard.press('Enter');
      await row(window, 'Row “review_2025”').filter({ hasText: '1 entity · 1 request' }).waitFor();
      await window.screenshot(`browse groups ${theme}`);
      await row(window, 'TimedLogs').click();
      await row(window, '2026-01-02').click();
      await row(window, '10 entities · 1 request').waitFor();
      await row(window, '2026-01-02T12:00:00Z').click();
      await row(window, 'No properties but the keys').waitFor();
      await window.command('Partition Lens: Declare Key Codec…');
      await page.locator('.quick-input-widget', { hasText: 'fits 10 of 10 keys' }).waitFor();
      await window.screenshot(`browse declare ${theme}`);
      await window.answer('RowKey of TimedLogs', 'Type how it is put together');
      const typed = page.locator('.quick-input-widget');
      await typed.getByText('What differs in braces').waitFor();
      await typed.locator('input:visible').fill('web_{written:invertd-ticks}');
      await typed.getByText('Did you mean “inverted-ticks”?').waitFor();
      await window.screenshot(`browse declare typed ${theme}`);
      await typed.locator('input:visible').fill('web_{written:inverted-ticks}');
      await typed.getByText('fits 10 of 10 keys seen').waitFor();
      await page.keyboard.press('Enter');
      const file = join(folder, '.partitionlens.json');
      const isWritten = (text: string): boolean => text.includes('"inverted-ticks"');
      await until(() => readFile(file, 'utf8').then(isWritten, () => false), 'the declaration');
      const partition = row(window, '10 entities');
      await partition.hover();
      await partition.getByRole('button', { name: 'Go to Time…' }).click();
      await window.answer('Go to Time', '2026-01-02 06:30 UTC');
      await row(window, 'Up to 2026-01-02T06:30:00Z, newest first').waitFor();
      await row(window, '2026-01-02T06:00:00Z').waitFor();
      await window.screenshot(`browse time ${theme}`);
    });

    it('reads thousands of partitions by how they begin, and says what to do when the service is busy', async () => {
      const window = await connected();
      const { page } = window;
      await row(window, 'Wide').click();
      await row(window, '100+ partitions · 1 request').waitFor();
      await page.keyboard.press('End');
      const more = row(window, 'Show more');
      await more.hover();
      await more.getByRole('button', { name: 'Read All Partitions' }).click();
      await row(window, 'p04').waitFor();
      await page.keyboard.press('Home');
      await row(window, 'p000…').click();
      await row(window, 'p00001').waitFor();
      fault = { kind: 'status', status: 503, code: 'ServerBusy' };
      await row(window, 'p00001').click();
      await row(window, 'Busy: wait, then retry').waitFor();
      await window.screenshot(`browse many ${theme}`);
    });

    async function connected(): Promise<Window> {
      const window = await open({ files: { 'notes.md': '# Notes' } });
      await window.page.getByRole('tab', { name: 'Partition Lens' }).click();
      await window.command('Partition Lens: Connect…');
      await window.answer('Connect to a table account', 'Connection string');
      await window.answer('Connection string of the account', fake.connectionString);
      await window.answer('Name of the connection', 'Contoso');
      // VS Code folds a row again that is unfolded while it draws the rows around it anew, which it does to show this
      await row(window, '6 tables').waitFor();
      return window;
    }

    function row({ page }: Window, text: string): Locator {
      return page.locator('.sidebar .monaco-list-row', { hasText: text }).first();
    }
  });
}

describe('connection strings in files of the folder', () => {
  const open = journeys({ extension: 'development' });
  const files = { '.env': 'SHOP_TABLES=AccountName=shop;AccountKey=Y2FuYXJ5\n' };

  for (const trusted of [true, false]) {
    it(trusted ? 'are offered by name' : 'are not looked for before the folder is trusted', async () => {
      const window = await open({ files, trusted });
      await window.page.getByRole('tab', { name: 'Partition Lens' }).click();
      await window.command('Partition Lens: Connect…');
      const list = window.page.locator('.quick-input-widget .quick-input-list');
      const [offered, hidden] = ['SHOP_TABLES', 'Trust this workspace first'];
      await list.getByText(trusted ? offered : hidden).waitFor();
      assert.equal(await list.getByText(trusted ? hidden : offered).count(), 0);
      await window.screenshot(`connect ${trusted ? 'trusted' : 'not trusted'}`);
    });
  }
});
