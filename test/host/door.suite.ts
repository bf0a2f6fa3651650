import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { WorkDoneProgressBegin } from 'vscode-languageclient/node';
import * as assistantTools from '../../src/extension/window/assistant-tools.ts';
import * as commands from '../../src/extension/window/commands.ts';
import * as fromServer from '../../src/extension/window/from-server.ts';
import * as languageClient from '../../src/extension/window/language-client.ts';
import * as log from '../../src/extension/window/log.ts';
import * as mcpServers from '../../src/extension/window/mcp-servers.ts';
import * as messages from '../../src/extension/window/messages.ts';
import * as panel from '../../src/extension/window/panel.ts';
import * as problems from '../../src/extension/window/problems.ts';
import * as progress from '../../src/extension/window/progress.ts';
import * as questions from '../../src/extension/window/questions.ts';
import * as status from '../../src/extension/window/status.ts';
import * as tree from '../../src/extension/window/tree.ts';
import { assertPlain, HOSTILE_TEXTS, textsIn } from '../support/hostile-texts.ts';

const range = new vscode.Range(0, 0, 0, 1);
const token = new vscode.CancellationTokenSource().token;
const nothing = (): undefined => undefined;
const silent = { error: nothing, show: nothing };
const plainly = fromServer.plainAnswers({
  provideCodeLenses: (document, cancellation, next) => next(document, cancellation),
});

/** What each way through the door hands to VS Code when all of its texts are hostile; `seen` has what is not returned. */
const ways: Readonly<Record<string, (text: string, seen: unknown[]) => unknown>> = {
  showError: (text) => messages.showError(text, text),
  showWarning: (text) => messages.showWarning(text, text),
  showInformation: (text) => messages.showInformation(text, text),
  mcpServerDefinitions: (text, seen) => {
    seen.push(...mcpServers.mcpServerDefinitions([{ label: text, command: '', args: [], env: {} }], '1.0.0'));
  },
  preparedTool: async (text, seen) => {
    const ask = (): assistantTools.ToolQuestion => ({ doing: text, title: text, detail: [text, text] });
    seen.push(await assistantTools.preparedTool({ name: '', ask, run: () => Promise.resolve('') }, {}));
  },
  askModally: (text) =>
    messages.askModally({ severity: 'Warning', message: text, detail: [text, text], buttons: [text] }),
  askForText: async (text) => {
    const asked = { title: text, prompt: text, placeHolder: text, value: text };
    await questions.askForText({ ...asked, judge: () => text });
    await questions.askForText({ ...asked, judge: () => ({ severity: 'Info', message: text }) });
  },
  pick: async (text) => {
    const items = [{ heading: text }, { label: text, description: text, detail: text }];
    await questions.pick(items, { title: text, placeHolder: text });
    await questions.pick(Promise.resolve(items), { placeHolder: text });
  },
  askAsTyped: (text) =>
    questions.askAsTyped({
      title: text,
      placeHolder: text,
      itemsFor: () => [{ label: text, description: text, detail: text }],
      answer: nothing,
    }),
  pickWorkspaceFolder: (text) => questions.pickWorkspaceFolder(text),
  pickFile: (text) => questions.pickFile(text, {}),
  pickNewFile: (text) => questions.pickNewFile({ title: text, saveLabel: text, filters: {} }),
  withProgress: (text) =>
    progress.withProgress(text, { cancellable: true }, (report) => {
      report(text);
      report(text, 1);
      return Promise.resolve();
    }),
  createLog: (text) => {
    const own = log.createLog('a');
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) own[level](text, text);
    for (const writer of ['append', 'appendLine', 'replace'] as const) own[writer](text);
    own.error(new Error(text));
  },
  createOutput: (text) => {
    const output = log.createOutput(text);
    output.line(text);
    output.show();
    output.dispose();
  },
  treeItem: (text, seen) => {
    const row = { id: text, label: text, description: text, tooltip: [text, text], spoken: text, icon: 'a' };
    const command = { id: 'a', arguments: [] };
    seen.push(tree.treeItem({ ...row, color: undefined, state: 'folded', context: 'a', command }));
  },
  createTree: (text) => {
    const provider = { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') };
    tree.createTree('a', provider, { dragMimeTypes: [], dropMimeTypes: [] }).say(text);
  },
  createStatusItem: (text) => {
    status.createStatusItem('a', text, 'a').say('warning', text, [text]);
  },
  problem: (text, seen) => {
    seen.push(problems.problem(range, text));
  },
  createPanel: (text) => {
    panel.createPanel('a').name(text);
  },
  registerFormerPanels: (text) => {
    panel.registerFormerPanels('a', (former) => {
      former.name(text);
    });
  },
  guarded: (text) =>
    commands.guarded(silent, text, () => {
      throw Object.assign(new Error(text), { code: text });
    })(),
  plainAnswers: async (text, seen) => {
    const document = await vscode.workspace.openTextDocument({ content: '' });
    const found = new vscode.Diagnostic(range, text);
    found.relatedInformation = [
      new vscode.DiagnosticRelatedInformation(new vscode.Location(document.uri, range), text),
    ];
    plainly.handleDiagnostics(document.uri, [found], (_, shown) => seen.push(...shown));
    const lens = (): vscode.CodeLens =>
      new vscode.CodeLens(range, { title: text, tooltip: text, command: '' });
    const action = (): vscode.CodeAction => new vscode.CodeAction(text);
    const context: vscode.CodeActionContext = {
      diagnostics: [],
      only: undefined,
      triggerKind: vscode.CodeActionTriggerKind.Invoke,
    };
    seen.push(
      await plainly.provideCompletionItem(
        document,
        range.start,
        { triggerKind: vscode.CompletionTriggerKind.Invoke, triggerCharacter: undefined },
        token,
        () => [Object.assign(new vscode.CompletionItem(text), { detail: text, documentation: text })],
      ),
      await plainly.provideCodeLenses(document, token, () => [lens()]),
      await plainly.resolveCodeLens(lens(), token, lens),
      await plainly.provideCodeActions(document, range, context, token, () => [action()]),
      await plainly.resolveCodeAction(action(), token, action),
      await plainly.provideDocumentSymbols(document, token, () => [
        new vscode.DocumentSymbol(text, '', vscode.SymbolKind.Event, range, range),
      ]),
      await plainly.provideWorkspaceSymbols(text, token, () => [
        new vscode.SymbolInformation(
          text,
          vscode.SymbolKind.Event,
          '',
          new vscode.Location(document.uri, range),
        ),
      ]),
    );
    const begin: WorkDoneProgressBegin = { kind: 'begin', title: text, message: text };
    plainly.handleWorkDoneProgress(1, begin, () => seen.push(begin));
  },
  createLanguageClient: async (text) => {
    const client = await languageClient.createLanguageClient({
      module: '',
      inspectAt: 0,
      documentSelector: [],
      initializationOptions: {},
      log: log.createLog('a'),
      lenses: { provideCodeLenses: nothing },
      linkedCommand: 'partitionLens.openRule',
      onRunning: nothing,
    });
    client.error(text, new Error(text), 'force');
    client.error(text, new Error(text));
    client.warn(text);
    client.info(text);
    const { markdown } = client.clientOptions;
    assert.deepEqual(markdown, {
      isTrusted: { enabledCommands: ['partitionLens.openRule'] },
      supportHtml: false,
      supportThemeIcons: false,
    });
  },
};

/** They hand over no text, or what `guarded` has made of it. */
const silentWays = ['withProgressIn', 'commandsOf', 'titlesOf', 'listMcpServers', 'registerAssistantTools'];

describe('the door to VS Code’s window', () => {
  const modules = [
    ...[assistantTools, commands, fromServer, languageClient, log, mcpServers, messages, panel, problems],
    ...[progress, questions, status, tree],
  ];

  it('has no way that is not tried here', () => {
    assert.deepEqual(
      modules
        .flatMap((each) => Object.keys(each))
        .filter((name) => !(name in ways))
        .sort(),
      silentWays.toSorted(),
    );
  });

  for (const [name, way] of Object.entries(ways)) {
    it(`lets nothing but texts through: ${name}`, async () => {
      for (const text of HOSTILE_TEXTS) {
        const seen: unknown[] = [];
        await watching(seen, async () => {
          await way(text, seen);
        });
        const texts = textsIn(seen);
        assert.ok(texts.length > 0);
        // the status bar takes an icon of ours in its text alone
        for (const shown of texts) assertPlain(shown.replace(/^\$\(warning\) /, ''), name);
      }
    });
  }

  it('is watched: what is handed to VS Code beside it is seen', async () => {
    const seen: unknown[] = [];
    await watching(seen, async () => {
      for (const text of HOSTILE_TEXTS) await vscode.window.showErrorMessage(text);
    });
    assert.deepEqual(textsIn(seen), HOSTILE_TEXTS);
  });
});

/** Does work while all that VS Code is given to show is collected, and nothing is shown. */
async function watching(seen: unknown[], work: () => Promise<void>): Promise<void> {
  const note =
    (...answers: unknown[]) =>
    (...given: unknown[]): Promise<unknown> => {
      seen.push(given);
      return Promise.resolve(answers[0]);
    };
  /** Something whose texts are set later, and that is asked for nothing. */
  const shownThing = (more: object = {}): unknown =>
    new Proxy(more as Record<string | symbol, unknown>, {
      get: (target, name) => (name in target ? target[name] : note()),
      set: (target, name, value) => {
        seen.push(value);
        target[name] = value;
        return true;
      },
    });
  const hiding = new vscode.EventEmitter<void>();
  const fakes: Record<string, unknown> = {
    showErrorMessage: note(),
    showWarningMessage: note(),
    showInformationMessage: note(),
    showQuickPick: async (items: unknown, options: unknown) => {
      seen.push(await items, options);
    },
    showInputBox: (options: vscode.InputBoxOptions) => {
      seen.push(options, options.validateInput?.(''));
      return Promise.resolve(undefined);
    },
    showWorkspaceFolderPick: note(),
    showOpenDialog: note(),
    showSaveDialog: note(),
    withProgress: (options: unknown, work: (...given: unknown[]) => unknown) => {
      seen.push(options);
      return work({ report: note() }, token);
    },
    createQuickPick: () =>
      shownThing({
        onDidHide: hiding.event,
        show: () => {
          hiding.fire();
        },
      }),
    createOutputChannel: (...given: unknown[]) => {
      seen.push(given);
      return shownThing();
    },
    createStatusBarItem: () => shownThing(),
    createTreeView: () => shownThing(),
    createWebviewPanel: (...given: unknown[]) => {
      seen.push(given);
      return shownThing();
    },
    registerWebviewPanelSerializer: (_: string, serializer: vscode.WebviewPanelSerializer) =>
      serializer.deserializeWebviewPanel(shownThing() as vscode.WebviewPanel, undefined),
  };
  const real = Object.keys(fakes).map((name) => [name, Reflect.get(vscode.window, name) as unknown]);
  Object.assign(vscode.window, fakes);
  try {
    await work();
  } finally {
    Object.assign(vscode.window, Object.fromEntries(real));
  }
}
