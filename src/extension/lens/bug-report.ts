import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { BUG_REPORT, type BugReportAnswer, type BugReportParams } from '../../protocol/messages.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { showInformation, showWarning } from '../window/messages.ts';
import { withProgress } from '../window/progress.ts';
import { givenSite } from './site.ts';

/** Copies a finding as a report; the light bulb gives it a document's URI, where the finding begins, and its rule. */
export const REPORT_COMMAND = 'partitionLens.copyBugReport';

/** Registers {@link REPORT_COMMAND}. The report goes to the clipboard and nowhere else. */
export function registerBugReport(
  running: () => Promise<LanguageClient>,
  version: string,
  registerCommand: RegisterCommand,
): vscode.Disposable {
  return registerCommand(REPORT_COMMAND, async (uri, position, rule) => {
    const site = givenSite(uri, position);
    if (site === undefined || typeof rule !== 'string') return;
    const params: BugReportParams = { ...site, rule, version };
    const title = vscode.l10n.t('Making a small program that has the same finding');
    const answer = await withProgress(title, { cancellable: true }, async (_, signal) => {
      const client = await running();
      const cancellation = new vscode.CancellationTokenSource();
      signal.addEventListener('abort', () => {
        cancellation.cancel();
      });
      const made = await client.sendRequest<BugReportAnswer>(BUG_REPORT, params, cancellation.token);
      return signal.aborted ? undefined : made;
    });
    if (answer !== undefined) await give(answer);
  });
}

async function give(answer: BugReportAnswer): Promise<void> {
  switch (answer.kind) {
    case 'made':
      await vscode.env.clipboard.writeText(answer.text);
      void showInformation(wordsFor(answer));
      return;
    case 'gone':
      void showWarning(vscode.l10n.t('The finding is no longer there. Nothing was copied.'));
      return;
    case 'elsewhere':
      void showWarning(
        vscode.l10n.t(
          'The finding needs more than your sources, such as types or settings. Nothing was copied.',
        ),
      );
      return;
    case 'texts':
      void showWarning(
        vscode.l10n.t(
          'The finding needs a text of your source, which a report never has. Nothing was copied.',
        ),
      );
  }
}

function wordsFor({ lines, isSmall, kept }: Extract<BugReportAnswer, { kind: 'made' }>): string {
  return [
    vscode.l10n.t('Copied a program of {0} lines with the same finding. Nothing was sent.', lines),
    ...(isSmall ? [] : [vscode.l10n.t("It couldn't be made smaller within the limits.")]),
    kept.length === 0
      ? vscode.l10n.t('Your names and texts are replaced.')
      : vscode.l10n.t('Your texts and names are replaced, except for {0}.', kept.join(', ')),
    vscode.l10n.t('Read it before you share it.'),
  ].join(' ');
}
