import * as vscode from 'vscode';
import { LENGTH, plain, plainLines } from './plain.ts';

/** An item of the window's status bar. */
export interface StatusItem {
  /** Shows it: an icon (the name of a codicon), a text beside it, lines that rest on it. */
  readonly say: (icon: string, text: string, tooltip: readonly string[]) => void;
  readonly hide: () => void;
  readonly dispose: () => void;
}

/** A hidden item; a click runs a command of ours. `name` is what the status bar's own menu calls it. */
export function createStatusItem(id: string, name: string, command: string): StatusItem {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left);
  item.name = plain(name, LENGTH.label);
  item.command = command;
  return {
    say: (icon, text, tooltip) => {
      item.text = `$(${icon}) ${plain(text, LENGTH.label)}`;
      item.tooltip = plainLines(tooltip);
      item.accessibilityInformation = { label: [plain(text, LENGTH.label), plainLines(tooltip)].join('\n') };
      item.show();
    },
    hide: () => {
      item.hide();
    },
    dispose: () => {
      item.dispose();
    },
  };
}
