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
