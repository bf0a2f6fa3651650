import { readFile, realpath, stat } from 'node:fs/promises';
import { fromDisk, toDisk } from './paths.ts';

/** Bytes over which a file is left unread: generated code and data, nothing that a person edits. */
const MAX_SIZE = 2 * 1024 * 1024;

/** The text of a file on disk; undefined for what is no file, too large, or cannot be read. */
export async function readSource(file: string): Promise<string | undefined> {
  try {
    const entry = await stat(toDisk(file));
    if (!entry.isFile() || entry.size > MAX_SIZE) return undefined;
    return await readFile(toDisk(file), 'utf8');
  } catch {
    return undefined;
  }
}

/** What stands at a path, links followed. */
export async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  const entry = await stat(toDisk(path)).catch(() => undefined);
  if (entry?.isDirectory() === true) return 'folder';
  return entry?.isFile() === true ? 'file' : undefined;
}

/** A file's name without links on the way, in the case in which the disk has it. */
export function realNameOf(file: string): Promise<string> {
  return realpath(toDisk(file)).then(fromDisk, () => file);
}
