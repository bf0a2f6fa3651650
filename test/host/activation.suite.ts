// First of the suites by its name: the extension can be seen inactive only before anything woke it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Api } from '../../src/extension/main.ts';
import { whenTablesAreNamed } from '../../src/extension/lens/tables-named.ts';
import { lensesOf } from './lens-files.ts';
import { until } from './until.ts';

/** Of docs/performance.md, in the processor's time: what else the machine does is not counted. */
const BUDGET_MS = 50;

/** That a TypeScript file activates it is seen by the journeys: here it is activated by hand, to be measured. */
describe('activation', () => {
  const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');

  let manifests: readonly vscode.Uri[] = [];

  // those of the samples name the SDK
  before(async () => {
    manifests = await vscode.workspace.findFiles('**/package.json', '**/node_modules/**');
    assert.ok(manifests.length > 0, 'the samples have no manifest');
    for (const each of manifests) await vscode.workspace.fs.rename(each, aside(each));
  });
  after(async () => {
    for (const each of manifests) await vscode.workspace.fs.rename(aside(each), each);
  });

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

  it('starts no language server and shows nothing while nothing names the SDK of Azure Tables', async () => {
    assert.ok(extension, 'the extension is not there');
    let named = 0;
    const watching = whenTablesAreNamed(() => named++);
    try {
      const document = await show('plain.ts', 'export const list = async () => store.listEntities();\n');
      assert.deepEqual(await lensesOf(document), []);
      await write('other/package.json', '{ "dependencies": { "left-pad": "1" } }');
      assert.equal(named, 0);
      assert.equal(extension.exports.lens.isAsked(), false);
      await show('tables.ts', "import { TableClient } from '@azure/data-tables';\n");
      await until(() => named === 1, 'the source to be seen');
      await until(() => extension.exports.lens.isAsked(), 'the server to be asked');
    } finally {
      watching.dispose();
    }
  });

  it('looks at the manifests of the workspace at its start', async () => {
    let named = 0;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await write('package.json', '{ "dependencies": { "@azure/data-tables": "13" } }');
    const watching = whenTablesAreNamed(() => named++);
    await until(() => named === 1, 'the manifest to be seen');
    watching.dispose();
    await vscode.workspace.fs.delete(uriOf('package.json'));
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

function aside(manifest: vscode.Uri): vscode.Uri {
  return manifest.with({ path: `${manifest.path}.aside` });
}

function uriOf(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  return vscode.Uri.joinPath(folder.uri, name);
}

async function write(name: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(uriOf(name), new TextEncoder().encode(text));
}

async function show(name: string, text: string): Promise<vscode.TextDocument> {
  await write(name, text);
  const { document } = await vscode.window.showTextDocument(uriOf(name));
  return document;
}
