import assert from 'node:assert/strict';
import { AzureNamedKeyCredential, generateTableSas } from '@azure/data-tables';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { until } from '../host/until.ts';
import { tableOf } from '../support/tables.ts';
import { journeys, sidebarRow, unfold, type Window } from './harness.ts';

describe('connections in the sidebar', () => {
  let fake: FakeTableService;
  const open = journeys({ extension: 'development' });

  before(async () => {
    fake = await startFakeTableService({ Orders: tableOf([3, 3, 3, 3]) });
  });
  after(() => fake.stop());

  it('are tried before they are saved, say what a signature allows, and are put into order with the mouse', async () => {
    const window = await open({ files: { 'notes.md': '# Notes' } });
    const { page } = window;
    await page.getByRole('tab', { name: 'Partition Lens' }).click();
    await begin(window, 'Connection string');
    const wrong = fake.connectionString.replace(fake.key, Buffer.from('wrong').toString('base64'));
    await window.answer('Connection string of the account', wrong);
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('Nothing is saved yet, and what you typed is kept.').waitFor();
    await window.screenshot('connect refused');
    await dialog.getByRole('button', { name: 'Change…' }).click();
    const asked = page.locator('.quick-input-widget', { hasText: 'Connection string of the account' });
    await asked.waitFor();
    assert.equal(await asked.locator('input').inputValue(), wrong);
    await window.answer('Connection string of the account', fake.connectionString);
    await window.answer('Name of the connection', 'First');
    await sidebarRow(window, 'Orders').waitFor();
    // what was connected gets the focus, which would close a palette
    await page.locator('.sidebar .monaco-list-row.focused', { hasText: 'First' }).waitFor();

    await begin(window, 'Shared access signature');
    await window.answer('Address with its signature', address());
    await window.answer('Name of the connection', 'Second');
    const second = sidebarRow(window, 'Second');
    await second.filter({ hasText: 'SAS · expires in 2 h' }).waitFor();
    const bounded = sidebarRow(window, 'keys “p00001” to “p00002”');
    await unfold(page, bounded, sidebarRow(window, '2 partitions'));
    await second.locator('[aria-label*="Permits: read"]').waitFor();
    await window.screenshot('connection signature');

    await second.dragTo(sidebarRow(window, 'First'));
    await until(async () => (await names(window)).join() === 'Second,First', 'the other order');
    await window.screenshot('connections moved');
  });

  async function begin(window: Window, way: string): Promise<void> {
    await window.command('Partition Lens: Connect…');
    await window.pick('Connect to an account', way);
  }

  function address(): string {
    const bounds = { startPartitionKey: 'p00001', endPartitionKey: 'p00002' };
    const shared = new AzureNamedKeyCredential(fake.account, fake.key);
    const expiresOn = new Date(Date.now() + 2.5 * 3_600_000);
    return `${fake.url}?${generateTableSas('Orders', shared, { expiresOn, ...bounds })}`;
  }

  async function names({ page }: Window): Promise<string[]> {
    const labels = await page
      .locator('.sidebar .monaco-list-row[aria-level="1"] .label-name')
      .allTextContents();
    return labels.filter((label) => label !== 'Azurite');
  }
});
