import { access, constants, realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { onDisk, readBytes } from '../bounded-files.ts';

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

/** What can be run without a shell. */
export interface Program {
  /** As a person knows it. */
  readonly name: string;
  readonly file: string;
  /** What comes before the program's own options. */
  readonly args: readonly string[];
}

/**
 * The program that starts Azurite's table service: in a folder's `node_modules` if the workspace is trusted,
 * else on the PATH. In an untrusted workspace nothing within it is taken, also not by way of the PATH, and
 * or a link that leads there, and relative entries of the PATH never. Undefined when there is none.
 */
export async function findAzurite(places: Places): Promise<Program | undefined> {
  const { folders, trusted, platform } = places;
  const local = trusted ? folders.map((folder) => join(folder, 'node_modules', '.bin')) : [];
  for (const folder of [...local, ...foldersOfPath(places)]) {
    const program =
      platform === 'win32'
        ? await fromShim(join(folder, 'azurite-table.cmd'), places)
        : await asIs(join(folder, 'azurite-table'), places);
    if (program !== undefined) return program;
  }
  return undefined;
}

function foldersOfPath({ folders, trusted, path }: Places): string[] {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && (trusted || !folders.some((root) => isWithin(root, folder))));
}

function isWithin(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function asIs(file: string, places: Places): Promise<Program | undefined> {
  return (await mayRun(file, places)) ? { name: file, file, args: [] } : undefined;
}

/** Bytes: those that are seen have 400. */
const LARGEST_SHIM = 65_536;

/**
 * What a `.cmd` of npm, pnpm or Yarn runs: Windows runs such a file only in a shell, whose process would then be stopped in
 * place of Azurite's. As the file itself does, a Node beside it comes before that of the PATH.
 */
async function fromShim(shim: string, places: Places): Promise<Program | undefined> {
  if (await isDistrusted(shim, places)) return undefined;
  const bytes = await readBytes(onDisk, shim, LARGEST_SHIM).catch(() => new Uint8Array());
  const text = new TextDecoder().decode(bytes);
  const script = /"%~?dp0%?[\\/]([^"%]+\.js)"/i.exec(text)?.[1];
  if (script === undefined) return undefined;
  const folder = dirname(shim);
  for (const place of [folder, ...foldersOfPath(places)]) {
    const node = join(place, 'node.exe');
    if (await mayRun(node, places)) {
      return { name: shim, file: node, args: [resolve(folder, script.replaceAll('\\', '/'))] };
    }
  }
  return undefined;
}

async function mayRun(file: string, places: Places): Promise<boolean> {
  const isExecutable = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  return isExecutable && !(await isDistrusted(file, places));
}

/** Whether what stands there lies in a workspace that is not trusted: links lead into it, and disks may take names in any case. */
async function isDistrusted(file: string, { folders, trusted }: Places): Promise<boolean> {
  if (trusted) return false;
  const [real = file, ...roots] = await Promise.all(
    [file, ...folders].map((path) => realpath(path).catch(() => path)),
  );
  return roots.some((root) => isWithin(root, real));
}
