import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { CHANGED, FINDINGS, type Findings, SUMMARY, type Summary } from '../../protocol/messages.ts';
import { createStatusItem, type StatusItem } from '../window/status.ts';
import { FINDINGS_COMMAND } from './findings.ts';
import { isWholeWorkspaceListed } from './scope.ts';
import { tallyWords } from './tally-words.ts';

/** What the status bar is told of, each time that it changes. */
export interface Counted {
  readonly operations: Summary;
  readonly findings: Findings;
}

/** Says in the status bar how many scans and risks the workspace has; nothing where it has no operations on tables. */
export function showStatus(client: LanguageClient, onCounted: (counted: Counted) => void): vscode.Disposable {
  const item = createStatusItem('partitionLens.findings', vscode.l10n.t('Findings'), FINDINGS_COMMAND);
  let latest = 0;
  const update = async (): Promise<void> => {
    const number = ++latest;
    const operations = await client.sendRequest<Summary>(SUMMARY, {});
    const findings = await client.sendRequest<Findings>(FINDINGS, {});
    if (number !== latest) return;
    say(item, { operations, findings });
    onCounted({ operations, findings });
  };
  const updateNow = (): void => {
    update().catch(() => {
      // the server is gone, and whoever started it says so
      item.hide();
    });
  };
  updateNow();
  return vscode.Disposable.from(
    item,
    client.onNotification(CHANGED, updateNow),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('partitionLens')) updateNow();
    }),
  );
}

function say(item: StatusItem, { operations, findings }: Counted): void {
  if (operations.operations === 0) {
    item.hide();
    return;
  }
  const understood = operationWords(operations);
  if (findings === null) {
    item.say('sync~spin', vscode.l10n.t('Checking tables'), [understood]);
    return;
  }
  const { tally } = findings;
  const isClean = tally.scans === 0 && tally.risks === 0;
  item.say(isClean ? 'pass' : 'warning', tallyWords(tally), [
    ...(tally.notes === 0 ? [] : [noteWords(tally.notes)]),
    understood,
    ...(isWholeWorkspaceListed() ? [] : [vscode.l10n.t('The Problems panel lists open files only.')]),
  ]);
}

function noteWords(notes: number): string {
  return notes === 1 ? vscode.l10n.t('1 more suggestion') : vscode.l10n.t('{0} more suggestions', notes);
}

/** How much of the workspace is understood. */
function operationWords({ operations, unknown }: Summary): string {
  const counted =
    operations === 1 ? vscode.l10n.t('1 operation') : vscode.l10n.t('{0} operations', operations);
  return unknown === 0 ? counted : vscode.l10n.t('{0}, {1} not classified', counted, unknown);
}
