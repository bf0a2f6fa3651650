import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { ASSIST, type AssistAnswer, type AssistQuestion, type AssistSetting } from '../../protocol/assist.ts';
import type { Site } from '../../protocol/messages.ts';
import { askModally, showInformation } from '../window/messages.ts';
import { askForText, pick } from '../window/questions.ts';

/** As many questions as a person is asked about one pattern. */
const MOST_QUESTIONS = 3;

type WorkspaceEdit = NonNullable<Parameters<LanguageClient['protocol2CodeConverter']['asWorkspaceEdit']>[0]>;
type Changed = Extract<AssistAnswer, { kind: 'change' }> & { readonly edit: WorkspaceEdit };

/**
 * Writes a pattern at a site: asks its questions, shows what it costs, and opens the preview of the refactoring. Nothing is written where the
 * code has changed since the costs were shown; what is made without the preview is one step to undo.
 */
export async function applyPattern(client: LanguageClient, site: Site, pattern: string): Promise<void> {
  const ask = (answers: AssistQuestion['answers']): Promise<AssistAnswer> =>
    client.sendRequest<AssistAnswer>(ASSIST, { site, pattern, answers } satisfies AssistQuestion);
  const usual = await ask({});
  if (usual === null) return tellChanged();
  const title = usual.kind === 'change' ? usual.title : undefined;
  const answers = await answersTo(title, usual.questions.slice(0, MOST_QUESTIONS));
  if (answers === undefined) return;
  const offered = await ask(answers);
  if (offered === null) return tellChanged();
  if (offered.kind === 'refused') {
    void showInformation(vscode.l10n.t("This pattern can't be written here. {0}", offered.why));
    return;
  }
  const [preview, apply] = [vscode.l10n.t('Preview Changes'), vscode.l10n.t('Apply')];
  const question = { severity: 'Information', message: offered.title, detail: detailOf(offered) } as const;
  const pressed = await askModally({ ...question, buttons: [preview, apply] });
  if (pressed === undefined) return;
  // with its document open, each file has a version that the edit is for
  for (const uri of edited(offered)) await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const current = await ask(answers);
  if (current?.kind !== 'change' || textOf(current) !== textOf(offered)) return tellChanged();
  const wanted = pressed === preview ? current.edit : withoutPreview(current.edit);
  const edit = await client.protocol2CodeConverter.asWorkspaceEdit(wanted);
  if (!isCurrent(current)) return tellChanged();
  await vscode.workspace.applyEdit(edit, { isRefactoring: true });
}

/** An edit that is made at once: the person has seen what it costs, and didn't ask for more. */
function withoutPreview(edit: WorkspaceEdit): WorkspaceEdit {
  const { changeAnnotations = {} } = edit;
  const purposes = Object.entries(changeAnnotations).map(([id, one]) => [
    id,
    { ...one, needsConfirmation: false },
  ]);
  return { ...edit, changeAnnotations: Object.fromEntries(purposes) as typeof changeAnnotations };
}

/** Nobody has to close the message. */
function tellChanged(): Promise<void> {
  void showInformation(vscode.l10n.t('The code has changed, so nothing was written. Try again.'));
  return Promise.resolve();
}

/** What the change costs, and how much of the code it is. */
function detailOf({ notes, changedFiles, newFiles }: Changed): readonly string[] {
  return [
    ...notes,
    vscode.l10n.t('Files: {0} change, {1} are new.', changedFiles, newFiles),
    vscode.l10n.t('In the preview, select every group (nothing is selected at first), then apply.'),
  ];
}

/** The answers of the person; undefined where they gave up. */
async function answersTo(
  pattern: string | undefined,
  questions: readonly AssistSetting[],
): Promise<Readonly<Record<string, string>> | undefined> {
  const answers: Record<string, string> = {};
  for (const { name, summary, usual, choices } of questions) {
    const title = pattern === undefined ? name : `${pattern}: ${name}`;
    const asked = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`;
    const answer =
      choices.length > 0
        ? (
            await pick(
              choices.map((label) => ({ label })),
              { title, placeHolder: asked },
            )
          )?.label
        : await askForText({ title, prompt: asked, value: usual });
    if (answer === undefined) return undefined;
    answers[name] = answer.trim();
  }
  return answers;
}

interface DocumentChange {
  readonly textDocument: { readonly uri: string; readonly version: number | null };
}

/** The edits of documents in a change, those of new files among them. */
function documentChanges({ edit }: Changed): readonly unknown[] {
  const { documentChanges: changes = [] } = edit;
  return changes;
}

function isOfDocument(change: unknown): change is DocumentChange {
  return typeof change === 'object' && change !== null && 'textDocument' in change;
}

function newFilesOf(change: Changed): ReadonlySet<string> {
  return new Set(
    documentChanges(change).flatMap((one) => {
      const { uri, kind } = one as { readonly uri?: string; readonly kind?: string };
      return kind === 'create' && uri !== undefined ? [uri] : [];
    }),
  );
}

/** The URIs of the files that are there and change. */
function edited(change: Changed): readonly string[] {
  const created = newFilesOf(change);
  return documentChanges(change)
    .filter(isOfDocument)
    .map(({ textDocument: { uri } }) => uri)
    .filter((uri) => !created.has(uri));
}

/** All that is written and said, but for the versions of the documents. */
function textOf(change: Changed): string {
  const changes = documentChanges(change).map((one) =>
    isOfDocument(one) ? { ...one, textDocument: one.textDocument.uri } : one,
  );
  return JSON.stringify([changes, change.notes]);
}

/** Whether each document has the version that its edit is for. */
function isCurrent(change: Changed): boolean {
  const versions = new Map(
    vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document.version]),
  );
  const created = newFilesOf(change);
  return documentChanges(change)
    .filter(isOfDocument)
    .every(({ textDocument: { uri, version } }) => {
      return created.has(uri) || versions.get(vscode.Uri.parse(uri).toString()) === version;
    });
}
