import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { listMcpServers, type ServerStart } from '../window/mcp-servers.ts';

/** As the manifest contributes it. */
const PROVIDER = 'partitionLens.assistants';

/** Offers `partition-lens mcp` for each folder to assistants that VS Code has, where it knows such servers. */
export function offerToAssistants({ extension }: vscode.ExtensionContext): vscode.Disposable {
  const { version } = extension.packageJSON as { readonly version: string };
  return listMcpServers(PROVIDER, version, vscode.workspace.onDidChangeWorkspaceFolders, () =>
    assistantServers(extension.extensionUri),
  );
}

/** One server for each folder on disk, run by the Node that runs this extension: each reads its folder alone. */
export function assistantServers(extensionUri: vscode.Uri): readonly ServerStart[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return folders.map(({ name, uri }) => ({
    label: folders.length === 1 ? 'Partition Lens' : l10n.t('Partition Lens: {0}', name),
    ...serverFor(extensionUri, uri.fsPath),
  }));
}

/** What starts the server for a folder. */
export function serverFor(extensionUri: vscode.Uri, folder: string): Omit<ServerStart, 'label'> {
  const program = vscode.Uri.joinPath(extensionUri, 'dist', 'cli.js').fsPath;
  return {
    command: process.execPath,
    args: [program, 'mcp', folder],
    // what is run may be Electron
    env: { ELECTRON_RUN_AS_NODE: '1' },
  };
}
