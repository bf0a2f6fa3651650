import assert from 'node:assert/strict';
import { once } from 'node:events';
import { lstat, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Api } from '../../src/extension/main.ts';
import { freePort, tableServiceAt } from '../support/ports.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { answering } from './answers.ts';
import type { Answer, Shown } from './answers.ts';
import { textOf } from './text-of.ts';
import { until } from './until.ts';

describe('Azurite, started and stopped from the sidebar', () => {
  const { PATH } = process.env;
  let browser: Api['browser'];
  let port: number;
  let endpoint: string;
  let programs: string;

  before(async () => {
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, 'no folder is open');
    programs = join(folder.uri.fsPath, 'node_modules');
    await assert.rejects(lstat(programs));
    await symlink(join(extension.extensionPath, 'node_modules'), programs, 'junction');
    port = await freePort();
    endpoint = `http://127.0.0.1:${port}/devstoreaccount1`;
    await setEndpoint(endpoint);
  });
  afterEach(async () => {
    process.env.PATH = PATH;
    await browser.stop();
  });
  after(async () => {
    await setEndpoint(undefined);
    await rm(programs);
  });

  it('answers once it was started, shows its tables, and answers no more once it was stopped', async () => {
    const shown = await command('startAzurite', { press: 'Start' });
    assert.equal(shown[0]?.message, 'Start Azurite?');
    assert.match((await tableServiceAt(endpoint)) ?? '', /^Azurite-Table/);
    assert.match(await rowOfAzurite(), /^127\.0\.0\.1:\d+ · \d+ tables? · 1 request$/);
    assert.equal(await canStop(), true);
    const again = await command('startAzurite');
    assert.match(again[0]?.message ?? '', /^Azurite is already running at /);
    assert.deepEqual(await command('showAzuriteOutput'), []);
    assert.deepEqual(await command('stopAzurite'), []);
    assert.equal(await tableServiceAt(endpoint), undefined);
    assert.doesNotMatch(await rowOfAzurite(), /tables/);
    assert.equal(await canStop(), false);
  });

  it('says nothing more to who stops it while it starts', async () => {
    const shown = await answering([{ press: 'Start' }], async () => {
      const starting = vscode.commands.executeCommand('partitionLens.startAzurite');
      await until(async () => ((await canStop()) ? true : undefined), 'Azurite on its way');
      await vscode.commands.executeCommand('partitionLens.stopAzurite');
      await starting;
    });
    assert.deepEqual(
      shown.map(({ message }) => message),
      ['Start Azurite?'],
    );
  });

  it('ends with the window', async () => {
    await command('startAzurite', { press: 'Start' });
    await browser.stop();
    assert.equal(await tableServiceAt(endpoint), undefined);
  });

  it('is told at once when it ends because another program has the port', async () => {
    const other = createServer((_request, response) => response.writeHead(404).end());
    other.listen(port, '127.0.0.1');
    await once(other, 'listening');
    try {
      const [, said] = await command('startAzurite', { press: 'Start' });
      assert.match(said?.message ?? '', /^Azurite ended before it responded \(.*EADDRINUSE.*\)/);
      assert.match(
        said?.message ?? '',
        /Another program uses 127\.0\.0\.1:\d+, and it isn't a table service/,
      );
    } finally {
      other.close();
    }
  });

  it('is not started where nobody wants it, and where it is looked for on another machine', async () => {
    await command('startAzurite', { press: '' });
    assert.equal(await tableServiceAt(endpoint), undefined);
    await setEndpoint('http://azurite.invalid:10002/devstoreaccount1');
    const [said] = await command('startAzurite');
    assert.match(said?.message ?? '', /which isn't this computer/);
    await setEndpoint(endpoint.replace('http:', 'https:'));
    const [https] = await command('startAzurite');
    assert.match(https?.message ?? '', /--cert/);
    await setEndpoint(endpoint);
  });

  it('says how to install it where it is not, and takes none of a folder that is not trusted', async () => {
    process.env.PATH = '';
    const trust = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
    assert.ok(trust);
    Object.defineProperty(vscode.workspace, 'isTrusted', { value: false, configurable: true });
    try {
      const [said] = await command('startAzurite', { press: '' });
      assert.match(
        said?.message ?? '',
        /isn't installed.*isn't trusted, so its node_modules wasn't searched/,
      );
    } finally {
      Object.defineProperty(vscode.workspace, 'isTrusted', trust);
    }
  });

  it('is not stopped from here when it was started elsewhere', async () => {
    const other = createServer((_request, response) =>
      response
        .writeHead(403, { 'x-ms-version': '2019-02-02', 'x-ms-error-code': 'AuthenticationFailed' })
        .end(),
    );
    other.listen(port, '127.0.0.1');
    await once(other, 'listening');
    try {
      const [said] = await command('stopAzurite');
      assert.match(said?.message ?? '', /wasn't started from this window/);
    } finally {
      other.close();
    }
  });

  it('is left to the extension “Azurite” where that is installed', async () => {
    const done: string[] = [];
    const getExtension = vscode.extensions.getExtension.bind(vscode.extensions);
    const withAzurite = (id: string): unknown => (id === 'Azurite.azurite' ? { id } : getExtension(id));
    let service: FakeTableService | undefined;
    const commands = vscode.Disposable.from(
      vscode.commands.registerCommand('azurite.start_table', async () => {
        done.push('start');
        service = await startFakeTableService({});
        await setEndpoint(service.url);
      }),
      vscode.commands.registerCommand('azurite.close_table', async () => {
        done.push('close');
        await service?.stop();
      }),
    );
    Object.assign(vscode.extensions, { getExtension: withAzurite });
    try {
      assert.deepEqual(await command('startAzurite'), []);
      assert.deepEqual(await command('stopAzurite'), []);
      assert.deepEqual(done, ['start', 'close']);
    } finally {
      Object.assign(vscode.extensions, { getExtension });
      commands.dispose();
      await setEndpoint(endpoint);
    }
  });

  function command(name: string, ...answers: Answer[]): Promise<Shown[]> {
    return answering(answers, () => vscode.commands.executeCommand(`partitionLens.${name}`));
  }

  async function rowOfAzurite(): Promise<string> {
    return until(async () => {
      const azurite = ((await browser.tree.getChildren()) ?? []).find(({ id }) => id === 'azurite');
      if (azurite === undefined) return undefined;
      await browser.tree.getChildren(azurite);
      return textOf((await browser.tree.getTreeItem(azurite)).description);
    }, 'the row of Azurite');
  }

  /** Whether the menu of its row offers to stop it. */
  async function canStop(): Promise<boolean> {
    const azurite = ((await browser.tree.getChildren()) ?? []).find(({ id }) => id === 'azurite');
    assert.ok(azurite, 'no row of Azurite');
    return (await browser.tree.getTreeItem(azurite)).contextValue === 'connection.azurite.stoppable';
  }

  async function setEndpoint(url: string | undefined): Promise<void> {
    const settings = vscode.workspace.getConfiguration('partitionLens.azurite');
    await settings.update('endpoint', url, vscode.ConfigurationTarget.Global);
  }
});
