import { join } from 'node:path';
import { readFileBytes } from '../../lens/workspace/disk.ts';
import { digestOf } from '../../lens/workspace/noted.ts';
import { fromDisk } from '../../lens/workspace/paths.ts';
import type { KeptPlace } from '../command.ts';
import { keptFolder } from '../compile-cache.ts';

/** What decides what a check says, beside what it reads: it ships beside what starts it. */
const PARTS = ['command-line.js', 'typescript-parser.js'];

const MAX_PART = 16 * 1024 * 1024;

/** Where this process may keep results; undefined where there is no folder for it, or it isn't the tool as it is built. */
export async function thisKept(): Promise<KeptPlace | undefined> {
  const folder = keptFolder();
  const tool = await toolIn(import.meta.dirname);
  return folder === undefined || tool === undefined ? undefined : { folder, tool };
}

/** A build of the tool by the bytes that run, and the Node that runs them: another one may find something else. */
export async function toolIn(folder: string): Promise<string | undefined> {
  const digests: string[] = [process.version];
  for (const name of PARTS) {
    const bytes = await readFileBytes(fromDisk(join(folder, name)), MAX_PART);
    if ('kind' in bytes) return undefined;
    digests.push(digestOf(bytes));
  }
  return digestOf(digests.join());
}
