import * as l10n from '@vscode/l10n';
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import { fixAll } from '../lens/ide/fix-all.ts';
import { inSlices } from '../lens/workspace/pause.ts';
import {
  type DocumentEdits,
  type EditsAnswer,
  FIX_ALL_OF_RULE,
  type FixAllOfRuleParams,
} from '../protocol/messages.ts';
import { answering, filesOfProgram } from './answering.ts';
import { fileOf, uriOf } from './file-names.ts';
import { analyze, type OpenDocument, type Session } from './session.ts';
import { toRange, toSpan } from './to-lsp.ts';

/** What editors run on save if a person turns it on in `editor.codeActionsOnSave`. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.partitionLens`;

/** Characters of a document whose fixes are applied together: to check them, the document is analyzed again. */
const MOST_CHARACTERS = 500_000;

/** Whether somebody asks for source actions, which no editor does by itself. */
export function wantsFixAll({ context: { only } }: CodeActionParams): boolean {
  return only?.some((kind) => kind !== '' && `${FIX_ALL}.`.startsWith(`${kind}.`)) ?? false;
}

/** All fixes of a document that may be applied unseen, as one action; none where there are none. */
export async function fixAllActions(
  session: Session,
  opened: OpenDocument,
  analysis: FileAnalysis,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const edit = await editOfAll(session, opened, analysis, analysis.findings, signal);
  return edit === undefined ? [] : [{ title: l10n.t('Fix all that is safe to fix'), kind: FIX_ALL, edit }];
}

/**
 * For each rule that has a finding in `diagnostics`, all of its fixes that may be applied unseen: in the document where it has several, and in
 * all files where the client has a command for that.
 */
export async function fixAllOfRule(
  session: Session,
  opened: OpenDocument,
  analysis: FileAnalysis,
  diagnostics: readonly Diagnostic[],
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const { fixAllCommand } = session.client.options;
  const spans = diagnostics.map(({ code, range }) => ({ code, span: toSpan(opened.document, range) }));
  const isThere = (rule: string): boolean => spans.some(({ code }) => code === rule);
  const rules = new Set(analysis.findings.map(({ rule }) => rule).filter(isThere));
  const actions: CodeAction[] = [];
  for (const rule of rules) {
    const findings = analysis.findings.filter((one) => one.rule === rule);
    const edit = await editOfAll(session, opened, analysis, findings, signal);
    if (edit === undefined) continue;
    const ofRule = {
      kind: CodeActionKind.QuickFix,
      diagnostics: diagnostics.filter(({ code }) => code === rule),
    };
    if (findings.length > 1)
      actions.push({ ...ofRule, title: l10n.t('Fix all {0} in this file', rule), edit });
    if (fixAllCommand === undefined) continue;
    const title = l10n.t('Fix all {0} in the workspace', rule);
    actions.push({ ...ofRule, title, command: { title, command: fixAllCommand, arguments: [rule] } });
  }
  return actions;
}

async function editOfAll(
  { workspace }: Session,
  { document }: OpenDocument,
  analysis: FileAnalysis,
  findings: FileAnalysis['findings'],
  signal: AbortSignal,
): Promise<CodeAction['edit']> {
  const text = document.getText();
  if (text.length > MOST_CHARACTERS || workspace.text(analysis.file) !== text) return undefined;
  const together = await inSlices(fixAll(workspace, analysis, text, findings), signal);
  const edits = together?.edits.map((edit) => ({ range: toRange(document, edit.span), newText: edit.text }));
  return edits && { changes: { [document.uri]: edits } };
}

/** Files that one request fixes at most. */
const MOST_FILES = 200;

/** Answers what fixes a rule in all files: for each file what may be applied unseen, checked by analyzing the file again. */
export function answerFixAll(session: Session): void {
  const { connection, workspace, documents } = session;
  const answer = answering(session);
  connection.onRequest(FIX_ALL_OF_RULE, ({ rule }: FixAllOfRuleParams, token: CancellationToken) =>
    answer<EditsAnswer>('fix all', token, null, async (signal) => {
      const open = new Map(documents.all().map((document) => [fileOf(document.uri), document]));
      const fixed: DocumentEdits[] = [];
      for (const file of filesOfProgram(session)) {
        if (fixed.length === MOST_FILES) break;
        const text = await workspace.textOf(file);
        const analysis = await analyze(session, file, signal);
        const findings = analysis.findings.filter((one) => one.rule === rule);
        if (findings.length === 0 || text === undefined) continue;
        const shown = open.get(file);
        const document = shown ?? TextDocument.create(uriOf(file), '', 0, text);
        const edit = await editOfAll(session, { document, file }, analysis, findings, signal);
        const edits = edit?.changes?.[document.uri];
        if (edits === undefined) continue;
        fixed.push({ uri: document.uri, ...(shown && { version: shown.version }), edits });
      }
      return fixed.length === 0 ? null : fixed;
    }),
  );
}
