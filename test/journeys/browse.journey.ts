import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_TICKS, UNIX_EPOCH } from '../../src/core/keys/time.ts';
import { generatedRows } from '../fake-service/rows.ts';
import type { FakeEntity } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService, Fault } from '../fake-service/service.ts';
import { until } from '../host/until.ts';
import { connectTo, journeys, pressOn, sidebarRow, unfold, type Window } from './harness.ts';

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
      await unfold(page, sidebarRow(window, 'Daily…'), sidebarRow(window, 'Daily20260103'));
      const sales = sidebarRow(window, 'Sales');
      await unfold(page, sidebarRow(window, 'Employees'), sales);
      await unfold(page, sales, sidebarRow(window, 'review'));
      const offered = page.locator('.quick-input-widget', { hasText: 'Go to row of partition Sales' });
      await pressOn(page, sales, offered, 'Go to Row…');
      await offered.locator('input').fill('review_2025');
      await offered.getByText('Key starts with “review_2025”').waitFor();
      await window.screenshot(`browse row ${theme}`);
      await page.keyboard.press('Enter');
      await sidebarRow(window, 'Row “review_2025”').filter({ hasText: '1 entity · 1 request' }).waitFor();
      await window.screenshot(`browse groups ${theme}`);
      await unfold(page, sidebarRow(window, 'TimedLogs'), sidebarRow(window, '2026-01-02'));
      await unfold(page, sidebarRow(window, '2026-01-02'), sidebarRow(window, '10 entities · 1 request'));
      await unfold(
        page,
        sidebarRow(window, '2026-01-02T12:00:00Z'),
        sidebarRow(window, 'No properties besides the keys'),
      );
      await window.command('Partition Lens: Declare Key Codec…');
      await page.locator('.quick-input-widget', { hasText: 'fits 10 of 10 keys' }).waitFor();
      await window.screenshot(`browse declare ${theme}`);
      await window.pick('RowKey of TimedLogs', 'Enter how it is built');
      const typed = page.locator('.quick-input-widget');
      await typed.getByText('Put what varies in braces').waitFor();
      await typed.locator('input:visible').fill('web_{written:invertd-ticks}');
      await typed.getByText('Did you mean “inverted-ticks”?').waitFor();
      await window.screenshot(`browse declare typed ${theme}`);
      await typed.locator('input:visible').fill('web_{written:inverted-ticks}');
      await typed.getByText('fits 10 of 10 keys seen').waitFor();
      await page.keyboard.press('Enter');
      const file = join(folder, '.partitionlens.json');
      const isWritten = (text: string): boolean => text.includes('"inverted-ticks"');
      await until(() => readFile(file, 'utf8').then(isWritten, () => false), 'the declaration');
      const asked = page.locator('.quick-input-widget', { hasText: 'Go to Time' });
      await pressOn(page, sidebarRow(window, '10 entities'), asked, 'Go to Time…');
      await window.answer('Go to Time', '2026-01-02 06:30 UTC');
      await sidebarRow(window, 'Up to 2026-01-02T06:30:00Z, newest first').waitFor();
      await sidebarRow(window, '2026-01-02T06:00:00Z').waitFor();
      await window.screenshot(`browse time ${theme}`);
    });

    it('reads thousands of partitions by how they begin, and says what to do when the service is busy', async () => {
      const window = await connected();
      const { page } = window;
      await unfold(page, sidebarRow(window, 'Wide'), sidebarRow(window, '100+ partitions · 1 request'));
      await page.keyboard.press('End');
      await pressOn(page, sidebarRow(window, 'Show more'), sidebarRow(window, 'p04'), 'Read All Partitions');
      await page.keyboard.press('Home');
      await unfold(page, sidebarRow(window, 'p000…'), sidebarRow(window, 'p00001'));
      fault = { kind: 'status', status: 503, code: 'ServerBusy' };
      await unfold(page, sidebarRow(window, 'p00001'), sidebarRow(window, 'Busy: wait, then retry'));
      await window.screenshot(`browse many ${theme}`);
    });

    async function connected(): Promise<Window> {
      const window = await open({ files: { 'notes.md': '# Notes' } });
      await connectTo(window, 'Contoso', fake.connectionString);
      // VS Code folds a row again that is unfolded while it draws the rows around it anew, which it does to show this
      await sidebarRow(window, '6 tables').waitFor();
      return window;
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
