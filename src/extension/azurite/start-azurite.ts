import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { codeOf } from '../../data/error.ts';
import { runAzurite } from './azurite-process.ts';
import type { AzuriteProcess, Ended } from './azurite-process.ts';
import { findAzurite } from './find-azurite.ts';
import type { Program } from './find-azurite.ts';
import { createOutput, type Output } from '../window/log.ts';
import { askModally, showError, showInformation, showWarning } from '../window/messages.ts';
import { withProgress } from '../window/progress.ts';

/** The extension that brings Azurite along, and its command for the table service. */
const AZURITE_EXTENSION = 'Azurite.azurite';
const START_TABLE = 'azurite.start_table';
const CLOSE_TABLE = 'azurite.close_table';

/** It takes two seconds to start, and ten times that beside other work; who does not want to wait can say so. */
const WAIT_SECONDS = 60;
const STOP_SECONDS = 10;
const INSTALL_URL = 'https://learn.microsoft.com/azure/storage/common/storage-use-azurite';
const ADDRESS_SETTING = 'partitionLens.azurite.endpoint';

/** Where Azurite is to answer, which must be this machine, and whether it does. */
export interface AzuriteTarget {
  readonly url: URL;
  readonly answers: () => Promise<boolean>;
}

/**
 * Azurite's table service as the sidebar starts and stops it: by the Azurite extension where it is installed, else as a process of
 * this window. That process ends with the window: nothing is left running that nobody sees, and its data is on the disk.
 */
export class AzuriteServer implements vscode.Disposable {
  /** Where it keeps its data, for each port apart, as two processes must not write into one file: not in the workspace. */
  readonly #storage: vscode.Uri;
  readonly #ended: () => void;
  #channel: Output | undefined;
  #running: { readonly process: AzuriteProcess; readonly host: string } | undefined;

  /** `ended` is called when a process of this window ends that nobody here stopped. */
  constructor(storage: vscode.Uri, ended: () => void) {
    this.#storage = storage;
    this.#ended = ended;
  }

  /**
   * Starts Azurite, which does not answer yet, after asking, and waits until it answers. False when it was not started or does
   * not answer; the user has been told.
   */
  async start(target: AzuriteTarget): Promise<boolean> {
    if (this.#running?.host === target.url.host) {
      this.#channel?.show();
      return this.#untilAnswering(target, this.#running.process);
    }
    if (hasExtension()) return (await ofExtension(START_TABLE)) && this.#untilAnswering(target);
    if (target.url.protocol === 'https:') {
      sayHowToStartWithHttps(target.url);
      return false;
    }
    const storage = vscode.Uri.joinPath(this.#storage, portOf(target.url));
    const program = await askForProgram(storage);
    if (program === undefined || !(await hasFolder(storage))) return false;
    // one that was started where Azurite was looked for before
    await this.stopOwn();
    return this.#untilAnswering(target, this.#run(program, target.url, storage.fsPath));
  }

  /**
   * Stops the Azurite that was started from this window, and waits until it is gone. False when it was started elsewhere, or goes
   * on answering; the user has been told.
   */
  async stop(answers: () => Promise<boolean>): Promise<boolean> {
    const isOwn = this.#running !== undefined;
    const isOfExtension = !isOwn && hasExtension();
    if (isOwn) await this.stopOwn();
    else if (isOfExtension && !(await ofExtension(CLOSE_TABLE))) return false;
    const end = Date.now() + (isOfExtension ? STOP_SECONDS * 1_000 : 0);
    while (await answers()) {
      if (Date.now() >= end) {
        void showInformation(
          vscode.l10n.t(
            "This Azurite is still running: it wasn't started from this window. Stop it where you started it.",
          ),
        );
        return false;
      }
      await delay(200);
    }
    return true;
  }

  /** Whether “Stop Azurite” may help: one of this window runs, or the extension that brings it along may have started it. */
  get canStop(): boolean {
    return this.#running !== undefined || hasExtension();
  }

  /** Ends the process of this window, if there is one; resolved once it is gone. */
  async stopOwn(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.process.stop();
  }

  /** Its process may say more while it ends: nobody hears it. */
  dispose(): void {
    this.#channel?.dispose();
    this.#channel = undefined;
  }

  showOutput(): void {
    if (this.#channel !== undefined) this.#channel.show('focus');
    else {
      void showInformation(
        vscode.l10n.t(
          "Azurite wasn't started from this window, so its output isn't here. Look where you started it; the extension “Azurite” has its own output channel.",
        ),
      );
    }
  }

  #run(program: Program, url: URL, location: string): AzuriteProcess {
    const channel = (this.#channel ??= createOutput('Azurite'));
    channel.show();
    channel.line(vscode.l10n.t('Starting {0}, data in {1}', program.name, location));
    channel.line(
      vscode.l10n.t(
        "Requests aren't listed (--silent): their addresses contain keys, and this output is kept in a log.",
      ),
    );
    const process = runAzurite({
      program,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: portOf(url),
      location,
      onLine: (line) => this.#channel?.line(line),
    });
    this.#running = { process, host: url.host };
    void process.ended.then(() => {
      this.#channel?.line(vscode.l10n.t('Azurite has ended.'));
      if (this.#running?.process !== process) return;
      this.#running = undefined;
      this.#ended();
    });
    return process;
  }

  /** Until it answers, has ended, or nobody wants to wait: then it is stopped, if it is a process of this window. */
  #untilAnswering({ url, answers }: AzuriteTarget, running?: AzuriteProcess): Thenable<boolean> {
    const title = vscode.l10n.t('Waiting for Azurite');
    return withProgress(title, { cancellable: true }, async (_report, signal) => {
      const end = Date.now() + WAIT_SECONDS * 1_000;
      while (Date.now() < end) {
        if (await answers()) return true;
        if (signal.aborted) {
          await this.stopOwn();
          return false;
        }
        const ended = await Promise.race([delay(300, undefined), running?.ended ?? delay(300, undefined)]);
        if (ended !== undefined) {
          if (!ended.wasStopped) this.#sayWhyEnded(ended, url);
          return false;
        }
      }
      void showWarning(
        vscode.l10n.t("Azurite didn't respond within {0} s. Check its output, then refresh.", WAIT_SECONDS),
      );
      return false;
    });
  }

  #sayWhyEnded({ lastLine, isPortTaken }: Ended, { host }: URL): void {
    const show = vscode.l10n.t('Show Output');
    const said = lastLine === '' ? vscode.l10n.t('it wrote no message') : lastLine;
    const advice = isPortTaken
      ? vscode.l10n.t(
          "Another program uses {0}, and it isn't a table service. Stop it, or set another address ({1}).",
          host,
          ADDRESS_SETTING,
        )
      : vscode.l10n.t(
          "Check its output. An old version of Azurite doesn't know all options: “npm install -g azurite” installs the newest.",
        );
    const message = vscode.l10n.t('Azurite ended before it responded ({0}). {1}', said, advice);
    void showError(message, show).then((chosen) => {
      if (chosen === show) this.showOutput();
    });
  }
}

function portOf({ port }: URL): string {
  return port || '80';
}

function hasExtension(): boolean {
  return vscode.extensions.getExtension(AZURITE_EXTENSION) !== undefined;
}

/** Runs a command of the Azurite extension; false where it fails, which is then said. */
async function ofExtension(command: string): Promise<boolean> {
  try {
    await vscode.commands.executeCommand(command);
    return true;
  } catch (error) {
    void showError(
      vscode.l10n.t(
        'The extension “Azurite” failed: {0}. Check its output channel, and whether another program uses its port.',
        error instanceof Error ? error.message : String(error),
      ),
    );
    return false;
  }
}

/** Makes the folder for Azurite's data; false where that cannot be done, which is then said. */
async function hasFolder(folder: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.createDirectory(folder);
    return true;
  } catch (error) {
    void showError(
      vscode.l10n.t(
        "Azurite wasn't started: its data folder {0} can't be created ({1}). Check the permissions and the space on that disk, or start Azurite in a terminal.",
        folder.fsPath,
        codeOf(error),
      ),
    );
    return false;
  }
}

/** The program to start, once the person wants it; undefined when there is none, which is then said. */
async function askForProgram(storage: vscode.Uri): Promise<Program | undefined> {
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
    return undefined;
  }
  const start = vscode.l10n.t('Start');
  const chosen = await askModally({
    severity: 'Information',
    message: vscode.l10n.t('Start Azurite?'),
    detail: [
      vscode.l10n.t(
        '{0} runs until you stop it or close this window. It stores its tables in {1}.',
        program.name,
        storage.fsPath,
      ),
    ],
    buttons: [start],
  });
  return chosen === start ? program : undefined;
}

function sayHowToStartWithHttps({ host }: URL): void {
  void showInformation(
    vscode.l10n.t(
      'Azurite at {0} needs your certificate and its key for https. Start it in a terminal (azurite-table --cert … --key …), then refresh.',
      host,
    ),
  );
}

async function sayHowToInstall(): Promise<void> {
  const read = vscode.l10n.t('How to Install');
  const hint = vscode.workspace.isTrusted
    ? ''
    : vscode.l10n.t(" (this workspace isn't trusted, so its node_modules wasn't searched)");
  const chosen = await showWarning(
    vscode.l10n.t(
      "Azurite isn't installed: azurite-table wasn't found in the workspace or on the PATH{0}. Run “npm install -g azurite” in a terminal, or install the extension “Azurite” (Azurite.azurite), then choose “Start Azurite” again.",
      hint,
    ),
    read,
  );
  if (chosen === read) await vscode.env.openExternal(vscode.Uri.parse(INSTALL_URL));
}
