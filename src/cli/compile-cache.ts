import { lstatSync, mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';

/** What decides where compiled code is kept, as a process has it. */
export interface CacheSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The working directory, in which nothing is written. */
  readonly folder: string;
}

/** The folder in which compiled code of the command line is kept; undefined where none is to be. */
export function cacheFolder(surroundings: CacheSurroundings): string | undefined {
  const { env } = surroundings;
  // Node's own variables: one that says no, and one that has said where before this runs
  if (isSet(env.NODE_DISABLE_COMPILE_CACHE) || isSet(env.NODE_COMPILE_CACHE)) return undefined;
  return ownFolder(surroundings);
}

/** Our folder in the user's caches; undefined where nothing says where these are, or it is in the working directory. */
function ownFolder({ platform, env, home, folder }: CacheSurroundings): string | undefined {
  const base = cachesOf(platform, env, home);
  if (base === undefined || !isAbsolute(base)) return undefined;
  const cache = join(base, 'partition-lens');
  const way = relative(folder, cache);
  const isInside = way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
  return isInside ? undefined : cache;
}

function cachesOf(
  platform: NodeJS.Platform,
  env: CacheSurroundings['env'],
  home: string,
): string | undefined {
  switch (platform) {
    case 'win32':
      return env.LOCALAPPDATA;
    case 'darwin':
      return join(home, 'Library', 'Caches');
    default: {
      const named = env.XDG_CACHE_HOME ?? '';
      return isAbsolute(named) ? named : join(home, '.cache');
    }
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/**
 * Makes Node keep what it compiles from now on for the next process, in a folder of the user's caches that nobody else can write: whoever
 * can, decides what runs. Where there is no such folder, or this Node keeps nothing (before 22.1), all is compiled anew; nothing is said of it.
 */
export function keepCompiled(): void {
  try {
    const { enableCompileCache: keep } = nodeModule as {
      readonly enableCompileCache?: (folder: string) => void;
    };
    const cache = keep && codeFolder();
    if (keep !== undefined && cache !== undefined) keep(cache);
  } catch {
    // this Node does not take the folder
  }
}

/** The folder for compiled code, made if it was not there; undefined where none is to be kept, or others could write it. */
export function codeFolder(): string | undefined {
  try {
    const cache = cacheFolder(here());
    if (cache === undefined) return undefined;
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    return isOurs(cache) ? cache : undefined;
  } catch {
    // the folder cannot be had
    return undefined;
  }
}

/** The folder for what this user may keep between two runs; undefined where there is none. */
export function keptFolder(): string | undefined {
  return ownFolder(here());
}

function here(): CacheSurroundings {
  return { platform: process.platform, env: process.env, home: homedir(), folder: process.cwd() };
}

/** Whether a folder is none that leads elsewhere, and only this user can write in it. */
export function isOurs(folder: string): boolean {
  const found = lstatSync(folder);
  if (!found.isDirectory()) return false;
  // Windows gives each user's folders to that user alone
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}
