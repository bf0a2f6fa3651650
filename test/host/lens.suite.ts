import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HOSTILE_TEXTS, TARGET } from '../support/hostile-texts.ts';
import { answering } from './answers.ts';
import { findingsOf, replace, ruleOf, suiteFolder } from './lens-files.ts';
import { until } from './until.ts';

const HEAD = `import { TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Employees');
`;
const SCAN = `${HEAD}client.listEntities({ queryOptions: { filter: "Age gt 30" } });\n`;
const INVALID = `${HEAD}client.listEntities({ queryOptions: { filter: "PartitionKey == 'Sales'" } });\n`;

describe('the lens', () => {
  const folder = suiteFolder('lens-suite');
  let file: vscode.Uri;
  let number = 0;

  const open = (text: string): Promise<vscode.TextDocument> => {
    const name = `${++number}.ts`;
    file = folder.uri(name);
    return folder.show(name, text);
  };
  const found = (rule: string): Promise<vscode.Diagnostic> =>
    until(() => findingsOf(file).find((each) => ruleOf(each) === rule), `the finding ${rule}`);

  afterEach(() => folder.remove());

  it('underlines the condition that scans the table, and links its rule into the editor', async () => {
    const document = await open(SCAN);
    const diagnostic = await found('table-scan');
    assert.equal(document.getText(diagnostic.range), 'Age gt 30');
    assert.equal(diagnostic.severity, vscode.DiagnosticSeverity.Warning);
    const target = typeof diagnostic.code === 'object' ? diagnostic.code.target : undefined;
    assert.equal(
      target?.toString(),
      `${vscode.env.uriScheme}://partition-lens.partition-lens/rules/table-scan`,
    );
  });

  it('follows what is typed', async () => {
    const document = await open(SCAN);
    await found('table-scan');
    await replace(document, 'Age gt 30', "PartitionKey eq 'Sales'");
    await until(() => findingsOf(file).length === 0, 'the finding to go');
    assert.ok(document.isDirty);
    await document.save();
  });

  it('applies a fix that drops its finding', async () => {
    const document = await open(INVALID);
    const { range } = await found('invalid-filter');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      file,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const fix = actions.find((action) => action.isPreferred === true && action.edit?.has(file));
    assert.ok(fix?.edit, `no preferred fix among: ${actions.map(({ title }) => title).join(', ')}`);
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    await until(() => findingsOf(file).length === 0, 'the finding to go');
    assert.match(document.getText(), /PartitionKey eq 'Sales'/);
    await document.save();
  });

  it('writes the comment that silences a rule', async () => {
    const document = await open(SCAN);
    const { range } = await found('table-scan');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      file,
      range,
    );
    const silence = actions.find(({ title }) => title === 'Disable table-scan for this line');
    assert.ok(silence?.command, `no such action among: ${actions.map(({ title }) => title).join(', ')}`);
    const { command, arguments: args = [] } = silence.command;
    const before = document.getText();
    await vscode.commands.executeCommand(command, ...(args as unknown[]), 'a few rows');
    await until(() => findingsOf(file).length === 0, 'the finding to go');
    assert.match(document.getText(), /^\/\/ partition-lens-disable-next-line table-scan -- a few rows$/m);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), before);
    await document.save();
  });

  it('shows cost, shape, table and pinned key above a query', async () => {
    await open(INVALID.replace('==', 'eq'));
    const lenses = await until(async () => {
      const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        file,
      );
      return all.map((lens) => lens.command?.title).find((title) => title?.includes('Employees') === true);
    }, 'the code lens');
    assert.equal(lenses, "$(info)\u00a0Partition scan · Employees · PartitionKey is 'Sales'");
  });

  it('copies a finding as a bug report from the light bulb', async () => {
    await vscode.env.clipboard.writeText('as it was');
    await open(SCAN);
    const [finding] = await until(() => {
      const found = findingsOf(file);
      return found.length > 0 ? found : undefined;
    }, 'the finding');
    assert.ok(finding);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      file,
      finding.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const action = actions.find(({ title }) => title.startsWith('Copy as Bug Report'));
    assert.ok(action?.command, actions.map(({ title }) => title).join());
    const args = (action.command.arguments ?? []) as unknown[];
    await vscode.commands.executeCommand(action.command.command, ...args);
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /^Partition Lens \d+\.\d+\.\d+ reports table-scan\/[^]*listEntities/);
    assert.doesNotMatch(copied, /Employees/);
  });

  it('explains a query where the pointer rests', async () => {
    const document = await open(SCAN);
    const at = document.positionAt(SCAN.indexOf('listEntities') + 2);
    const text = await until(async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        file,
        at,
      );
      const texts = hovers.flatMap(({ contents }) => contents);
      const markdown = texts.filter((each) => each instanceof vscode.MarkdownString);
      return markdown.map(({ value }) => value).find((each) => each.includes('Table scan'));
    }, 'the hover');
    assert.match(text, /`Employees`/);
    assert.match(text, /command:partitionLens\.openRule\?.*table-scan/);
  });

  it("opens a rule's page by its address", async () => {
    await open(SCAN);
    await openAddress('/rules/table-scan');
    await until(
      () =>
        vscode.window.tabGroups.all
          .flatMap((group) => group.tabs)
          .some((tab) => tab.input instanceof vscode.TabInputWebview && tab.label.includes('table-scan.md')),
      'the preview of the page',
    );
  });

  it('opens nothing by any other address, and repeats nothing of it', async () => {
    const others = [
      '/x[Click](command:x)',
      '/rules/a[Click](command:x)',
      '/rules/../server',
      '/table-scan',
      '',
    ];
    const rules = [
      ...[
        '__proto__',
        'constructor',
        'TABLE-SCAN',
        'table-scan.md',
        'table-scan\0',
        'table-scan\n',
        '/table-scan',
      ],
      ...['table-scan/../../server', '%2e%2e/server', '\\\\a.example\\table-scan', 'a'.repeat(20_000)],
      ...HOSTILE_TEXTS.map((text) => text.slice(0, 500)),
    ];
    for (const path of [...others, ...rules.map((rule) => `/rules/${rule}`)]) {
      const told: unknown[] = [];
      const { showErrorMessage } = vscode.window;
      Object.assign(vscode.window, {
        showErrorMessage: (...given: unknown[]) => {
          told.push(given[0]);
          return Promise.resolve(undefined);
        },
      });
      try {
        await openAddress(path);
        await until(() => told.length > 0, 'what is said');
      } finally {
        Object.assign(vscode.window, { showErrorMessage });
      }
      assert.deepEqual(told, [NO_PAGE]);
    }
  });

  it('takes from a link what a lens or a hover gives, and nothing else', async () => {
    const { uri } = await open(SCAN);
    const start = { line: 0, character: 0 };
    const sites: readonly (readonly unknown[])[] = [
      [`command:${TARGET}`, start, 'Employees'],
      ['file:///etc/passwd', start, 'Employees'],
      [uri.toString(), { line: -1, character: 0 }, 'Employees'],
      [uri.toString(), { line: 1e99, character: 0.5 }, 'Employees'],
      [uri.toString(), 'x', 'Employees'],
      [{ toString: 'x' }, start, {}],
      [['x']],
    ];
    for (const command of ['runQuery', 'explainQuery', 'showTableOperations']) {
      for (const site of sites) {
        const shown = await answering([], () =>
          vscode.commands.executeCommand(`partitionLens.${command}`, ...site),
        );
        assert.deepEqual(shown, [], `${command} ${JSON.stringify(site)}`);
      }
    }
    for (const rule of [...HOSTILE_TEXTS, '../server', 'table-scan.md', 7, { length: 1 }, ['table-scan']]) {
      const [told] = await answering([], () =>
        vscode.commands.executeCommand('partitionLens.openRule', rule),
      );
      assert.equal(told?.message, NO_PAGE);
    }
  });
});

const NO_PAGE =
  "This version of Partition Lens doesn't have this page. The link might come from another version. You can open a rule's page from its finding in the Problems panel.";

/** Opens an address of the extension as a browser does. */
async function openAddress(path: string): Promise<void> {
  // else VS Code asks first, and nobody is there to answer
  const settings = vscode.workspace.getConfiguration('extensions');
  const trusted = ['partition-lens.partition-lens'];
  await settings.update('confirmedUriHandlerExtensionIds', trusted, vscode.ConfigurationTarget.Global);
  const address = { scheme: vscode.env.uriScheme, authority: 'partition-lens.partition-lens', path };
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.from(address));
}
