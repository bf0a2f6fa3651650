import {
  type DocumentSymbol,
  type Location,
  SymbolKind,
  type SymbolInformation,
} from 'vscode-languageserver';
import type { Place } from '../core/text/segments.ts';
import { sourceOf } from '../lens/ide/expressions.ts';
import { type OperationSymbol, operationSymbols } from '../lens/ide/navigation/operation-symbols.ts';
import { keyPartSiteAt, sitesOfKeyPart } from '../lens/ide/navigation/key-part-sites.ts';
import { type PropertySite, siteAt, sitesLike } from '../lens/ide/navigation/property-sites.ts';
import { allOperations, answering } from './answering.ts';
import { fileOf } from './file-names.ts';
import type { Site } from '../protocol/messages.ts';
import { documentsOf, open, type Session } from './session.ts';
import { toRange } from './to-lsp.ts';

/** Symbols that one search gives at most; who looks for something types more of it. */
const MOST_SYMBOLS = 200;

/**
 * Answers where a property or key is made, and where it is used, from any place that names it: filters, keys, `select`, entities.
 * Tells the operations of a document, and of the workspace, as symbols.
 */
export function answerNavigation(session: Session): void {
  const { connection, workspace } = session;
  const answer = answering(session);

  const sitesAt = ({ uri, position }: Site): readonly Pick<PropertySite, 'role' | 'place'>[] => {
    const opened = open(session, uri);
    if (opened === undefined) return [];
    const { document, file } = opened;
    const offset = document.offsetAt(position);
    const all = allOperations(session);
    // also in the function of another file that makes the key
    const part = keyPartSiteAt(all, file, offset);
    if (part !== undefined) return sitesOfKeyPart(part, all);
    const site = siteAt(workspace.operations(file), file, offset);
    return site === undefined ? [] : sitesLike(site, all);
  };

  connection.onDefinition(({ textDocument: { uri }, position }, token) =>
    answer<Location[]>('definition', token, [], () => {
      const made = sitesAt({ uri, position }).filter(({ role }) => role === 'made');
      return locationsOf(made.map(({ place }) => place));
    }),
  );

  connection.onReferences(({ textDocument: { uri }, position, context }, token) =>
    answer<Location[]>('references', token, [], () => {
      const sites = sitesAt({ uri, position });
      const wanted = context.includeDeclaration ? sites : sites.filter(({ role }) => role === 'asked');
      return locationsOf(wanted.map(({ place }) => place));
    }),
  );

  connection.onDocumentSymbol(({ textDocument: { uri } }, token) =>
    answer<DocumentSymbol[]>('outline', token, [], () => {
      const opened = open(session, uri);
      if (opened === undefined) return [];
      const { document, file } = opened;
      return symbolsOf(file, document.getText()).map(({ name, kind, span, nameSpan }) => ({
        name,
        kind: KINDS[kind],
        range: toRange(document, span),
        selectionRange: toRange(document, nameSpan),
      }));
    }),
  );

  connection.onWorkspaceSymbol(({ query }, token) =>
    answer<SymbolInformation[]>('symbols', token, [], async (signal) => {
      const files = new Set([...workspace.filesWithOperations(), ...session.documents.keys().map(fileOf)]);
      const found: SymbolInformation[] = [];
      for (const file of files) {
        if (signal.aborted || found.length >= MOST_SYMBOLS) break;
        const document = (await documentsOf(session, [file])).get(file);
        if (document === undefined || document.getText() !== workspace.text(file)) continue;
        const symbols = symbolsOf(file, document.getText()).filter(({ name }) => isLike(name, query));
        for (const { name, kind, nameSpan } of symbols.slice(0, MOST_SYMBOLS - found.length)) {
          const location = { uri: document.uri, range: toRange(document, nameSpan) };
          found.push({ name, kind: KINDS[kind], location });
        }
      }
      return found;
    }),
  );

  function symbolsOf(file: string, text: string): OperationSymbol[] {
    return operationSymbols(workspace.operations(file), sourceOf(file, text));
  }

  /** Places whose file can't be read, or was edited since it was analyzed, are left out. */
  async function locationsOf(places: readonly Place[]): Promise<Location[]> {
    const documents = await documentsOf(
      session,
      places.map(({ file }) => file),
    );
    return places.flatMap(({ file, span }) => {
      const document = documents.get(file);
      if (document === undefined || document.getText() !== workspace.text(file)) return [];
      return [{ uri: document.uri, range: toRange(document, span) }];
    });
  }
}

const KINDS = { read: SymbolKind.Event, write: SymbolKind.Method } as const;

/** Whether a name has the letters that somebody typed, in their order, as editors look for symbols. */
function isLike(name: string, typed: string): boolean {
  const [letters, wanted] = [name.toLowerCase(), typed.toLowerCase().replaceAll(' ', '')];
  let at = -1;
  for (const letter of wanted) {
    at = letters.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
