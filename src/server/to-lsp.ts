import * as l10n from '@vscode/l10n';
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  MarkupKind,
  type Range,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { code, link, plain } from '../core/text/markdown.ts';
import type { Markdown } from '../core/text/markdown.ts';
import type { Place } from '../core/text/segments.ts';
import type { Span } from '../core/text/span.ts';
import type { Finding } from '../lens/engine/finding.ts';
import { isOfRule } from '../lens/engine/of-rule.ts';
import type { DesignOffer } from '../lens/ide/design-offer.ts';
import type { ActionOffer, HoverText, LensAction, LensLine, SilenceOffer } from '../lens/ide/ide.ts';
import type { Severity } from '../lens/rules/rule.ts';
import type { LensData } from '../protocol/lens-cost.ts';
import type { LensOptions } from '../protocol/options.ts';

/** The name under which the Problems panel lists the lens's findings. */
const SOURCE = 'Partition Lens';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** What conversion needs to know of the world: documents for positions, addresses for rules. */
export interface Surroundings {
  readonly documentOf: (file: string) => TextDocument | undefined;
  readonly ruleAddress: (rule: string) => string;
}

/** The range of a span in a document. */
export function toRange(document: TextDocument, span: Span): Range {
  return { start: document.positionAt(span.start), end: document.positionAt(span.end) };
}

/** A place as Markdown that leads there; its file's name where its text is not at hand. */
export function toLink(document: TextDocument | undefined, { file, span }: Place): Markdown {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (!document) return code(name);
  const line = document.positionAt(span.start).line + 1;
  return link(plain(`${name}:${line}`), `${document.uri}#L${line}`);
}

/** The span of a range in a document. */
export function toSpan(document: TextDocument, range: Range): Span {
  return { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
}

/** A finding as a diagnostic of its document. Related places in files that cannot be read are left out. */
export function toDiagnostic(document: TextDocument, finding: Finding, around: Surroundings): Diagnostic {
  const related = finding.related.flatMap(({ place, message }) => {
    const other = around.documentOf(place.file);
    return other ? [{ location: { uri: other.uri, range: toRange(other, place.span) }, message }] : [];
  });
  return {
    range: toRange(document, finding.span),
    message: withOthers(finding),
    severity: SEVERITIES[finding.severity],
    source: SOURCE,
    code: finding.rule,
    ...(isOfRule(finding) && { codeDescription: { href: around.ruleAddress(finding.rule) } }),
    ...(related.length > 0 && { relatedInformation: related }),
  };
}

/** The message, and the rules that it is shown for as well: a diagnostic has one code. */
function withOthers({ message, also = [] }: Finding): string {
  return also.length === 0 ? message : `${message} ${l10n.t('Also: {0}.', also.join(', '))}`;
}

/** A line as a lens, which runs the client's command for what it leads to; where there is none, plain text. */
export function toCodeLens(
  document: TextDocument,
  { span, title, cost, action, tooltip }: LensLine,
  options: LensOptions,
): CodeLens {
  const range = toRange(document, span);
  const command = action && commandFor(action, options);
  const data: LensData | undefined = cost && { cost };
  const lens = { range, ...(data && { data }) };
  // a lens whose command has no id is shown as plain text
  if (action === undefined || command === undefined) return { ...lens, command: { title, command: '' } };
  const at = [document.uri, range.start];
  return {
    ...lens,
    command: {
      title,
      command,
      ...(tooltip !== undefined && { tooltip }),
      arguments: action.kind === 'table' ? [...at, action.table] : at,
    },
  };
}

function commandFor(
  { kind }: LensAction,
  { tableCommand, runCommand, explainCommand, designCommand }: LensOptions,
): string | undefined {
  switch (kind) {
    case 'table':
      return tableCommand;
    case 'run':
      return runCommand;
    case 'explain':
      return explainCommand;
    case 'design':
      return designCommand;
  }
}

export function toHover(document: TextDocument, hover: HoverText): Hover {
  return {
    range: toRange(document, hover.span),
    contents: { kind: MarkupKind.Markdown, value: hover.markdown },
  };
}

/** An offer as a quick fix for those of the given diagnostics that it answers. */
export function toCodeAction(
  document: TextDocument,
  offer: ActionOffer,
  diagnostics: readonly Diagnostic[],
): CodeAction {
  const answered = answeredBy(offer, document, diagnostics);
  const edits = offer.edits.map(({ span, text }) => ({ range: toRange(document, span), newText: text }));
  return {
    title: offer.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: answered,
    ...(offer.preferred && { isPreferred: true }),
    edit: { changes: { [document.uri]: edits } },
  };
}

/** The same for an offer to silence a finding, as a quick fix that runs the client's command, which asks why. */
export function toSilenceAction(
  document: TextDocument,
  offer: SilenceOffer,
  command: string,
  diagnostics: readonly Diagnostic[],
): CodeAction {
  const { title, span, rule, scope } = offer;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: answeredBy(offer, document, diagnostics),
    command: { title, command, arguments: [document.uri, document.positionAt(span.start), rule, scope] },
  };
}

/** What changes how loud rules are, once for each rule, as quick fixes that run the client's command. */
export function toSeverityActions(
  document: TextDocument,
  findings: readonly Finding[],
  command: string,
  diagnostics: readonly Diagnostic[],
): CodeAction[] {
  const byRule = new Map(findings.filter(isOfRule).map((finding) => [finding.rule, finding]));
  return [...byRule.values()].map((finding) => {
    const title = l10n.t('Change the severity of {0}…', finding.rule);
    return {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: answeredBy(finding, document, diagnostics),
      command: { title, command, arguments: [document.uri, finding.rule] },
    };
  });
}

/** What shows the designs for a read, as a quick fix that runs the client's command. */
export function toDesignAction(
  document: TextDocument,
  offer: DesignOffer,
  command: string,
  diagnostics: readonly Diagnostic[],
): CodeAction {
  const { title, at } = offer;
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: answeredBy(offer, document, diagnostics),
    command: { title, command, arguments: [document.uri, document.positionAt(at.start)] },
  };
}

/** What copies findings as reports, one for each rule, as quick fixes that run the client's command. */
export function toReportActions(
  document: TextDocument,
  findings: readonly Finding[],
  command: string,
  diagnostics: readonly Diagnostic[],
): CodeAction[] {
  const byRule = new Map(findings.filter(isOfRule).map((finding) => [finding.rule, finding]));
  return [...byRule.values()].map((finding) => {
    const title = l10n.t('Copy as Bug Report ({0})', finding.rule);
    const at = document.positionAt(finding.span.start);
    return {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: answeredBy(finding, document, diagnostics),
      command: { title, command, arguments: [document.uri, at, finding.rule] },
    };
  });
}

function answeredBy(
  { rule, span }: Pick<ActionOffer, 'rule' | 'span'>,
  document: TextDocument,
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  const range = toRange(document, span);
  return diagnostics.filter((each) => each.code === rule && isSame(each.range, range));
}

function isSame(a: Range, b: Range): boolean {
  return (
    a.start.line === b.start.line &&
    a.start.character === b.start.character &&
    a.end.line === b.end.line &&
    a.end.character === b.end.character
  );
}
