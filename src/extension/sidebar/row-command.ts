import * as vscode from 'vscode';
import type { Command } from '../window/commands.ts';
import { showInformation } from '../window/messages.ts';
import { isNode } from './nodes.ts';
import type { BrowserNode } from './nodes.ts';

type Kind = BrowserNode['kind'];
type NodeOf<K extends Kind> = Extract<BrowserNode, { kind: K }>;

/** A command on rows of some kinds. What is no row of the sidebar is not worked on, whatever it looks like: that is said. */
export function onRow<K extends Kind>(kinds: readonly K[], run: (node: NodeOf<K>) => unknown): Command {
  return (given) => {
    if (isOfKind(given, kinds)) return run(given);
    void showInformation(
      vscode.l10n.t('Choose this command from the menu of a row in the Partition Lens sidebar.'),
    );
    return undefined;
  };
}

/** A command on a row of some kinds, or on what is selected: then it gets nothing. */
export function onRowOrSelection<K extends Kind>(
  kinds: readonly K[],
  run: (node: NodeOf<K> | undefined) => unknown,
): Command {
  return (given) => run(isOfKind(given, kinds) ? given : undefined);
}

function isOfKind<K extends Kind>(given: unknown, kinds: readonly K[]): given is NodeOf<K> {
  return isNode(given) && kinds.some((kind) => kind === given.kind);
}
