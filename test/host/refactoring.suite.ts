import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { suiteFolder, untilRules } from './lens-files.ts';
import { until } from './until.ts';

const HEAD = `import { TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Renamed');
`;
const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: "${filter}" } });\n`;
const BROKEN = `${HEAD}${list("PartitionKey == 'a'")}${list("PartitionKey == 'b'")}`;
const MENDED = `${HEAD}${list("PartitionKey eq 'a'")}${list("PartitionKey eq 'b'")}`;
const listed = (select: string): string =>
  `client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'", select: [${select}] } });\n`;
const SELECTED = `${HEAD}${listed("'rowKey', 'etag'")}${listed("'a', 'etag'")}`;
const UNSELECTED = `${HEAD}${listed("'rowKey'")}${listed("'a'")}`;
const WRITE = `${HEAD}export const hire = (id: string, email: string) =>
  client.createEntity({ partitionKey: 'Sales', rowKey: id, email });
`;
const READ = `${HEAD}client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales' and email eq 'a'", select: ['email'] } });\n`;

describe('refactoring in the window', () => {
  const folder = suiteFolder('refactoring-suite');
  const { uri } = folder;

  afterEach(() => folder.remove());

  const broken = (name: string): Promise<void> => untilRules(uri(name), ['invalid-filter', 'invalid-filter']);

  it('fixes all that is safe on save, where that is turned on', async () => {
    const settings = vscode.workspace.getConfiguration('editor');
    await settings.update(
      'codeActionsOnSave',
      { 'source.fixAll.partitionLens': 'explicit' },
      vscode.ConfigurationTarget.Workspace,
    );
    try {
      const document = await folder.show('save.ts', BROKEN);
      await broken('save.ts');
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), '// changed\n');
      assert.ok(await vscode.workspace.applyEdit(edit));
      assert.ok(await document.save());
      assert.equal(document.getText(), `// changed\n${MENDED}`);
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), `// changed\n${BROKEN}`);
    } finally {
      await settings.update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('fixes a rule in all files, also in those that no editor shows', async () => {
    // a rule that the samples of this workspace keep: they are changed on the disk, and other suites read them
    const found = (name: string): Promise<void> => untilRules(uri(name), ['select-etag', 'select-etag']);
    await folder.show('other.ts', SELECTED);
    await found('other.ts');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    const document = await folder.show('shown.ts', SELECTED);
    await found('shown.ts');
    const range = new vscode.Range(3, 0, 3, 110);
    const titled = async (): Promise<vscode.CodeAction | undefined> => {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return actions.find(({ title }) => title === 'Fix all select-etag in the workspace');
    };
    const { command } = await until(titled, 'the action');
    assert.ok(command);
    await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
    await until(() => document.getText() === UNSELECTED, 'the file that is shown');
    const other = await vscode.workspace.openTextDocument(uri('other.ts'));
    assert.equal(other.getText(), UNSELECTED);
    await untilRules(document.uri, []);
  });

  it('renames a property where it is written, asked and selected, and shows it first', async () => {
    await folder.show('write.ts', WRITE);
    const document = await folder.show('read.ts', READ);
    const position = document.positionAt(READ.indexOf('email') + 1);
    const renamed = async (): Promise<vscode.WorkspaceEdit | undefined> => {
      const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
        'vscode.executeDocumentRenameProvider',
        document.uri,
        position,
        'mail',
      );
      return edit.has(uri('write.ts')) ? edit : undefined;
    };
    const edit = await until(renamed, 'the rename');
    const change = new vscode.WorkspaceEdit();
    for (const name of ['read.ts', 'write.ts']) change.set(uri(name), edit.get(uri(name)));
    assert.ok(await vscode.workspace.applyEdit(change));
    const said = JSON.stringify(edit.entries());
    assert.equal(document.getText(), READ.replaceAll('email', 'mail'), said);
    const written = await vscode.workspace.openTextDocument(uri('write.ts'));
    assert.equal(written.getText(), WRITE.replace('rowKey: id, email', 'rowKey: id, mail: email'));
    assert.ok(edit.has(uri('copy-email-to-mail.ts')));
    await untilRules(document.uri, []);
  });
});
