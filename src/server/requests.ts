import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CodeLens,
  type Hover,
} from 'vscode-languageserver';
import { UNIT, UNIX_EPOCH } from '../core/keys/time.ts';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import { codeActions } from '../lens/ide/code-actions.ts';
import { hoverAt } from '../lens/ide/hover.ts';
import type { Checks } from './checks.ts';
import { fileOf } from './file-names.ts';
import { inTime } from './patience.ts';
import type { LensOptions } from './protocol/options.ts';
import { ruleAddress } from './protocol/rule-address.ts';
import {
  analyze,
  documentsOf,
  lensesOf,
  open,
  type OpenDocument,
  type Session,
  typeHelp,
} from './session.ts';
import { toCodeAction, toCodeLens, toHover, toLink, toSpan } from './to-lsp.ts';

/** Answers what the client asks about open documents. A request that fails is answered with nothing. */
export function answerRequests(session: Session, checks: Checks): void {
  const { connection, workspace, trouble, client, settings, declarations } = session;

  /** Does the work on an analysis of the current text; `nothing` when there is none or nobody waits. */
  const answer = async <T>(
    where: string,
    uri: string,
    token: CancellationToken,
    nothing: T,
    work: (opened: OpenDocument, analysis: FileAnalysis) => T | Promise<T>,
  ): Promise<T> => {
    try {
      if (!open(session, uri)) return nothing;
      await inTime(settings.ready());
      await inTime(declarations.ready());
      await inTime(workspace.settle());
      const opened = open(session, uri);
      if (!opened || token.isCancellationRequested) return nothing;
      return await work(opened, analyze(session, opened.file));
    } catch (error) {
      trouble(where, error);
      return nothing;
    }
  };

  connection.onHover(({ textDocument, position }, token) =>
    answer<Hover | null>('hover', textDocument.uri, token, null, async ({ document }, analysis) => {
      const wrapped = analysis.operations.flatMap(({ via }) => via?.place.file ?? []);
      const others = await documentsOf(session, wrapped);
      const hover = hoverAt(analysis, document.offsetAt(position), {
        text: document.getText(),
        ruleAddress: (rule) => linkOf(client.options, rule),
        linkTo: (place) => toLink(others.get(place.file), place),
        types: typeHelp(session),
        keys: {
          table: workspace.table,
          declared: declarations.of(fileOf(textDocument.uri)),
          now: UNIX_EPOCH + BigInt(Date.now()) * UNIT.millisecond,
          offsetAt: (unixMs) => -new Date(unixMs).getTimezoneOffset(),
        },
      });
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

  connection.onCodeAction((params, token) =>
    answer<CodeAction[]>('code action', params.textDocument.uri, token, [], ({ document }, analysis) => {
      if (!wantsQuickFixes(params)) return [];
      const offers = codeActions(analysis, document.getText(), toSpan(document, params.range));
      return offers.map((offer) => toCodeAction(document, offer, params.context.diagnostics));
    }),
  );
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
