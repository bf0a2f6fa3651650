import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { BrowserNode } from '../../src/extension/sidebar/nodes.ts';
import type { Api } from '../../src/extension/main.ts';
import { generatedRows } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { answering } from './answers.ts';
import { textOf } from './text-of.ts';

describe('a count that takes long', () => {
  const { withProgress, showInformationMessage } = vscode.window;
  let fake: FakeTableService;
  let browser: Api['browser'];
  let connection: BrowserNode;

  before(async () => {
    fake = await startFakeTableService({ Long: generatedRows({ partitions: 103, rows: 1_000 }) });
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
    connection = await browser.connect('Counting suite', fake.connectionString);
  });
  afterEach(() => {
    Object.assign(vscode.window, { withProgress, showInformationMessage });
  });
  after(async () => {
    await answering([{ press: 'Remove' }], () =>
      vscode.commands.executeCommand('partitionLens.disconnect', connection),
    );
    await fake.stop();
  });

  it('says how far it is, is left when it is cancelled, and goes on from there when that is wanted', async () => {
    const [table] = (await browser.tree.getChildren(connection)) ?? [];
    assert.ok(table?.kind === 'table');
    const row = async (): Promise<string> => {
      const item = await Promise.resolve(browser.tree.getTreeItem(table));
      return textOf(item.description);
    };
    const told: string[] = [];
    // the first count is cancelled after two answers
    let cancelling: vscode.CancellationTokenSource | undefined = new vscode.CancellationTokenSource();
    Object.assign(vscode.window, {
      withProgress: (options: vscode.ProgressOptions, task: (...given: readonly unknown[]) => unknown) => {
        assert.equal(options.cancellable, true);
        const { token } = cancelling ?? new vscode.CancellationTokenSource();
        const report = ({ message = '' }): void => {
          told.push(message);
          if (told.length === 2) cancelling?.cancel();
        };
        return task({ report }, token);
      },
    });
    /** Counts, and says this to the offer to go on; what was told at the ends. */
    const count = async (answer: string | undefined): Promise<string[]> => {
      const ends: string[] = [];
      const showInformation = (message: string, ...offers: readonly string[]): Promise<unknown> => {
        ends.push(message);
        return Promise.resolve(offers.find((offer) => offer === answer));
      };
      Object.assign(vscode.window, { showInformationMessage: showInformation });
      await vscode.commands.executeCommand('partitionLens.countEntities', table);
      return ends;
    };
    const [cancelled] = await count(undefined);
    assert.match(cancelled ?? '', /^Long: over 2,000 entities, [23] requests\. Cancelled\.$/);
    assert.deepEqual(told.slice(0, 2), ['1,000 so far, 1 request', '2,000 so far, 2 requests']);
    assert.match(await row(), /^counted over 2,000 entities, \d+ requests/);

    // the second one comes to the end of its budget, and goes on
    cancelling = undefined;
    const before = fake.requests.length;
    const [paused, done] = await count('Continue');
    assert.match(paused ?? '', /^Long: over 100,000 entities, 100 requests\./);
    assert.equal(done, 'Long: 103,000 entities in 103 partitions, 103 requests');
    assert.equal(fake.requests.length - before, 103);
    assert.equal(await row(), 'counted 103,000 entities in 103 partitions, 103 requests');

    // a third one, which tells less, takes nothing away
    told.length = 0;
    cancelling = new vscode.CancellationTokenSource();
    const [third] = await count(undefined);
    assert.match(third ?? '', /^Long: over 2,000 entities, [23] requests\. Cancelled\.$/);
    assert.equal(await row(), 'counted 103,000 entities in 103 partitions, 103 requests');

    // while the offer to go on is not answered, the count can be begun anew
    told.length = 0;
    cancelling = new vscode.CancellationTokenSource();
    let answer: () => void = () => undefined;
    const isOffered = new Promise<void>((offered) => {
      const showInformation = (): Promise<unknown> => {
        offered();
        return new Promise((resolve) => {
          answer = () => {
            resolve(undefined);
          };
        });
      };
      Object.assign(vscode.window, { showInformationMessage: showInformation });
    });
    const unanswered = vscode.commands.executeCommand('partitionLens.countEntities', table);
    await isOffered;
    told.length = 0;
    cancelling = new vscode.CancellationTokenSource();
    const anew = await count(undefined);
    assert.match(anew[0] ?? '', /^Long: over 2,000 entities/);
    answer();
    await unanswered;
  });
});
