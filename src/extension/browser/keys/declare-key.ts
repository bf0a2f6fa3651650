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
        '{0} is no JSON, so nothing was written into it. Mend the place that is marked, then declare the key again.',
        CONFIG_FILE,
      );
    case 'not-saved':
      return vscode.l10n.t(
        '{0} could not be saved: it is read-only, or was changed on the disk meanwhile. It is shown as it would be; save it there, or undo and declare the key again.',
        CONFIG_FILE,
      );
    case 'failed':
      return vscode.l10n.t(
        '{0} cannot be read or written ({1}), so nothing is declared. Check that it is a file and that you may change it, then declare the key again.',
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
        '{0} of {1} is not declared in {2} any more. Commit the file, and your team reads the keys likewise.',
        nameOf(key),
        table,
        CONFIG_FILE,
      )
    : vscode.l10n.t(
        '{0} of {1} is declared in {2}. Commit the file, and your team reads the keys likewise.',
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
    const placeHolder = vscode.l10n.t('The folder whose {0} gets the declaration', CONFIG_FILE);
    return pickWorkspaceFolder(placeHolder);
  }
  if (folders.length === 0) {
    void showInformation(
      vscode.l10n.t(
        'Open a folder first: key codecs are declared in its {0}, where a team shares them.',
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
      description: vscode.l10n.t('every table of the series, also those to come'),
      name: series,
    },
    { label: table, description: vscode.l10n.t('this table alone'), name: table },
  ];
  // where the table has a declaration of its own, that of the series would not be seen
  const isOwn = declaredKeys.of(table)?.name.toLowerCase() === table.toLowerCase();
  const picked = await pick(isOwn ? items.toReversed() : items, {
    placeHolder: vscode.l10n.t('{0} ends in a date. For which tables is the key declared?', table),
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
      const placeHolder = vscode.l10n.t('Which key of {0} is to be declared?', node.table);
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
    description: vscode.l10n.t('keys are read as they look'),
    detail: '',
    declarations: [],
  };
  const picked = await pick<Row>(
    [
      ...suggested,
      { icon: 'list-unordered', label: vscode.l10n.t('Another codec…'), ask: () => pickCodec(title, keys) },
      {
        icon: 'edit',
        label: vscode.l10n.t('Type how it is put together…'),
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
          ? vscode.l10n.t('How is {0} put together? By {1} keys seen:', nameOf(key), grouped(keys.length))
          : keys.length === 0
            ? vscode.l10n.t('No key of {0} could be read. Choose a codec.', table)
            : vscode.l10n.t(
                'Nothing is recognised in the {0} keys seen. Choose a codec.',
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
      placeHolder: vscode.l10n.t('A codec for the whole key; a part of one is typed'),
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
      'What differs in braces: {0} a text, {1} a number padded to 6 digits, {2} a codec. Several kinds of keys stand apart by “ | ”.',
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
