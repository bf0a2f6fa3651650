import { parse } from 'jsonc-parser';
import { isNestedTooDeep } from '../../core/config/json-nesting.ts';

/** What a `tsconfig.json` or `jsconfig.json` says of module names, as written. */
export interface ProjectConfig {
  /** Files or packages whose settings hold where this one says nothing; of several the last wins. */
  readonly extends: readonly string[];
  readonly baseUrl?: string;
  readonly paths?: readonly PathMapping[];
  /** Folders or files of projects that this one is made of. */
  readonly references: readonly string[];
}

/** `"@app/*": ["src/*"]`. */
export interface PathMapping {
  readonly pattern: string;
  readonly targets: readonly string[];
}

/** What a `package.json` says of module names. */
export interface PackageConfig {
  readonly name?: string;
  /** Files that the package's name alone may mean where there are no `exports`, best first. */
  readonly entries: readonly string[];
  /** By subpath with its `.` in front; absent where the package hides nothing. */
  readonly exports?: readonly PathMapping[];
  /** Names that begin with `#`. */
  readonly imports: readonly PathMapping[];
}

/** Files that one name may stand for: each is looked for on the disk wherever the name is imported. What is listed beyond is not known. */
const MAX_TARGETS = 32;

/** Reads a project's configuration, with comments and broken parts. Never throws: of one that is nested too deep nothing is known. */
export function readProjectConfig(text: string): ProjectConfig {
  if (isNestedTooDeep(text)) return { extends: [], references: [] };
  const config = recordOf(parse(text, [], { allowTrailingComma: true }));
  const options = recordOf(config.compilerOptions);
  const baseUrl = options.baseUrl;
  const paths = options.paths;
  return {
    extends: stringsOf(config.extends).slice(0, MAX_TARGETS),
    references: listOf(config.references).flatMap((reference) => stringsOf(recordOf(reference).path)),
    ...(typeof baseUrl === 'string' && { baseUrl }),
    ...(paths !== undefined && {
      paths: Object.entries(recordOf(paths)).map(([pattern, targets]) => ({
        pattern,
        targets: stringsOf(targets).slice(0, MAX_TARGETS),
      })),
    }),
  };
}

/** Reads a `package.json`. Never throws: of a broken one, and of one that is nested too deep, nothing is known. */
export function readPackageConfig(text: string): PackageConfig {
  const config = isNestedTooDeep(text) ? {} : parseJson(text);
  const { name, exports } = config;
  return {
    entries: ['source', 'types', 'typings', 'module', 'main']
      .flatMap((field) => stringsOf(config[field]))
      .slice(0, MAX_TARGETS),
    imports: Object.entries(recordOf(config.imports)).map(mapping),
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(exports !== undefined && { exports: exportsOf(exports) }),
  };
}

/** An `exports` without subpaths is that of the package's name alone. */
function exportsOf(exports: unknown): readonly PathMapping[] {
  const entries = Object.entries(recordOf(exports));
  const hasSubpaths = entries.some(([key]) => key.startsWith('.'));
  return (hasSubpaths ? entries : [['.', exports] as const]).map(mapping);
}

function mapping([pattern, targets]: readonly [string, unknown]): PathMapping {
  return { pattern, targets: targetsOf(targets) };
}

/** Conditions under which a package gives what is made for no server. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'browser',
  'react-native',
  'worker',
  'workerd',
  'edge-light',
]);

/** The first files that a target may be, whatever the conditions; those for browsers last. */
function targetsOf(target: unknown): readonly string[] {
  const found: string[] = [];
  collectTargets(target, found);
  return found;
}

function collectTargets(target: unknown, found: string[]): void {
  if (found.length === MAX_TARGETS) return;
  if (typeof target === 'string') found.push(target);
  else for (const one of alternativesOf(target)) collectTargets(one, found);
}

function alternativesOf(target: unknown): readonly unknown[] {
  if (Array.isArray(target)) return target;
  const conditions = Object.entries(recordOf(target));
  const isElsewhere = ([condition]: readonly [string, unknown]): boolean => ELSEWHERE.has(condition);
  return [...conditions.filter((entry) => !isElsewhere(entry)), ...conditions.filter(isElsewhere)].map(
    ([, value]) => value,
  );
}

function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function stringsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}
