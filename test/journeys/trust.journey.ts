import assert from 'node:assert/strict';
import { until } from '../host/until.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { journeys } from './harness.ts';

describe('a folder whose settings lead to an address', () => {
  let fake: FakeTableService;
  // an extension under development is exempt from workspace trust
  const open = journeys({ extension: 'installed' });

  before(async () => {
    fake = await startFakeTableService({});
  });
  after(() => fake.stop());

  it('sends nothing there before it is trusted, and is asked there then', async () => {
    const settings = JSON.stringify({ 'partitionLens.azurite.endpoint': fake.url });
    const { host } = new URL(fake.url);
    const window = await open({ files: { '.vscode/settings.json': settings }, trusted: false });
    const { page } = window;
    await page.getByRole('tab', { name: 'Partition Lens' }).click();
    // Azurite is looked for where it usually is: the one of this machine, or none
    const usual = page.locator('.sidebar .monaco-list-row', { hasText: '127.0.0.1:10002' });
    await usual
      .or(page.locator('.sidebar').getByRole('button', { name: 'Start Azurite' }))
      .first()
      .waitFor();
    await window.screenshot('settings not trusted');
    assert.deepEqual(fake.requests, []);

    await window.command('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await page.locator('.sidebar .monaco-list-row', { hasText: host }).waitFor();
    await until(() => fake.requests.length > 0, 'a request');
    await window.screenshot('settings trusted');
  });
});
