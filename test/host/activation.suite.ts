// First of the suites by its name: the extension can be seen inactive only before anything woke it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Of ARCHITECTURE.md, in the processor's time: what else the machine does is not counted. */
const BUDGET_MS = 50;

/** That a TypeScript file activates it is seen by the journeys: here it is activated by hand, to be measured. */
describe('activation', () => {
  const extension = vscode.extensions.getExtension('partition-lens.partition-lens');

  it('stays inactive with a Markdown file open', async () => {
    assert.ok(extension, 'the extension is not there');
    await show('notes.md', '# Notes\n');
    assert.equal(extension.isActive, false);
  });

  // a clock's limit would fail on a slow machine, so the time is printed beside its budget
  it('becomes active, and says what that took of the extension host', async () => {
    assert.ok(extension, 'the extension is not there');
    const before = process.cpuUsage();
    await extension.activate();
    const { user, system } = process.cpuUsage(before);
    assert.equal(extension.isActive, true);
    console.log(`      activation: ${(user + system) / 1_000} ms of CPU (budget ${BUDGET_MS} ms)`);
  });

  it('registers every command that its manifest names, or VS Code has it', async () => {
    const manifest = JSON.stringify((extension?.packageJSON as { contributes: object }).contributes);
    const named = [...manifest.matchAll(/"command":"([^"]+)"|\(command:([\w.]+)/g)];
    const commands = new Set(named.map(([, contributed, linked]) => contributed ?? linked ?? ''));
    assert.ok(commands.size > 20 && commands.has('workbench.actions.view.problems'), [...commands].join());
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      [...commands].filter((command) => !registered.has(command)),
      [],
    );
  });
});

async function show(name: string, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  const uri = vscode.Uri.joinPath(folder.uri, name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  await vscode.window.showTextDocument(uri);
}
