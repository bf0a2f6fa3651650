import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { findAzurite } from './find-azurite.ts';

/** The extension that brings Azurite along, and its command for the table service. */
const AZURITE_EXTENSION = 'Azurite.azurite';
const START_TABLE = 'azurite.start_table';
const CLOSE_TABLE = 'azurite.close_table';

const WAIT_SECONDS = 20;
const STOP_SECONDS = 10;
const INSTALL_URL = 'https://learn.microsoft.com/azure/storage/common/storage-use-azurite';

/** The name of the terminal in which Azurite runs, and its output is seen. */
const TERMINAL = 'Azurite';

/** What starting it takes. */
interface Start {
  /** Where it keeps its data. */
  readonly storage: vscode.Uri;
  /** Of this machine, where it is to answer. */
  readonly port: string;
  readonly answers: () => Promise<boolean>;
}

/**
 * Starts Azurite's table service, which does not answer yet, and waits until it answers: with the Azurite extension if it is there, else
 * with `azurite-table` in a terminal, after asking. Its data goes to `storage`, not into the workspace.
 * False when it was not started or does not answer; the user has been told.
 */
export async function startAzurite({ storage, port, answers }: Start): Promise<boolean> {
  if (vscode.extensions.getExtension(AZURITE_EXTENSION) !== undefined) {
    await vscode.commands.executeCommand(START_TABLE);
  } else if (!(await startInTerminal(storage, port))) {
    return false;
  }
  return untilAnswering(answers);
}

/**
 * Stops the Azurite that {@link startAzurite} started, and waits until it is gone. False when it was started elsewhere, or goes
 * on answering; the user has been told.
 */
export async function stopAzurite(answers: () => Promise<boolean>): Promise<boolean> {
  const terminal = vscode.window.terminals.find(({ name }) => name === TERMINAL);
  if (terminal !== undefined) terminal.dispose();
  else if (vscode.extensions.getExtension(AZURITE_EXTENSION) !== undefined) {
    await vscode.commands.executeCommand(CLOSE_TABLE);
  }
  const end = Date.now() + STOP_SECONDS * 1_000;
  while (await answers()) {
    if (terminal === undefined || Date.now() > end) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'This Azurite still answers: it was not started from here. Stop it where it was started.',
        ),
      );
      return false;
    }
    await delay(200);
  }
  return true;
}

async function startInTerminal(storage: vscode.Uri, port: string): Promise<boolean> {
  const program = await findAzurite({
    folders: (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath),
    trusted: vscode.workspace.isTrusted,
    path: process.env.PATH ?? '',
    platform: process.platform,
  });
  if (program === undefined) {
    await sayHowToInstall();
    return false;
  }
  const start = vscode.l10n.t('Start in Terminal');
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('Start Azurite?'),
    {
      modal: true,
      detail: vscode.l10n.t(
        '{0} will run in a terminal. It keeps its tables in {1}.',
        program,
        storage.fsPath,
      ),
    },
    start,
  );
  if (chosen !== start) return false;
  await vscode.workspace.fs.createDirectory(storage);
  const options = ['--disableTelemetry', '--tablePort', port, '--location', storage.fsPath];
  const isBatch = program.endsWith('.cmd');
  vscode.window
    .createTerminal({
      name: TERMINAL,
      shellPath: isBatch ? 'cmd.exe' : program,
      shellArgs: isBatch ? ['/d', '/c', program, ...options] : options,
    })
    .show(true);
  return true;
}

async function sayHowToInstall(): Promise<void> {
  const read = vscode.l10n.t('How to Install');
  const hint = vscode.workspace.isTrusted
    ? ''
    : vscode.l10n.t(' (node_modules of this workspace was not searched, as it is not trusted)');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'Azurite is not installed: azurite-table was not found in the workspace or on the PATH{0}. Run “npm install -g azurite” in a terminal, or install the extension “Azurite” (Azurite.azurite), then choose “Start Azurite” again.',
      hint,
    ),
    read,
  );
  if (chosen === read) await vscode.env.openExternal(vscode.Uri.parse(INSTALL_URL));
}

function untilAnswering(answers: () => Promise<boolean>): Thenable<boolean> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Waiting for Azurite'),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const end = Date.now() + WAIT_SECONDS * 1_000;
    while (!token.isCancellationRequested && Date.now() < end) {
      if (await answers()) return true;
      await delay(300);
    }
    if (!token.isCancellationRequested) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'Azurite did not answer within {0} s. Look at its terminal, then refresh.',
          WAIT_SECONDS,
        ),
      );
    }
    return false;
  });
}
