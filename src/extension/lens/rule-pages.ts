import * as vscode from 'vscode';
import { ruleOfPath } from '../../protocol/rule-address.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { showError } from '../window/messages.ts';

/** Opens the page of the rule whose id is its argument; hovers link to it. */
export const RULE_COMMAND = 'partitionLens.openRule';

/** Opens bundled pages by address (`<scheme>://<extension>/rules/<id>`) and by {@link RULE_COMMAND}. */
export function registerRulePages(
  extension: vscode.Uri,
  registerCommand: RegisterCommand,
): vscode.Disposable {
  const pages = vscode.Uri.joinPath(extension, 'dist', 'pages');
  return vscode.Disposable.from(
    vscode.window.registerUriHandler({ handleUri: ({ path }) => openPage(pages, ruleOfPath(path)) }),
    registerCommand(RULE_COMMAND, (rule) => openPage(pages, rule)),
  );
}

/**
 * Shows the page of a rule in the Markdown preview. Anybody may ask for one, a web page too: only what is the name of a page is looked for,
 * and nothing else is repeated.
 */
async function openPage(pages: vscode.Uri, rule: unknown): Promise<void> {
  const bundled = await vscode.workspace.fs.readDirectory(pages);
  const page =
    typeof rule === 'string' && bundled.map(([name]) => name).find((name) => name === `${rule}.md`);
  if (page !== undefined && page !== false) {
    await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(pages, page));
    return;
  }
  void showError(
    vscode.l10n.t(
      "This version of Partition Lens doesn't have this page. The link might come from another version. You can open a rule's page from its finding in the Problems panel.",
    ),
  );
}
