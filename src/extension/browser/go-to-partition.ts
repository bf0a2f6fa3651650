import * as vscode from 'vscode';
import type { Search } from './nodes.ts';

interface Choice extends vscode.QuickPickItem {
  readonly range: Search;
}

/** Asks which partition of a table is looked for; undefined when the user changed their mind. */
export function askForPartition(table: string): Promise<Search | undefined> {
  const picker = vscode.window.createQuickPick<Choice>();
  picker.title = vscode.l10n.t('Go to partition of {0}', table);
  picker.placeholder = vscode.l10n.t('PartitionKey, whole or how it starts');
  picker.onDidChangeValue((text) => {
    picker.items = text === '' ? [] : choicesFor(text);
  });
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.range);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

function choicesFor(text: string): Choice[] {
  return [
    {
      label: vscode.l10n.t('Key is “{0}”', text),
      description: vscode.l10n.t('1 request'),
      alwaysShow: true,
      range: { kind: 'exact', key: text },
    },
    {
      label: vscode.l10n.t('Key starts with “{0}”', text),
      alwaysShow: true,
      range: { kind: 'prefix', prefix: text },
    },
  ];
}
