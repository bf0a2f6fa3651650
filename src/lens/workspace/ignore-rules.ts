import { basename, dirname, join } from 'node:path/posix';
import { kindOf, readText } from './disk.ts';
import { isWithin } from './paths.ts';
import { MAX_COST, type Patterns, patternsOf } from './patterns.ts';
import type { Unread } from './unread.ts';

/** Whether git leaves one entry of a folder out that it does not ignore itself. */
export type IgnoresEntry = (name: string, isFolder: boolean) => boolean;

/** What git ignores below one folder: its own and its parents' `.gitignore` files and `.git/info/exclude`. */
export interface IgnoreRules {
  /** Whether git leaves the file (or, with `isFolder`, the folder) out, by itself or with a folder above it. */
  readonly ignores: (path: string, isFolder: boolean) => Promise<boolean>;
  /** The same for the entries of a folder that is known not to be ignored. */
  readonly within: (folder: string) => Promise<IgnoresEntry>;
}

/** Bytes over which a file of rules is left unread: lists of tens of thousands of names. */
const MAX_SIZE = 256 * 1024;

/** Git's own setting is made for the disk when a repository is: these systems' disks take `A` and `a` for one. */
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin';

interface Layer {
  readonly base: string;
  readonly patterns: Patterns;
}

/**
 * Rules for a folder that somebody wants to be read. Files of rules are read when first needed and kept; make
 * new rules when one changed. A folder outside any git repository, or which its repository ignores, obeys the
 * `.gitignore` files from itself down. Of rules that cannot be used, or not in full, `onUnread` is told.
 */
export async function ignoreRulesOf(
  root: string,
  onUnread: (path: string, why: Unread) => void = () => undefined,
): Promise<IgnoreRules> {
  const repository = await repositoryOf(root);
  if (repository === undefined) return rulesFrom(root, onUnread);
  const rules = rulesFrom(repository, onUnread);
  return (await rules.ignores(root, true)) ? rulesFrom(root, onUnread) : rules;
}

function rulesFrom(top: string, onUnread: (path: string, why: Unread) => void): IgnoreRules {
  const layers = new Map<string, Promise<readonly Layer[]>>();

  /** The rules that hold in a folder, nearest first. */
  const layersOf = (folder: string): Promise<readonly Layer[]> => {
    const known = layers.get(folder);
    if (known) return known;
    const read = readLayers(folder);
    layers.set(folder, read);
    return read;
  };

  const readLayers = async (folder: string): Promise<readonly Layer[]> => {
    const above = folder === top || !isWithin(top, folder) ? [] : await layersOf(dirname(folder));
    const own = await readLayer(folder, '.gitignore', above);
    const excluded = folder === top ? await readLayer(folder, '.git/info/exclude', own) : [];
    return own.length + excluded.length === 0 ? above : [...own, ...above, ...excluded];
  };

  /** The rules in a file, which may cost what the others leave; none where there is no such file. */
  const readLayer = async (
    base: string,
    name: string,
    others: readonly Layer[],
  ): Promise<readonly Layer[]> => {
    const file = join(base, name);
    const reading = await readText(file, MAX_SIZE);
    if (reading.kind === 'unread') {
      if (reading.why.kind !== 'missing') onUnread(file, reading.why);
      return [];
    }
    const budget = others.reduce((left, { patterns }) => left - patterns.cost, MAX_COST);
    const lines = `${reading.text}\n`.split(/\r?\n/);
    const patterns = patternsOf(lines, { ignoreCase: IGNORE_CASE, budget });
    if (patterns.refused > 0) onUnread(file, { kind: 'patterns', refused: patterns.refused });
    return [{ base, patterns }];
  };

  const within: IgnoreRules['within'] = async (folder) => {
    const rules = (await layersOf(folder)).map(({ base, patterns }) => {
      const below = folder === base ? '' : `${folder.slice(base.length).replace(/^\//, '')}/`;
      return { patterns, below };
    });
    return (name, isFolder) => {
      for (const { patterns, below } of rules) {
        const verdict = patterns.verdictOf(below + name, isFolder);
        if (verdict !== undefined) return verdict === 'ignored';
      }
      return false;
    };
  };

  const ignores = async (path: string, isFolder: boolean): Promise<boolean> => {
    if (path === top || !isWithin(top, path)) return false;
    if (await ignores(dirname(path), true)) return true;
    return (await within(dirname(path)))(basename(path), isFolder);
  };

  return { ignores, within };
}

async function repositoryOf(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await kindOf(join(at, '.git'))) !== undefined) return at;
    if (dirname(at) === at) return undefined;
  }
}
