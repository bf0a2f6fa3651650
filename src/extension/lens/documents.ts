import * as vscode from 'vscode';

const LANGUAGES = ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'];

/** The documents that the lens looks at: files, unsaved ones, and those of the open folders' file systems. */
export function sourceDocuments(): { readonly scheme: string; readonly language: string }[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const schemes = new Set(['file', 'untitled', ...folders.map((folder) => folder.uri.scheme)]);
  return [...schemes].flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language })));
}

/** Calls `start` once: after the caller is done if such a document is open, else with the first that opens. */
export function whenSourceIsOpen(start: () => void): vscode.Disposable {
  const isSource = (document: vscode.TextDocument): boolean =>
    vscode.languages.match(sourceDocuments(), document) > 0;
  if (vscode.workspace.textDocuments.some(isSource)) {
    const soon = setImmediate(start);
    return new vscode.Disposable(() => {
      clearImmediate(soon);
    });
  }
  const opened = vscode.workspace.onDidOpenTextDocument((document) => {
    if (!isSource(document)) return;
    opened.dispose();
    start();
  });
  return opened;
}
