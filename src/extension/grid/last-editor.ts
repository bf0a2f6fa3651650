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

  /** Shows it where it stands, with its cursor where that was; undefined when there is none any more. */
  async show(): Promise<vscode.TextEditor | undefined> {
    const last = this.#editor;
    if (last === undefined || last.document.isClosed) return undefined;
    const { document, selection, viewColumn } = last;
    return vscode.window.showTextDocument(document, {
      selection,
      ...(viewColumn !== undefined && { viewColumn }),
    });
  }
}
