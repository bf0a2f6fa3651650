import * as vscode from 'vscode';
import { codeOf } from '../../data/error.ts';
import { showError } from './messages.ts';

/** What a command does. A link in a text can call it as well, with any JSON: it takes what it is given for what it turns out to be. */
export type Command = (...args: readonly unknown[]) => unknown;

/** Registers a command by its id. */
export type RegisterCommand = (id: string, run: Command) => vscode.Disposable;

/** What registers the commands of an extension, each guarded. */
export function commandsOf(
  extension: Pick<vscode.Extension<unknown>, 'packageJSON'>,
  log: Pick<vscode.LogOutputChannel, 'error' | 'show'>,
): RegisterCommand {
  const titleOf = titlesOf(extension);
  return (id, run) => vscode.commands.registerCommand(id, guarded(log, titleOf(id), run));
}

/**
 * A command that never rejects: what it did not foresee is told in place of that. VS Code would show and log the error as it is, links in
 * it included, and errors of its tree name rows, which are named by keys. The log gets its name and where it came from.
 */
export function guarded(
  log: Pick<vscode.LogOutputChannel, 'error' | 'show'>,
  title: string,
  run: Command,
): (...args: readonly unknown[]) => Promise<unknown> {
  return async (...args) => {
    try {
      return await run(...args);
    } catch (error) {
      log.error(`${title}: ${codeOf(error)}\n${placesOf(error)}`);
      void tell(log, title, codeOf(error));
      return undefined;
    }
  };
}

async function tell(log: Pick<vscode.LogOutputChannel, 'show'>, title: string, code: string): Promise<void> {
  const show = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t(
    '“{0}” failed ({1}). It might be partly done: check, and try again if needed. The log has details.',
    title,
    code,
  );
  if ((await showError(message, show)) === show) log.show();
}

/** The lines of a stack that name places: others are the error's own words. */
function placesOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}

/** What the manifest calls commands, by their ids; those that it does not name by their ids alone. */
export function titlesOf(extension: Pick<vscode.Extension<unknown>, 'packageJSON'>): (id: string) => string {
  const { contributes } = extension.packageJSON as {
    readonly contributes: {
      readonly commands: readonly { readonly command: string; readonly title: string }[];
    };
  };
  const titles = new Map(contributes.commands.map(({ command, title }) => [command, title]));
  return (id) => titles.get(id) ?? id;
}
