import * as vscode from 'vscode';
import { showError } from '../window/messages.ts';
import { plainName } from '../window/plain.ts';
import { pickNewFile } from '../window/questions.ts';

/** Asks for a file and writes a picture of a table into it. */
export async function savePicture(table: string, svg: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await pickNewFile({
    title: vscode.l10n.t('Save the picture of {0}', table),
    saveLabel: vscode.l10n.t('Save'),
    filters: { SVG: ['svg'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${plainName(table)}.svg`) }),
  });
  if (file === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(svg));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void showError(vscode.l10n.t("The picture wasn't saved: {0}. Choose another place for the file.", why));
  }
}
