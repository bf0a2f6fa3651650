import * as vscode from 'vscode';
import type { RegisterCommand } from '../window/commands.ts';
import { showInformation } from '../window/messages.ts';
import { FINDINGS_COMMAND } from './findings.ts';
import type { Counted } from './status.ts';
import { tallyWords } from './tally-words.ts';

/** Kept for the person, in all windows. */
const KEY = 'partitionLens.isWelcomed';
const WALKTHROUGH = 'partition-lens.partition-lens#start';

/** Tells once, in the first workspace with operations on tables, what was found there and where to begin. */
export function welcomeOnce(memory: vscode.Memento): (counted: Counted) => void {
  return ({ operations, findings }) => {
    if (findings === null || operations.operations === 0 || memory.get(KEY) === true) return;
    void memory.update(KEY, true);
    void welcome(vscode.l10n.t('Partition Lens checked this workspace: {0}.', tallyWords(findings.tally)));
  };
}

async function welcome(message: string): Promise<void> {
  const [show, open] = [vscode.l10n.t('Show Findings'), vscode.l10n.t('Open Walkthrough')];
  const pressed = await showInformation(message, show, open);
  if (pressed === show) await vscode.commands.executeCommand(FINDINGS_COMMAND);
  if (pressed === open) await openWalkthrough();
}

/** Registers the command that opens the walkthrough: the notification comes once, and people look for it later. */
export function registerWalkthrough(registerCommand: RegisterCommand): vscode.Disposable {
  return registerCommand('partitionLens.openWalkthrough', openWalkthrough);
}

async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH);
}
