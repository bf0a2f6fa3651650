import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { basename } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import { CONFIG_FILE } from '../core/config/table-config.ts';
import { kindOf } from '../lens/workspace/disk.ts';
import { fromDisk, isSource, isWithin, nameFrom } from '../lens/workspace/paths.ts';
import { UsageError } from './command.ts';
import { git, GitError } from './git.ts';

/** Another revision of the folder that a command works in, as files in a folder of its own that is removed afterwards. */
export interface Revision {
  /** The whole repository. */
  readonly top: string;
  /** What the working directory is there. */
  readonly folder: string;
  /** How what is called so there is called today, both relative to the working directory. */
  readonly nameToday: (name: string) => string;
  /** How what is called so today was called there. */
  readonly nameThere: (name: string) => string;
}

/** Files of one revision, and bytes of one of them, that are read: what is larger is not analyzed anyway. */
const MOST_FILES = 50_000;
const MOST_BYTES = 2 * 1024 * 1024;

/** Which commit a revision means: itself, or the one from which it and the last commit here went their own ways. */
export type Meaning = 'itself' | 'fork';

/**
 * Reads a revision from git and hands it to `use`: all sources of the repository and of its
 * submodules, and what says something about them, not what it has as links. The repository itself is only read. Throws a UsageError that says what is wrong.
 */
export async function withRevision<T>(
  folder: string,
  ref: string,
  use: (revision: Revision) => Promise<T>,
  meaning: Meaning = 'itself',
): Promise<T> {
  const prefix = await prefixOf(folder);
  const named = await commitOf(folder, ref);
  const commit = meaning === 'fork' ? await forkOf(folder, named) : named;
  const trees = await treesOf(folder, commit);
  const place = await realpath(await mkdtemp(join(tmpdir(), 'partition-lens-base-')));
  try {
    for (const tree of trees) await writeFiles(tree, place);
    const there = join(place, prefix);
    await mkdir(there, { recursive: true });
    // what tells a workspace
    await mkdir(join(place, '.git'));
    return await use({ top: place, folder: there, ...namesOf(await renamesSince(trees), prefix) });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Where a folder is within its repository: empty at its top, else with a slash at the end. */
async function prefixOf(folder: string): Promise<string> {
  try {
    return (await git(folder, ['rev-parse', '--show-prefix'])).toString().replace(/\r?\n$/, '');
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new UsageError(l10n.t("git can't read another revision here: {0}", error.message));
  }
}

async function commitOf(folder: string, ref: string): Promise<string> {
  const wanted = `${ref}^{commit}`;
  try {
    if (ref === '' || ref.startsWith('-') || ref.includes('\0')) throw new GitError();
    const found = await git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', wanted]);
    return found.toString().trim();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const isShallow = (await git(folder, ['rev-parse', '--is-shallow-repository']))
      .toString()
      .startsWith('true');
    throw new UsageError(
      isShallow
        ? l10n.t(
            'There is no revision "{0}" in this clone, which is shallow. Fetch it first, for example with git fetch --depth=1 origin.',
            ref,
          )
        : l10n.t('There is no revision "{0}" here. Use a branch, a tag or a commit.', ref),
    );
  }
}

/** Where there is none, as in a shallow clone, the revision itself. */
async function forkOf(folder: string, commit: string): Promise<string> {
  try {
    return (await git(folder, ['merge-base', commit, 'HEAD'])).toString().trim();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return commit;
  }
}

/** Where paths of a command line are in a revision, without those that it has not. */
export async function pathsThere(
  folder: string,
  paths: readonly string[],
  revision: Revision,
): Promise<readonly string[]> {
  const there = (paths.length > 0 ? paths : ['.'])
    .map((path) => nameFrom(folder, fromDisk(resolve(folder, path))))
    .map((path) => resolve(revision.folder, revision.nameThere(path)));
  const kinds = await Promise.all(there.map((path) => kindOf(fromDisk(path))));
  const isThere = (path: string): boolean => isWithin(fromDisk(revision.top), fromDisk(path));
  return there.filter((path, index) => kinds[index] !== undefined && isThere(path));
}

/** A commit of the repository, or of a submodule of it, with its files. */
interface Tree {
  /** Where git is asked. */
  readonly folder: string;
  readonly commit: string;
  /** Where it is in the whole: empty, or with a slash at the end. */
  readonly prefix: string;
  readonly files: readonly BlobFile[];
}

/** Submodules that are read, those of submodules among them. */
const MOST_SUBMODULES = 200;

/** The tree of a commit, and those of the submodules that it has and that are checked out here. */
async function treesOf(folder: string, commit: string): Promise<readonly Tree[]> {
  const found: Tree[] = [];
  const waiting = [{ folder, commit, prefix: '' }];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const listing = await listingOf(next);
    const left = MOST_FILES - found.reduce((sum, { files }) => sum + files.length, 0);
    found.push({ ...next, files: filesIn(listing).slice(0, left) });
    if (found.length > MOST_SUBMODULES) break;
    const top = (await git(next.folder, ['rev-parse', '--show-toplevel'])).toString().replace(/\r?\n$/, '');
    for (const { id, name } of submodulesIn(listing)) {
      const within = join(top, name);
      // without one of its own, git would answer for the repository around it
      if ((await kindOf(fromDisk(join(within, '.git')))) === undefined) continue;
      waiting.push({ folder: within, commit: id, prefix: `${next.prefix}${name}/` });
    }
  }
  return found;
}

async function listingOf({ folder, commit, prefix }: Omit<Tree, 'files'>): Promise<string> {
  try {
    return (await git(folder, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit])).toString();
  } catch (error) {
    if (!(error instanceof GitError) || prefix === '') throw error;
    throw new UsageError(
      l10n.t("git doesn't have {0} of that revision ({1}). Fetch it first.", prefix, commit),
    );
  }
}

/** The commits of submodules in a tree: `160000 commit id -<TAB>name`. */
function submodulesIn(listing: string): readonly BlobFile[] {
  return listing.split('\0').flatMap((line): readonly BlobFile[] => {
    const [, id = '', name = ''] = /^160000 commit ([\da-f]+) +-\t([^]+)$/.exec(line) ?? [];
    return id !== '' && isInside(name) ? [{ id, name }] : [];
  });
}

interface BlobFile {
  readonly id: string;
  readonly name: string;
}

/** The files of a tree that are read: `mode type id size<TAB>name`, each with a zero behind it. */
function filesIn(listing: string): readonly BlobFile[] {
  return listing
    .split('\0')
    .flatMap((line): readonly BlobFile[] => {
      const [, mode = '', id = '', size = '', name = ''] =
        /^(\d+) blob ([\da-f]+) +(\d+)\t([^]+)$/.exec(line) ?? [];
      const isFile = mode.startsWith('100') && Number(size) <= MOST_BYTES;
      return isFile && isRead(name) && isInside(name) ? [{ id, name }] : [];
    })
    .slice(0, MOST_FILES);
}

function isRead(name: string): boolean {
  const last = basename(name);
  return isSource(name) || last.endsWith('.json') || last === CONFIG_FILE || last === '.gitignore';
}

/** Whether a name that somebody wrote into a tree leads nowhere else. */
function isInside(name: string): boolean {
  return (
    !/[\\:]/.test(name) &&
    name
      .split('/')
      .every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')
  );
}

async function writeFiles({ folder, prefix, files }: Tree, place: string): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ id }) => `${id}\n`).join('');
  const answers = await git(folder, ['cat-file', '--batch'], ids);
  let at = 0;
  for (const { id, name } of files) {
    // `id type size`, the content, the end of its line
    const end = answers.indexOf(0x0a, at);
    const [, size] = /^[\da-f]+ blob (\d+)$/.exec(answers.toString('latin1', at, end)) ?? [];
    at = end + 1;
    // what a partial clone has not fetched is not there
    if (size === undefined)
      throw new UsageError(l10n.t("git doesn't have {0} of that revision ({1}). Fetch it first.", name, id));
    const file = join(place, prefix, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, answers.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
}

/** The files that were renamed between a revision and what git has to commit next: today's names by those of then. */
async function renamesSince(trees: readonly Tree[]): Promise<ReadonlyMap<string, string>> {
  const args = [
    'diff-index',
    '--cached',
    '-z',
    '-M',
    '--diff-filter=R',
    '--name-status',
    '--no-ext-diff',
    '--no-textconv',
  ];
  const found = new Map<string, string>();
  for (const { folder, commit, prefix } of trees) {
    const parts = (await git(folder, [...args, commit, '--'])).toString().split('\0');
    for (let index = 0; index + 2 < parts.length; index += 3) {
      const [before = '', after = ''] = parts.slice(index + 1);
      found.set(prefix + before, prefix + after);
    }
  }
  return found;
}

function namesOf(
  renames: ReadonlyMap<string, string>,
  prefix: string,
): Pick<Revision, 'nameToday' | 'nameThere'> {
  const back = new Map([...renames].map(([before, after]) => [after, before]));
  const other =
    (names: ReadonlyMap<string, string>) =>
    (name: string): string => {
      const found = names.get(prefix + name);
      return found?.startsWith(prefix) === true ? found.slice(prefix.length) : name;
    };
  return { nameToday: other(renames), nameThere: other(back) };
}
