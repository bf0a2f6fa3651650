import * as vscode from 'vscode';

const SECTION = 'partitionLens';

/** Whether the Problems panel lists findings of files that no editor shows: the setting `partitionLens.scope`. */
export function isWholeWorkspaceListed(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get('scope') === 'workspace';
}

/** Lists them from now on, in this workspace, or for the person where no folder is open. */
export async function listWholeWorkspace(): Promise<void> {
  const target =
    vscode.workspace.workspaceFolders === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  await vscode.workspace.getConfiguration(SECTION).update('scope', 'workspace', target);
}
