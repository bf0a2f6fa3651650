import type { PathMapping } from '../../syntax/read-config.ts';
import { PACKAGE } from '../../syntax/gate.ts';
import type { Abstract } from '../values/abstract.ts';
import { type Linker, once, spend } from '../linker.ts';
import type { Configuration, Package } from './modules-config.ts';
import { filesAt, folderOf, join, sourcesOf } from './modules-files.ts';

/**
 * The files of the workspace that a module's name may mean where `from` says it, best first: by its relative path,
 * the project's `paths` and `baseUrl`, the package's own `imports`, a package of the workspace, or a custom that
 * most bundlers follow. None for packages from elsewhere.
 */
export function candidatesFor(configuration: Configuration, from: string, module: string): readonly string[] {
  if (/^\.{1,2}(\/|$)/.test(module)) return byPath(configuration, join(folderOf(from), module));
  if (module === PACKAGE || module === '' || /^(\/|[a-z]+:)/.test(module)) return [];
  return [
    ...byProject(configuration, from, module),
    ...byPackage(configuration, from, module),
    ...byCustom(configuration, from, module),
    ...byFolderOfPackages(configuration, from, module),
  ];
}

/** The module that an import names: a file of the workspace, or something outside. */
export function moduleValue(linker: Linker, from: string, module: string): Abstract {
  const { modules } = linker.memory;
  const known = modules.get(from)?.get(module);
  if (known !== undefined) return known;
  const file = linker.files.resolve(from, module);
  const value: Abstract =
    file === undefined ? { kind: 'external', module, path: [] } : { kind: 'module', file };
  modules.set(from, (modules.get(from) ?? new Map<string, Abstract>()).set(module, value));
  return value;
}

/** A CommonJS module where it is used itself: what it exports as a whole. */
export function wholeOf(linker: Linker, value: Abstract): Abstract {
  const whole = value.kind === 'module' ? linker.files.facts(value.file)?.exportsWhole : undefined;
  if (value.kind !== 'module' || whole === undefined) return value;
  const { file } = value;
  return once(linker, whole, '!', () => linker.evaluate(whole, { file }));
}

/** A file and all that it exports `*` from, each once: barrels export each other in circles. */
export function withStars(linker: Linker, file: string): ReadonlySet<string> {
  const known = linker.memory.stars.get(file);
  if (known !== undefined) return known;
  const files = new Set([file]);
  for (const one of files) {
    spend(linker, 1);
    for (const module of linker.files.facts(one)?.exportStars ?? []) {
      const target = linker.files.resolve(one, module);
      if (target !== undefined) files.add(target);
    }
  }
  linker.memory.stars.set(file, files);
  return files;
}

/** By path what many files import by it. */
const pathsOf = new WeakMap<Configuration, Map<string, readonly string[]>>();

function byPath(configuration: Configuration, path: string): readonly string[] {
  const known = pathsOf.get(configuration) ?? new Map<string, readonly string[]>();
  pathsOf.set(configuration, known);
  const found = known.get(path) ?? candidatesAt(configuration, path);
  known.set(path, found);
  return found;
}

/** A file, or a folder that is a package. */
function candidatesAt(configuration: Configuration, path: string): readonly string[] {
  const around = configuration.packageAround(`${path}/package.json`);
  return [...filesAt(path), ...(around?.folder === path ? filesOf(around, '') : [])];
}

function byProject(configuration: Configuration, from: string, module: string): readonly string[] {
  const project = configuration.projectOf(from);
  if (project === undefined) return [];
  const mapped = targetsOf(project.paths, module).map((target) => join(project.pathsFrom, target));
  return [...mapped, ...(project.baseUrl === undefined ? [] : [join(project.baseUrl, module)])].flatMap(
    filesAt,
  );
}

function byPackage(configuration: Configuration, from: string, module: string): readonly string[] {
  if (module.startsWith('#')) {
    const around = configuration.packageAround(from);
    const targets = around === undefined ? [] : targetsOf(around.imports, module);
    return targets.flatMap((target) =>
      around !== undefined && target.startsWith('.')
        ? sourcesOf(around.folder, target)
        : inPackage(configuration, from, target),
    );
  }
  return inPackage(configuration, from, module);
}

/** What `name` or `name/subpath` of a package of the workspace may be. */
function inPackage(configuration: Configuration, from: string, module: string): readonly string[] {
  const [, name = '', subpath = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(module) ?? [];
  const found = configuration.packageNamed(name, from);
  return found === undefined ? [] : filesOf(found, subpath);
}

function filesOf(found: Package, subpath: string): readonly string[] {
  return [
    ...targetsIn(found, `.${subpath}`).flatMap((target) => sourcesOf(found.folder, target)),
    // a bundle's name does not tell what it was made from
    ...(subpath === '' ? [join(found.folder, 'src'), found.folder].flatMap(filesAt) : []),
  ];
}

function targetsIn({ entries, exports }: Package, subpath: string): readonly string[] {
  if (exports !== undefined) return targetsOf(exports, subpath);
  return subpath === '.' ? entries : [subpath, `./src${subpath.slice(1)}`];
}

/** Folders of a package that `@/` and `~/` stand for where nothing says so that can be read. */
const CUSTOMS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^[@~]\//, ['src', 'app', '.']],
  [/^\$lib\//, ['src/lib']],
];

function byCustom(configuration: Configuration, from: string, module: string): readonly string[] {
  const [prefix, folders] = CUSTOMS.find(([pattern]) => pattern.test(module)) ?? [];
  if (prefix === undefined || folders === undefined) return [];
  const around = configuration.packageAround(from);
  const rest = module.replace(prefix, '');
  return (around === undefined ? rootsAround(from) : [around.folder]).flatMap((root) =>
    folders.flatMap((folder) => filesAt(join(root, `${folder}/${rest}`))),
  );
}

/** Folders in which workspaces keep their packages, those that others import first. */
const FOLDERS_OF_PACKAGES = ['packages', 'libs', 'apps'];

/** Where no `package.json` is seen, `@scope/name` by a package's folder beside the one that a file is in. */
function byFolderOfPackages(configuration: Configuration, from: string, module: string): readonly string[] {
  const [, name, subpath = ''] = /^@[^/]+\/([^/]+)(\/.*)?$/.exec(module) ?? [];
  if (name === undefined || configuration.packageAround(from) !== undefined) return [];
  const parts = folderOf(from).split('/');
  const own = parts.findLastIndex((part) => FOLDERS_OF_PACKAGES.includes(part));
  if (own < 0) return [];
  const root = `/${parts.slice(1, own).join('/')}`;
  return FOLDERS_OF_PACKAGES.map((folder) => join(root, `${folder}/${name}`))
    .filter((folder) => configuration.packageAround(`${folder}/package.json`) === undefined)
    .flatMap((folder) => [...filesAt(`${folder}/src${subpath}`), ...filesAt(`${folder}${subpath}`)]);
}

/** Where no `package.json` is seen, the folders that have the `src` or `app` around a file, outermost first. */
function rootsAround(from: string): readonly string[] {
  const parts = folderOf(from).split('/');
  return parts.flatMap((part, i) =>
    part === 'src' || part === 'app' ? [`/${parts.slice(1, i).join('/')}`] : [],
  );
}

/** What the best pattern that matches maps a name to: one without `*` before the longest before its `*`. */
function targetsOf(mappings: readonly PathMapping[], name: string): readonly string[] {
  const exact = mappings.find(({ pattern }) => pattern === name);
  if (exact !== undefined) return exact.targets;
  let best: { readonly mapping: PathMapping; readonly before: number; readonly middle: string } | undefined;
  for (const mapping of mappings) {
    const star = mapping.pattern.indexOf('*');
    if (star < 0 || star <= (best?.before ?? -1)) continue;
    const [before, after] = [mapping.pattern.slice(0, star), mapping.pattern.slice(star + 1)];
    if (name.length < before.length + after.length) continue;
    if (!name.startsWith(before) || !name.endsWith(after)) continue;
    best = { mapping, before: star, middle: name.slice(star, name.length - after.length) };
  }
  const { mapping, middle } = best ?? {};
  return (mapping?.targets ?? []).map((target) => target.replaceAll('*', middle ?? ''));
}
