import * as vscode from 'vscode';
import { seriesName } from '../../../core/config/series-name.ts';
import { CONFIG_FILE } from '../../../core/config/table-config.ts';
import type { KeyProperty } from '../../../core/config/write-config.ts';
import { declarationText, type KeyDeclaration } from '../../../core/keys/declare.ts';
import { grouped } from '../../../core/text/numbers.ts';
import { localClock } from '../clock.ts';
import type { BrowserModel } from '../model.ts';
import { leavesOf, tableOf } from '../nodes.ts';
import type { EntityNode, PartitionNode, TableNode } from '../nodes.ts';
import { codecChoices, suggestedChoices, typedChoice, type Choice } from './choices.ts';
import type { Declared, DeclaredKeys } from './declared-keys.ts';
import { showError, showInformation } from '../../window/messages.ts';
import { askForText, type Item, pick, pickWorkspaceFolder } from '../../window/questions.ts';

/** Keys by which suggestions are made; more would make them no better. */
const MOST_KEYS = 1_000;

interface Parts {
  readonly model: BrowserModel;
  readonly declaredKeys: DeclaredKeys;
}

/**
 * Asks how a key of a table is put together, by what keys that are on the screen suggest, and stores the answer in
 * a workspace folder. On a partition it is PartitionKey, on an entity RowKey, on a table what the person says; either leads to the
 * other one.
 */
export async function declareKeyCodec(
  parts: Parts,
  node: TableNode | PartitionNode | EntityNode,
): Promise<void> {
  const folder = await pickFolder();
  const first = folder && (await pickKey(node));
  const picked = first && (await pickFor(parts, node, first));
  if (folder === undefined || picked === undefined) return;
  const { key, choice } = picked;
  const { table: looked } = tableOf(node);
  // what is taken away stands under the name that it was declared by
  const isTaken = choice.declarations.length === 0;
  const table = isTaken ? parts.declaredKeys.of(looked)?.name : await pickName(parts.declaredKeys, looked);
  if (table === undefined) return;
  const declared = await parts.declaredKeys.declare(folder, table, key, choice.declarations);
  if (declared.kind === 'done') await tellDone(parts.declaredKeys, folder, table, key, isTaken);
  else void showError(whyNot(declared));
}

function whyNot(declared: Exclude<Declared, { kind: 'done' }>): string {
  switch (declared.kind) {
    case 'no-json':
      return vscode.l10n.t(
        "{0} isn't valid JSON, so it wasn't changed. Fix the marked place, then declare the key again.",
        CONFIG_FILE,
      );
    case 'not-saved':
      return vscode.l10n.t(
        "{0} couldn't be saved: it is read-only, or changed on the disk. The change is open in an editor: save it there, or undo it and declare the key again.",
        CONFIG_FILE,
      );
    case 'failed':
      return vscode.l10n.t(
        "{0} can't be read or written ({1}), so nothing was declared. Check that it is a file and that you have permission to change it, then declare the key again.",
        CONFIG_FILE,
        declared.code,
      );
  }
}

/** Does not wait for the message to be read. */
async function tellDone(
  declaredKeys: DeclaredKeys,
  folder: vscode.Uri,
  table: string,
  key: KeyProperty,
  isTaken: boolean,
): Promise<void> {
  await declaredKeys.ready();
  const show = vscode.l10n.t('Show');
  const message = isTaken
    ? vscode.l10n.t(
        '{0} of {1} is no longer declared in {2}. Commit the file to share this with your team.',
        nameOf(key),
        table,
        CONFIG_FILE,
      )
    : vscode.l10n.t(
        '{0} of {1} is declared in {2}. Commit the file to share this with your team.',
        nameOf(key),
        table,
        CONFIG_FILE,
      );
  void showInformation(message, show).then((chosen) => {
    if (chosen === show) void declaredKeys.open(folder);
  });
}

async function pickFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 1) {
    const placeHolder = vscode.l10n.t('Folder whose {0} contains the declaration', CONFIG_FILE);
    return pickWorkspaceFolder(placeHolder);
  }
  if (folders.length === 0) {
    void showInformation(
      vscode.l10n.t(
        'Open a folder first: key codecs are declared in its {0}, which you can share with your team.',
        CONFIG_FILE,
      ),
    );
  }
  return folders[0]?.uri;
}

/** Under which name it is declared: that of the table, or of all that differ from it in the date at their end alone. */
async function pickName(declaredKeys: DeclaredKeys, table: string): Promise<string | undefined> {
  const series = seriesName(table);
  if (series === undefined) return table;
  const items = [
    {
      label: series,
      description: vscode.l10n.t('every table of the series, including future ones'),
      name: series,
    },
    { label: table, description: vscode.l10n.t('only this table'), name: table },
  ];
  // where the table has a declaration of its own, that of the series would not be seen
  const isOwn = declaredKeys.of(table)?.name.toLowerCase() === table.toLowerCase();
  const picked = await pick(isOwn ? items.toReversed() : items, {
    placeHolder: vscode.l10n.t('{0} ends in a date. Which tables do you want to declare the key for?', table),
  });
  return picked?.name;
}

async function pickKey(node: TableNode | PartitionNode | EntityNode): Promise<KeyProperty | undefined> {
  switch (node.kind) {
    case 'partition':
      return 'partitionKey';
    case 'entity':
      return 'rowKey';
    case 'table': {
      const keys: readonly KeyProperty[] = ['partitionKey', 'rowKey'];
      const items = keys.map((key) => ({ label: nameOf(key), key }));
      const placeHolder = vscode.l10n.t('Which key of {0} do you want to declare?', node.table);
      return (await pick(items, { placeHolder }))?.key;
    }
  }
}

/** How a key is put together, as the person says; it is that of the other key where they turn to it. */
async function pickFor(
  parts: Parts,
  node: TableNode | PartitionNode | EntityNode,
  key: KeyProperty,
): Promise<{ readonly key: KeyProperty; readonly choice: Choice } | undefined> {
  const keys = (await keysOf(parts.model, node, key)).slice(0, MOST_KEYS);
  const choice = await pickChoice(parts, tableOf(node).table, key, keys);
  if (choice === 'other key') return pickFor(parts, node, otherThan(key));
  return choice && { key, choice };
}

function otherThan(key: KeyProperty): KeyProperty {
  return key === 'partitionKey' ? 'rowKey' : 'partitionKey';
}

/** Keys that are known already, else those of the first page, which costs a request or two. */
async function keysOf(
  model: BrowserModel,
  node: TableNode | PartitionNode | EntityNode,
  key: KeyProperty,
): Promise<string[]> {
  const table = tableOf(node);
  const known = model.knownKeys(table, key);
  if (known.length > 0) return known;
  const partition =
    node.kind === 'partition'
      ? node
      : leavesOf(await model.children(table)).find(({ kind }) => kind === 'partition');
  if (key === 'rowKey' && partition !== undefined) await model.children(partition);
  return model.knownKeys(table, key);
}

interface Row extends Item {
  readonly choice?: Choice;
  /** Asks for the answer in another way. */
  readonly ask?: () => Promise<Choice | 'other key' | undefined>;
}

async function pickChoice(
  { declaredKeys }: Parts,
  table: string,
  key: KeyProperty,
  keys: readonly string[],
): Promise<Choice | 'other key' | undefined> {
  const title = vscode.l10n.t('{0} of {1}', nameOf(key), table);
  const declared = declaredKeys.of(table)?.[key] ?? [];
  const suggested = suggestedChoices(keys, localClock().now).map((choice) => toRow(choice));
  const none: Choice = {
    label: vscode.l10n.t('Declare nothing'),
    description: vscode.l10n.t('keys are decoded by what they look like'),
    detail: '',
    declarations: [],
  };
  const picked = await pick<Row>(
    [
      ...suggested,
      { icon: 'list-unordered', label: vscode.l10n.t('Another codec…'), ask: () => pickCodec(title, keys) },
      {
        icon: 'edit',
        label: vscode.l10n.t('Enter how it is built…'),
        description: vscode.l10n.t('compound keys, such as {0}', 'empid_{id:6}'),
        ask: () => askForParts(title, declared, keys),
      },
      {
        icon: 'arrow-swap',
        label: vscode.l10n.t('Declare {0} instead…', nameOf(otherThan(key))),
        ask: () => Promise.resolve('other key'),
      },
      ...(declared.length > 0 ? [toRow(none, 'close')] : []),
    ],
    {
      title,
      placeHolder:
        suggested.length > 0
          ? vscode.l10n.t('How is {0} built? {1} keys were analyzed:', nameOf(key), grouped(keys.length))
          : keys.length === 0
            ? vscode.l10n.t('No key of {0} has been read. Choose a codec.', table)
            : vscode.l10n.t(
                'No codec was recognized in the {0} keys seen. Choose a codec.',
                grouped(keys.length),
              ),
    },
  );
  return picked?.ask === undefined ? picked?.choice : picked.ask();
}

async function pickCodec(title: string, keys: readonly string[]): Promise<Choice | undefined> {
  const picked = await pick<Row>(
    codecChoices(keys).map((choice) => toRow(choice)),
    {
      title,
      placeHolder: vscode.l10n.t('Codec for the whole key'),
    },
  );
  return picked?.choice;
}

/** Says as it is typed what is wrong, else what the keys seen then say. */
async function askForParts(
  title: string,
  declared: readonly KeyDeclaration[],
  keys: readonly string[],
): Promise<Choice | undefined> {
  const text = await askForText({
    title,
    prompt: vscode.l10n.t(
      'Put what varies in braces: {0} is text, {1} a number padded to 6 digits, {2} a codec. Separate several kinds of keys with “ | ”.',
      '{department}',
      '{id:6}',
      '{written:inverted-ticks}',
    ),
    value: declared.map(declarationText).join(' | '),
    placeHolder: 'empid_{id:6}',
    ignoreFocusOut: true,
    judge: (written) => {
      const typed = typedChoice(written, keys);
      if (typed.kind === 'invalid') return typed.message;
      const { description, detail, fits } = typed.choice;
      const isVain = fits === 0 && keys.length > 0;
      return {
        message: detail === '' ? description : `${description}: ${detail}`,
        severity: isVain ? 'Warning' : 'Info',
      };
    },
  });
  const typed = text === undefined ? undefined : typedChoice(text, keys);
  return typed?.kind === 'choice' ? typed.choice : undefined;
}

function toRow(choice: Choice, icon?: string): Row {
  const { label, description, detail } = choice;
  return {
    label,
    description,
    ...(detail !== '' && { detail }),
    ...(icon !== undefined && { icon }),
    choice,
  };
}

function nameOf(key: KeyProperty): string {
  return key === 'partitionKey' ? 'PartitionKey' : 'RowKey';
}
