import * as vscode from 'vscode';
import { namesTables } from '../../core/config/packages.ts';
import { readBytes } from '../bounded-files.ts';
import { sourceDocuments } from './documents.ts';

const MANIFESTS = '**/package.json';

/** Manifests that are looked at, and the bytes of the largest: workspaces have more packages, of which one of the first names the SDK. */
const MOST_MANIFESTS = 1_000;
const LARGEST = 256 * 1024;

/**
 * Calls `start` once, after the caller is done: when an open source, or a manifest of a package in the workspace, names the SDK of
 * Azure Tables. Until then the workspace has nothing that the lens could say anything of.
 */
export function whenTablesAreNamed(start: () => void): vscode.Disposable {
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    watching.dispose();
  };
  const found = (): void => {
    if (isOver) return;
    stop();
    start();
  };
  const look = (document: vscode.TextDocument): void => {
    if (isOfTables(document)) found();
  };
  const lookAt = async (manifest: vscode.Uri): Promise<void> => {
    if (await isNamedIn(manifest)) found();
  };
  const lookAround = async (): Promise<void> => {
    if (vscode.workspace.textDocuments.some(isOfTables)) {
      found();
      return;
    }
    const manifests = await vscode.workspace.findFiles(MANIFESTS, '**/node_modules/**', MOST_MANIFESTS);
    for (const manifest of manifests) {
      if (isOver) return;
      await lookAt(manifest);
    }
  };
  const around = (): void => {
    // a file system that cannot be searched has no manifests: what is opened still counts
    void lookAround().catch(() => undefined);
  };
  const watcher = vscode.workspace.createFileSystemWatcher(MANIFESTS, false, false, true);
  const soon = setImmediate(around);
  const watching = vscode.Disposable.from(
    watcher,
    watcher.onDidCreate((manifest) => void lookAt(manifest)),
    watcher.onDidChange((manifest) => void lookAt(manifest)),
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      look(document);
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(around),
    new vscode.Disposable(() => {
      clearImmediate(soon);
    }),
  );
  return new vscode.Disposable(stop);
}

function isOfTables(document: vscode.TextDocument): boolean {
  if (vscode.languages.match(sourceDocuments(), document) === 0) return false;
  const text = document.getText();
  return namesTables(text) || (document.fileName.endsWith('function.json') && text.includes('"table"'));
}

/** What cannot be read names nothing. */
async function isNamedIn(manifest: vscode.Uri): Promise<boolean> {
  if (manifest.path.includes('/node_modules/')) return false;
  try {
    const bytes = await readBytes(vscode.workspace.fs, manifest, LARGEST);
    return namesTables(new TextDecoder().decode(bytes));
  } catch {
    return false;
  }
}
