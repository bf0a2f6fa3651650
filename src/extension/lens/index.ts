import * as vscode from 'vscode';
import { followScope, startClient } from './client.ts';
import { whenSourceIsOpen } from './documents.ts';
import { registerRulePages } from './rule-pages.ts';

/** The half of the extension that looks at source code. */
export interface Lens {
  /** Ends the language server, if it was ever started. */
  readonly stop: () => Promise<void>;
}

/** Registers what addresses need, and starts the language server with the first source that is open. */
export function activateLens(context: vscode.ExtensionContext, output: vscode.LogOutputChannel): Lens {
  context.subscriptions.push(registerRulePages(context.extensionUri));
  let stop = (): Promise<void> => Promise.resolve();
  const waiting = whenSourceIsOpen(() => {
    const client = startClient(context.extensionUri, output);
    stop = () =>
      client.then(
        (running) => running.stop(),
        () => undefined,
      );
    const following = client.then((running) => context.subscriptions.push(followScope(running)));
    following.catch((error: unknown) => {
      output.error(error instanceof Error ? error : String(error));
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          'The language server of Partition Lens did not start, so queries in your code are not checked. The log "Partition Lens" says why; reloading the window tries again.',
        ),
      );
    });
  });
  context.subscriptions.push(waiting);
  return { stop: () => stop() };
}
