import * as vscode from 'vscode';
import { partitionKeyFilter } from '../../data/entities.ts';
import type { BrowserModel } from '../sidebar/model.ts';
import { noop } from '../sidebar/noop.ts';
import { connectionOf, tableOf, tablesBelow } from '../sidebar/nodes.ts';
import type { BrowserNode, PartitionNode, TableNode } from '../sidebar/nodes.ts';
import { readPanelState } from '../../protocol/grid.ts';
import type { PanelState } from '../../protocol/grid.ts';
import { LastEditor } from './last-editor.ts';
import { OpenPanel } from './open-panel.ts';
import type { PanelsHost } from './open-panel.ts';
import { GridPanels } from './panels.ts';
import type { GridPanel } from './panels.ts';
import type { GridSource } from './source.ts';
import { onRowOrSelection } from '../sidebar/row-command.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { createPanel, registerFormerPanels } from '../window/panel.ts';
import type { Panel } from '../window/panel.ts';
import { pick } from '../window/questions.ts';

/** The kind of panel, as VS Code remembers it. */
const PANEL = 'partitionLens.entities';

/** What the extension's own tests see of the grid; not an interface for other extensions. */
export interface Grid {
  readonly panels: readonly GridPanel[];
  /** Shows what a filter finds in a table. */
  readonly show: (source: GridSource) => void;
}

/** Sets up “Open entities”, on tables and partitions of the sidebar and in the palette, until the extension ends. */
export function activateGrid(
  host: Omit<PanelsHost, 'lastEditor' | 'foundPartitions' | 'listed' | 'tableGone'>,
  model: BrowserModel,
  view: Pick<vscode.TreeView<BrowserNode>, 'selection'>,
  registerCommand: RegisterCommand,
): Grid {
  const lastEditor = new LastEditor();
  const around: PanelsHost = {
    ...host,
    lastEditor,
    tableGone: ({ id }, table) => {
      // the tree has a row for what goes wrong in it
      model.relistWithout(id, table).catch(noop);
    },
    foundPartitions: model.foundPartitions,
    listed: model.listed,
  };
  const panels = new GridPanels({
    create: () => createPanel(PANEL),
    open: (source, panel) => new OpenPanel(source, around, panel),
    nameOf: host.nameOf,
  });
  const openEntities = async (given?: BrowserNode): Promise<void> => {
    const node = openable(given ?? view.selection[0]) ?? (await pickTable(model, host.nameOf));
    if (node !== undefined) open(panels, node);
  };
  host.context.subscriptions.push(
    lastEditor,
    registerCommand('partitionLens.openEntities', onRowOrSelection(['table', 'partition'], openEntities)),
    registerFormerPanels(PANEL, (panel, state) => {
      const source = sourceAgain(host, readPanelState(state));
      if (source === undefined) panel.dispose();
      else panels.adopt(source, panel);
    }),
  );
  return {
    get panels() {
      return panels.panels;
    },
    show: (source) => {
      panels.show(source);
    },
  };
}

/** What a panel showed before its window was closed; undefined when its connection was removed. Whether it answers is seen later. */
function sourceAgain(
  host: Pick<PanelsHost, 'connection'>,
  state: PanelState | undefined,
): GridSource | undefined {
  const connection = state && host.connection(state.connection);
  return connection && { ...state, scope: state.scope, connection };
}

function open(panels: GridPanels<Panel>, node: TableNode | PartitionNode): void {
  const { connection } = connectionOf(node);
  const { table } = tableOf(node);
  const scope = node.kind === 'partition' ? node.partition.partitionKey : undefined;
  panels.show({ connection, table, scope, filter: scope === undefined ? '' : partitionKeyFilter(scope) });
}

/** The nearest table or partition that a row is, or stands in. */
function openable(node: BrowserNode | undefined): TableNode | PartitionNode | undefined {
  if (node === undefined || node.kind === 'table' || node.kind === 'partition') return node;
  return openable(node.parent);
}

/** Asks for one of the tables that the connections have. */
async function pickTable(model: BrowserModel, nameOf: PanelsHost['nameOf']): Promise<TableNode | undefined> {
  const connections = await model.children(undefined);
  const items = Promise.all(connections.map((connection) => model.children(connection))).then((lists) =>
    tablesBelow(lists.flat()).map((node) => ({
      label: node.table,
      description: nameOf(connectionOf(node).connection),
      node,
    })),
  );
  const picked = await pick(items, {
    title: vscode.l10n.t('Open entities'),
    placeHolder: vscode.l10n.t('Table, of any connection'),
  });
  return picked?.node;
}
