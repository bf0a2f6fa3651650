import * as vscode from 'vscode';
import { type Insertion, placedCode } from '../../core/text/code-place.ts';
import { CLIENT } from '../sidebar/copy-text.ts';
import { callPlace } from './call-place.ts';
import type { Code } from './code.ts';
import type { LastEditor } from './last-editor.ts';
import { showInformation } from '../window/messages.ts';

/** Asks the language server where a call on a table goes; null where it knows no code. */
export type InsertionAt = (
  document: vscode.TextDocument,
  position: vscode.Position,
  table: string,
) => Promise<Insertion | null>;

/** Puts a call into the source that was edited last, and says what was done; undefined when there is no source. */
export async function insertCall(
  code: Code,
  table: string,
  lastEditor: LastEditor,
  insertionAt: InsertionAt,
): Promise<string | undefined> {
  const editor = await lastEditor.show();
  if (editor === undefined) {
    void showInformation(
      vscode.l10n.t(
        'No source file is open. Open one, put the cursor where you want the call, then try again.',
      ),
    );
    return undefined;
  }
  const { document } = editor;
  const { place, client } = await callPlace(
    () => ({ document, position: editor.selection.active }),
    (position) => insertionAt(document, position, table),
  );
  const text = placedCode(place, client === undefined ? code.text : code.calling(client));
  const { start, end } = place.span;
  // nothing is waited for since the place is known; VS Code refuses it where the text is another one by now
  const isDone = await editor.edit((edit) => {
    edit.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
  });
  if (!isDone) {
    return vscode.l10n.t('Nothing was inserted: the source changed at that moment, or is read-only.');
  }
  const behind = document.positionAt(start + text.trimEnd().length);
  editor.selection = new vscode.Selection(behind, behind);
  editor.revealRange(editor.selection);
  return client === undefined
    ? vscode.l10n.t('Inserted: {0}. Replace “{2}” with the client of {1}.', code.what, table, CLIENT)
    : vscode.l10n.t('Inserted: {0}', code.what);
}
