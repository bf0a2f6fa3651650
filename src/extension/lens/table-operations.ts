import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  type Location,
  type NamedTable,
  type Position,
  type Site,
  TABLE_OPERATIONS,
  type TableOperations,
  type TableQuestion,
  TABLES,
} from '../../protocol/messages.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { showInformation } from '../window/messages.ts';
import { pick } from '../window/questions.ts';
import { givenSite, siteOfCursor } from './site.ts';

/** Shows all operations of a table; code lenses give it a document's URI, a position in it, and the table. */
export const TABLE_COMMAND = 'partitionLens.showTableOperations';

/** Registers {@link TABLE_COMMAND}. Without arguments it takes the operation at the cursor, else it asks for a table. */
export function registerTableOperations(
  running: () => Promise<LanguageClient>,
  registerCommand: RegisterCommand,
): vscode.Disposable {
  return registerCommand(TABLE_COMMAND, async (uri, position, table) => {
    const isGiven = uri !== undefined;
    const site = isGiven ? givenSite(uri, position) : siteOfCursor();
    if (isGiven && (site === undefined || typeof table !== 'string')) return;
    const client = await running();
    const found =
      typeof table === 'string' ? await operationsOf(client, { table }) : await findTable(client, site);
    if (found !== undefined) await show(found, site);
  });
}

async function findTable(
  client: LanguageClient,
  site: Site | undefined,
): Promise<TableOperations | undefined> {
  const found = site && (await operationsOf(client, site));
  if (found) return found;
  const tables = await client.sendRequest<readonly NamedTable[]>(TABLES, {});
  if (tables.length === 0) {
    void showInformation(
      vscode.l10n.t(
        'No operation on a named table was found in this workspace. Open a file that uses TableClient of @azure/data-tables, or wait until the workspace is read.',
      ),
    );
    return undefined;
  }
  const picked = await pick(
    tables.map(({ name, operations }) => ({ label: name, description: operationCount(operations) })),
    { placeHolder: vscode.l10n.t('Show the operations on which table?') },
  );
  return picked && operationsOf(client, { table: picked.label });
}

async function operationsOf(
  client: LanguageClient,
  question: TableQuestion,
): Promise<TableOperations | undefined> {
  return (await client.sendRequest<TableOperations | null>(TABLE_OPERATIONS, question)) ?? undefined;
}

/** Peeks at the operations where the person is; with no editor open, goes to the first. */
async function show({ operations }: TableOperations, site: Site | undefined): Promise<void> {
  const locations = operations.map(toLocation);
  const [first] = locations;
  if (first === undefined) return;
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    site === undefined ? first.uri : vscode.Uri.parse(site.uri),
    site === undefined ? first.range.start : toPosition(site.position),
    locations,
  );
}

function operationCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 operation') : vscode.l10n.t('{0} operations', count);
}

export function toLocation({ uri, range }: Location): vscode.Location {
  return new vscode.Location(
    vscode.Uri.parse(uri),
    new vscode.Range(toPosition(range.start), toPosition(range.end)),
  );
}

function toPosition({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}
