import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  CodeActionTriggerKind,
  type CodeLens,
  type Hover,
  type InlayHint,
} from 'vscode-languageserver';
import { UNIT, UNIX_EPOCH } from '../core/keys/time.ts';
import { type Markdown, plain } from '../core/text/markdown.ts';
import type { Place } from '../core/text/segments.ts';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import { codeActions, findingsAt } from '../lens/ide/code-actions.ts';
import { designOffer } from '../lens/ide/design-offer.ts';
import { hoverAt, type HoverWorld } from '../lens/ide/hover.ts';
import { shapeHints } from '../lens/ide/inlay-hints.ts';
import { inSlices } from '../lens/workspace/pause.ts';
import { patternActions, wantsPatterns } from './assists.ts';
import type { Checks } from './checks.ts';
import { fileOf } from './file-names.ts';
import { fixAllActions, fixAllOfRule, wantsFixAll } from './fix-all.ts';
import { inTime } from './patience.ts';
import type { LensOptions } from '../protocol/options.ts';
import { ruleAddress } from '../protocol/rule-address.ts';
import {
  analyze,
  documentsOf,
  lensesOf,
  open,
  type OpenDocument,
  type Session,
  signalOf,
  typeHelp,
} from './session.ts';
import {
  toCodeAction,
  toCodeLens,
  toDesignAction,
  toHover,
  toLink,
  toReportActions,
  toSeverityActions,
  toSilenceAction,
  toSpan,
} from './to-lsp.ts';

/** Answers what the client asks about open documents. A request that fails is answered with nothing. */
export function answerRequests(session: Session, checks: Checks): void {
  const { connection, documents, workspace, trouble, client, settings, declarations } = session;

  /** Does the work on an analysis of the current text; `nothing` when there is none or nobody waits. */
  const answer = async <T>(
    where: string,
    uri: string,
    token: CancellationToken,
    nothing: T,
    work: (opened: OpenDocument, analysis: FileAnalysis, signal: AbortSignal) => T | Promise<T>,
  ): Promise<T> => {
    const signal = signalOf(token);
    try {
      if (!open(session, uri)) return nothing;
      await inTime(settings.ready());
      await inTime(declarations.ready());
      await inTime(workspace.settle());
      const opened = open(session, uri);
      if (!opened || token.isCancellationRequested) return nothing;
      const { version } = opened.document;
      const analysis = await analyze(session, opened.file, signal);
      // who edits meanwhile asks again
      const isSame = (): boolean => documents.get(uri)?.version === version;
      const answered = isSame() ? await work(opened, analysis, signal) : nothing;
      return isSame() ? answered : nothing;
    } catch (error) {
      if (!token.isCancellationRequested) trouble(where, error);
      return nothing;
    }
  };

  connection.onHover(({ textDocument, position }, token) =>
    answer<Hover | null>('hover', textDocument.uri, token, null, async ({ document }, analysis) => {
      const offset = document.offsetAt(position);
      const world: Omit<HoverWorld, 'linkTo'> = {
        text: document.getText(),
        ruleAddress: (rule) => linkOf(client.options, rule),
        types: typeHelp(session),
        keys: {
          table: workspace.table,
          declared: declarations.of(fileOf(textDocument.uri)),
          now: UNIX_EPOCH + BigInt(Date.now()) * UNIT.millisecond,
          offsetAt: (unixMs) => -new Date(unixMs).getTimezoneOffset(),
        },
      };
      // only what it leads to is read
      const led: Place[] = [];
      const note = (place: Place): Markdown => {
        led.push(place);
        return plain('');
      };
      hoverAt(analysis, offset, { ...world, linkTo: note });
      const others = await documentsOf(
        session,
        led.map(({ file }) => file),
      );
      const linkTo = (place: Place): Markdown => toLink(others.get(place.file), place);
      const hover = hoverAt(analysis, offset, { ...world, linkTo });
      return hover ? toHover(document, hover) : null;
    }),
  );

  connection.onCodeLens(({ textDocument }, token) =>
    answer<CodeLens[]>('code lens', textDocument.uri, token, [], (opened, analysis) => {
      checks.served(opened, analysis);
      return lensesOf(session, opened, analysis).map((line) =>
        toCodeLens(opened.document, line, client.options),
      );
    }),
  );

  connection.languages.inlayHint.on(({ textDocument, range }, token) =>
    answer<InlayHint[]>('inlay hint', textDocument.uri, token, [], ({ document, file }, analysis) => {
      if (settings.of(file).shapes !== 'inlayHint') return [];
      const { start, end } = toSpan(document, range);
      return shapeHints(analysis, document.getText())
        .filter(({ offset }) => start <= offset && offset <= end)
        .map(({ offset, label, tooltip }) => ({
          ...{ position: document.positionAt(offset), label, tooltip, paddingLeft: true },
        }));
    }),
  );

  connection.onCodeAction((params, token) =>
    answer<CodeAction[]>(
      'code action',
      params.textDocument.uri,
      token,
      [],
      async (opened, analysis, signal) => {
        const { document } = opened;
        const { diagnostics } = params.context;
        const { designCommand, reportCommand, silenceCommand, severityCommand } = client.options;
        const span = toSpan(document, params.range);
        const rewrites = wantsPatterns(params)
          ? await patternActions(session, opened, span, diagnostics)
          : [];
        const all = wantsFixAll(params) ? await fixAllActions(session, opened, analysis, signal) : [];
        if (!wantsQuickFixes(params)) return [...all, ...rewrites];
        const offers = await inSlices(codeActions(analysis, document.getText(), span), signal);
        const fixes = offers.filter((offer) => offer.kind === 'fix');
        const silences = offers.filter((offer) => offer.kind === 'silence');
        const design = designCommand === undefined ? undefined : designOffer(analysis, span);
        return [
          ...fixes.map((offer) => toCodeAction(document, offer, diagnostics)),
          ...(design && designCommand !== undefined
            ? [toDesignAction(document, design, designCommand, diagnostics)]
            : []),
          ...(isOfMenu(params) ? await fixAllOfRule(session, opened, analysis, diagnostics, signal) : []),
          ...silences.map((offer) =>
            silenceCommand === undefined
              ? toCodeAction(document, offer, diagnostics)
              : toSilenceAction(document, offer, silenceCommand, diagnostics),
          ),
          ...(severityCommand !== undefined && isOfMenu(params)
            ? toSeverityActions(document, findingsAt(analysis, span), severityCommand, diagnostics)
            : []),
          ...(reportCommand !== undefined && isOfMenu(params)
            ? toReportActions(document, findingsAt(analysis, span), reportCommand, diagnostics)
            : []),
          ...all,
          ...rewrites,
        ];
      },
    ),
  );
}

/** Whether somebody opened a menu; an editor also asks by itself at each move of the cursor. */
function isOfMenu({ context: { triggerKind } }: CodeActionParams): boolean {
  return triggerKind !== CodeActionTriggerKind.Automatic;
}

function wantsQuickFixes({ context }: CodeActionParams): boolean {
  const { only } = context;
  return only?.some((kind) => kind === '' || kind === CodeActionKind.QuickFix) ?? true;
}

/** What a hover links to for a rule's page. */
function linkOf({ uriScheme, ruleCommand }: LensOptions, rule: string): string {
  if (ruleCommand === undefined) return ruleAddress(uriScheme, rule);
  return `command:${ruleCommand}?${encodeURIComponent(JSON.stringify([rule]))}`;
}
