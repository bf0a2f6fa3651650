import assert from 'node:assert/strict';
import { freePort, tableServiceAt } from '../support/ports.ts';
import { until } from '../host/until.ts';
import { journeys } from './harness.ts';

describe('Azurite in a window', () => {
  let endpoint = '';
  // an output channel shows what its file has
  const open = journeys({ extension: 'development', logFiles: true });

  before(async () => {
    endpoint = `http://127.0.0.1:${await freePort()}/devstoreaccount1`;
  });

  it('is started from the sidebar, shows its output, and ends with the window', async () => {
    const text = JSON.stringify({ 'partitionLens.azurite.endpoint': endpoint });
    const window = await open({ files: { '.vscode/settings.json': text } });
    const { page } = window;
    await page.getByRole('tab', { name: 'Partition Lens' }).click();
    await page.locator('.sidebar .monaco-list-row', { hasText: 'No answer: start it' }).waitFor();
    await window.command('Partition Lens: Start Azurite…');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Start' }).click();
    await page.locator('.panel .view-line', { hasText: 'successfully started' }).waitFor();
    await page.locator('.sidebar .monaco-list-row', { hasText: 'No tables' }).waitFor();
    await window.screenshot('azurite started');
    assert.match((await tableServiceAt(endpoint)) ?? '', /^Azurite-Table/);
    await page.reload();
    await until(async () => (await tableServiceAt(endpoint)) === undefined, 'the end of Azurite');
    await page.locator('.sidebar .monaco-list-row', { hasText: 'No answer: start it' }).waitFor();
  });
});
