import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  type Location,
  type NamedTable,
  type Position,
  TABLE_OPERATIONS,
  type TableOperations,
  type TableQuestion,
  TABLES,
} from '../../server/protocol/messages.ts';

/** Shows all operations of a table; code lenses give it a document's URI, a position in it, and the table. */
export const TABLE_COMMAND = 'partitionLens.showTableOperations';

/** Registers {@link TABLE_COMMAND}. Without arguments it takes the operation at the cursor, else it asks for a table. */
export function registerTableOperations(running: () => Promise<LanguageClient>): vscode.Disposable {
  return vscode.commands.registerCommand(
    TABLE_COMMAND,
    async (uri?: string, position?: Position, table?: string) => {
      const client = await running();
      const found = table === undefined ? await findTable(client) : await operationsOf(client, { table });
      if (found === undefined) return;
      const editor = vscode.window.activeTextEditor;
      const at = uri === undefined ? editor?.document.uri : vscode.Uri.parse(uri);
      const start = position === undefined ? editor?.selection.active : toPosition(position);
      await show(found, at, start);
    },
  );
}

async function findTable(client: LanguageClient): Promise<TableOperations | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    const { line, character } = editor.selection.active;
    const question = { uri: editor.document.uri.toString(), position: { line, character } };
    const found = await operationsOf(client, question);
    if (found) return found;
  }
  const tables = await client.sendRequest<readonly NamedTable[]>(TABLES, {});
  if (tables.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'No operation of a table whose name is known was found in this workspace. Open a file that uses TableClient of @azure/data-tables, or wait until the workspace is read.',
      ),
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    tables.map(({ name, operations }) => ({ label: name, description: operationCount(operations) })),
    { placeHolder: vscode.l10n.t('The table whose operations are to be shown') },
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
async function show(
  { operations }: TableOperations,
  uri: vscode.Uri | undefined,
  position: vscode.Position | undefined,
): Promise<void> {
  const locations = operations.map(toLocation);
  const [first] = locations;
  if (first === undefined) return;
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    uri ?? first.uri,
    position ?? first.range.start,
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
