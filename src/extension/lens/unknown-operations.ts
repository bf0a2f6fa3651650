import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { SUMMARY, type Summary, UNKNOWN_OPERATIONS, type UnknownOperation } from '../../protocol/messages.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { type Heading, type Item, pick } from '../window/questions.ts';
import { toLocation } from './table-operations.ts';

/** Lists the operations that are not classified, each with the reason. */
export const UNKNOWN_COMMAND = 'partitionLens.showUnknownOperations';

/** Registers {@link UNKNOWN_COMMAND}. */
export function registerUnknownOperations(
  running: () => Promise<LanguageClient>,
  registerCommand: RegisterCommand,
): vscode.Disposable {
  return registerCommand(UNKNOWN_COMMAND, async () => {
    const client = await running();
    const active = vscode.window.activeTextEditor?.document.uri.toString();
    const all = await client.sendRequest<readonly UnknownOperation[]>(UNKNOWN_OPERATIONS, {});
    const isActive = ({ location }: UnknownOperation): boolean => location.uri === active;
    const items: readonly (Row | Heading)[] = [
      ...(all.length === 0 ? [nothing(await client.sendRequest<Summary>(SUMMARY, {}))] : []),
      ...group(vscode.l10n.t('this file'), all.filter(isActive)),
      ...group(
        vscode.l10n.t('other files'),
        all.filter((each) => !isActive(each)),
      ),
    ];
    const picked = await pick(items, {
      placeHolder: vscode.l10n.t("Operations that aren't classified: choose one to go there"),
    });
    if (picked?.operation) await goTo(picked.operation);
  });
}

interface Row extends Item {
  readonly operation?: UnknownOperation;
}

/** In the place of the list: whoever asks for it sees that it is empty, and of how many. */
function nothing(counted: Summary): Row {
  return {
    label: vscode.l10n.t('No unknown operations in this workspace'),
    description: words(counted),
    alwaysShow: true,
  };
}

function group(heading: string, operations: readonly UnknownOperation[]): (Row | Heading)[] {
  if (operations.length === 0) return [];
  return [{ heading }, ...operations.map(toRow)];
}

function toRow(operation: UnknownOperation): Row {
  const { code, table, kind, why, location } = operation;
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(location.uri));
  const place = `${path}:${location.range.start.line + 1}`;
  return {
    label: code,
    description: table === undefined ? place : `${table} · ${place}`,
    detail: kind === 'unknown' ? vscode.l10n.t('Unknown: {0}', why) : vscode.l10n.t('Not sure: {0}', why),
    operation,
  };
}

async function goTo({ location }: UnknownOperation): Promise<void> {
  const { uri, range } = toLocation(location);
  await vscode.window.showTextDocument(uri, { selection: range });
}

function words({ operations, classified, unknown }: Summary): string {
  return operations === 1
    ? vscode.l10n.t('1 operation · {0} classified · {1} unknown', classified, unknown)
    : vscode.l10n.t('{0} operations · {1} classified · {2} unknown', operations, classified, unknown);
}
