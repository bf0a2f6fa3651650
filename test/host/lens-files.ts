import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.ts';

/** A folder of the open workspace for the files of one suite. */
export interface SuiteFolder {
  readonly uri: (name: string) => vscode.Uri;
  /** Writes files to the disk, by their path in the folder. */
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** Writes a file and shows it. */
  readonly show: (name: string, text?: string) => Promise<vscode.TextDocument>;
  /** Closes all editors and removes the folder. */
  readonly remove: () => Promise<void>;
}

export function suiteFolder(name: string): SuiteFolder {
  const uri = (path: string): vscode.Uri => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder, 'no folder is open');
    return vscode.Uri.joinPath(folder.uri, name, path);
  };
  const write: SuiteFolder['write'] = async (files) => {
    for (const [path, text] of Object.entries(files)) {
      await vscode.workspace.fs.writeFile(uri(path), new TextEncoder().encode(text));
    }
  };
  return {
    uri,
    write,
    show: async (path, text) => {
      if (text !== undefined) await write({ [path]: text });
      const document = await vscode.workspace.openTextDocument(uri(path));
      await vscode.window.showTextDocument(document);
      return document;
    },
    remove: async () => {
      // of a test that failed: VS Code asks before it closes what is not saved, and nobody is there to answer
      await vscode.workspace.saveAll();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.workspace.fs.delete(uri(''), { recursive: true });
    },
  };
}

/** The lens's diagnostics of a document. */
export function findingsOf(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Partition Lens');
}

/** The ids of the rules that a document is found to break, in order. */
export function rulesOf(uri: vscode.Uri): string[] {
  return findingsOf(uri).map(ruleOf);
}

export function ruleOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

/** Waits until a document is found to break exactly these rules. */
export async function untilRules(uri: vscode.Uri, rules: readonly string[]): Promise<void> {
  const wanted = rules.join();
  await until(
    () => rulesOf(uri).join() === wanted,
    () => `the findings "${wanted}" in ${vscode.workspace.asRelativePath(uri)}, not "${rulesOf(uri).join()}"`,
  );
}

/** Replaces a part of a document, without saving it. */
export async function replace(document: vscode.TextDocument, part: string, by: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, rangeOf(document, part), by);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

function rangeOf(document: vscode.TextDocument, part: string): vscode.Range {
  const start = document.getText().indexOf(part);
  assert.ok(start >= 0, `the document has no "${part}"`);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + part.length));
}

/** The titles of the code lenses of a document, each with the text that it stands at. */
export async function lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
  );
  return lenses.filter(({ command }) => command?.command !== undefined);
}
