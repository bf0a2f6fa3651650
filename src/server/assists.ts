import * as l10n from '@vscode/l10n';
import {
  AnnotatedTextEdit,
  type ChangeAnnotation,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  CreateFile,
  type Diagnostic,
  TextDocumentEdit,
  TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { contains, type Span } from '../core/text/span.ts';
import { assistsAt, filesBeside } from '../lens/patterns/assists.ts';
import type { Assist, Change, World } from '../lens/patterns/pattern.ts';
import { documentsOf, type OpenDocument, type Session } from './session.ts';
import { uriOf } from './file-names.ts';
import { toRange, toSpan } from './to-lsp.ts';

/** Characters of a document in which patterns are offered: to check one, the document is analyzed again. */
const MOST_CHARACTERS = 500_000;

/** The purpose of edits in other files of the person: they are shown before they are made. */
const ELSEWHERE = 'elsewhere';

/**
 * Whether patterns are wanted: somebody opened a menu, which an editor tells from what it asks for by itself at each move of the cursor,
 * and that menu has refactorings.
 */
export function wantsPatterns({ context: { only, triggerKind } }: CodeActionParams): boolean {
  const isOfMenu = only?.some((kind) => CodeActionKind.RefactorRewrite.startsWith(kind)) ?? true;
  return isOfMenu && triggerKind !== CodeActionTriggerKind.Automatic;
}

/** What patterns can do at a span, as refactorings that the client can apply in one. */
export async function patternActions(
  session: Session,
  { document, file }: OpenDocument,
  span: Span,
  diagnostics: readonly Diagnostic[],
): Promise<CodeAction[]> {
  const { workspace, client } = session;
  if (!client.canCreateFiles || !document.uri.startsWith('file:')) return [];
  if (document.getText().length > MOST_CHARACTERS) return [];
  const beside = new Map<string, string>();
  for (const one of filesBeside(file, workspace.operations(file))) {
    const text = await workspace.textOf(one);
    if (text !== undefined) beside.set(one, text);
  }
  // what was typed meanwhile has other places
  if (workspace.text(file) !== document.getText()) return [];
  const world: World = { ...workspace, files: workspace.filesToCheck, beside: (one) => beside.get(one) };
  const actions: CodeAction[] = [];
  for (const assist of assistsAt(world, file, span)) {
    const { outcome, pattern } = assist;
    if (outcome.kind !== 'change') continue;
    const edit = await editOf(session, file, outcome.changes);
    if (edit === undefined) continue;
    actions.push({
      title: pattern.title(),
      kind: CodeActionKind.RefactorRewrite,
      diagnostics: diagnostics.filter((one) => isAnswered(assist, one, toSpan(document, one.range))),
      edit,
    });
  }
  return actions;
}

function isAnswered({ pattern, span }: Assist, { code }: Diagnostic, at: Span): boolean {
  return typeof code === 'string' && pattern.rules.includes(code) && contains(span, at);
}

/** Changes as one edit, of the versions of the documents that they were made for; undefined where one has another text by now. */
async function editOf(
  session: Session,
  file: string,
  changes: readonly Change[],
): Promise<WorkspaceEdit | undefined> {
  const before = new Map(changes.map((change) => [change.file, session.workspace.text(change.file)]));
  const texts = await documentsOf(
    session,
    changes.map((change) => change.file),
  );
  const annotation: ChangeAnnotation = {
    label: l10n.t('Changes in other files'),
    needsConfirmation: true,
  };
  const isElsewhere = (change: Change): boolean => change.kind === 'edit' && change.file !== file;
  const isSame = ({ kind, file: one }: Change): boolean =>
    kind === 'create' || texts.get(one)?.getText() === before.get(one);
  if (!changes.every(isSame)) return undefined;
  const documentChanges = changes.flatMap((change) => {
    if (change.kind === 'create') {
      const uri = uriOf(change.file);
      const start = { line: 0, character: 0 };
      const text = TextEdit.insert(start, change.text);
      return [CreateFile.create(uri), TextDocumentEdit.create({ uri, version: null }, [text])];
    }
    const document = texts.get(change.file);
    if (document === undefined) return [];
    const version = session.documents.get(document.uri)?.version ?? null;
    const edits = change.edits.map(({ span, text }) => {
      const range = toRange(document, span);
      return isElsewhere(change) && session.client.takesAnnotations
        ? AnnotatedTextEdit.replace(range, text, ELSEWHERE)
        : TextEdit.replace(range, text);
    });
    return [TextDocumentEdit.create({ uri: document.uri, version }, edits)];
  });
  const hasOthers = session.client.takesAnnotations && changes.some(isElsewhere);
  return { documentChanges, ...(hasOthers && { changeAnnotations: { [ELSEWHERE]: annotation } }) };
}
