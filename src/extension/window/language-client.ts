import * as vscode from 'vscode';
import type { CodeLensMiddleware, LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';
import { plainAnswers } from './from-server.ts';
import { showError, showInformation, showWarning } from './messages.ts';

/** The language server, and what is around its client. */
export interface ServerOptions {
  readonly documentSelector: NonNullable<LanguageClientOptions['documentSelector']>;
  readonly initializationOptions: unknown;
  /** The path of the program that is the server. */
  readonly module: string;
  /** The port at which a debugger finds the server, if the window itself is debugged; 0 for none. */
  readonly inspectAt: number;
  readonly log: vscode.LogOutputChannel;
  readonly lenses: Required<Pick<CodeLensMiddleware, 'provideCodeLenses'>>;
  /** The one command of ours that links in hovers may run; its handler takes no argument on trust. */
  readonly linkedCommand: string;
  /** Called each time that the server runs: it may have to be started again. */
  readonly onRunning: (client: LanguageClient) => void;
}

/**
 * A client of the language server, not started yet: what it says is made plain, and so is what the library itself tells of it. The
 * library is loaded only now.
 */
export async function createLanguageClient(options: ServerOptions): Promise<LanguageClient> {
  const {
    LanguageClient,
    MessageType,
    RevealOutputChannelOn,
    ShowMessageNotification,
    State,
    TransportKind,
  } = await import('vscode-languageclient/node');
  class Client extends LanguageClient {
    override error(message: string, data?: unknown, show?: boolean | 'force'): void {
      super.error(message, data, false);
      // without the error's own words; what is not forced is not shown either way
      if (show === 'force') void showError(message);
    }
  }
  const {
    module,
    inspectAt,
    log,
    lenses,
    linkedCommand,
    onRunning,
    documentSelector,
    initializationOptions,
  } = options;
  const server = { module, transport: TransportKind.ipc };
  const inspected = { ...server, options: { execArgv: [`--inspect=${inspectAt}`] } };
  const client = new Client(
    'partitionLens',
    vscode.l10n.t('Partition Lens'),
    { run: server, debug: inspectAt > 0 ? inspected : server },
    {
      documentSelector,
      initializationOptions,
      outputChannel: log,
      traceOutputChannel: withoutTraces(log),
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      middleware: plainAnswers(lenses),
      // whoever starts it tells why it does not start
      initializationFailedHandler: () => false,
      markdown: {
        isTrusted: { enabledCommands: [linkedCommand] },
        supportHtml: false,
        supportThemeIcons: false,
      },
    },
  );
  client.onNotification(ShowMessageNotification.type, ({ type, message }) => {
    const show =
      type === MessageType.Error ? showError : type === MessageType.Warning ? showWarning : showInformation;
    void show(message);
  });
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) onRunning(client);
  });
  return client;
}

/**
 * The log as the client sees it that asks whether to trace: never. A trace of `partitionLens.trace.server: verbose` would have sources
 * in it, with the keys and secrets that stand there.
 */
function withoutTraces(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  return Object.create(log, {
    logLevel: { value: vscode.LogLevel.Off },
    onDidChangeLogLevel: { value: () => new vscode.Disposable(() => undefined) },
  }) as vscode.LogOutputChannel;
}
