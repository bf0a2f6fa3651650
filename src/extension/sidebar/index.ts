import * as vscode from 'vscode';
import { activateGrid } from '../grid/index.ts';
import type { Grid } from '../grid/index.ts';
import type { PanelsHost } from '../grid/open-panel.ts';
import type { Accounts } from './accounts.ts';
import { Activities } from './activity.ts';
import { localClock } from './clock.ts';
import { registerCommands } from './commands.ts';
import { connectionsDragAndDrop } from '../connections/drag-and-drop.ts';
import { AZURITE_ID, Connections } from '../connections/connections.ts';
import { AzuriteServer } from '../azurite/start-azurite.ts';
import { editorSurroundings } from '../connections/surroundings.ts';
import { EntityDocuments, ENTITY_SCHEME } from './entity-documents.ts';
import { DeclaredKeys } from './keys/declared-keys.ts';
import { BrowserModel } from './model.ts';
import type { BrowserNode, ConnectionNode, ListNode } from './nodes.ts';
import { noop } from './noop.ts';
import { logged } from './reading-log.ts';
import { expiringRows } from './signature-label.ts';
import { BrowserTree } from './tree.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { withProgressIn } from '../window/progress.ts';
import { createTree } from '../window/tree.ts';

const VIEW = 'partitionLens.browser';

/** Whether the look for connections found none: the welcome view shows by it. */
const NOTHING_FOUND = 'partitionLens.nothingFound';

/** Settings that decide how endpoints are reached. */
const WAYS = ['partitionLens.azurite', 'http.proxy', 'http.noProxy', 'http.proxySupport'];

/** What the extension's own tests see of the sidebar; not an interface for other extensions. */
export interface Browser {
  readonly tree: vscode.TreeDataProvider<BrowserNode>;
  /** Adds a connection as the command does once its questions are answered. */
  readonly connect: (name: string, connectionString: string) => Promise<ConnectionNode>;
  /** Reads the next portion of a list, as “Show more” does. */
  readonly showMore: (node: ListNode) => Promise<void>;
  readonly grid: Grid;
  readonly declaredKeys: Pick<DeclaredKeys, 'of' | 'change'>;
  /** The accounts that are shown. */
  readonly accounts: Accounts;
  /** Ends what runs beside the editor; to be waited for when the window closes. */
  readonly stop: () => Promise<void>;
}

/** Sets up the sidebar. Nothing is sent and the SDK is not loaded before the view is first seen. */
export function activateBrowser(
  context: vscode.ExtensionContext,
  output: vscode.LogOutputChannel,
  host: Pick<PanelsHost, 'reports' | 'propertiesOf' | 'insertionAt'> & {
    readonly registerCommand: RegisterCommand;
  },
): Browser {
  const connections = new Connections(context, editorSurroundings);
  const activities = new Activities(VIEW);
  const declaredKeys = new DeclaredKeys();
  const changed = new vscode.EventEmitter<BrowserNode | undefined>();
  const model = new BrowserModel({
    connections: () => findConnections(connections),
    open: (id) => connections.open(id),
    run: logged(output, activities.run),
    declared: declaredKeys.of,
    changed: (node) => {
      changed.fire(node);
    },
  });
  const tree = new BrowserTree(model, changed.event, () => ({
    ...localClock(),
    declared: declaredKeys.of,
    tableFilter: (connection) => model.tableFilter(connection),
    count: (node) => model.count(node),
    sizeOf: (node) => model.sizeOf(node),
    canStopAzurite: azurite.canStop,
  }));
  const view = createTree(VIEW, tree, connectionsDragAndDrop(connections, model));
  activities.showIn(view);
  let selected: BrowserNode | undefined;
  const documents = new EntityDocuments(model);
  const azurite = new AzuriteServer(vscode.Uri.joinPath(context.globalStorageUri, 'azurite'), () => {
    model.refreshConnection(AZURITE_ID);
  });
  const grid = activateGrid(
    {
      context,
      output,
      documents,
      declaredKeys,
      ...host,
      connection: (id) => connections.info(id),
      nameOf: connections.tellingName,
      open: (id) => connections.open(id),
    },
    model,
    view,
    host.registerCommand,
  );
  context.subscriptions.push(
    view,
    view.onDidChangeSelection(({ selection }) => {
      selected = selection[0] ?? selected;
    }),
    view.onDidChangeVisibility(({ visible }) => {
      // what goes wrong is asked again when the view is next seen
      if (visible) lookAgain(connections, model).catch(noop);
    }),
    changed,
    azurite,
    declaredKeys,
    declaredKeys.onDidChange(() => {
      changed.fire(undefined);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!WAYS.some((section) => change.affectsConfiguration(section))) return;
      connections.reopen();
      model.refresh(undefined);
    }),
    watchExpiry(model, view, changed),
    vscode.workspace.registerTextDocumentContentProvider(ENTITY_SCHEME, documents),
    registerCommands(
      {
        model,
        view,
        selected: () => selected,
        connections,
        documents,
        activities,
        declaredKeys,
        azurite,
      },
      host.registerCommand,
    ),
  );
  return {
    tree,
    connect: async (name, connectionString) => {
      const node = await connections.add({ name, connectionString });
      model.refresh(undefined);
      return node;
    },
    showMore: (node) => model.more(node),
    grid,
    declaredKeys,
    accounts: {
      list: async () => (await model.children(undefined)).filter((node) => node.kind === 'connection'),
      open: (id) => connections.open(id),
      foundPartitions: model.foundPartitions,
      nameOf: connections.tellingName,
    },
    stop: () => azurite.stopOwn(),
  };
}

/** Shows connections anew whose signature now has another time left, as far as their row says. Sends nothing. */
function watchExpiry(
  model: BrowserModel,
  view: Pick<vscode.TreeView<BrowserNode>, 'visible'>,
  changed: vscode.EventEmitter<BrowserNode | undefined>,
): vscode.Disposable {
  const said = new Map<string, string | undefined>();
  const look = async (): Promise<void> => {
    const roots = await model.children(undefined);
    const connections = roots.filter((node) => node.kind === 'connection');
    for (const node of expiringRows(connections, localClock().now, said)) changed.fire(node);
  };
  const timer = setInterval(() => {
    // what is seen was asked for already
    if (view.visible) look().catch(noop);
  }, 60_000);
  return new vscode.Disposable(() => {
    clearInterval(timer);
  });
}

async function findConnections(connections: Connections): Promise<readonly ConnectionNode[]> {
  const found = await withProgressIn(VIEW, () => connections.list());
  await vscode.commands.executeCommand('setContext', NOTHING_FOUND, found.length === 0);
  return found;
}

/** Azurite comes and goes between two looks at the view: what the view shows of it must not be of the last look. */
async function lookAgain(connections: Connections, model: BrowserModel): Promise<void> {
  if (!(await connections.azuriteChanged())) return;
  model.refreshConnection(AZURITE_ID);
  // read even if its row is folded, so that the row tells
  const azurite = (await model.children(undefined)).find(({ id }) => id === AZURITE_ID);
  if (azurite !== undefined) await model.children(azurite);
}
