import * as vscode from 'vscode';
import {
  CONFIG_FILE,
  type ConfigProblem,
  declaredOf,
  readConfig,
  type TableConfig,
  type TableConfigs,
} from '../../../core/config/table-config.ts';
import { declareKey, type KeyProperty } from '../../../core/config/write-config.ts';
import type { KeyDeclaration } from '../../../core/keys/declare.ts';
import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import { codeOf } from '../../../data/error.ts';
import { readBytes, withinLimit } from '../../bounded-files.ts';
import { problem } from '../../window/problems.ts';

/** What became of a declaration; `code` is VS Code's own name for what went wrong with the file. */
export type Declared =
  | { readonly kind: 'done' }
  | { readonly kind: 'no-json' }
  | { readonly kind: 'not-saved' }
  | { readonly kind: 'failed'; readonly code: string };

/**
 * What the `.partitionlens.json` of each workspace folder declares of tables, as an editor shows the file or else as the disk
 * has it; what is wrong in it goes to the Problems panel. Folders that are not trusted are read too: the file has codecs and
 * nothing that leads anywhere.
 */
export class DeclaredKeys implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** Other tables, or other keys of them, are declared now. */
  readonly onDidChange = this.#changed.event;
  readonly #problems = vscode.languages.createDiagnosticCollection('partitionLens.config');
  readonly #subscriptions: vscode.Disposable;
  /** By folder, in the order of the window. */
  #tables: readonly TableConfigs[] = [];
  #texts = '';
  #reading = Promise.resolve();

  constructor() {
    // in any folder: those of the window may change
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${CONFIG_FILE}`);
    const again = (): void => {
      void this.#readAgain();
    };
    this.#subscriptions = vscode.Disposable.from(
      watcher,
      watcher.onDidChange(again),
      watcher.onDidCreate(again),
      watcher.onDidDelete(again),
      vscode.workspace.onDidChangeWorkspaceFolders(again),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.path.endsWith(`/${CONFIG_FILE}`)) again();
      }),
    );
    again();
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#problems.dispose();
    this.#changed.dispose();
  }

  /** What is declared of a table, by its name in any case; the first folder that knows the table decides. */
  of = (table: string): TableConfig | undefined => {
    for (const tables of this.#tables) {
      const declared = declaredOf(tables, table);
      if (declared !== undefined) return declared;
    }
    return undefined;
  };

  /** Resolved when the files have been read as they are now. */
  ready(): Promise<void> {
    return this.#reading;
  }

  /**
   * Writes how a key of a table, or of a series, is put together into a folder's file, and saves it; an empty list takes the declaration
   * away. All else in the file stays. Where the file is no JSON or cannot be saved, it is shown. Never rejects.
   */
  declare(
    folder: vscode.Uri,
    table: string,
    key: KeyProperty,
    declarations: readonly KeyDeclaration[],
  ): Promise<Declared> {
    return this.change(folder, (text) => declareKey(text, table, key, declarations));
  }

  /** Makes edits of a folder's file, and saves it, as `declare` does; the file is no JSON where there are none. */
  async change(
    folder: vscode.Uri,
    editsOf: (text: string) => readonly TextEdit[] | undefined,
  ): Promise<Declared> {
    const uri = fileIn(folder);
    try {
      const text = await textOf(uri);
      const edits = editsOf(text ?? '');
      if (edits === undefined) {
        await vscode.window.showTextDocument(uri);
        return { kind: 'no-json' };
      }
      if (text === undefined) {
        await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${applyEdits('', edits)}\n`));
      } else if (!(await editAndSave(uri, edits))) {
        return { kind: 'not-saved' };
      }
    } catch (error) {
      return { kind: 'failed', code: codeOf(error) };
    }
    await this.#readAgain();
    return { kind: 'done' };
  }

  /** Shows a folder's file, which must exist. */
  async open(folder: vscode.Uri): Promise<void> {
    await vscode.window.showTextDocument(fileIn(folder));
  }

  /** One reading after the other, so that the last one wins. */
  #readAgain(): Promise<void> {
    const read = (): Promise<void> => this.#read();
    this.#reading = this.#reading.then(read, read);
    return this.#reading;
  }

  async #read(): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const read = await Promise.all(
      folders.map(async ({ uri }) => {
        const file = fileIn(uri);
        const { text, problems: unread } = await textOf(file).then(
          (known = '') => ({ text: known, problems: [] }),
          (error: unknown) => ({ text: '', problems: problemsOf(codeOf(error)) }),
        );
        const { tables, problems } = readConfig(text);
        const positionAt = positionsIn(text);
        const diagnostics = [...unread, ...problems].map(({ span, message }) => {
          const range = new vscode.Range(positionAt(span.start), positionAt(span.end));
          return problem(range, message);
        });
        return { file, text, tables, diagnostics };
      }),
    );
    this.#problems.clear();
    for (const { file, diagnostics } of read) this.#problems.set(file, diagnostics);
    this.#tables = read.map(({ tables }) => tables);
    const texts = read.map(({ text }) => text).join('\0');
    if (texts === this.#texts) return;
    this.#texts = texts;
    this.#changed.fire();
  }
}

/** Through the editor, which may show the file with changes that are not saved yet. False where it is not saved, and then shown. */
async function editAndSave(uri: vscode.Uri, edits: readonly TextEdit[]): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const change = new vscode.WorkspaceEdit();
  for (const { span, text } of edits) {
    const range = new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
    change.replace(uri, range, text);
  }
  const isSaved = (await vscode.workspace.applyEdit(change)) && (await document.save());
  if (!isSaved) await vscode.window.showTextDocument(document);
  return isSaved;
}

function fileIn(folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, CONFIG_FILE);
}

/** What an editor shows, else what is on the disk; undefined where there is no such file, rejects where it cannot be read. */
async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const opened = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  );
  if (opened !== undefined) return withinLimit(opened.getText(), LARGEST);
  try {
    return new TextDecoder().decode(await readBytes(vscode.workspace.fs, uri, LARGEST));
  } catch (error) {
    if (codeOf(error) === 'FileNotFound') return undefined;
    throw error;
  }
}

/** Bytes that the file may have; the server and the command line read as many. */
const LARGEST = 256 * 1024;

/** What is told of a file that was not read: others are not there, or cannot be opened to show anything. */
function problemsOf(code: string): readonly ConfigProblem[] {
  if (code !== 'TooLarge') return [];
  const message = vscode.l10n.t(
    'This file is larger than {0} kB, so it is ignored. Declare fewer tables, or series of tables.',
    LARGEST / 1024,
  );
  return [{ span: { start: 0, end: 0 }, message }];
}

function positionsIn(text: string): (offset: number) => vscode.Position {
  return (offset) => {
    const before = text.slice(0, offset).split(/\r\n|\n|\r/);
    return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
  };
}
