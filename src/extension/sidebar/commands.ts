import * as vscode from 'vscode';
import { writeEntity } from '../../core/edm/json.ts';
import { valueText } from '../../core/edm/text.ts';
import { keyFilter, partitionKeyFilter } from '../../data/entities.ts';
import { partitionFilter, rowFilter } from '../../data/key-range.ts';
import type { Activities } from './activity.ts';
import { connectionCommands } from '../connections/connection-commands.ts';
import type { Connections } from '../connections/connections.ts';
import type { AzuriteServer } from '../azurite/start-azurite.ts';
import { getEntityCalls } from './copy-text.ts';
import type { EntityDocuments } from './entity-documents.ts';
import { askForPartition, askForRow } from './go-to-key.ts';
import { declareKeyCodec } from './keys/declare-key.ts';
import type { DeclaredKeys } from './keys/declared-keys.ts';
import { askForTime } from './keys/go-to-time.ts';
import type { Extent } from './listing.ts';
import type { BrowserModel } from './model.ts';
import { searchNode, tableAround, tableOf } from './nodes.ts';
import type { BrowserNode, EntityNode, FoundNode, PartitionNode, TableNode } from './nodes.ts';
import { onRow, onRowOrSelection } from './row-command.ts';
import type { Command, RegisterCommand } from '../window/commands.ts';
import { showInformation } from '../window/messages.ts';
import { tableCommands } from './tables/table-commands.ts';
import { reveal } from './reveal.ts';

/** As many as 100 requests find: up to 100,000. */
const ALL_PARTITIONS: Extent = { limit: 100_000, budget: 100 };

/** What the commands work on. */
export interface Parts {
  readonly model: BrowserModel;
  readonly view: Pick<vscode.TreeView<BrowserNode>, 'reveal'>;
  /** The row that was selected last: VS Code's own answer is empty for a moment whenever rows are shown anew. */
  readonly selected: () => BrowserNode | undefined;
  readonly connections: Connections;
  readonly documents: EntityDocuments;
  readonly activities: Activities;
  readonly declaredKeys: DeclaredKeys;
  readonly azurite: AzuriteServer;
}

/** Registers every command of the sidebar. Those on nodes get the node from the menu. */
export function registerCommands(parts: Parts, registerCommand: RegisterCommand): vscode.Disposable {
  const { model, documents, activities } = parts;
  const commands: Readonly<Record<string, Command>> = {
    ...connectionCommands(parts),
    ...tableCommands(parts),
    refreshAll: () => {
      model.refresh(undefined);
    },
    refresh: onRow(['connection', 'table', 'search', 'partition', 'rows', 'entity'], (node) => {
      model.refresh(node);
      if (node.kind === 'entity') documents.refresh(node);
    }),
    cancel: () => {
      activities.cancel();
    },
    showMore: onRow(['more', 'failure'], (node) => model.more(node.parent)),
    showAllPartitions: onRow(['more'], (node) => model.more(node.parent, ALL_PARTITIONS)),
    goToPartition: onRowOrSelection(['table'], (node) => goToPartition(parts, node)),
    goToRow: onRowOrSelection(['table', 'partition'], (node) => goToRow(parts, node)),
    goToTime: onRowOrSelection(['table', 'partition'], (node) => goToTime(parts, node)),
    declareKeyCodec: onRowOrSelection(['table', 'partition', 'entity'], (node) => declare(parts, node)),
    closeSearch: onRow(['search', 'rows'], (node) => {
      model.closeSearch(node);
    }),
    copyTableName: onRow(['table'], ({ table }) => copy(table)),
    copyPartitionKey: onRow(['partition', 'entity'], (node) => copy(keyOf(node))),
    copyRowKey: onRow(['entity'], (node) => copy(node.entity.rowKey)),
    copyGetEntity: onRow(['entity'], ({ entity }) => copy(getEntityCalls([entity]))),
    copyFilter: onRow(['partition', 'entity', 'search', 'rows'], (node) => copy(filterOf(node))),
    copyEntity: onRow(['entity'], (node) => copy(writeEntity(model.entity(node)))),
    copyValue: onRow(['property'], ({ property }) => copy(valueText(property.value))),
    openEntity: onRow(['entity'], (node) => documents.open(node)),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => registerCommand(`partitionLens.${name}`, run)),
  );
}

/** From the palette it means the table of the selected row. */
async function goToPartition(parts: Parts, node: TableNode | undefined): Promise<void> {
  const table = node ?? selectedTable(parts);
  const declared = table && parts.declaredKeys.of(table.table);
  const range = table && (await askForPartition(table.table, declared?.partitionKey ?? []));
  if (table !== undefined && range !== undefined) await show(parts, searchNode(table, range));
}

async function goToRow(parts: Parts, node: TableNode | PartitionNode | undefined): Promise<void> {
  const place = node ?? selectedPlace(parts);
  const declared = place && parts.declaredKeys.of(tableOf(place).table);
  const found = place && (await askForRow(place, declared?.rowKey ?? []));
  if (found !== undefined) await show(parts, found);
}

async function goToTime(parts: Parts, node: TableNode | PartitionNode | undefined): Promise<void> {
  const place = node ?? selectedPlace(parts);
  const found =
    place && (await askForTime(parts.declaredKeys, parts.model.knownKeys.bind(parts.model), place));
  if (found !== undefined) await show(parts, found);
}

/** From the palette it means the key of the selected row, else a key of its table. */
async function declare(parts: Parts, node?: TableNode | PartitionNode | EntityNode): Promise<void> {
  const selected = parts.selected();
  const isKey = selected?.kind === 'partition' || selected?.kind === 'entity';
  const place = node ?? (isKey ? selected : selectedTable(parts));
  if (place !== undefined) await declareKeyCodec(parts, place);
}

async function show({ model, view }: Parts, found: FoundNode): Promise<void> {
  await reveal(view, model.show(found), { select: true, focus: true, expand: true });
}

/** From the palette: the partition that the selected row is or stands in, else its table. */
function selectedPlace(parts: Parts): TableNode | PartitionNode | undefined {
  let row = parts.selected();
  while (row !== undefined && row.kind !== 'partition') row = row.parent;
  return row ?? selectedTable(parts);
}

/** The table that the selected row stands in; says so when there is none. */
function selectedTable({ selected }: Parts): TableNode | undefined {
  const node = selected();
  const table = node && tableAround(node);
  if (table === undefined) {
    void showInformation(
      vscode.l10n.t('Select a table in the Partition Lens sidebar first, then try again.'),
    );
  }
  return table;
}

function keyOf(node: PartitionNode | EntityNode): string {
  return node.kind === 'partition' ? node.partition.partitionKey : node.entity.partitionKey;
}

/** The filter for just what a row lists, or for the entity that it is. */
function filterOf(node: PartitionNode | EntityNode | FoundNode): string {
  switch (node.kind) {
    case 'entity':
      return keyFilter(node.entity.partitionKey, node.entity.rowKey);
    case 'partition':
      return partitionKeyFilter(node.partition.partitionKey);
    case 'rows':
      return rowFilter(partitionKeyFilter(node.partitionKey), node.rows);
    case 'search':
      return partitionFilter(node.range, undefined) ?? '';
  }
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
}
