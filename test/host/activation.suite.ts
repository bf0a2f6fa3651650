// First of the suites by its name: the extension can be seen inactive only before anything woke it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Of ARCHITECTURE.md. */
const BUDGET_MS = 50;

/** That a TypeScript file activates it is seen by the journeys: here it is activated by hand, to be measured. */
describe('activation', () => {
  const extension = vscode.extensions.getExtension('partition-lens.partition-lens');

  it('stays inactive with a Markdown file open', async () => {
    assert.ok(extension, 'the extension is not there');
    await show('notes.md', '# Notes\n');
    assert.equal(extension.isActive, false);
  });

  it('takes no more of the extension host’s time than the budget has', async () => {
    assert.ok(extension, 'the extension is not there');
    // the processor's time: what else the machine does is not counted
    const before = process.cpuUsage();
    await extension.activate();
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < BUDGET_MS * 1_000, `${(user + system) / 1_000} ms`);
  });
});

async function show(name: string, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  const uri = vscode.Uri.joinPath(folder.uri, name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  await vscode.window.showTextDocument(uri);
}
