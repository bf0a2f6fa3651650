import * as vscode from 'vscode';

/** Remembers the text editor that was used last: a panel takes the focus, and may stand before it. */
export class LastEditor implements vscode.Disposable {
  #editor = vscode.window.activeTextEditor;
  readonly #subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
    if (editor !== undefined) this.#editor = editor;
  });

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Where its cursor is; undefined when there is no editor any more. */
  get cursor(): Cursor | undefined {
    const last = this.#editor;
    if (last === undefined || last.document.isClosed) return undefined;
    return { document: last.document, position: last.selection.active };
  }

  /** Puts a text in place of a range of the document, shows it, and leaves the cursor behind it. */
  async replace(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<boolean> {
    const viewColumn = this.#editor?.document === document ? this.#editor.viewColumn : undefined;
    const editor = await vscode.window.showTextDocument(document, {
      ...(viewColumn !== undefined && { viewColumn }),
    });
    const start = document.offsetAt(range.start);
    if (
      !(await editor.edit((edit) => {
        edit.replace(range, text);
      }))
    )
      return false;
    const end = document.positionAt(start + text.trimEnd().length);
    editor.selection = new vscode.Selection(end, end);
    editor.revealRange(editor.selection);
    return true;
  }
}

export interface Cursor {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
}
