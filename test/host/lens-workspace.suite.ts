import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { findingsOf, lensesOf, replace, rulesOf, suiteFolder, untilRules } from './lens-files.ts';
import { until } from './until.ts';

const factory = (table: string): string => `import { TableClient } from '@azure/data-tables';
declare const connection: string;
export const open = () => TableClient.fromConnectionString(connection, '${table}');
`;
const NO_FACTORY = 'export const open = () => ({ listEntities() {}, createEntity(_entity: object) {} });\n';
const READER = `import { open } from './factory';
export const all = open().listEntities({ queryOptions: { filter: "Age gt 30" } });
`;
const WRITER = `import { open } from './factory';
await open().createEntity({ partitionKey: 'Sales', rowKey: '1' });
`;

/** Seconds that a step from one place to the next has to show its editor. */
const STEP = 3;

describe('the lens over many files', () => {
  const folder = suiteFolder('workspace-suite');
  const { uri } = folder;

  afterEach(() => folder.remove());

  it('follows an edit of a factory in the findings of another file, before anything is saved', async () => {
    await folder.write({ 'factory.ts': factory('Employees'), 'reader.ts': READER });
    await folder.show('reader.ts');
    await untilRules(uri('reader.ts'), ['table-scan']);
    const document = await folder.show('factory.ts');
    await replace(document, document.getText(), NO_FACTORY);
    await untilRules(uri('reader.ts'), []);
    assert.ok(document.isDirty);
    await vscode.commands.executeCommand('undo');
    await untilRules(uri('reader.ts'), ['table-scan']);
  });

  it('goes from a query to the writes of its table, and back', async () => {
    await folder.write({ 'factory.ts': factory('GoThere'), 'writer.ts': WRITER });
    const document = await folder.show('reader.ts', READER);
    const lens = await until(
      async () =>
        (await lensesOf(document)).find(
          ({ command }) =>
            command?.title.startsWith('$(warning)\u00a0Table scan · GoThere') === true &&
            command.tooltip === 'Show all operations on GoThere',
        ),
      'the code lens',
    );
    assert.equal(document.getText(lens.range), 'listEntities');
    const [, , table] = (lens.command?.arguments ?? []) as unknown[];
    assert.equal(table, 'GoThere');
    await execute(lens.command);
    await untilAt('writer.ts', 'createEntity', 'goToNextReference');
    await untilAt('reader.ts', 'listEntities', 'goToNextReference');
    await vscode.commands.executeCommand('closeReferenceSearch');
  });

  it('lists what it is not sure of, with the reason, and goes there', async () => {
    const unsure = 'export const f = (thing) => thing.listEntities();\n';
    await folder.show('unsure.js', unsure);
    assert.ok(!isAt('unsure.js', 'listEntities'));
    // what the active file has comes first
    const shown = vscode.commands.executeCommand('partitionLens.showUnknownOperations');
    await until(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return isAt('unsure.js', 'listEntities');
    }, 'the place that was chosen');
    await shown;
  });

  it('opens a sample that has what people meet first', async () => {
    await vscode.commands.executeCommand('partitionLens.openSample');
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    assert.ok(document.isUntitled);
    try {
      await untilRules(document.uri, ['table-scan', 'unescaped-interpolation', 'lost-update']);
    } finally {
      // what is not saved asks before it is closed
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });

  it('lists the findings of all files, also of those that no editor shows, and goes to the one that is selected', async () => {
    await folder.write({ 'factory.ts': factory('Employees') });
    const { uri: factoryUri } = await folder.show('factory.ts');
    let isShown = false;
    const editor = await until(async () => {
      // while a file is still to be checked there is no list
      if (!isShown) {
        isShown = true;
        void vscode.commands.executeCommand('partitionLens.showFindings').then(() => (isShown = false));
      }
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      const { activeTextEditor } = vscode.window;
      const isElsewhere = activeTextEditor?.document.uri.toString() !== factoryUri.toString();
      return isElsewhere ? activeTextEditor : undefined;
    }, 'the finding that was selected');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await until(() => !isShown, 'the end of the list');
    const { document, selection } = editor;
    await until(
      () => findingsOf(document.uri).some(({ range }) => range.start.isEqual(selection.start)),
      'the finding at the place that is shown',
    );
  });

  it('gives findings the severity that is set, and none where a rule is off', async () => {
    const settings = vscode.workspace.getConfiguration('partitionLens', uri(''));
    const set = (level: string | undefined): Thenable<void> =>
      settings.update(
        'rules',
        level === undefined ? undefined : { 'table-scan': level },
        vscode.ConfigurationTarget.Workspace,
      );
    const severity = (): vscode.DiagnosticSeverity | undefined => findingsOf(uri('reader.ts'))[0]?.severity;
    await folder.write({ 'factory.ts': factory('Employees') });
    await folder.show('reader.ts', READER);
    await untilRules(uri('reader.ts'), ['table-scan']);
    assert.equal(severity(), vscode.DiagnosticSeverity.Warning);
    try {
      await set('error');
      await until(() => severity() === vscode.DiagnosticSeverity.Error, 'the error');
      await set('off');
      await untilRules(uri('reader.ts'), []);
    } finally {
      await set(undefined);
    }
    await untilRules(uri('reader.ts'), ['table-scan']);
  });

  it('writes comments that silence a rule, after the fixes and never preferred', async () => {
    const document = await folder.show(
      'jsx.tsx',
      `${factory('Visitors')}export const view = (department: string) => (
  <ul>
    {open().listEntities({ queryOptions: { filter: "Age gt 30" } })}
  </ul>
);
`,
    );
    await untilRules(document.uri, ['table-scan']);
    const { range } = findingsOf(document.uri)[0] ?? assert.fail();
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const titles = actions.map(({ title }) => title);
    const first = titles.indexOf('Disable table-scan for this line');
    assert.equal(titles[first + 1], 'Disable table-scan for this file');
    const fix = titles.findIndex((title) => title.includes('PartitionKey'));
    assert.ok(fix >= 0 && fix < first, titles.join('\n'));
    const { command, arguments: args = [] } = actions[first]?.command ?? assert.fail();
    await vscode.commands.executeCommand(command, ...(args as unknown[]), 'a few rows');
    await untilRules(document.uri, []);
    assert.match(
      document.getText(),
      /^ {4}\{\/\* partition-lens-disable-next-line table-scan -- a few rows \*\/\}$/m,
    );
    await document.save();
  });

  it('follows a switch of branches: files that change, go, come and are renamed', async () => {
    const root = uri('').fsPath;
    const git = (...args: string[]): void => {
      const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
      execFileSync('git', [...who, '-C', root, ...args], { stdio: 'pipe' });
    };
    const commit = (message: string): void => {
      git('add', '--all');
      git('commit', '--quiet', '--message', message);
    };
    mkdirSync(root, { recursive: true });
    git('init', '--quiet', '--initial-branch', 'main');
    writeFileSync(join(root, 'factory.ts'), factory('Employees'));
    writeFileSync(join(root, 'filter.ts'), 'export const filter = "Age gt 30";\n');
    writeFileSync(join(root, 'reader.ts'), READER);
    const named = `import { open } from './factory';
import { filter } from './filter';
export const some = open().listEntities({ queryOptions: { filter } });
`;
    writeFileSync(join(root, 'named.ts'), named);
    commit('first');
    git('checkout', '--quiet', '-b', 'other');
    writeFileSync(join(root, 'factory.ts'), NO_FACTORY);
    rmSync(join(root, 'filter.ts'));
    commit('second');
    git('checkout', '--quiet', '-b', 'third', 'main');
    renameSync(join(root, 'factory.ts'), join(root, 'tables.ts'));
    writeFileSync(join(root, 'filter.ts'), `export const filter = "PartitionKey eq 'Sales'";\n`);
    writeFileSync(join(root, 'named.ts'), named.replace('./factory', './tables'));
    commit('third');
    git('checkout', '--quiet', 'main');

    await folder.show('reader.ts');
    await folder.show('named.ts');
    const found = async (reader: readonly string[], other: readonly string[]): Promise<void> => {
      await untilRules(uri('reader.ts'), reader);
      await untilRules(uri('named.ts'), other);
    };
    await found(['table-scan'], ['table-scan']);
    git('checkout', '--quiet', 'other');
    await found([], []);
    git('checkout', '--quiet', 'third');
    await until(() => rulesOf(uri('named.ts')).length === 0, 'no findings');
    git('checkout', '--quiet', 'main');
    await found(['table-scan'], ['table-scan']);
  });

  const isAt = (file: string, word: string): boolean => {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.uri.toString() !== uri(file).toString()) return false;
    return editor.document.getText(editor.selection) === word || wordAt(editor) === word;
  };
  const untilAt = async (file: string, word: string, command: string): Promise<void> => {
    await until(async () => {
      await vscode.commands.executeCommand(command);
      // an editor may open after the command has ended, and the next one would lead on from there
      return until(() => isAt(file, word), 'the editor', STEP).catch(() => undefined);
    }, `${command} to lead to ${word} in ${file}`);
  };
});

function wordAt({ document, selection }: vscode.TextEditor): string | undefined {
  const range = document.getWordRangeAtPosition(selection.active);
  return range && document.getText(range);
}

async function execute(command: vscode.Command | undefined): Promise<void> {
  const args = (command?.arguments ?? []) as unknown[];
  await vscode.commands.executeCommand(command?.command ?? '', ...args);
}
