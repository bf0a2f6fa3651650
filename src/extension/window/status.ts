import * as vscode from 'vscode';
import { LENGTH, plain } from './plain.ts';

/** What stands beside the language of the active file. */
export interface LanguageStatus {
  readonly say: (text: string, detail: string) => void;
  readonly dispose: () => void;
}

/** A status for documents of some kinds, with a command of ours on its right. */
export function createLanguageStatus(
  id: string,
  documents: vscode.DocumentSelector,
  { name, command, title }: { readonly name: string; readonly command: string; readonly title: string },
): LanguageStatus {
  const item = vscode.languages.createLanguageStatusItem(id, documents);
  item.name = plain(name, LENGTH.label);
  item.command = { command, title: plain(title, LENGTH.label) };
  return {
    say: (text, detail) => {
      item.text = plain(text, LENGTH.label);
      item.detail = plain(detail, LENGTH.description);
    },
    dispose: () => {
      item.dispose();
    },
  };
}
