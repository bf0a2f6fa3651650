import assert from 'node:assert/strict';
import { AzureNamedKeyCredential, generateTableSas } from '@azure/data-tables';
import * as vscode from 'vscode';
import type { Api } from '../../src/extension/main.ts';
import { selfSigned } from '../fake-service/certificate.ts';
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

  it('keeps what was typed when its last question is left, unless that is not wanted', async () => {
    const before = await names();
    const typed: Answer[] = [{ pick: 'Connection string' }, { type: fake.connectionString }];
    await connect(...typed, { leave: 'text' }, { press: '' });
    assert.deepEqual(await names(), before);
    const shown = await connect(...typed, { leave: 'text' }, { press: 'Name It…' }, { type: 'Kept' });
    assert.match(shown[3]?.message ?? '', /^The connection to 127\.0\.0\.1:\d+ has no name yet$/);
    assert.deepEqual(await tablesOf('Kept'), ['Orders']);
    await remove('Kept');
  });

  it('trusts a certificate of its own where it is given its file, and says so where it is not', async () => {
    const certificate = selfSigned();
    const secure = await startFakeTableService({ Sealed: [] }, () => undefined, { certificate });
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'own.pem');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(certificate.cert));
    const { showOpenDialog } = vscode.window;
    Object.assign(vscode.window, { showOpenDialog: () => Promise.resolve([file]) });
    try {
      const shown = await connect(
        { pick: 'Connection string' },
        { type: secure.connectionString },
        { pick: 'Certificates that this computer trusts' },
        { press: 'Change…' },
        { type: secure.connectionString },
        { pick: 'A specific certificate' },
        { type: 'Sealed' },
      );
      assert.match(shown[3]?.message ?? '', /^The certificate of 127\.0\.0\.1:\d+ isn't trusted/);
      assert.deepEqual(await tablesOf('Sealed'), ['Sealed']);
      await remove('Sealed');
    } finally {
      Object.assign(vscode.window, { showOpenDialog });
      await vscode.workspace.fs.delete(file);
      await secure.stop();
    }
  });

  it('takes the address of a signature, of one table and within keys too', async () => {
    const token = generateTableSas('Orders', new AzureNamedKeyCredential(fake.account, fake.key), {
      expiresOn: new Date(Date.now() + 600_000),
      startPartitionKey: 'a',
      endPartitionKey: 'b',
    });
    const address = `${fake.url}/Orders?${token}`;
    await connect({ pick: '(SAS)' }, { type: address }, { type: 'Signed' });
    assert.deepEqual(await tablesOf('Signed'), ['Orders']);
    const [table] = (await browser.tree.getChildren(await node('Signed'))) ?? [];
    const rows = (await browser.tree.getChildren(table)) ?? [];
    assert.deepEqual(
      rows.map((row) => row.kind === 'partition' && row.partition.partitionKey),
      ['a'],
    );
    assert.equal(fake.requests.at(-1)?.filter, "PartitionKey ge 'a' and PartitionKey le 'b'");
    await remove('Signed');
  });

  it('offers what is found in files, also where others cannot be read, and says which and why', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const place = vscode.Uri.joinPath(folder.uri, 'found strings');
    const write = (name: string, content: string | Uint8Array): Thenable<void> =>
      vscode.workspace.fs.writeFile(
        vscode.Uri.joinPath(place, name),
        typeof content === 'string' ? new TextEncoder().encode(content) : content,
      );
    await write('.env', Uint8Array.of(0xff, 0xfe, 0x41, 0x00));
    await write('local.settings.json', '{ "Values": canary-5520 }');
    await write('.env.development', `FOUND=${fake.connectionString}\n`);
    try {
      const [asked] = await connect(
        { pick: 'found strings/.env.development · 127.0.0.1' },
        { type: 'Found' },
      );
      const told = asked?.items.filter(({ label }) => label.includes("couldn't be read")) ?? [];
      assert.deepEqual(told.map(({ label, detail = '' }) => [label, detail.split(/[.:]/)[0]]).sort(), [
        ["found strings/.env couldn't be read", "It isn't UTF-8 text"],
        ["found strings/local.settings.json couldn't be read", "It isn't valid JSON"],
      ]);
      assert.ok(!JSON.stringify(asked?.items).includes('canary'));
      assert.deepEqual(await tablesOf('Found'), ['Orders']);
      await remove('Found');
    } finally {
      await vscode.workspace.fs.delete(place, { recursive: true });
    }
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
