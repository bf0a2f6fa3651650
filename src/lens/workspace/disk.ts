import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { isNestedTooDeep, MAX_NESTING } from '../../core/config/json-nesting.ts';
import { digestOf, noteAnswer } from './noted.ts';
import { fromDisk, isTolerantJson, toDisk } from './paths.ts';
import { decode } from './text-encoding.ts';
import type { Unread } from './unread.ts';

/** Bytes over which a file is left unread: generated code and data, nothing that a person edits. */
export const MAX_SIZE = 2 * 1024 * 1024;

/** The same of configurations that are read with comments and broken, of which each character may cost a microsecond. */
const MAX_CONFIG = 256 * 1024;

/** Opens without waiting: what was a file a moment ago may be a pipe by now. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

/** Bytes that are read first of a file that does not tell its size, as those of `/proc`. */
const FIRST = 4096;

/** A file's text, or why there is none. */
export type Reading = { readonly kind: 'text'; readonly text: string } | UnreadFile;

interface UnreadFile {
  readonly kind: 'unread';
  readonly why: Unread;
}

/**
 * The text of a file on disk, links followed: the lens reads nothing in any other way. Only a regular file is opened, and no more
 * is read of it than it had when it was looked at, up to `limit` bytes. Never rejects.
 */
export async function readText(
  file: string,
  limit = isTolerantJson(file) ? MAX_CONFIG : MAX_SIZE,
): Promise<Reading> {
  const bytes = await readFileBytes(file, limit);
  if ('kind' in bytes) return bytes;
  const text = decode(bytes);
  if (text === undefined) return unread({ kind: 'encoding' });
  const isNested = file.endsWith('.json') && isNestedTooDeep(text);
  return isNested ? unread({ kind: 'nested', limit: MAX_NESTING }) : { kind: 'text', text };
}

/** The same as it is on disk. */
export async function readFileBytes(file: string, limit = MAX_SIZE): Promise<Buffer | UnreadFile> {
  const bytes = await bytesOf(file, limit);
  noteAnswer({ ask: 'bytes', path: file, limit }, () =>
    'kind' in bytes ? `unread ${JSON.stringify(bytes.why)}` : digestOf(bytes),
  );
  return bytes;
}

async function bytesOf(file: string, limit: number): Promise<Buffer | UnreadFile> {
  const path = toDisk(file);
  try {
    const entry = await stat(path);
    if (!entry.isFile()) return unread({ kind: entry.isDirectory() ? 'missing' : 'special' });
    if (entry.size > limit) return unread({ kind: 'too-large', limit });
    return (await readBytes(path, entry.size, limit)) ?? unread({ kind: 'too-large', limit });
  } catch (error) {
    return unread(isMissing(error) ? { kind: 'missing' } : { kind: 'denied', code: codeOf(error) });
  }
}

function unread(why: Unread): UnreadFile {
  return { kind: 'unread', why };
}

/** Of a file that says that it is empty as much as there is; undefined where that is over the limit. */
async function readBytes(path: string, size: number, limit: number): Promise<Buffer | undefined> {
  const handle = await open(path, AT_ONCE);
  try {
    let bytes = Buffer.allocUnsafe(size > 0 ? size : FIRST);
    for (let length = 0; ;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length === size) return bytes.subarray(0, length);
      if (length > limit) return undefined;
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, limit + 1));
    }
  } finally {
    await handle.close();
  }
}

/** What stands at a path, links followed: a special one is neither file nor folder, or nobody may know what it is. */
export async function kindOf(path: string): Promise<Kind | undefined> {
  const kind = await kindOnDisk(path);
  noteAnswer({ ask: 'kind', path, limit: 0 }, () => kind ?? '');
  return kind;
}

type Kind = 'file' | 'folder' | 'special';

async function kindOnDisk(path: string): Promise<Kind | undefined> {
  try {
    const entry = await stat(toDisk(path));
    return entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'special';
  } catch (error) {
    return isMissing(error) ? undefined : 'special';
  }
}

/** A file's name without links on the way, in the case in which the disk has it. */
export async function realNameOf(file: string): Promise<string> {
  const name = await realpath(toDisk(file)).then(fromDisk, () => file);
  noteAnswer({ ask: 'real', path: file, limit: 0 }, () => name);
  return name;
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

/** The system's name of what went wrong. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
