import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { untilKept } from '../../src/extension/connections/closed-secrets.ts';
import { connectionCommands } from '../../src/extension/connections/connection-commands.ts';
import { Connections } from '../../src/extension/connections/connections.ts';
import { AzuriteServer } from '../../src/extension/azurite/start-azurite.ts';
import { BrowserModel } from '../../src/extension/sidebar/model.ts';
import type { ConnectionNode } from '../../src/extension/sidebar/nodes.ts';
import { FakeMemory, surroundings } from '../support/connection-memory.ts';
import { answering } from './answers.ts';

const KEY = Buffer.from('canary-key-4471').toString('base64');
const connectionString = `AccountName=shop;AccountKey=${KEY}`;

describe('a secret storage that does not open', () => {
  let memory: FakeMemory;
  let connections: Connections;
  let node: ConnectionNode;

  beforeEach(async () => {
    memory = new FakeMemory();
    connections = new Connections(memory.memory(), surroundings());
    node = await connections.add({ name: 'Shop', connectionString });
    memory.isClosed = true;
  });

  it('keeps no connection, and says that its secret may be left until it is deleted', async () => {
    let deletions = 0;
    const deleteSecret = connections.deleteSecret.bind(connections);
    connections.deleteSecret = (id) => {
      deletions += 1;
      // somebody unlocks the keyring before the third try
      memory.isClosed = deletions < 3;
      return deleteSecret(id);
    };
    const answers = [{ press: 'Remove' }, { press: 'Delete It' }, { press: 'Delete It' }];
    const shown = await answering(answers, () => Promise.resolve(commands().disconnect(node)));
    const [asked, told, toldAgain] = shown.map(({ message }) => message);
    assert.equal(asked, 'Remove the connection “Shop”?');
    assert.match(
      told ?? '',
      /^VS Code's secret storage can't be opened, so the connection string of “Shop” might/,
    );
    assert.equal(toldAgain, told);
    assert.equal(connections.info(node.id), undefined);
    assert.equal(memory.stored.size, 0);
  });

  it('is told where a connection is saved, which is kept for another try', async () => {
    let tries = 0;
    const keep = (): Promise<ConnectionNode> => {
      tries += 1;
      memory.isClosed = tries < 2;
      return connections.add({ name: 'Other', connectionString });
    };
    const [told] = await answering([{ press: 'Try Again' }], () => untilKept(keep));
    assert.match(told?.message ?? '', /^VS Code's secret storage can't be opened, so nothing was saved/);
    assert.deepEqual(connections.names(), ['Azurite', 'Shop', 'Other']);
    memory.isClosed = true;
    await answering([{ press: '' }], async () => {
      const given = { name: 'Third', connectionString };
      assert.equal(await untilKept(() => connections.add(given)), undefined);
    });
    assert.deepEqual(connections.names(), ['Azurite', 'Shop', 'Other']);
  });

  function commands(): ReturnType<typeof connectionCommands> {
    const model = new BrowserModel({
      connections: () => connections.list(),
      open: (id) => connections.open(id),
      run: (_node, read) => read({ signal: new AbortController().signal, onProgress: () => undefined }),
      declared: () => undefined,
      changed: () => undefined,
    });
    const azurite = new AzuriteServer(vscode.Uri.file('/nowhere'), () => undefined);
    const view = { reveal: () => Promise.resolve() };
    return connectionCommands({ model, view, connections, azurite });
  }
});
