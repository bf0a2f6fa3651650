import * as vscode from 'vscode';
import type { KeyDeclaration } from '../../core/keys/declare.ts';
import { localClock } from './clock.ts';
import type { Search } from './nodes.ts';
import { partitionChoices } from './partition-choices.ts';

interface Choice extends vscode.QuickPickItem {
  readonly range: Search;
}

/** Asks which partition of a table is looked for, by its declared keys; undefined when the user changed their mind. */
export function askForPartition(
  table: string,
  declarations: readonly KeyDeclaration[],
): Promise<Search | undefined> {
  const picker = vscode.window.createQuickPick<Choice>();
  picker.title = vscode.l10n.t('Go to partition of {0}', table);
  picker.placeholder = vscode.l10n.t('PartitionKey, whole or how it starts');
  picker.onDidChangeValue((text) => {
    const choices = partitionChoices(text, declarations, localClock());
    picker.items = choices.map((choice) => ({ ...choice, alwaysShow: true }));
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
