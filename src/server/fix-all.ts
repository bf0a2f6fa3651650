import * as l10n from '@vscode/l10n';
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
} from 'vscode-languageserver';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import { fixAll } from '../lens/ide/fix-all.ts';
import { inSlices } from '../lens/workspace/pause.ts';
import type { OpenDocument, Session } from './session.ts';
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

/** For each rule that has several findings, one of them in `diagnostics`, all of its fixes in the document that may be applied unseen. */
export async function fixAllOfRule(
  session: Session,
  opened: OpenDocument,
  analysis: FileAnalysis,
  diagnostics: readonly Diagnostic[],
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const spans = diagnostics.map(({ code, range }) => ({ code, span: toSpan(opened.document, range) }));
  const isThere = (rule: string): boolean => spans.some(({ code }) => code === rule);
  const rules = new Set(analysis.findings.map(({ rule }) => rule).filter(isThere));
  const actions: CodeAction[] = [];
  for (const rule of rules) {
    const findings = analysis.findings.filter((one) => one.rule === rule);
    if (findings.length < 2) continue;
    const edit = await editOfAll(session, opened, analysis, findings, signal);
    if (edit === undefined) continue;
    actions.push({
      title: l10n.t('Fix all {0} in this file', rule),
      kind: CodeActionKind.QuickFix,
      diagnostics: diagnostics.filter(({ code }) => code === rule),
      edit,
    });
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
