import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import ignore, { type Ignore } from 'ignore';
import { isWithin, toDisk } from './paths.ts';

/** What git ignores below one folder: its own and its parents' `.gitignore` files and `.git/info/exclude`. */
export interface IgnoreRules {
  /** Whether git leaves the file (or, with `folder`, the folder) out, by itself or with a folder above it. */
  readonly ignores: (path: string, folder: boolean) => Promise<boolean>;
  /** The same for one entry of a folder that is known not to be ignored. */
  readonly ignoresEntry: (path: string, folder: boolean) => Promise<boolean>;
}

interface Layer {
  readonly base: string;
  readonly rules: Ignore;
}

/**
 * Rules for a folder that somebody wants to be read. Files of rules are read when first needed and kept; make
 * new rules when one changed. A folder outside any git repository, or which its repository ignores, obeys the
 * `.gitignore` files from itself down.
 */
export async function ignoreRulesOf(root: string): Promise<IgnoreRules> {
  const repository = await repositoryOf(root);
  if (repository === undefined) return rulesFrom(root);
  const rules = rulesFrom(repository);
  return (await rules.ignores(root, true)) ? rulesFrom(root) : rules;
}

function rulesFrom(top: string): IgnoreRules {
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
    const own = await readRules(join(folder, '.gitignore'));
    const excluded = folder === top ? await readRules(join(folder, '.git/info/exclude')) : undefined;
    const of = (rules: string): Layer => ({ base: folder, rules: ignore().add(rules) });
    return [...(own ? [of(own)] : []), ...above, ...(excluded ? [of(excluded)] : [])];
  };

  const ignoresEntry = async (path: string, folder: boolean): Promise<boolean> => {
    for (const { base, rules } of await layersOf(dirname(path))) {
      const relative = path.slice(base.length + (base.endsWith('/') ? 0 : 1));
      const verdict = rules.test(folder ? `${relative}/` : relative);
      if (verdict.ignored) return true;
      if (verdict.unignored) return false;
    }
    return false;
  };

  const ignores = async (path: string, folder: boolean): Promise<boolean> => {
    if (path === top || !isWithin(top, path)) return false;
    return (await ignores(dirname(path), true)) || (await ignoresEntry(path, folder));
  };

  return { ignores, ignoresEntry };
}

async function repositoryOf(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await exists(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

function exists(path: string): Promise<boolean> {
  return stat(toDisk(path)).then(
    () => true,
    () => false,
  );
}

function readRules(path: string): Promise<string | undefined> {
  return readFile(toDisk(path), 'utf8').catch(() => undefined);
}
