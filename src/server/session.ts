import type { CancellationToken, Connection, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import { withLevels } from '../lens/engine/levels.ts';
import { toldOnce } from '../lens/engine/told-once.ts';
import { codeLenses } from '../lens/ide/code-lenses.ts';
import type { TypeHelp } from '../lens/ide/doubt.ts';
import type { LensLine } from '../lens/ide/ide.ts';
import { isForeign } from '../lens/workspace/paths.ts';
import type { Workspace } from '../lens/workspace/workspace.ts';
import type { Client } from './client.ts';
import type { Declarations } from './declarations.ts';
import { fileOf, uriOf } from './file-names.ts';
import { ruleAddress } from '../protocol/rule-address.ts';
import type { SettingsStore } from './settings.ts';
import type { Surroundings } from './to-lsp.ts';
import type { Trouble } from './trouble.ts';
import type { Writing } from './writing.ts';

/** What all handlers of one connection share. */
export interface Session {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly workspace: Workspace;
  readonly trouble: Trouble;
  /** What the client can do and wants, known once it has introduced itself. */
  readonly client: Client;
  readonly settings: SettingsStore;
  /** What the folders declare of their tables. */
  readonly declarations: Declarations;
  /** What is being written. */
  readonly writing: Writing;
}

/** An open document and its name in the lens. */
export interface OpenDocument {
  readonly document: TextDocument;
  readonly file: string;
}

/** Hands the current text to the lens; undefined for documents that the lens has no business with. */
export function open({ documents, workspace }: Session, uri: string): OpenDocument | undefined {
  const document = documents.get(uri);
  if (!document) return undefined;
  const file = fileOf(uri);
  if (isForeign(file)) return undefined;
  workspace.open(file, document.getText());
  return { document, file };
}

/** Whether receivers that syntax leaves open are put to the editor's TypeScript. */
export function typeHelp({ client }: Session): TypeHelp {
  return client.view?.types === 'restricted' ? 'restricted' : 'asked';
}

/**
 * What the lens says about a file, in the severities that the person wants, each mistake once; nothing of what they leave
 * out. It is worked out in slices; rejects once the signal is aborted.
 */
export async function analyze(
  { workspace, settings, declarations }: Session,
  file: string,
  signal?: AbortSignal,
): Promise<FileAnalysis> {
  await workspace.prepare(file, signal);
  const analysis = workspace.analyze(file);
  if (declarations.excludes(file)) return { ...analysis, findings: [] };
  // what a person sets goes before what the folder declares
  const levels = new Map([...declarations.levelsOf(file), ...settings.of(file).levels]);
  return { ...analysis, findings: toldOnce(withLevels(analysis.findings, levels)) };
}

/** A signal that is aborted when nobody waits for a request's answer any more. */
export function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else
    token.onCancellationRequested(() => {
      controller.abort();
    });
  return controller.signal;
}

/** The lines above the calls of a document, those that lead somewhere only where the client can go there. */
export function lensesOf(
  { workspace, client, settings, writing }: Session,
  { document, file }: OpenDocument,
  analysis: FileAnalysis,
): LensLine[] {
  const { tableCommand, runCommand, explainCommand, designCommand } = client.options;
  const lines = codeLenses(analysis, document.getText(), {
    operationsOn: (table) =>
      tableCommand === undefined ? 0 : (workspace.table(table)?.operations.length ?? 0),
    canRun: runCommand !== undefined && explainCommand !== undefined,
    canDesign: designCommand !== undefined,
  });
  // a hint says the shape of a read, and its other lines stay
  const isShown = ({ cost }: LensLine): boolean =>
    cost === undefined || cost === 'write' || settings.of(file).shapes === 'codeLens';
  const shown = lines.filter(isShown);
  return writing.steady(
    document.uri,
    shown,
    writing.unfinished(document.uri, analysis, workspace.isBroken(file)),
  );
}

/** The texts of files, open or not, as documents; those that cannot be read are missing. */
export async function documentsOf(
  { documents, workspace }: Session,
  files: Iterable<string>,
): Promise<ReadonlyMap<string, TextDocument>> {
  const names = new Map(documents.keys().map((uri): [string, string] => [fileOf(uri), uri]));
  const found = new Map<string, TextDocument>();
  for (const file of new Set(files)) {
    const text = await workspace.textOf(file);
    const uri = names.get(file) ?? uriOf(file);
    if (text !== undefined) found.set(file, TextDocument.create(uri, '', 0, text));
  }
  return found;
}

/** What the conversion of an analysis needs: the documents that its findings point to. */
export async function surroundingsOf(session: Session, analysis: FileAnalysis): Promise<Surroundings> {
  const { client } = session;
  const places = analysis.findings.flatMap(({ related }) => related.map(({ place }) => place.file));
  const others = await documentsOf(session, places);
  return {
    documentOf: (file) => others.get(file),
    ruleAddress: (rule) => ruleAddress(client.options.uriScheme, rule),
  };
}
