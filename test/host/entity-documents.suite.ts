import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { BrowserNode } from '../../src/extension/sidebar/nodes.ts';
import type { Api } from '../../src/extension/main.ts';
import { generatedRows } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService, Fault } from '../fake-service/service.ts';
import { answering } from './answers.ts';
import { until } from './until.ts';

describe('the document of an entity', () => {
  let fake: FakeTableService;
  let browser: Api['browser'];
  let connection: BrowserNode;
  let name = 'before';
  let fault: Fault | undefined;

  before(async () => {
    const rows = generatedRows({
      partitions: 1,
      rows: 1,
      properties: () => [{ name: 'Name', value: { type: 'String', value: name } }],
    });
    fake = await startFakeTableService({ Changing: rows }, () => fault);
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
    connection = await browser.connect('Documents suite', fake.connectionString);
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await answering([{ press: 'Remove' }], () =>
      vscode.commands.executeCommand('partitionLens.disconnect', connection),
    );
    await fake.stop();
  });

  it('is of the entity as it is when it is opened, also again, and says when it is gone', async () => {
    const entity = await below(connection, 'table', 'partition', 'entity');
    const open = (): Thenable<unknown> => vscode.commands.executeCommand('partitionLens.openEntity', entity);
    const shown = (text: string): Promise<boolean> =>
      until(
        () => vscode.window.activeTextEditor?.document.getText().includes(`"Name": "${text}"`),
        `a document with ${text}`,
      );
    const sent = fake.requests.length;
    await open();
    await shown('before');
    assert.equal(fake.requests.length - sent, 1);
    name = 'after';
    await open();
    await shown('after');
    assert.equal(fake.requests.length - sent, 2);
    fault = { kind: 'status', status: 404, code: 'ResourceNotFound' };
    const [said] = await answering([], open);
    assert.match(said?.message ?? '', /^It no longer exists/);
  });

  /** The first node of each of these kinds, each below the one before. */
  async function below(node: BrowserNode, ...kinds: readonly BrowserNode['kind'][]): Promise<BrowserNode> {
    const [kind, ...others] = kinds;
    if (kind === undefined) return node;
    const found = (await browser.tree.getChildren(node))?.find((child) => child.kind === kind);
    assert.ok(found, `no ${kind}`);
    return below(found, ...others);
  }
});
