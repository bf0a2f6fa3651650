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

  /** Puts code where its cursor was, and shows it; false when there is no editor any more. */
  async insert(code: string): Promise<boolean> {
    const last = this.#editor;
    if (last === undefined || last.document.isClosed) return false;
    const { document, selection, viewColumn } = last;
    const editor = await vscode.window.showTextDocument(document, {
      selection,
      ...(viewColumn !== undefined && { viewColumn }),
    });
    return editor.insertSnippet(new vscode.SnippetString().appendText(code));
  }
}
