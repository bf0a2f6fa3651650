import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join, relative } from 'node:path';

/** Where an executable may be looked for. */
export interface Places {
  /** Folders of the workspace on this machine's disk. */
  readonly folders: readonly string[];
  /** Whether the user trusts what is in them. */
  readonly trusted: boolean;
  /** The environment variable PATH. */
  readonly path: string;
  readonly platform: NodeJS.Platform;
}

/**
 * The program that starts Azurite's table service: in a folder's `node_modules` if the workspace is trusted,
 * else on the PATH. In an untrusted workspace nothing within it is taken, also not by way of the PATH, and
 * relative entries of the PATH never. Undefined when there is none.
 */
export async function findAzurite(places: Places): Promise<string | undefined> {
  for (const candidate of candidates(places)) {
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

function candidates({ folders, trusted, path, platform }: Places): string[] {
  const name = platform === 'win32' ? 'azurite-table.cmd' : 'azurite-table';
  const local = trusted ? folders.map((folder) => join(folder, 'node_modules', '.bin')) : [];
  const onPath = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && (trusted || !folders.some((root) => isWithin(root, folder))));
  return [...local, ...onPath].map((folder) => join(folder, name));
}

function isWithin(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return !way.startsWith('..') && !isAbsolute(way);
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
