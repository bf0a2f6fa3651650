import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConnectionString } from '../../src/data/connection.ts';
import { connect } from '../../src/data/service.ts';
import { tableWriter } from '../../src/data/table-writer.ts';
import { startAzurite } from '../azurite.ts';
import { selfSigned } from '../fake-service/certificate.ts';
import { freePort, tableServiceAt } from '../support/ports.ts';
import { until } from '../host/until.ts';
import { cell, gridOf, openEntities } from './grid-window.ts';
import { journeys, sidebarRow } from './harness.ts';

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

  it('is found where settings say, by another name of its host and https with its own certificate', async () => {
    const certificate = selfSigned();
    const home = await mkdtemp(join(tmpdir(), 'partition-lens-certificate-'));
    const pem = join(home, 'cert.pem');
    await writeFile(pem, certificate.cert);
    const azurite = await startAzurite(undefined, certificate);
    try {
      const parsed = parseConnectionString(azurite.connectionString);
      assert.ok(parsed.kind === 'endpoint');
      const send = connect(parsed.endpoint, { certificates: certificate.cert });
      assert.equal((await tableWriter(send).createTable('Orders')).kind, 'done');
      const body = JSON.stringify({ PartitionKey: 'a', RowKey: '1767323045' });
      const put = await send({ method: 'POST', path: 'Orders', body, metadata: 'minimal' });
      assert.equal(put.kind, 'answer');

      const host = `localhost:${azurite.port}`;
      const settings = {
        'partitionLens.azurite.endpoint': `https://${host}/devstoreaccount1`,
        'partitionLens.azurite.certificate': pem,
      };
      // else the digits would be taken for seconds since 1970
      const declared = { tables: { Orders: { rowKey: 'padded-10' } } };
      const window = await open({
        files: {
          '.vscode/settings.json': JSON.stringify(settings),
          '.partitionlens.json': JSON.stringify(declared),
        },
      });
      const { page } = window;
      await page.getByRole('tab', { name: 'Partition Lens' }).click();
      const row = (text: string) => sidebarRow(window, text);
      await row(host).filter({ hasText: '1 table' }).waitFor();
      await openEntities(page, row('Orders'));
      const key = cell(gridOf(page), 'RowKey');
      await key.waitFor();
      await window.screenshot('azurite by https');
      assert.equal(await key.innerText(), '1767323045');
    } finally {
      await azurite.stop();
      await rm(home, { recursive: true });
    }
  });
});
