import * as vscode from 'vscode';
import { type Insertion, placedCode, placeInText } from '../../core/text/code-place.ts';
import { CLIENT } from '../browser/copy-text.ts';
import type { Code } from './code.ts';
import type { LastEditor } from './last-editor.ts';

/** Asks the language server where a call on a table goes; null where it knows no code. */
export type InsertionAt = (
  document: vscode.TextDocument,
  position: vscode.Position,
  table: string,
) => Promise<Insertion | null>;

/** Puts a call into the source that was edited last, and says what was done; undefined when it could not be. */
export async function insertCall(
  code: Code,
  table: string,
  editor: LastEditor,
  insertionAt: InsertionAt,
): Promise<string | undefined> {
  const { cursor } = editor;
  if (cursor === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No source is open. Open it, put the cursor where the call goes, then try again.'),
    );
    return undefined;
  }
  const { document, position } = cursor;
  const { version } = document;
  const answer = await insertionAt(document, position, table).catch(() => null);
  // somebody went on writing while it was asked: the answer is of another text
  const known = document.version === version ? answer : null;
  const place = known?.place ?? placeInText(document.getText(), document.offsetAt(cursor.position));
  const text = placedCode(place, known?.client === undefined ? code.text : code.calling(known.client));
  const { start, end } = place.span;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  if (!(await editor.replace(document, range, text))) return undefined;
  return known?.client === undefined
    ? vscode.l10n.t('Inserted: {0}. Write the client of {1} in place of “{2}”.', code.what, table, CLIENT)
    : vscode.l10n.t('Inserted: {0}', code.what);
}
