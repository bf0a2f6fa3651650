import { resolve } from 'node:path';
import { dirname, join } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import { kindOf } from '../lens/workspace/disk.ts';
import { fromDisk, isWithin } from '../lens/workspace/paths.ts';
import { isProject } from '../lens/workspace/roots.ts';
import { holdsPackages, isPackage } from '../lens/workspace/siblings.ts';
import { UsageError } from './command.ts';

/** What the paths of a command line name, by the lens's names. */
export interface NamedPaths {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Folders that are read for what they say about the others: the projects that these are part of. */
  readonly context: readonly string[];
  /** Whether a file, or the folder that it is in, is named. */
  readonly have: (file: string) => boolean;
  /** Whether a file or folder is named itself. */
  readonly isNamed: (path: string) => boolean;
}

/**
 * Tells folders from files, each once. What is neither counts as a file, and so does what `isGiven` has a text of, whatever is there.
 * Throws a UsageError for what does not exist.
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
  const isOfSeveral = await holdsPackages(here);
  const projects = await Promise.all(all.map((path) => projectOf(here, path, files.has(path), isOfSeveral)));
  const context = new Set(projects.filter((project) => project !== undefined && !folders.has(project)));
  return {
    folders: [...folders],
    files: [...files],
    context: [...context].filter((project) => project !== undefined),
    have: (file) => all.some((path) => isWithin(path, file)),
    isNamed: (path) => folders.has(path) || files.has(path),
  };
}

/**
 * The project that a file or folder below the working directory is part of: the nearest package, or the working directory, where that holds
 * several together or there is no package in between, and is a project itself. Undefined where there is none.
 */
async function projectOf(
  here: string,
  path: string,
  isFile: boolean,
  isOfSeveral: boolean,
): Promise<string | undefined> {
  if (!isWithin(here, path)) return undefined;
  if (!isOfSeveral) {
    for (let one = isFile ? dirname(path) : path; one !== here && isWithin(here, one); one = dirname(one))
      if (await isPackage(one)) return one;
  }
  return (await isWorkspace(here)) ? here : undefined;
}

async function isWorkspace(folder: string): Promise<boolean> {
  return (await isProject(folder)) || (await kindOf(join(folder, '.git'))) !== undefined;
}

/** Where `.partitionlens.json` is looked for, by the lens's names: in the working directory and in what is named. */
export function placesOf(paths: readonly string[], folder: string): readonly string[] {
  return [...new Set(['.', ...paths].map((path) => fromDisk(resolve(folder, path))))];
}
