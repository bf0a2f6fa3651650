import * as vscode from 'vscode';

const LANGUAGES = [
  'typescript',
  'typescriptreact',
  'javascript',
  'javascriptreact',
  'vue',
  'svelte',
  'astro',
];

/** What a document must be like for the lens to look at it. */
interface SourceFilter {
  readonly scheme: string;
  readonly language: string;
  readonly pattern?: string;
}

/** The bindings of Azure Functions, in whatever flavour of JSON the editor shows them. */
const FUNCTION: readonly Omit<SourceFilter, 'scheme'>[] = ['json', 'jsonc'].map((language) => ({
  language,
  pattern: '**/function.json',
}));

/** The documents that the lens looks at: files, unsaved ones, and those of the open folders' file systems. */
export function sourceDocuments(): SourceFilter[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const schemes = new Set(['file', 'untitled', ...folders.map((folder) => folder.uri.scheme)]);
  return [...schemes].flatMap((scheme) =>
    [...LANGUAGES.map((language) => ({ language })), ...FUNCTION].map((each) => ({ scheme, ...each })),
  );
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
