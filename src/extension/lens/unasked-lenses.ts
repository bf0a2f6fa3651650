import * as vscode from 'vscode';
import type { CodeLensMiddleware, LanguageClient } from 'vscode-languageclient/node';

/** Milliseconds: VS Code asks for lenses a quarter of a second after an edit, later where answers were slow. */
const PATIENCE = 1_500;

/** Milliseconds in which a window that starts becomes calm. */
const START = 5_000;

/** Has lenses asked for that VS Code does not ask for itself. */
export interface UnaskedLenses {
  /** Sees what is asked. */
  readonly middleware: CodeLensMiddleware;
  /** Begins with a client that runs and has the middleware. */
  readonly follow: (client: LanguageClient) => vscode.Disposable;
}

/**
 * VS Code drops the question for lenses that it was about to ask when the editor loses the focus, and asks no more before the editor
 * has it again (`onDidBlurEditorText` in its `codelensController`, seen in 1.139): what was typed just before the sidebar was opened
 * has no lenses. And it throws away an answer under way when another extension registers lenses, as some do when a window starts.
 * So a visible document without lenses of its version is brought to its mind after a while, and all of them once after the start.
 */
export function unaskedLenses(): UnaskedLenses {
  /** The version that lenses were last given of, by document. */
  const given = new Map<string, number>();

  const isUnasked = ({ uri, version }: vscode.TextDocument): boolean => given.get(uri.toString()) !== version;

  return {
    middleware: {
      provideCodeLenses: async (document, token, next) => {
        const { version } = document;
        const lenses = await next(document, token);
        if (!token.isCancellationRequested) given.set(document.uri.toString(), version);
        return lenses;
      },
    },
    follow: (client) => {
      let timer: NodeJS.Timeout | undefined;
      const start = setTimeout(() => {
        given.clear();
        askFor(client, isUnasked);
      }, START);
      return vscode.Disposable.from(
        new vscode.Disposable(() => {
          clearTimeout(start);
          clearTimeout(timer);
        }),
        vscode.workspace.onDidChangeTextDocument(() => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            askFor(client, isUnasked);
          }, PATIENCE);
        }),
        vscode.workspace.onDidCloseTextDocument(({ uri }) => {
          given.delete(uri.toString());
        }),
      );
    },
  };
}

/** Has VS Code ask again for all lenses of the client, if it shows a document of which it should. */
function askFor(client: LanguageClient, isUnasked: (document: vscode.TextDocument) => boolean): void {
  const lenses = client.getFeature('textDocument/codeLens');
  const providers = vscode.window.visibleTextEditors
    .filter(({ document }) => isUnasked(document))
    .flatMap(({ document }) => lenses.getProvider(document) ?? []);
  for (const provider of new Set(providers)) provider.onDidChangeCodeLensEmitter.fire();
}
