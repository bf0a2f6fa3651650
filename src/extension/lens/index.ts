import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { registerBugReport } from './bug-report.ts';
import { startClient } from './client.ts';
import { registerFindings } from './findings.ts';
import { registerRulePages } from './rule-pages.ts';
import { registerSample } from './sample.ts';
import { showStatus } from './status.ts';
import { registerTableOperations } from './table-operations.ts';
import { whenTablesAreNamed } from './tables-named.ts';
import { unaskedLenses } from './unasked-lenses.ts';
import { registerUnknownOperations } from './unknown-operations.ts';
import { followView } from './view.ts';
import { registerWalkthrough, welcomeOnce } from './welcome.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { showError } from '../window/messages.ts';

/** The half of the extension that looks at source code. */
export interface Lens {
  /** The language server's client; starts it if it is not yet running. */
  readonly running: () => Promise<LanguageClient>;
  /** Whether anything asked for the language server yet. */
  readonly isAsked: () => boolean;
  /** Ends the language server, if it was ever started. */
  readonly stop: () => Promise<void>;
}

/**
 * Registers what addresses and commands need, and starts the language server when the workspace turns out to use Azure Tables,
 * or with the first command that asks it.
 */
export function activateLens(
  context: vscode.ExtensionContext,
  output: vscode.LogOutputChannel,
  registerCommand: RegisterCommand,
): Lens {
  let client: Promise<LanguageClient> | undefined;
  const start = async (): Promise<LanguageClient> => {
    const { middleware, follow } = unaskedLenses();
    const started = await startClient(context, output, middleware);
    const lenses = started.getFeature('textDocument/codeLens');
    context.subscriptions.push(
      followView(started),
      showStatus(started, welcomeOnce(context.globalState)),
      follow((document) => lenses.getProvider(document)),
    );
    return started;
  };
  const running = (): Promise<LanguageClient> => {
    if (client !== undefined) return client;
    client = start();
    client.catch((error: unknown) => {
      tellOf(error, output);
    });
    return client;
  };
  context.subscriptions.push(
    registerRulePages(context.extensionUri, registerCommand),
    registerTableOperations(running, registerCommand),
    registerSample(registerCommand),
    registerWalkthrough(registerCommand),
    registerFindings(running, registerCommand),
    registerBugReport(running, versionOf(context.extension), registerCommand),
    registerUnknownOperations(running, registerCommand),
    whenTablesAreNamed(() => void running()),
  );
  return {
    running,
    isAsked: () => client !== undefined,
    stop: async () => {
      const started = await client?.catch(() => undefined);
      await started?.stop();
    },
  };
}

function versionOf({ packageJSON }: Pick<vscode.Extension<unknown>, 'packageJSON'>): string {
  const { version } = packageJSON as { readonly version: string };
  return version;
}

function tellOf(error: unknown, output: vscode.LogOutputChannel): void {
  output.error(error instanceof Error ? error : String(error));
  void showError(
    vscode.l10n.t(
      'The language server of Partition Lens didn\'t start, so queries in your code aren\'t checked. See the log "Partition Lens". To try again, reload the window.',
    ),
  );
}
