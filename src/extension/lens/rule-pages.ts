import * as vscode from 'vscode';
import { ruleOfPath } from '../../server/protocol/rule-address.ts';

/** Opens the page that an address into the extension names: `<scheme>://<extension>/rules/<id>`. */
export function rulePages(extension: vscode.Uri): vscode.UriHandler {
  const pages = vscode.Uri.joinPath(extension, 'dist', 'pages');
  return {
    handleUri: async ({ path }) => {
      const rule = ruleOfPath(path);
      const page = `${rule ?? ''}.md`;
      const bundled = await vscode.workspace.fs.readDirectory(pages);
      if (bundled.some(([name]) => name === page)) {
        await vscode.commands.executeCommand('markdown.showPreview', vscode.Uri.joinPath(pages, page));
        return;
      }
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          'This version of Partition Lens has no page "{0}". The link may come from another version: the page of a rule opens from its finding in the Problems panel.',
          rule ?? path,
        ),
      );
    },
  };
}
