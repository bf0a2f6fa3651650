import { opendir } from 'node:fs/promises';
import { join } from 'node:path/posix';
import { kindOf, readText } from './disk.ts';
import { type Glob, globOf } from './glob.ts';
import { digestOf, noteAnswer } from './noted.ts';
import { isForeignFolder, toDisk } from './paths.ts';
import { pauses } from './pause.ts';

/** Characters of all patterns together: those of hundreds of packages, each named by itself. */
const MAX_PATTERNS = 10_000;

/** Deepest that `**` is followed, in all of a pattern. */
const DEPTH = 3;

/** Folders that are looked into, and subfolders of one that are known: more than any workspace of packages has. */
const MAX_FOLDERS = 2_000;

/** Steps of matching in all, see {@link Glob}. */
const MAX_STEPS = 10_000_000;

/** As many of them a folder takes that is come to. */
const FOLDER_STEPS = 100;

/**
 * The `package.json` files of the packages that a folder is the root of, by `workspaces` of its own `package.json`
 * (npm, Yarn) or by `pnpm-workspace.yaml`. Not all of them need to exist. Patterns that would
 * cost too much are followed until they do.
 */
export async function siblingPackages(folder: string): Promise<readonly string[]> {
  const patterns = (await patternsOf(folder)).filter((pattern) => !pattern.startsWith('!'));
  const found = await matching(folder, within(patterns, MAX_PATTERNS));
  return found.map((one) => join(one, 'package.json'));
}

/** Files of tools that hold several packages together, beside what {@link patternsOf} reads. */
const OF_SEVERAL = ['lerna.json', 'nx.json', 'rush.json', 'turbo.json'];

/** Whether the packages below a folder belong together. */
export async function holdsPackages(folder: string): Promise<boolean> {
  if ((await patternsOf(folder)).length > 0) return true;
  const kinds = await Promise.all(OF_SEVERAL.map((name) => kindOf(join(folder, name))));
  return kinds.includes('file');
}

/** Whether a folder has a package of its own: a `package.json` that says more than how its modules are read. */
export async function isPackage(folder: string): Promise<boolean> {
  const written = parsed(await textOf(join(folder, 'package.json')));
  return memberOf(written, 'name') !== undefined || memberOf(written, 'dependencies') !== undefined;
}

async function patternsOf(folder: string): Promise<readonly string[]> {
  return [
    ...workspacesOf(await textOf(join(folder, 'package.json'))),
    ...packagesOf(await textOf(join(folder, 'pnpm-workspace.yaml'))),
  ];
}

async function textOf(file: string): Promise<string> {
  const reading = await readText(file);
  return reading.kind === 'text' ? reading.text : '';
}

/** The first of some texts that together have no more than `limit` characters. */
function within(texts: readonly string[], limit: number): readonly string[] {
  let left = limit;
  return texts.filter(({ length }) => (left -= length) >= 0);
}

function workspacesOf(text: string): readonly string[] {
  if (!text.includes('"workspaces"')) return [];
  const workspaces = memberOf(parsed(text), 'workspaces');
  const list = memberOf(workspaces, 'packages') ?? workspaces;
  return Array.isArray(list) ? list.filter((pattern) => typeof pattern === 'string') : [];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The list below `packages:`, of which no more is understood than everybody writes. */
function packagesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.startsWith('packages:') && isBlank(line.slice(9))) + 1;
  if (first === 0) return [];
  const length = lines.slice(first).findIndex((line) => /^[^\s#-]/.test(line));
  return lines.slice(first, length < 0 ? undefined : first + length).flatMap((line) => {
    const item = line.trim();
    const pattern = item.startsWith('-') ? scalarOf(item.slice(1).trim()) : '';
    return pattern === '' ? [] : [pattern];
  });
}

/** Whether there is nothing but a comment. */
function isBlank(text: string): boolean {
  const rest = text.trim();
  return rest === '' || rest.startsWith('#');
}

/** A text in quotes or without, up to a comment. */
function scalarOf(item: string): string {
  const [quote] = item;
  if (quote !== '"' && quote !== "'") return (item.split('#', 1)[0] ?? '').trim();
  const end = item.indexOf(quote, 1);
  return end > 0 && isBlank(item.slice(end + 1)) ? item.slice(1, end) : '';
}

type Part = { readonly kind: 'glob'; readonly glob: Glob } | { readonly kind: 'deep' };

function partsOf(pattern: string): readonly Part[] | undefined {
  const parts = pattern
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .map((part): Part | undefined => {
      if (part === '**') return { kind: 'deep' };
      const glob = globOf(part, { isPath: false, ignoreCase: false });
      return glob && { kind: 'glob', glob };
    });
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known : undefined;
}

/** A folder that the first parts of a pattern match, and how much deeper `**` may go. */
interface Reached {
  readonly path: string;
  readonly at: number;
  readonly depth: number;
}

/** The folders that patterns of names, `*` and `**` match. */
async function matching(folder: string, patterns: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  const folders = createFolders();
  const pause = pauses();
  let steps = 0;
  for (const pattern of new Set(patterns)) {
    const parts = partsOf(pattern);
    const done = new Set<string>();
    const waiting: Reached[] = parts === undefined ? [] : [{ path: folder, at: 0, depth: DEPTH }];
    const reach = (to: Reached): void => {
      const key = `${to.at} ${to.depth} ${to.path}`;
      if (!done.has(key)) waiting.push(to);
      done.add(key);
      steps += FOLDER_STEPS;
    };
    for (let next = waiting.pop(); next !== undefined && steps < MAX_STEPS; next = waiting.pop()) {
      await pause();
      const { path, at, depth } = next;
      const part = parts?.[at];
      if (part === undefined) found.add(path);
      else if (part.kind === 'deep') {
        reach({ path, at: at + 1, depth });
        const below = depth === 0 ? [] : await folders(path);
        for (const name of below) reach({ path: join(path, name), at, depth: depth - 1 });
      } else if (part.glob.constant !== undefined) {
        reach({ path: join(path, part.glob.constant), at: at + 1, depth });
      } else {
        for (const name of await folders(path)) {
          steps += name.length * part.glob.cost;
          if (part.glob.matches(name)) reach({ path: join(path, name), at: at + 1, depth });
        }
      }
    }
  }
  return [...found].sort();
}

/** The names of the folders in a folder, each of which is looked into once; none when there were too many. */
function createFolders(): (path: string) => Promise<readonly string[]> {
  const known = new Map<string, readonly string[]>();
  return async (path) => {
    const names = known.get(path) ?? (known.size < MAX_FOLDERS ? await foldersIn(path) : []);
    known.set(path, names);
    return names;
  };
}

/** The names of the folders in a folder but for those that nothing is looked for in. */
export async function foldersIn(folder: string): Promise<readonly string[]> {
  const names = await readFolders(folder);
  noteAnswer({ ask: 'folders', path: folder, limit: 0 }, () => digestOf(JSON.stringify([...names].sort())));
  return names;
}

async function readFolders(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(toDisk(folder))) {
      if (entry.isDirectory() && !isForeignFolder(entry.name, true)) names.push(entry.name);
      if (names.length === MAX_FOLDERS) break;
    }
  } catch {
    // what cannot be read has none
  }
  return names;
}
