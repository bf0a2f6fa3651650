import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import { generatedRows } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { freePort } from '../support/ports.ts';
import { gridOf, openEntities } from './grid-window.ts';
import { connectTo, journeys, sidebarRow } from './harness.ts';
import { callTool, TOOL_CALLER } from './tool-caller.ts';

/** A name that leads nowhere but through the proxy. */
const HOST = 'storage.invalid';

// a setting of the window says where the proxy is: known before it is started
const port = await freePort();

describe('an account that is not on this machine', () => {
  let fake: FakeTableService;
  let proxy: Server;
  const open = journeys({
    extension: 'development',
    settings: { 'http.proxy': `http://127.0.0.1:${port}` },
  });

  before(async () => {
    // each answer ends after 1,000 entities that were looked at
    const tables = { Large: generatedRows({ partitions: 50, rows: 1_000 }) };
    fake = await startFakeTableService(tables, () => ({ kind: 'cut', read: 1_000 }));
    proxy = createServer((asked, answer) => {
      const { pathname, search, hostname } = new URL(asked.url ?? '');
      assert.equal(hostname, HOST);
      const { method, headers } = asked;
      const onward = request(new URL(pathname + search, fake.url), { method, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 500, answered.headers);
        answered.pipe(answer);
      });
      asked.pipe(onward);
    }).listen(port, '127.0.0.1');
    await once(proxy, 'listening');
  });
  after(async () => {
    proxy.close();
    proxy.closeAllConnections();
    await fake.stop();
  });

  it('is reached by the proxy, looks different, and is scanned only when that was agreed to, under a budget', async () => {
    const window = await open({});
    const { page } = window;
    const { pathname } = new URL(fake.url);
    const entrance = `AccountName=${fake.account};AccountKey=${fake.key};TableEndpoint=http://${HOST}${pathname}`;
    await connectTo(window, 'Elsewhere', entrance);
    await sidebarRow(window, 'Elsewhere')
      .filter({ hasText: `Network · ${HOST}` })
      .filter({ hasText: /\d tables?/ })
      .waitFor();
    await openEntities(page, sidebarRow(window, 'Large'));
    const grid = gridOf(page);
    await grid.locator('.status', { hasText: '100 rows so far' }).waitFor();
    await grid.locator('h1 .remote', { hasText: `Elsewhere at ${HOST}` }).waitFor();

    const sent = (): number => fake.requests.filter(({ path }) => path.endsWith('/Large()')).length;
    const before = sent();
    await grid.getByRole('combobox').fill("Text eq 'nowhere'");
    await grid.getByRole('button', { name: 'Run', exact: true }).click();
    const alert = grid.getByRole('alert');
    await alert.filter({ hasText: `${HOST} isn't on this computer` }).waitFor();
    await window.screenshot('elsewhere asks');
    assert.equal(sent(), before);
    await alert.getByRole('button', { name: 'Run, at most 20 requests' }).click();
    await grid.getByText('Stopped after 20 requests').waitFor();
    await grid.getByRole('button', { name: 'Continue' }).waitFor();
    await window.screenshot('elsewhere budget');
    assert.equal(sent(), before + 20);

    const dialog = page.locator('.monaco-dialog-box');
    const count = grid.getByRole('button', { name: 'Count', exact: true });
    await count.click();
    await dialog
      .filter({ hasText: 'Table scan' })
      .filter({ hasText: 'the query runs on Elsewhere' })
      .waitFor();
    await window.screenshot('elsewhere explain');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(sent(), before + 20);
    await count.click();
    await dialog.getByRole('button', { name: 'Count' }).click();
    await grid.locator('.counted', { hasText: /match · / }).waitFor();
    assert.ok(sent() > before + 20);
  });

  it('is counted for an assistant only once VS Code and then the extension asked, and the person agreed', async () => {
    const window = await open({
      files: { 'a.ts': 'export {};\n' },
      file: 'a.ts',
      helper: TOOL_CALLER,
    });
    const { pathname } = new URL(fake.url);
    const entrance = `AccountName=${fake.account};AccountKey=${fake.key};TableEndpoint=http://${HOST}${pathname}`;
    await connectTo(window, 'Elsewhere', entrance);
    const sent = (): number => fake.requests.filter(({ path }) => path.endsWith('/Large()')).length;
    const before = sent();
    const dialog = window.page.locator('.monaco-dialog-box');
    const press = async (text: string, button: string): Promise<void> => {
      const shown = dialog.filter({ hasText: text });
      await shown.waitFor();
      await window.screenshot(`assistant asks ${button}`);
      await shown.getByRole('button', { name: button, exact: true }).click();
      await shown.waitFor({ state: 'hidden' });
    };
    const call = {
      tool: 'partition_lens_count_query',
      input: { connection: 'Elsewhere', table: 'Large', requests: 2 },
    };
    const theirs = `Count the entities of Large of Elsewhere (${HOST})?`;
    const ours = `Let assistants count entities of Large of Elsewhere (${HOST})?`;
    const leftAtFirst = await callTool(window, call, () => press(theirs, 'Cancel'));
    assert.match(leftAtFirst.error ?? '', /Cancel/);
    assert.equal(sent(), before);
    const leftAtSecond = await callTool(window, call, async () => {
      await press(theirs, 'Yes');
      await press(ours, 'Cancel');
    });
    assert.match(leftAtSecond.error ?? '', /The person didn't allow it/);
    assert.equal(sent(), before);
    const allowed = await callTool(window, call, async () => {
      await press(theirs, 'Yes');
      await press(ours, 'Count');
    });
    const { entities, complete } = JSON.parse(allowed.text ?? '{}') as {
      entities: number;
      complete: boolean;
    };
    assert.deepEqual([entities, complete, sent()], [2_000, false, before + 2], allowed.error);
    // from then on VS Code's question is the only one
    const again = await callTool(window, call, () => press(theirs, 'Yes'));
    assert.equal((JSON.parse(again.text ?? '{}') as { entities: number }).entities, 2_000, again.error);
    const read = await callTool(
      window,
      { tool: 'partition_lens_check_files', input: { paths: ['a.ts'] } },
      () => press('Check code that uses tables?', 'Yes'),
    );
    assert.deepEqual((JSON.parse(read.text ?? '{}') as { findings: object[] }).findings, [], read.error);
  });
});
