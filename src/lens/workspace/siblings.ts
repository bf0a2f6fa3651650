import { readdir } from 'node:fs/promises';
import { join } from 'node:path/posix';
import { readSource } from './disk.ts';
import { isForeignFolder, toDisk } from './paths.ts';

/**
 * The `package.json` files of the packages that a folder is the root of, by `workspaces` of its own `package.json`
 * (npm, Yarn) or by `pnpm-workspace.yaml`. Not all of them need to exist.
 */
export async function siblingPackages(folder: string): Promise<readonly string[]> {
  const patterns = [
    ...workspacesOf(await readSource(join(folder, 'package.json'))),
    ...packagesOf(await readSource(join(folder, 'pnpm-workspace.yaml'))),
  ];
  const folders = await Promise.all(
    patterns
      .filter((pattern) => !pattern.startsWith('!'))
      .map((pattern) => matching(folder, pattern.split('/'))),
  );
  return folders.flat().map((found) => join(found, 'package.json'));
}

function workspacesOf(text: string | undefined): readonly string[] {
  if (text?.includes('"workspaces"') !== true) return [];
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
function packagesOf(text = ''): readonly string[] {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => /^packages:\s*(#.*)?$/.test(line)) + 1;
  if (first === 0) return [];
  const length = lines.slice(first).findIndex((line) => /^[^\s#-]/.test(line));
  return lines
    .slice(first, length < 0 ? undefined : first + length)
    .flatMap((line) => /^\s*-\s*["']?([^"'#]+?)["']?\s*(?:#.*)?$/.exec(line)?.[1] ?? []);
}

/** Deepest that `**` is followed. */
const DEPTH = 3;

/** The folders that a pattern of names, `*` and `**` matches. */
async function matching(folder: string, parts: readonly string[], depth = DEPTH): Promise<readonly string[]> {
  const [part, ...rest] = parts;
  if (part === undefined) return [folder];
  if (part === '' || part === '.') return matching(folder, rest, depth);
  if (!part.includes('*')) return matching(join(folder, part), rest, depth);
  const isDeep = part === '**';
  const name = new RegExp(`^${part.split('*').map(escaped).join('.*')}$`);
  const below = isDeep && depth === 0 ? [] : await foldersIn(folder);
  const found = await Promise.all(
    below
      .filter((inner) => isDeep || name.test(inner.slice(inner.lastIndexOf('/') + 1)))
      .map((inner) => matching(inner, isDeep ? parts : rest, isDeep ? depth - 1 : depth)),
  );
  return [...(isDeep ? await matching(folder, rest, depth) : []), ...found.flat()];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.+?()[\]{}|]/g, '\\$&');
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(toDisk(folder), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !isForeignFolder(entry.name, true))
    .map((entry) => join(folder, entry.name));
}
