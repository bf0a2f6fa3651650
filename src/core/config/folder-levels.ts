import * as l10n from '@vscode/l10n';
import type { Node } from 'jsonc-parser';
import { nearest } from '../text/near.ts';
import { shortened } from '../text/shortened.ts';
import type { NodeReader } from './planned.ts';
import { type Level, LEVELS } from './settings.ts';

/** How loud rules are in one folder and all below it. */
export interface FolderLevels {
  /** From the folder of the file down, with `/`; empty for all of it. */
  readonly folder: string;
  readonly levels: ReadonlyMap<string, Level>;
}

/** Folders that one file can name. */
const MAX_FOLDERS = 200;

const EXAMPLE = '{ "table-scan": "error" }';
const FOLDER_EXAMPLE = '{ "scripts": { "rules": { "table-scan": "off" } } }';

/** Reads `rules` and `folders`, the outermost folder first. `known` are the ids of the rules that there are; without it any id is one. */
export function readFolderLevels(
  { rules, folders }: { readonly rules?: Node | undefined; readonly folders?: Node | undefined },
  reader: NodeReader,
  known: ReadonlySet<string> | undefined,
): readonly FolderLevels[] {
  const all: FolderLevels[] =
    rules === undefined ? [] : [{ folder: '', levels: levelsOf(rules, reader, known) }];
  for (const [name, node] of folders === undefined
    ? []
    : reader.members(folders, undefined, FOLDER_EXAMPLE)) {
    const folder = folderOf(name);
    if (folder === undefined) {
      reader.refuse(node, () =>
        l10n.t(
          '{0} isn\'t a folder below this file. Write its path from here, without patterns, such as "scripts/import".',
          quoted(name),
        ),
      );
      continue;
    }
    if (all.length > MAX_FOLDERS) {
      reader.refuse(node, () => l10n.t('You can list at most {0}, so this one is ignored.', MAX_FOLDERS));
      break;
    }
    const own = reader.members(node, ['rules'], FOLDER_EXAMPLE).get('rules');
    if (own !== undefined) all.push({ folder, levels: levelsOf(own, reader, known) });
  }
  return all.sort((a, b) => a.folder.length - b.folder.length);
}

/** What holds for a file, by its path from the folder of `.partitionlens.json`: of two folders the inner one decides. */
export function levelsAt(all: readonly FolderLevels[], path: string): ReadonlyMap<string, Level> {
  const found = new Map<string, Level>();
  for (const { folder, levels } of all) {
    if (folder !== '' && !path.startsWith(`${folder}/`)) continue;
    for (const [rule, level] of levels) found.set(rule, level);
  }
  return found;
}

/** A path as it is compared, of one that the file has; undefined where it leads elsewhere or is a pattern. */
export function folderOf(name: string): string | undefined {
  const parts = name.replace(/^\.\//, '').replace(/\/$/, '').split('/');
  const isPath = parts.every(
    (part) => part !== '' && part !== '.' && part !== '..' && !/[\\*?[\]{}!]/.test(part),
  );
  return isPath ? parts.join('/') : undefined;
}

function noSuchRule(rule: string, known: ReadonlySet<string>): string {
  const meant = nearest(rule, known, true);
  return meant === undefined
    ? l10n.t(
        'There is no rule {0}, so this changes nothing. Write the id as a finding shows it.',
        quoted(rule),
      )
    : l10n.t('There is no rule {0}, so this changes nothing. Did you mean "{1}"?', quoted(rule), meant);
}

function levelsOf(
  node: Node,
  reader: NodeReader,
  known: ReadonlySet<string> | undefined,
): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>();
  for (const [rule, each] of reader.members(node, undefined, EXAMPLE)) {
    const word = reader.text(each);
    const level = LEVELS.find((one) => one === word);
    if (known?.has(rule) === false) {
      reader.ignore(each, () => noSuchRule(rule, known));
    } else if (level !== undefined) levels.set(rule, level);
    else if (word !== undefined) {
      reader.refuse(each, () =>
        l10n.t('Unknown severity {0}. Use one of: {1}.', quoted(word), LEVELS.join(', ')),
      );
    }
  }
  return levels;
}

/** As the file has it, on one line. */
function quoted(text: string): string {
  return shortened(JSON.stringify(text), 60);
}
