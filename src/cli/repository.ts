import { dirname, join } from 'node:path/posix';
import { kindOf } from '../lens/workspace/disk.ts';

/** The folder of the repository that a folder is in, both by the lens's names; undefined where there is none. */
export async function repositoryOf(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await kindOf(join(at, '.git'))) !== undefined) return at;
    if (at === dirname(at)) return undefined;
  }
}
