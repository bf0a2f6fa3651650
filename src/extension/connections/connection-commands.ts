import * as vscode from 'vscode';
import { explainError } from '../../data/error.ts';
import type { BrowserModel } from '../sidebar/model.ts';
import { connectionOf } from '../sidebar/nodes.ts';
import type { BrowserNode, ConnectionInfo, ConnectionNode, FailureNode } from '../sidebar/nodes.ts';
import { onRow } from '../sidebar/row-command.ts';
import type { Command } from '../window/commands.ts';
import { askModally, showInformation } from '../window/messages.ts';
import { placeOf } from './address.ts';
import { askForConnection, askForName } from './connect.ts';
import { AZURITE_ID } from './connections.ts';
import { tellOfSecret, untilKept } from './closed-secrets.ts';
import type { Connections } from './connections.ts';
import { signedIn } from './ask-to-sign-in.ts';
import { scopeFor } from './sign-in.ts';
import type { AzuriteServer } from '../azurite/start-azurite.ts';
import { reveal } from '../sidebar/reveal.ts';

interface Parts {
  readonly model: BrowserModel;
  readonly view: Pick<vscode.TreeView<BrowserNode>, 'reveal'>;
  readonly connections: Connections;
  readonly azurite: AzuriteServer;
}

/** The commands on connections, and on Azurite. */
export function connectionCommands(parts: Parts) {
  const { model, connections } = parts;
  const moveBy = (by: number): Command =>
    onRow(['connection'], async ({ connection }) => {
      await connections.move(connection.id, by);
      model.refreshRoots();
    });
  return {
    connect: () => connect(parts),
    reconnect: onRow(['connection'], ({ connection }) => reconnect(parts, connection)),
    disconnect: onRow(['connection'], (node) => disconnect(parts, node)),
    renameConnection: onRow(['connection'], (node) => rename(parts, node)),
    moveConnectionUp: moveBy(-1),
    moveConnectionDown: moveBy(1),
    startAzurite: () => start(parts),
    stopAzurite: () => stop(parts),
    showAzuriteOutput: () => {
      parts.azurite.showOutput();
    },
    explainFailure: onRow(['failure'], (node) => explainFailure(parts, node)),
  };
}

async function connect({ model, view, connections }: Parts): Promise<void> {
  const connection = await askForConnection(connections);
  if (connection === undefined) return;
  const added = await untilKept(() => connections.add(connection));
  if (added === undefined) return;
  const { id } = added;
  model.refreshRoots();
  const node = (await model.children(undefined)).find((root) => root.id === id);
  if (node !== undefined) await reveal(view, node, { expand: true, focus: true });
}

/**
 * Asks for another way into an account, as after its key was rotated; false when the person gave up. One that was removed, of which rows
 * are shown still, is there again.
 */
async function reconnect({ model, connections }: Parts, { id, name }: ConnectionInfo): Promise<boolean> {
  const connection = await askForConnection(connections, { id, name });
  if (connection === undefined) return false;
  const keep = async (): Promise<boolean> => {
    if (connections.info(id) !== undefined) return connections.replace(id, connection);
    await connections.add(connection, id);
    return true;
  };
  const isSecretGone = await untilKept(keep);
  if (isSecretGone === undefined) return false;
  model.refreshConnection(id);
  if (!isSecretGone) void tellOfSecret(connections, { id, name });
  return true;
}

async function disconnect({ model, connections }: Parts, { connection }: ConnectionNode): Promise<void> {
  const forget = vscode.l10n.t('Remove');
  const chosen = await askModally({
    severity: 'Warning',
    message: vscode.l10n.t('Remove the connection “{0}”?', connection.name),
    detail: [
      connection.entra === undefined
        ? vscode.l10n.t("This deletes its connection string from the secret storage. The data isn't deleted.")
        : vscode.l10n.t("You stay signed in. The data isn't deleted."),
    ],
    buttons: [forget],
  });
  if (chosen !== forget) return;
  const isSecretGone = await connections.remove(connection.id);
  model.refreshConnection(connection.id);
  if (!isSecretGone) await tellOfSecret(connections, connection);
}

async function rename({ model, connections }: Parts, { connection }: ConnectionNode): Promise<void> {
  const name = await askForName(
    vscode.l10n.t('Rename a connection'),
    connection.name,
    connections.names(connection.id),
  );
  if (name === undefined) return;
  await connections.rename(connection.id, name);
  // rows below it name it too
  model.refreshConnection(connection.id);
}

/** Starts Azurite, or says that it is running already; either way its tables are shown. */
async function start({ model, connections, azurite }: Parts): Promise<void> {
  const answers = (): Promise<boolean> => connections.azuriteAnswers();
  const url = connections.azuriteUrl;
  const { host } = url;
  if (await answers()) {
    void showInformation(vscode.l10n.t('Azurite is already running at {0}.', host));
  } else if (placeOf(host) !== 'loopback') {
    void showInformation(
      vscode.l10n.t(
        "The setting {1} expects Azurite at {0}, which isn't this computer. Start it there, then refresh.",
        host,
        'partitionLens.azurite.endpoint',
      ),
    );
    return;
  } else if (!(await azurite.start({ url, answers }))) {
    return;
  }
  model.refreshConnection(AZURITE_ID);
}

async function stop({ model, connections, azurite }: Parts): Promise<void> {
  if (await azurite.stop(() => connections.azuriteAnswers())) model.refreshConnection(AZURITE_ID);
}

/** Says all of what a narrow row cuts off, and does what helps. Modal: it answers a click, and must not go by unseen. */
async function explainFailure(parts: Parts, node: FailureNode): Promise<void> {
  const { parent, error } = node;
  const { connection } = connectionOf(node);
  const { entra, host, origin } = connection;
  const { message, advice } = explainError(error);
  const retry = vscode.l10n.t('Retry');
  const azurite = vscode.l10n.t('Start Azurite');
  const entrance = vscode.l10n.t('Sign In');
  const anew = vscode.l10n.t('Connect Again…');
  const isAzurite = error.kind === 'refused' && error.host === parts.connections.azuriteUrl.host;
  const isDenied = error.kind === 'authentication';
  const canSignIn = isDenied && entra !== undefined;
  const canConnect = isDenied && entra === undefined && origin === 'saved';
  const chosen = await askModally({
    severity: 'Warning',
    message,
    detail: [advice],
    buttons: [
      ...(isAzurite ? [azurite] : []),
      ...(canSignIn ? [entrance] : []),
      ...(canConnect ? [anew] : []),
      retry,
    ],
  });
  if (chosen === azurite) return start(parts);
  if (chosen === anew) {
    await reconnect(parts, connection);
    return;
  }
  if (chosen === entrance) {
    const scope = scopeFor(placeOf(host) === 'cosmos' ? 'cosmos' : 'storage');
    if (!(await signedIn(scope))) return;
    parts.connections.reopen();
  }
  if (chosen !== undefined) await parts.model.more(parent);
}
