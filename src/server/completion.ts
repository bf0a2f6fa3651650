import {
  type CancellationToken,
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { sourceCompletions, type SourceCompletion } from '../lens/ide/completion/complete.ts';
import type { OfferKind } from '../lens/ide/completion/offer.ts';
import type { SourcePart } from '../lens/ide/completion/written.ts';
import type { Client } from './client.ts';
import { open, type Session, signalOf } from './session.ts';
import { toRange } from './to-lsp.ts';

/** What begins something in a filter: the quotes of its text and of its values, and what stands between its words. */
export const TRIGGERS: readonly string[] = [' ', "'", '"', '`', '('];

/** Answers what may be written at a position of a filter, at once: it waits for no file. */
export function answerCompletion(session: Session): void {
  const { connection, documents, workspace, trouble, client } = session;
  connection.onCompletion(
    async ({ textDocument: { uri }, position }, token: CancellationToken): Promise<CompletionItem[]> => {
      const signal = signalOf(token);
      try {
        const opened = open(session, uri);
        if (!opened) return [];
        const { document, file } = opened;
        const { version } = document;
        await workspace.prepare(undefined, signal);
        // who types on asks again
        if (documents.get(uri)?.version !== version) return [];
        return sourceCompletions(workspace, file, document.getText(), document.offsetAt(position))
          .map((each, index) => toItem(document, each, index, client))
          .filter(({ textEdit }) => textEdit && 'range' in textEdit && isOnLine(textEdit.range));
      } catch (error) {
        if (!token.isCancellationRequested) trouble('completion', error);
        return [];
      }
    },
  );
}

/** As the protocol wants it. */
function isOnLine({ start, end }: ReturnType<typeof toRange>): boolean {
  return start.line === end.line;
}

const KINDS: Readonly<Record<OfferKind, CompletionItemKind>> = {
  property: CompletionItemKind.Field,
  operator: CompletionItemKind.Operator,
  keyword: CompletionItemKind.Keyword,
  value: CompletionItemKind.Value,
  variable: CompletionItemKind.Variable,
  snippet: CompletionItemKind.Snippet,
};

function toItem(
  document: TextDocument,
  { kind, label, detail, documentation, insert, span, begins, goesOn }: SourceCompletion,
  index: number,
  { takesSnippets, options: { suggestCommand } }: Client,
): CompletionItem {
  const isSnippet = takesSnippets && insert.some(({ isStop }) => isStop);
  const newText = isSnippet ? snippetOf(insert) : insert.map(({ text }) => text).join('');
  return {
    label,
    kind: KINDS[kind],
    detail,
    ...(documentation !== undefined && { documentation }),
    // in the order of the list: keys first
    sortText: String(index).padStart(4, '0'),
    filterText: begins,
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: toRange(document, span), newText },
    ...(goesOn && suggestCommand !== undefined && { command: { title: '', command: suggestCommand } }),
  };
}

/** Stops are numbered in the order of the text; what means something in a snippet is escaped. */
function snippetOf(parts: readonly SourcePart[]): string {
  let stops = 0;
  return parts
    .map(({ text, isStop }) => {
      const literal = text.replaceAll(/[\\$}]/g, String.raw`\$&`);
      return isStop ? `\${${++stops}:${literal}}` : literal;
    })
    .join('');
}
