import * as l10n from '@vscode/l10n';
import {
  AnnotatedTextEdit,
  type ChangeAnnotation,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  CreateFile,
  type CancellationToken,
  type Diagnostic,
  type Range,
  TextDocumentEdit,
  TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { contains, type Span } from '../core/text/span.ts';
import { assistsAt, filesBeside, usual } from '../lens/patterns/assists.ts';
import type { Assist, Change, Given, Pattern, Proposal, Setting, World } from '../lens/patterns/pattern.ts';
import { patterns } from '../lens/patterns/registry.ts';
import { answering, filesOfProgram } from './answering.ts';
import { ASSIST, type AssistAnswer, type AssistQuestion, type AssistSetting } from '../protocol/assist.ts';
import { documentsOf, type OpenDocument, type Session } from './session.ts';
import { fileOf, uriOf } from './file-names.ts';
import { toRange, toSpan } from './to-lsp.ts';

/** Characters of a document in which patterns are offered: to check one, the document is analyzed again. */
const MOST_CHARACTERS = 500_000;

/** Purposes of edits, as people see them before they are made: at the place itself, in other files, in files that are made. */
const PURPOSES = ['here', 'elsewhere', 'new'] as const;
type Purpose = (typeof PURPOSES)[number];

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
  const { client } = session;
  const { applyCommand } = client.options;
  if (!document.uri.startsWith('file:')) return [];
  const world = await worldOf(session, document, file);
  if (world === undefined) return [];
  const actions: CodeAction[] = [];
  for (const assist of assistsAt(world, file, span)) {
    const { outcome, pattern } = assist;
    if (outcome.kind !== 'change') continue;
    const edit = await editOf(session, file, assist, outcome);
    if (edit === undefined) continue;
    const at = document.positionAt(assist.operation.nameSpan.start);
    const named = outcome.title ?? pattern.title();
    const title = applyCommand === undefined ? named : `${named}…`;
    actions.push({
      title,
      kind: CodeActionKind.RefactorRewrite,
      diagnostics: diagnostics.filter((one) => isAnswered(assist, one, toSpan(document, one.range))),
      ...(applyCommand === undefined
        ? { edit }
        : { command: { title, command: applyCommand, arguments: [document.uri, at, pattern.id] } }),
    });
  }
  return actions;
}

/** Answers the client what a pattern would do at an operation, with the person's answers to its questions. */
export function answerAssist(session: Session): void {
  const answer = answering(session);
  const { connection } = session;
  connection.onRequest(ASSIST, ({ site, pattern: id, answers }: AssistQuestion, token: CancellationToken) =>
    answer<AssistAnswer>('assist', token, null, async () => {
      const file = fileOf(site.uri);
      const document = (await documentsOf(session, [file])).get(file);
      const pattern = patterns.find((one) => one.id === id);
      const world = document && (await worldOf(session, document, file));
      if (document === undefined || pattern === undefined || world === undefined) return null;
      const given = givenBy(pattern, answers);
      const every = pattern.settings.map(questionOf);
      if (typeof given === 'string') return { kind: 'refused', why: given, questions: every };
      const offset = document.offsetAt(site.position);
      const [found] = assistsAt(world, file, { start: offset, end: offset }, () => given, [pattern]);
      if (found === undefined) {
        const isThere = world
          .operations(file)
          .some(({ callSpan: { start, end } }) => start <= offset && offset <= end);
        return isThere
          ? { kind: 'refused', why: l10n.t('It has nothing to do at this call.'), questions: every }
          : null;
      }
      const { outcome, operation } = found;
      const questions = pattern.settings
        .filter(({ isOpenAt }) => isOpenAt === undefined || isOpenAt(operation))
        .map(questionOf);
      if (outcome.kind === 'refused') return { ...outcome, questions };
      const edit = await editOf(session, file, found, outcome);
      const newFiles = outcome.changes.filter(({ kind }) => kind === 'create').length;
      const changedFiles = outcome.changes.length - newFiles;
      const { notes, title = pattern.title() } = outcome;
      return edit === undefined
        ? null
        : { kind: 'change', title, edit, notes, newFiles, changedFiles, questions };
    }),
  );
}

/** The person's answers, and the usual ones for what has none; what is wrong with one that a pattern doesn't take. */
function givenBy(pattern: Pattern, answers: AssistQuestion['answers']): Given | string {
  const answered = (name: string): string | undefined =>
    Object.hasOwn(answers, name) ? answers[name] : undefined;
  for (const { name, allows, summary } of pattern.settings) {
    const value = answered(name);
    if (value !== undefined && !allows(value))
      return l10n.t('"{0}" isn\'t a value of {1}: {2}.', value, name, summary());
  }
  return (name) => answered(name) ?? usual(pattern)(name);
}

const ANY_NAME = 'other';

function questionOf({ name, summary, usual: likely, allows }: Setting): AssistSetting {
  // a name may be anything, "yes" as well
  const choices = allows(ANY_NAME) ? [] : ['yes', 'no'].filter(allows);
  return {
    ...{ name, summary: summary(), usual: likely },
    choices: choices.length < 2 ? [] : [likely, ...choices.filter((one) => one !== likely)],
  };
}

/** The program as patterns see it from a document; undefined where that is too long, or has another text by now. */
async function worldOf(session: Session, document: TextDocument, file: string): Promise<World | undefined> {
  const { workspace, client } = session;
  if (!client.canCreateFiles || document.getText().length > MOST_CHARACTERS) return undefined;
  const beside = new Map<string, string>();
  for (const one of filesBeside(file, workspace.operations(file))) {
    const text = await workspace.textOf(one);
    if (text !== undefined) beside.set(one, text);
  }
  // what was typed meanwhile has other places
  if (workspace.text(file) !== document.getText()) return undefined;
  return { ...workspace, files: () => filesOfProgram(session), beside: (one) => beside.get(one) };
}

function isAnswered({ pattern, span }: Assist, { code }: Diagnostic, at: Span): boolean {
  return typeof code === 'string' && pattern.rules.includes(code) && contains(span, at);
}

/**
 * Changes as one edit, of the versions of the documents that they were made for; undefined where one has another text by now. Each purpose
 * is a group of its own, with what the change costs beside the first, and is shown before it is made.
 */
async function editOf(
  session: Session,
  file: string,
  { pattern }: Assist,
  { title = pattern.title(), changes, notes }: Extract<Proposal, { kind: 'change' }>,
): Promise<WorkspaceEdit | undefined> {
  const { takesAnnotations } = session.client;
  const before = new Map(changes.map((change) => [change.file, session.workspace.text(change.file)]));
  const texts = await documentsOf(
    session,
    changes.map((change) => change.file),
  );
  const isSame = ({ kind, file: one }: Change): boolean =>
    kind === 'create' || texts.get(one)?.getText() === before.get(one);
  if (!changes.every(isSame)) return undefined;
  const purposeOf = (change: Change): Purpose =>
    change.kind === 'create' ? 'new' : change.file === file ? 'here' : 'elsewhere';
  const documentChanges = changes.flatMap((change) => {
    const purpose = purposeOf(change);
    const replace = (range: Range, text: string): TextEdit =>
      takesAnnotations ? AnnotatedTextEdit.replace(range, text, purpose) : TextEdit.replace(range, text);
    if (change.kind === 'create') {
      const uri = uriOf(change.file);
      const start = { line: 0, character: 0 };
      const text = replace({ start, end: start }, change.text);
      const create = CreateFile.create(uri, undefined, takesAnnotations ? purpose : undefined);
      return [create, TextDocumentEdit.create({ uri, version: null }, [text])];
    }
    const document = texts.get(change.file);
    if (document === undefined) return [];
    const version = session.documents.get(document.uri)?.version ?? null;
    const edits = change.edits.map(({ span, text }) => replace(toRange(document, span), text));
    return [TextDocumentEdit.create({ uri: document.uri, version }, edits)];
  });
  const used = PURPOSES.filter((purpose) => changes.some((change) => purposeOf(change) === purpose));
  const labels: Readonly<Record<Purpose, string>> = {
    here: title,
    elsewhere: l10n.t('Changes in other files'),
    new: l10n.t('New files'),
  };
  const annotations = used.map((purpose, index): [Purpose, ChangeAnnotation] => [
    purpose,
    {
      label: labels[purpose],
      needsConfirmation: true,
      ...(index === 0 && notes.length > 0 && { description: notes.join(' ') }),
    },
  ]);
  return { documentChanges, ...(takesAnnotations && { changeAnnotations: Object.fromEntries(annotations) }) };
}
