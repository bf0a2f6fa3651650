import * as vscode from 'vscode';
import { codeOf } from '../../data/error.ts';

export type Command = Parameters<typeof vscode.commands.registerCommand>[1];

/**
 * A command that never rejects: what it did not foresee is told in place of that. VS Code would show and log the error as it is, and
 * errors of its tree name rows, which are named by keys. The log gets its name and where it came from.
 */
export function guarded(
  output: Pick<vscode.LogOutputChannel, 'error' | 'show'>,
  title: string,
  run: Command,
): Command {
  return async (...args: readonly unknown[]) => {
    try {
      return (await run(...args)) as unknown;
    } catch (error) {
      output.error(`${title}: ${codeOf(error)}\n${placesOf(error)}`);
      void tell(output, title, codeOf(error));
      return undefined;
    }
  };
}

async function tell(
  output: Pick<vscode.LogOutputChannel, 'show'>,
  title: string,
  code: string,
): Promise<void> {
  const show = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t(
    '“{0}” broke off ({1}). Look whether it is done, and try again if not; the log says where it broke off.',
    title,
    code,
  );
  if ((await vscode.window.showErrorMessage(message, show)) === show) output.show();
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
