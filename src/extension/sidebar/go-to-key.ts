import * as vscode from 'vscode';
import type { KeyDeclaration } from '../../core/keys/declare.ts';
import { askAsTyped, askForText, type Item } from '../window/questions.ts';
import { localClock } from './clock.ts';
import { keyChoices } from './key-choices.ts';
import { rowsNode } from './nodes.ts';
import type { PartitionNode, RowsNode, Search, TableNode } from './nodes.ts';

interface Choice extends Item {
  readonly range: Search;
}

/** Asks which partition of a table is looked for, by its declared keys; undefined when the user changed their mind. */
export function askForPartition(
  table: string,
  declarations: readonly KeyDeclaration[],
): Promise<Search | undefined> {
  return askForKeys(
    vscode.l10n.t('Go to partition of {0}', table),
    vscode.l10n.t('PartitionKey, or its beginning'),
    declarations,
  );
}

/**
 * Asks which rows of a partition are looked for, of a table first which partition, and gives the row whose list has them;
 * undefined when the user changed their mind.
 */
export async function askForRow(
  node: TableNode | PartitionNode,
  declarations: readonly KeyDeclaration[],
): Promise<RowsNode | undefined> {
  const partitionKey = await partitionKeyFor(
    node,
    (table) => vscode.l10n.t('Go to row of {0}', table),
    vscode.l10n.t('The whole PartitionKey: RowKey finds rows in one partition'),
  );
  if (partitionKey === undefined) return undefined;
  const rows = await askForKeys(
    vscode.l10n.t('Go to row of partition {0}', partitionKey),
    vscode.l10n.t('RowKey, or its beginning'),
    declarations,
  );
  return rows && rowsNode(node, partitionKey, rows);
}

/** The key of a partition; of a table it is asked for. */
export async function partitionKeyFor(
  node: TableNode | PartitionNode,
  title: (table: string) => string,
  prompt: string,
): Promise<string | undefined> {
  if (node.kind === 'partition') return node.partition.partitionKey;
  return askForText({ title: title(node.table), prompt, ignoreFocusOut: true });
}

function askForKeys(
  title: string,
  placeHolder: string,
  declarations: readonly KeyDeclaration[],
): Promise<Search | undefined> {
  const choicesOf = (text: string): Choice[] =>
    keyChoices(text, declarations, localClock()).map((choice) => ({ ...choice, alwaysShow: true }));
  return askAsTyped<Choice, Search>({
    title,
    placeHolder,
    itemsFor: choicesOf,
    // Enter may come before the rows for what was typed are there
    answer: (typed, selected) => [...selected, ...choicesOf(typed)][0]?.range,
  });
}
