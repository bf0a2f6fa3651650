import type { Connection, TextDocuments } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import { isForeign } from '../lens/workspace/paths.ts';
import type { Workspace } from '../lens/workspace/workspace.ts';
import { fileOf, uriOf } from './file-names.ts';
import type { LensOptions } from './protocol/options.ts';
import { ruleAddress } from './protocol/rule-address.ts';
import type { Surroundings } from './to-lsp.ts';
import type { Trouble } from './trouble.ts';

/** What all handlers of one connection share. */
export interface Session {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly workspace: Workspace;
  readonly trouble: Trouble;
  /** What the client can do and wants, known once it has introduced itself. */
  readonly client: Client;
}

export interface Client {
  options: LensOptions;
  canRefreshLenses: boolean;
  canWatch: boolean;
  canFollowFolders: boolean;
  /** URIs of the folders that are open. */
  folders: readonly string[];
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

/** What the conversion of an analysis needs: the documents, open or not, that its findings point to. */
export async function surroundingsOf(session: Session, analysis: FileAnalysis): Promise<Surroundings> {
  const { documents, workspace, client } = session;
  const names = new Map(documents.keys().map((uri): [string, string] => [fileOf(uri), uri]));
  const others = new Map<string, TextDocument>();
  for (const { place } of analysis.findings.flatMap((finding) => finding.related)) {
    if (others.has(place.file)) continue;
    const text = await workspace.textOf(place.file);
    const uri = names.get(place.file) ?? uriOf(place.file);
    if (text !== undefined) others.set(place.file, TextDocument.create(uri, '', 0, text));
  }
  return {
    documentOf: (file) => others.get(file),
    ruleAddress: (rule) => ruleAddress(client.options.uriScheme, rule),
  };
}
