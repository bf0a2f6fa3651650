import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Api } from '../../src/extension/main.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { answering } from './answers.ts';
import type { Answer, Shown } from './answers.ts';
import { textOf } from './text-of.ts';

/** A key that no account has. */
const WRONG = Buffer.from('canary-key-4471').toString('base64');

describe('connecting from the sidebar', () => {
  let fake: FakeTableService;
  let browser: Api['browser'];

  before(async () => {
    fake = await startFakeTableService({ Orders: [{ PartitionKey: 'a', RowKey: 'b' }] });
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
  });
  after(() => fake.stop());

  it('tells of a wrong key before it is saved, and keeps what was typed for another try', async () => {
    const shown = await connect(
      { pick: 'Account and key' },
      { type: fake.url },
      { type: WRONG },
      { press: 'Change…' },
      { type: fake.url },
      { type: fake.key },
      { type: 'Mended' },
    );
    const [, , , told, address, key] = shown.map(({ message }) => message);
    assert.match(told ?? '', /^Access was denied/);
    assert.deepEqual([address, key], [fake.url, WRONG]);
    assert.deepEqual(await tablesOf('Mended'), ['Orders']);
    await remove('Mended');
  });

  it('saves nothing when it is given up, and all the same when that is wanted', async () => {
    const before = await names();
    const wrong = fake.connectionString.replace(fake.key, WRONG);
    const way: Answer = { pick: 'Connection string' };
    await connect(way, { type: wrong }, { press: '' });
    assert.deepEqual(await names(), before);
    const shown = await connect(
      way,
      { type: wrong },
      { press: 'Try Again' },
      { press: 'Save Anyway' },
      { type: 'Later' },
    );
    assert.equal(shown[2]?.message, shown[3]?.message);
    assert.deepEqual(await names(), [...before, 'Later']);
    await remove('Later');
  });

  function connect(...answers: Answer[]): Promise<Shown[]> {
    return answering(answers, () => vscode.commands.executeCommand('partitionLens.connect'));
  }

  async function names(): Promise<string[]> {
    return (await browser.accounts.list()).map(({ connection }) => connection.name);
  }

  async function tablesOf(name: string): Promise<string[]> {
    const rows = (await browser.tree.getChildren(await node(name))) ?? [];
    const items = await Promise.all(rows.map(async (row) => browser.tree.getTreeItem(row)));
    return items.map(({ label }) => textOf(label));
  }

  async function node(name: string) {
    const found = (await browser.accounts.list()).find(({ connection }) => connection.name === name);
    assert.ok(found, `no connection ${name}`);
    return found;
  }

  async function remove(name: string): Promise<void> {
    const wanted = await node(name);
    await answering([{ press: 'Remove' }], () =>
      vscode.commands.executeCommand('partitionLens.disconnect', wanted),
    );
  }
});
