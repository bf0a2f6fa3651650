import * as vscode from 'vscode';
import { tableNameProblem } from '../../../core/edm/table-name.ts';
import { explainError } from '../../../data/error.ts';
import type { DataError } from '../../../data/error.ts';
import { costText } from '../../../data/page.ts';
import type { TableWriter, Written } from '../../../data/table-writer.ts';
import { placeOf } from '../../connections/address.ts';
import type { Connections } from '../../connections/connections.ts';
import type { BrowserModel } from '../model.ts';
import { tablesBelow } from '../nodes.ts';
import type { BrowserNode, ConnectionNode, TableNode } from '../nodes.ts';
import { onRow } from '../row-command.ts';
import { countNode } from './count.ts';
import { reveal } from '../reveal.ts';
import { showError } from '../../window/messages.ts';
import { withProgress } from '../../window/progress.ts';
import { askForText } from '../../window/questions.ts';

interface Parts {
  readonly model: BrowserModel;
  readonly view: Pick<vscode.TreeView<BrowserNode>, 'reveal'>;
  readonly connections: Connections;
}

/** The commands on the tables of a connection. */
export function tableCommands(parts: Parts) {
  const { model } = parts;
  const counting = new Set<string>();
  return {
    filterTables: onRow(['connection'], (node) => filterTables(parts, node)),
    clearTableFilter: onRow(['connection'], (node) => {
      model.filterTables(node, undefined);
    }),
    createTable: onRow(['connection'], (node) => createTable(parts, node)),
    deleteTable: onRow(['table'], (node) => deleteTable(parts, node)),
    countEntities: onRow(['table', 'search', 'partition', 'rows'], (node) =>
      countNode(model, node, counting),
    ),
  };
}

async function filterTables({ model }: Parts, node: ConnectionNode): Promise<void> {
  const text = await askForText({
    title: vscode.l10n.t('Filter the tables of {0}', node.connection.name),
    prompt: vscode.l10n.t('Part of the name, not case-sensitive. Leave empty to show all tables'),
    value: model.tableFilter(node.connection.id) ?? '',
  });
  if (text !== undefined) model.filterTables(node, text.trim() === '' ? undefined : text.trim());
}

async function createTable(parts: Parts, node: ConnectionNode): Promise<void> {
  const { model, view } = parts;
  // tables of Cosmos DB have names by other rules, which tell cases apart
  const isCosmos = placeOf(node.connection.host) === 'cosmos';
  const asKnown = (name: string): string => (isCosmos ? name : name.toLowerCase());
  const known = new Set(tablesBelow(await model.children(node)).map(({ table }) => asKnown(table)));
  const name = await askForText({
    title: vscode.l10n.t('Create a table in {0}', node.connection.name),
    prompt: isCosmos
      ? vscode.l10n.t('Name of the table (case-sensitive)')
      : vscode.l10n.t('Name of the table: 3 to 63 letters and digits, starting with a letter'),
    ignoreFocusOut: true,
    judge: (text) => {
      if (known.has(asKnown(text))) return vscode.l10n.t('A table with this name already exists.');
      if (!isCosmos) return tableNameProblem(text);
      return text.trim() === '' ? vscode.l10n.t('Give it a name.') : undefined;
    },
  });
  if (name === undefined) return;
  const title = vscode.l10n.t('Creating table {0}', name);
  if (!(await change(parts, node, title, (writer) => writer.createTable(name)))) return;
  const created = tablesBelow(await model.children(node)).find(({ table }) => table === name);
  if (created !== undefined) await reveal(view, created, { select: true });
}

/** The name is typed: a table is gone with all that is in it. */
async function deleteTable(parts: Parts, { parent, table }: TableNode): Promise<void> {
  const { name, host } = parent.connection;
  const typed = await askForText({
    title: vscode.l10n.t('Delete table {0} of {1} ({2})', table, name, host),
    prompt: vscode.l10n.t(
      'This deletes the table and all its entities permanently. To confirm, type the table’s name: {0}',
      table,
    ),
    placeHolder: table,
    ignoreFocusOut: true,
    judge: (text) =>
      text === table ? undefined : vscode.l10n.t('Type {0}, or press Escape to keep the table.', table),
  });
  if (typed !== table) return;
  await change(parts, parent, vscode.l10n.t('Deleting table {0}', table), (writer) =>
    writer.deleteTable(table),
  );
}

/** Makes one change with progress, says what went wrong, and shows the connection's tables anew, what was read of them kept; true when it is done. */
async function change(
  { model, connections }: Parts,
  node: ConnectionNode,
  title: string,
  work: (writer: TableWriter) => Promise<Written>,
): Promise<boolean> {
  const opened = await connections.openWriter(node.connection.id);
  const written = await withProgress(title, { cancellable: false }, () =>
    opened.kind === 'error' ? Promise.resolve({ ...opened, requests: 0 }) : work(opened.writer),
  );
  await model.relist(node);
  if (written.kind === 'done') return true;
  const { message, advice } = changeError(written.error);
  void showError(`${title}: ${message}. ${advice} (${costText(written.requests)})`);
  return false;
}

/** What the service says of tables that it says of nothing else. */
function changeError(error: DataError): { readonly message: string; readonly advice: string } {
  switch ('code' in error ? error.code : '') {
    case 'TableAlreadyExists':
      return {
        message: vscode.l10n.t('A table with this name already exists'),
        advice: vscode.l10n.t('Choose another name. Names must differ in more than case.'),
      };
    case 'TableBeingDeleted':
      return {
        message: vscode.l10n.t('A table with this name is still being deleted'),
        advice: vscode.l10n.t('This takes the service at least 40 seconds. Try again later.'),
      };
    default:
      return {
        ...explainError(error),
        ...(error.kind === 'interrupted' && {
          advice: vscode.l10n.t(
            'The service might have done it anyway. The list of tables is refreshed: check it, and try again if needed.',
          ),
        }),
      };
  }
}
