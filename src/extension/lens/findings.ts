import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  FINDINGS,
  type Findings,
  type ListedFinding,
  SUMMARY,
  type Summary,
  type Tally,
} from '../../protocol/messages.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { showInformation } from '../window/messages.ts';
import { type Heading, type Item, pick } from '../window/questions.ts';
import { isWholeWorkspaceListed, listWholeWorkspace } from './scope.ts';
import { toLocation } from './table-operations.ts';
import { UNKNOWN_COMMAND } from './unknown-operations.ts';

/** Lists the findings of the workspace, the gravest first. */
export const FINDINGS_COMMAND = 'partitionLens.showFindings';

interface Row extends Item {
  readonly act: () => Promise<unknown>;
}

/** Registers {@link FINDINGS_COMMAND}: it lists also what files have that no editor shows. */
export function registerFindings(
  running: () => Promise<LanguageClient>,
  registerCommand: RegisterCommand,
): vscode.Disposable {
  return registerCommand(FINDINGS_COMMAND, async () => {
    const client = await running();
    const findings = await client.sendRequest<Findings>(FINDINGS, {});
    if (findings === null) {
      void showInformation(vscode.l10n.t('Partition Lens is still reading the workspace. Try again soon.'));
      return;
    }
    const operations = await client.sendRequest<Summary>(SUMMARY, {});
    const picked = await pick<Row>(rowsOf(findings, operations), {
      placeHolder: vscode.l10n.t('Select a finding to open it'),
    });
    await picked?.act();
  });
}

function rowsOf({ tally, listed }: NonNullable<Findings>, { unknown }: Summary): (Row | Heading)[] {
  const of = (wanted: keyof Tally): ListedFinding[] => listed.filter(({ kind }) => kind === wanted);
  const left = tally.scans + tally.risks + tally.notes - listed.length;
  return [
    ...group(vscode.l10n.t('Scans'), of('scans')),
    ...group(vscode.l10n.t('Risks'), of('risks')),
    ...group(vscode.l10n.t('Suggestions'), of('notes')),
    { heading: left === 0 ? vscode.l10n.t('More') : vscode.l10n.t('{0} more findings', left) },
    ...(isWholeWorkspaceListed()
      ? []
      : [
          {
            label: vscode.l10n.t('List the findings of all files in the Problems panel'),
            icon: 'list-unordered',
            alwaysShow: true,
            act: async () => {
              await listWholeWorkspace();
              await vscode.commands.executeCommand('workbench.actions.view.problems');
            },
          },
        ]),
    {
      label: vscode.l10n.t("Show operations that aren't classified"),
      description: String(unknown),
      icon: 'question',
      alwaysShow: true,
      act: async () => vscode.commands.executeCommand(UNKNOWN_COMMAND),
    },
  ];
}

function group(heading: string, findings: readonly ListedFinding[]): (Row | Heading)[] {
  return findings.length === 0 ? [] : [{ heading }, ...findings.map(toRow)];
}

function toRow({ message, rule, location }: ListedFinding): Row {
  const { uri, range } = toLocation(location);
  const place = `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`;
  return {
    label: message,
    description: rule,
    detail: place,
    act: async () => vscode.window.showTextDocument(uri, { selection: range }),
  };
}
