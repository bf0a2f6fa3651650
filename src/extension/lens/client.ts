import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type LensOptions, readScope, type Scope } from '../../server/protocol/options.ts';
import { sourceDocuments } from './documents.ts';
import { RULE_COMMAND } from './rule-pages.ts';

/** The setting that says which files' findings are listed. */
const SCOPE = 'partitionLens.scope';

/**
 * Starts the language server in a process of its own and the client that talks to it; rejects when the
 * server cannot be started. The client's code is loaded only now: activation does not wait for it.
 */
export async function startClient(
  extension: vscode.Uri,
  output: vscode.LogOutputChannel,
): Promise<LanguageClient> {
  const { LanguageClient, RevealOutputChannelOn, TransportKind } = await import('vscode-languageclient/node');
  const module = vscode.Uri.joinPath(extension, 'dist', 'server.js').fsPath;
  const client = new LanguageClient(
    'partitionLens',
    vscode.l10n.t('Partition Lens'),
    { module, transport: TransportKind.ipc },
    {
      documentSelector: sourceDocuments(),
      initializationOptions: options(),
      outputChannel: output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      markdown: { isTrusted: { enabledCommands: [RULE_COMMAND] } },
    },
  );
  await client.start();
  return client;
}

/** Tells the server of the setting whenever it changes. */
export function followScope(client: LanguageClient): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration(SCOPE)) return;
    void client.sendNotification('workspace/didChangeConfiguration', {
      settings: { partitionLens: { scope: currentScope() } },
    });
  });
}

function currentScope(): Scope {
  return readScope(vscode.workspace.getConfiguration().get(SCOPE));
}

function options(): LensOptions {
  const texts = vscode.l10n.bundle;
  return {
    uriScheme: vscode.env.uriScheme,
    scope: currentScope(),
    ruleCommand: RULE_COMMAND,
    ...(texts && { texts }),
  };
}
