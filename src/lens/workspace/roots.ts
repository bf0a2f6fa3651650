import { basename, dirname, join } from 'node:path/posix';
import { kindOf } from './disk.ts';
import { ignoreRulesOf, type IgnoreRules } from './ignore-rules.ts';
import { isForeignFolder, isWithin, PROJECT_FILES } from './paths.ts';
import type { Unread } from './unread.ts';

/** The folders that are indexed, with git's rules of each. */
export interface Roots {
  /** The rules of a root, which it becomes by this. */
  readonly rulesOf: (root: string) => Promise<IgnoreRules>;
  /** Reads the rules of a root again when they are next needed. */
  readonly refresh: (root: string) => void;
  readonly remove: (root: string) => void;
  readonly names: () => readonly string[];
  /** Whether the file (or, with `folder`, the folder) would be found by indexing the roots. */
  readonly have: (path: string, folder?: boolean) => Promise<boolean>;
}

/** `onUnread` is told of files of rules that cannot be used. */
export function createRoots(onUnread: (path: string, why: Unread) => void): Roots {
  const roots = new Map<string, Promise<IgnoreRules> | undefined>();
  const rulesOf = (root: string): Promise<IgnoreRules> => {
    const rules = roots.get(root) ?? ignoreRulesOf(root, onUnread);
    roots.set(root, rules);
    return rules;
  };
  return {
    rulesOf,
    refresh: (root) => roots.set(root, undefined),
    remove: (root) => roots.delete(root),
    names: () => [...roots.keys()],
    have: async (path, folder = false) => {
      for (const root of roots.keys()) {
        if (!isWithin(root, path)) continue;
        if (path === root) return true;
        const below = folder ? path : dirname(path);
        if (!(await hasForeignFolder(root, below)) && !(await (await rulesOf(root)).ignores(path, folder)))
          return true;
      }
      return false;
    },
  };
}

/** Whether a folder or one between the root and it is an installed package or build output. */
async function hasForeignFolder(root: string, below: string): Promise<boolean> {
  for (let folder = below; folder !== root && isWithin(root, folder); folder = dirname(folder)) {
    const name = basename(folder);
    // whether a project file stands beside it matters to few names: most are not looked up on disk
    if (isForeignFolder(name, false)) return true;
    if (isForeignFolder(name, true) && (await isProject(dirname(folder)))) return true;
  }
  return false;
}

/** Whether a folder is the root of a package, and so what its build makes in it is output. */
export async function isProject(folder: string): Promise<boolean> {
  for (const name of PROJECT_FILES) {
    if ((await kindOf(join(folder, name))) === 'file') return true;
  }
  return false;
}
