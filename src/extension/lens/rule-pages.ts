import * as vscode from 'vscode';
import { ruleOfPath } from '../../server/protocol/rule-address.ts';

/** Opens the page of the rule whose id is its argument; hovers link to it. */
export const RULE_COMMAND = 'partitionLens.openRule';

/** Opens bundled pages by address (`<scheme>://<extension>/rules/<id>`) and by {@link RULE_COMMAND}. */
export function registerRulePages(extension: vscode.Uri): vscode.Disposable {
  const pages = vscode.Uri.joinPath(extension, 'dist', 'pages');
  return vscode.Disposable.from(
    vscode.window.registerUriHandler({ handleUri: ({ path }) => openPage(pages, ruleOfPath(path) ?? path) }),
    vscode.commands.registerCommand(RULE_COMMAND, (rule: unknown) => openPage(pages, String(rule))),
  );
}

/** Shows a page in the Markdown preview. Only names of files that are bundled are ever opened. */
async function openPage(pages: vscode.Uri, rule: string): Promise<void> {
  const name = `${rule}.md`;
  const bundled = await vscode.workspace.fs.readDirectory(pages);
  if (bundled.some(([each]) => each === name)) {
    await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(pages, name));
    return;
  }
  void vscode.window.showErrorMessage(
    vscode.l10n.t(
      'This version of Partition Lens has no page "{0}". The link may come from another version: the page of a rule opens from its finding in the Problems panel.',
      rule,
    ),
  );
}
