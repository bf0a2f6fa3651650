// First of the suites by its name: the extension can be seen inactive only before anything woke it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.ts';

describe('activation', () => {
  const extension = vscode.extensions.getExtension('partition-lens.partition-lens');

  it('stays inactive with a Markdown file open', async () => {
    assert.ok(extension, 'the extension is not there');
    await show('notes.md', '# Notes\n');
    assert.equal(extension.isActive, false);
  });

  it('is active after a TypeScript file opens', async () => {
    assert.ok(extension, 'the extension is not there');
    await show('empty.ts', 'export {};\n');
    await until(() => extension.isActive, 'the extension to become active');
  });
});

async function show(name: string, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  const uri = vscode.Uri.joinPath(folder.uri, name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  await vscode.window.showTextDocument(uri);
}
