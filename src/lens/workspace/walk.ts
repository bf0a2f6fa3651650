import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path/posix';
import { codeOf } from './disk.ts';
import { digestOf, noteAnswer } from './noted.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { isConfig, isForeignFolder, isSource, PROJECT_FILES, toDisk } from './paths.ts';
import type { Unread } from './unread.ts';

/** How many entries of a folder are asked for at a time. */
const BATCH = 512;

/** Folders and sources of one folder over which it is left unread: nothing that people keep in order. */
const MAX_ENTRIES = 50_000;

export interface WalkOptions {
  /** Told of each folder that is not read. */
  readonly onUnread?: ((folder: string, why: Unread) => void) | undefined;
  /** Awaited at each entry: lets others have their turn, and throws to end the walk. */
  readonly pause?: () => Promise<void>;
  /** Folders and sources that one folder may have. */
  readonly maxEntries?: number;
}

/**
 * The sources and configuration files below a folder in the order of their names, without installed packages, build output,
 * dot folders and what git ignores. Links are not followed, so there are no circles. A folder that cannot be
 * read counts as empty, and is told. Of a folder no more is kept than the entries that matter.
 */
export async function* filesBelow(
  folder: string,
  rules: IgnoreRules,
  { onUnread, pause, maxEntries = MAX_ENTRIES }: WalkOptions = {},
): AsyncGenerator<string> {
  // the last comes first
  const waiting: Found[] = [{ path: folder, isFolder: true, isIgnored: () => false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    await pause?.();
    if (next.isIgnored()) continue;
    if (!next.isFolder) yield next.path;
    else for (const found of await entriesOf(next.path, rules, maxEntries, onUnread)) waiting.push(found);
  }
}

interface Found {
  readonly path: string;
  readonly isFolder: boolean;
  readonly isIgnored: () => boolean;
}

/** What matters in a folder, the last by its name first. */
async function entriesOf(
  folder: string,
  rules: IgnoreRules,
  limit: number,
  onUnread: WalkOptions['onUnread'],
): Promise<Found[]> {
  const entries = await entriesIn(folder, limit);
  if (!Array.isArray(entries)) {
    onUnread?.(folder, entries);
    return [];
  }
  const isProject = entries.some((entry) => entry.isFile() && PROJECT_FILES.has(entry.name));
  const ignores = await rules.within(folder);
  return entries
    .filter((entry) => !(entry.isDirectory() && isForeignFolder(entry.name, isProject)))
    .sort((a, b) => (a.name < b.name ? 1 : -1))
    .map((entry) => ({
      path: join(folder, entry.name),
      isFolder: entry.isDirectory(),
      isIgnored: () => ignores(entry.name, entry.isDirectory()),
    }));
}

/** Folders, sources and configuration files in a folder, or why they are not known. */
export async function entriesIn(folder: string, limit: number): Promise<Dirent[] | Unread> {
  const entries = await read(folder, limit);
  noteAnswer({ ask: 'entries', path: folder, limit }, () =>
    Array.isArray(entries)
      ? digestOf(JSON.stringify(entries.map((entry) => [entry.name, entry.isDirectory()]).sort()))
      : `unread ${JSON.stringify(entries)}`,
  );
  return entries;
}

async function read(folder: string, limit: number): Promise<Dirent[] | Unread> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(toDisk(folder), { bufferSize: BATCH })) {
      if (entry.isDirectory() || (entry.isFile() && (isSource(entry.name) || isConfig(entry.name)))) {
        entries.push(entry);
      }
      if (entries.length > limit) return { kind: 'crowded', limit };
    }
  } catch (error) {
    return { kind: 'denied', code: codeOf(error) };
  }
  return entries;
}
