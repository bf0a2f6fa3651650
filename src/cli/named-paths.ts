import { resolve } from 'node:path';
import { join } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import { kindOf } from '../lens/workspace/disk.ts';
import { fromDisk, isWithin } from '../lens/workspace/paths.ts';
import { isProject } from '../lens/workspace/roots.ts';
import { UsageError } from './command.ts';

/** What the paths of a command line name, by the lens's names. */
export interface NamedPaths {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** A folder that is read for what it says about the others: the project that they are part of. */
  readonly context?: string;
  /** Whether a file, or the folder that it is in, is named. */
  readonly have: (file: string) => boolean;
  /** Whether a file or folder is named itself. */
  readonly isNamed: (path: string) => boolean;
}

/**
 * Tells folders from files, each once. The working directory is the context where it is a project and holds
 * one of them. What is neither
 * counts as a file, and so does what `isGiven` has a text of, whatever is there. Throws a UsageError for what does not exist.
 */
export async function readPaths(
  folder: string,
  paths: readonly string[],
  isGiven: (file: string) => boolean = () => false,
): Promise<NamedPaths> {
  const [folders, files] = [new Set<string>(), new Set<string>()];
  for (const path of paths.length > 0 ? paths : ['.']) {
    const place = fromDisk(resolve(folder, path));
    const kind = isGiven(place) ? 'file' : await kindOf(place);
    if (kind === undefined) {
      throw new UsageError(l10n.t('There is no file or folder "{0}".', path));
    }
    (kind === 'folder' ? folders : files).add(place);
  }
  const here = fromDisk(folder);
  const all = [...folders, ...files];
  const isContext =
    !folders.has(here) && all.some((path) => isWithin(here, path)) && (await isWorkspace(here));
  return {
    folders: [...folders],
    files: [...files],
    ...(isContext && { context: here }),
    have: (file) => all.some((path) => isWithin(path, file)),
    isNamed: (path) => folders.has(path) || files.has(path),
  };
}

async function isWorkspace(folder: string): Promise<boolean> {
  return (await isProject(folder)) || (await kindOf(join(folder, '.git'))) !== undefined;
}

/** Where `.partitionlens.json` is looked for, by the lens's names: in the working directory and in what is named. */
export function placesOf(paths: readonly string[], folder: string): readonly string[] {
  return [...new Set(['.', ...paths].map((path) => fromDisk(resolve(folder, path))))];
}
