import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { kindOf, realNameOf } from '../../lens/workspace/disk.ts';
import { fromDisk, isWithin, toDisk } from '../../lens/workspace/paths.ts';
import { UsageError } from '../command.ts';

/** The folder that a server may read, and nothing else. */
export interface Root {
  /** As Node's file functions take it, without links on the way. */
  readonly folder: string;
  /** Gives the paths if all of them are in the folder, links followed. Throws a UsageError that names the first that isn't. */
  readonly within: (paths: readonly string[]) => Promise<readonly string[]>;
  /** Whether a file is in the folder, by the lens's name of it, links followed. */
  readonly has: (file: string) => Promise<boolean>;
}

/** Takes a folder as the root. Throws a UsageError for what is none. */
export async function rootAt(path: string): Promise<Root> {
  const root = await realNameOf(fromDisk(resolve(path)));
  if ((await kindOf(root)) !== 'folder') throw new UsageError(l10n.t('There is no folder "{0}".', path));
  const folder = toDisk(root);
  const has = async (file: string): Promise<boolean> =>
    isWithin(root, file) && isWithin(root, await realNameOf(file));
  return {
    folder,
    has,
    within: async (paths) => {
      for (const each of paths) {
        // what no file's name has, the system would not look up
        const isIn = !each.includes('\0') && (await has(fromDisk(resolve(folder, each))));
        if (!isIn)
          throw new UsageError(
            l10n.t('"{0}" is outside the workspace folder. Name files and folders in it.', each),
          );
      }
      return paths;
    },
  };
}
