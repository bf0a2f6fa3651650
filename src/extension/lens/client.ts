import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  TYPE_DEFINITIONS,
  type TypeDefinitions,
  type TypeDefinitionsParams,
} from '../../protocol/messages.ts';
import type { LensOptions } from '../../protocol/options.ts';
import { sourceDocuments } from './documents.ts';
import { APPLY_COMMAND, DESIGN_COMMAND } from '../design/command.ts';
import { REPORT_COMMAND } from './bug-report.ts';
import { FIX_ALL_COMMAND, SEVERITY_COMMAND, SILENCE_COMMAND } from './silencing.ts';
import { RULE_COMMAND } from './rule-pages.ts';
import { EXPLAIN_COMMAND, RUN_COMMAND } from '../explain/index.ts';
import { TABLE_COMMAND } from './table-operations.ts';
import { typeDefinitions } from './type-definitions.ts';
import { tellView } from './view.ts';
import { createLanguageClient, type ServerOptions } from '../window/language-client.ts';

/** Where `.vscode/launch.json` looks for the server. */
const INSPECT_AT = 6019;

/**
 * Starts the language server in a process of its own and the client that talks to it; rejects when the
 * server cannot be started. The client's code is loaded only now: activation does not wait for it.
 */
export async function startClient(
  { extensionUri, extensionMode }: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  lenses: ServerOptions['lenses'],
): Promise<LanguageClient> {
  const client = await createLanguageClient({
    module: vscode.Uri.joinPath(extensionUri, 'dist', 'server.js').fsPath,
    inspectAt: extensionMode === vscode.ExtensionMode.Development ? INSPECT_AT : 0,
    documentSelector: sourceDocuments(),
    initializationOptions: options(),
    log,
    lenses,
    linkedCommand: RULE_COMMAND,
    // a server that had to be started again knows nothing of the view
    onRunning: tellView,
  });
  client.onRequest(
    TYPE_DEFINITIONS,
    (params: TypeDefinitionsParams, token: vscode.CancellationToken): Promise<TypeDefinitions> =>
      typeDefinitions(params, token),
  );
  await client.start();
  return client;
}

function options(): LensOptions {
  const texts = vscode.l10n.bundle;
  return {
    uriScheme: vscode.env.uriScheme,
    ruleCommand: RULE_COMMAND,
    tableCommand: TABLE_COMMAND,
    runCommand: RUN_COMMAND,
    explainCommand: EXPLAIN_COMMAND,
    designCommand: DESIGN_COMMAND,
    applyCommand: APPLY_COMMAND,
    reportCommand: REPORT_COMMAND,
    silenceCommand: SILENCE_COMMAND,
    severityCommand: SEVERITY_COMMAND,
    fixAllCommand: FIX_ALL_COMMAND,
    suggestCommand: 'editor.action.triggerSuggest',
    ...(texts && { texts }),
  };
}
