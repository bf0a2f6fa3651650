import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { unaskedLenses } from '../../src/extension/lens/unasked-lenses.ts';
import { replace, suiteFolder } from './lens-files.ts';
import { until } from './until.ts';

describe('lenses that VS Code does not ask for', () => {
  const folder = suiteFolder('unasked-lenses');
  const source = new vscode.CancellationTokenSource();

  after(async () => {
    source.dispose();
    await folder.remove();
  });

  it('are brought to its mind until it does', async () => {
    const document = await folder.show('a.ts', 'export const a = 1;\n');
    const reminded: (string | undefined)[] = [];
    // no other extension comes to life meanwhile
    const { middleware, follow } = unaskedLenses(() => 0);
    const following = follow((asked) => ({
      onDidChangeCodeLensEmitter: {
        fire: () => {
          reminded.push(asked.fileName);
        },
      },
    }));
    try {
      await replace(document, '1', '2');
      await until(() => reminded.length >= 4, 'four reminders');
      await middleware.provideCodeLenses(document, source.token, () => []);
      const before = reminded.length;
      await folder.write({ 'b.ts': 'export const b = 1;\n' });
      const other = await vscode.workspace.openTextDocument(folder.uri('b.ts'));
      await vscode.window.showTextDocument(other, vscode.ViewColumn.Beside);
      await replace(other, '1', '2');
      await until(() => reminded.includes(other.fileName), 'a reminder of the other document');
      assert.deepEqual(new Set(reminded.slice(before)), new Set([other.fileName]));
    } finally {
      following.dispose();
    }
  });
});
