import { readFile, stat } from 'node:fs/promises';

/** A file system, for files that it knows as `F`: VS Code's own is one. Sizes are in bytes, types VS Code's `FileType`. */
export interface Files<F> {
  readonly stat: (file: F) => PromiseLike<{ readonly size: number; readonly type: number }>;
  readonly readFile: (file: F) => PromiseLike<Uint8Array>;
}

/** Of `FileType`: pipes and devices have neither, links also what they lead to. */
const FILE = 1;
const FOLDER = 2;

/** A file that is not read: larger than its limit, or something that has no end. */
class NotRead extends Error {
  readonly code: 'TooLarge' | 'NoFile';

  constructor(code: 'TooLarge' | 'NoFile') {
    super('not read');
    this.code = code;
  }
}

/**
 * The bytes of a file, links followed, at most `limit` of them: the extension reads nothing in any other way. Rejects with the
 * file system's error, or one whose `code` is `TooLarge` or `NoFile`.
 */
export async function readBytes<F>(files: Files<F>, file: F, limit: number): Promise<Uint8Array> {
  const { size, type } = await files.stat(file);
  if ((type & (FILE | FOLDER)) === 0) throw new NotRead('NoFile');
  if ((type & FILE) !== 0 && size > limit) throw new NotRead('TooLarge');
  const bytes = await files.readFile(file);
  // it may have grown meanwhile
  if (bytes.length > limit) throw new NotRead('TooLarge');
  return bytes;
}

/** The same of a text that an editor shows. */
export function withinLimit(text: string, limit: number): string {
  if (text.length > limit) throw new NotRead('TooLarge');
  return text;
}

/** The file system of this machine, for paths. */
export const onDisk: Files<string> = {
  stat: async (file) => {
    const entry = await stat(file);
    return { size: entry.size, type: entry.isFile() ? FILE : entry.isDirectory() ? FOLDER : 0 };
  },
  readFile,
};
