import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DeclaredKeys } from '../../src/extension/sidebar/keys/declared-keys.ts';
import type { BrowserNode, ConnectionNode } from '../../src/extension/sidebar/nodes.ts';
import type { Api } from '../../src/extension/main.ts';
import { guarded, titlesOf } from '../../src/extension/window/commands.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService, Fault } from '../fake-service/service.ts';
import { answering } from './answers.ts';
import { until } from './until.ts';

describe('what goes wrong under a command of the sidebar', () => {
  let fake: FakeTableService;
  let fault: Fault | undefined;
  let browser: Api['browser'];
  let connection: ConnectionNode;

  before(async () => {
    fake = await startFakeTableService({ Orders: [{ PartitionKey: 'a', RowKey: 'b' }] }, () => fault);
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
    const added = await browser.connect('Broken off', fake.connectionString);
    connection = added;
  });
  afterEach(() => (fault = undefined));
  after(async () => {
    await answering([{ press: 'Remove' }], () => command('disconnect', connection));
    await fake.stop();
  });

  it('is told by the command’s name where nobody foresaw it, and its words are in no log', async () => {
    const logged: string[] = [];
    const output = { error: (line: string | Error) => logged.push(String(line)), show: () => undefined };
    const reveal = (): never => {
      throw new Error('Cannot resolve tree item for element 0/canary-key-5512');
    };
    const [said] = await answering([], () => Promise.resolve(guarded(output, 'Go to Row…', reveal)()));
    assert.match(said?.message ?? '', /^“Go to Row…” failed \(Error\)\. It might be partly done/);
    assert.match(logged[0] ?? '', /^Go to Row…: Error\n\s+at .*reveal/);
    assert.ok(!JSON.stringify([said, logged]).includes('canary'));
    const titleOf = titlesOf({ packageJSON: { contributes: { commands: [{ command: 'a', title: 'A' }] } } });
    assert.deepEqual([titleOf('a'), titleOf('b')], ['A', 'b']);
  });

  it('works on no row that only looks like one: a link may say what it likes', async () => {
    await vscode.env.clipboard.writeText('as it was');
    const row = await table();
    const lookalike = JSON.parse(JSON.stringify(row)) as unknown;
    const throwing = (): never => {
      throw new Error('asked');
    };
    const lookalikes: readonly unknown[] = [
      ...[lookalike, Object.create(row) as unknown, new Proxy(row, {}), { ...row }],
      new Proxy(row, { get: throwing, has: throwing, getPrototypeOf: throwing, ownKeys: throwing }),
      ...[Symbol('x'), 10n, throwing, [row]],
    ];
    const before = fake.requests.length;
    const named = ['copyTableName', 'countEntities', 'deleteTable', 'refresh'];
    const more = ['copyFilter', 'copyEntity', 'copyValue', 'openEntity', 'closeSearch', 'showAllPartitions'];
    for (const name of [...named, ...more]) {
      for (const given of [[], ['x'], [{ kind: 'table', table: 'x' }], ...lookalikes.map((one) => [one])]) {
        const [told] = await answering([], () => command(name, ...given));
        assert.equal(
          told?.message,
          'Choose this command from the menu of a row in the Partition Lens sidebar.',
        );
      }
    }
    assert.equal(await vscode.env.clipboard.readText(), 'as it was');
    assert.equal(fake.requests.length, before);
  });

  it('is told of an entity in words of its own where it cannot be opened', async () => {
    const [partition] = await children(await table());
    const [entity] = await children(partition);
    fault = { kind: 'status', status: 404, code: 'ResourceNotFound' };
    const [told] = await answering([], () => command('openEntity', entity));
    assert.match(told?.message ?? '', /^It no longer exists \(ResourceNotFound\)\. It was deleted/);
    fault = undefined;
    await command('openEntity', entity);
    const document = await until(() => vscode.window.activeTextEditor?.document, 'the entity');
    assert.match(document.getText(), /"RowKey": "b"/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('is told of a declaration whose file cannot be read, and leaves what is there', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, '.partitionlens.json');
    await vscode.workspace.fs.createDirectory(file);
    try {
      const answers = [{ pick: 'PartitionKey' }, { pick: 'Another codec' }, { pick: 'yyyyMMdd' }];
      const shown = await answering(answers, async () => command('declareKeyCodec', await table()));
      const told = shown.at(-1)?.message ?? '';
      assert.match(
        told,
        /^\.partitionlens\.json can't be read or written \(FileIsADirectory\), so nothing was/,
      );
      assert.equal((await vscode.workspace.fs.stat(file)).type, vscode.FileType.Directory);
      const declared = new DeclaredKeys();
      const nowhere = vscode.Uri.parse('no-such-scheme:/folder');
      assert.equal((await declared.declare(nowhere, 'Orders', 'rowKey', [])).kind, 'failed');
      declared.dispose();
    } finally {
      await vscode.workspace.fs.delete(file, { recursive: true });
    }
  });

  it('is not known of a change whose answer broke off: that is told', async () => {
    fault = { kind: 'drop' };
    const [, told] = await answering([{ type: 'Another' }], () => command('createTable', connection));
    assert.match(told?.message ?? '', /^Creating table Another: .* The service might have done it anyway/);
  });

  it('leaves a connection that was removed to be connected again, as itself', async () => {
    await answering([{ press: 'Remove' }], () => command('disconnect', connection));
    const answers = [{ pick: 'Connection string' }, { type: fake.connectionString }, { type: 'Back' }];
    await answering(answers, () => command('reconnect', connection));
    const again = (await browser.accounts.list()).find(({ id }) => id === connection.id);
    assert.equal(again?.connection.name, 'Back');
    assert.equal((await browser.accounts.open(connection.id)).kind, 'service');
  });

  it('is nothing where settings have what they cannot have', async () => {
    const set = async (section: string, name: string, value: unknown): Promise<void> => {
      const settings = vscode.workspace.getConfiguration(section);
      await settings.update(name, value, vscode.ConfigurationTarget.Global);
    };
    try {
      await set('http', 'noProxy', 'storage.invalid');
      await set('partitionLens.azurite', 'endpoint', 10_002);
      assert.ok((await browser.accounts.list()).some(({ id }) => id === connection.id));
      assert.equal((await table()).kind, 'table');
    } finally {
      await set('http', 'noProxy', undefined);
      await set('partitionLens.azurite', 'endpoint', undefined);
    }
  });

  function command(name: string, ...args: unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(`partitionLens.${name}`, ...args);
  }

  async function children(node: BrowserNode | undefined): Promise<BrowserNode[]> {
    return (await browser.tree.getChildren(node)) ?? [];
  }

  async function table(): Promise<BrowserNode> {
    const [first] = await children(connection);
    assert.ok(first?.kind === 'table', first?.kind);
    return first;
  }
});
