import * as vscode from 'vscode';
import type { LanguageClient, Middleware } from 'vscode-languageclient/node';
import {
  TYPE_DEFINITIONS,
  type TypeDefinitions,
  type TypeDefinitionsParams,
} from '../../server/protocol/messages.ts';
import type { LensOptions } from '../../server/protocol/options.ts';
import { sourceDocuments } from './documents.ts';
import { RULE_COMMAND } from './rule-pages.ts';
import { EXPLAIN_COMMAND, RUN_COMMAND } from '../run/index.ts';
import { TABLE_COMMAND } from './table-operations.ts';
import { typeDefinitions } from './type-definitions.ts';
import { tellView } from './view.ts';

/**
 * Starts the language server in a process of its own and the client that talks to it; rejects when the
 * server cannot be started. The client's code is loaded only now: activation does not wait for it.
 */
export async function startClient(
  extension: vscode.Uri,
  output: vscode.LogOutputChannel,
  middleware: Middleware,
): Promise<LanguageClient> {
  const { LanguageClient, RevealOutputChannelOn, State, TransportKind } =
    await import('vscode-languageclient/node');
  const module = vscode.Uri.joinPath(extension, 'dist', 'server.js').fsPath;
  const client = new LanguageClient(
    'partitionLens',
    vscode.l10n.t('Partition Lens'),
    { module, transport: TransportKind.ipc },
    {
      documentSelector: sourceDocuments(),
      initializationOptions: options(),
      outputChannel: output,
      traceOutputChannel: withoutTraces(output),
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      middleware,
      markdown: { isTrusted: { enabledCommands: [RULE_COMMAND] } },
    },
  );
  client.onRequest(
    TYPE_DEFINITIONS,
    (params: TypeDefinitionsParams, token: vscode.CancellationToken): Promise<TypeDefinitions> =>
      typeDefinitions(params, token),
  );
  client.onDidChangeState(({ newState }) => {
    // a server that had to be started again knows nothing of the view
    if (newState === State.Running) tellView(client);
  });
  await client.start();
  return client;
}

/**
 * The log as the client sees it that asks whether to trace: never. A trace of `partitionLens.trace.server: verbose` would have sources
 * in it, with the keys and secrets that stand there.
 */
function withoutTraces(output: vscode.LogOutputChannel): vscode.LogOutputChannel {
  return Object.create(output, {
    logLevel: { value: vscode.LogLevel.Off },
    onDidChangeLogLevel: { value: () => new vscode.Disposable(() => undefined) },
  }) as vscode.LogOutputChannel;
}

function options(): LensOptions {
  const texts = vscode.l10n.bundle;
  return {
    uriScheme: vscode.env.uriScheme,
    ruleCommand: RULE_COMMAND,
    tableCommand: TABLE_COMMAND,
    runCommand: RUN_COMMAND,
    explainCommand: EXPLAIN_COMMAND,
    ...(texts && { texts }),
  };
}
