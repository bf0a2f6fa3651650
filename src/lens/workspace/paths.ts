import * as platform from 'node:path';

/**
 * Files have one name in the whole lens: the absolute path with `/` separators, as a file URI has it, so on
 * Windows `/c:/code/a.ts`.
 */

const EXTENSIONS = /\.([cm]?[jt]sx?|vue|svelte|astro)$/;
/** What tells Azure Functions of a function and its bindings. */
const FUNCTION = /(^|\/)function\.json$/;
const CONFIGURATION = /(^|\/)(package|[jt]sconfig(\.[^/]+)?)\.json$/;
const TOLERANT = /(^|\/)([jt]sconfig(\.[^/]+)?|\.partitionlens)\.json$/;
const WITHOUT_CODE = /\.d\.[cm]?ts$|\.min\.[cm]?js$/;

/** Never looked into, wherever they are; every folder whose name begins with a dot is left out too. */
const FOREIGN = new Set(['node_modules', 'bower_components', 'jspm_packages', '__pycache__']);

/** Names that build output goes by, where they stand beside one of {@link PROJECT_FILES}. */
const OUTPUT = new Set(['dist', 'out', 'build', 'lib-cov', 'coverage', 'storybook-static']);

/** The files that mark a folder as the root of a package, and so its `dist` as build output. */
export const PROJECT_FILES: ReadonlySet<string> = new Set(['package.json', 'tsconfig.json', 'jsconfig.json']);

/** Whether the name is one of a source that can hold calls, or of a function's bindings. */
export function isSource(file: string): boolean {
  return (EXTENSIONS.test(file) && !WITHOUT_CODE.test(file)) || FUNCTION.test(file);
}

/** Whether the name is one of a file that says how modules are found. */
export function isConfig(file: string): boolean {
  return CONFIGURATION.test(file);
}

/** Whether the name is one of a file of JSON that may have comments and is used in part where it is broken. */
export function isTolerantJson(file: string): boolean {
  return TOLERANT.test(file);
}

/** Whether a folder of this name is left out before git's rules are asked. */
export function isForeignFolder(name: string, besideProjectFile: boolean): boolean {
  return FOREIGN.has(name) || name.startsWith('.') || (besideProjectFile && OUTPUT.has(name));
}

/** Whether the file belongs to somebody else: an installed package. */
export function isForeign(file: string): boolean {
  return file.split('/').some((part) => FOREIGN.has(part));
}

/** The path that Node's file functions take. */
export function toDisk(file: string): string {
  return /^\/[A-Za-z]:/.test(file) ? file.slice(1) : file;
}

/** The lens's name of a path that Node's file functions gave, on any system. */
export function fromDisk(path: string): string {
  // a name may have a backslash where it parts none
  if (path.startsWith('/')) return path;
  const slashed = path.replaceAll('\\', '/');
  return /^[A-Za-z]:/.test(slashed) ? `/${slashed}` : slashed;
}

/**
 * How a file, by the lens's name, is called in what is written: from a folder on disk, with `/`. A backslash in a name parts none where the
 * system parts names with `/`.
 */
export function nameFrom(
  folder: string,
  file: string,
  system: Pick<typeof platform, 'relative' | 'sep'> = platform,
): string {
  return system.relative(folder, toDisk(file)).replaceAll(system.sep, '/');
}

/** Whether `file` is `folder` or lies below it. */
export function isWithin(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
