import { isFunctionFile } from '../syntax/gate.ts';
import {
  type PackageConfig,
  type PathMapping,
  readPackageConfig,
  readProjectConfig,
} from '../syntax/read-config.ts';
import { folderOf, join } from './modules-files.ts';

/** How the project of a file finds modules by names that are not relative. Folders are absolute. */
export interface Project {
  /** What `paths` are relative to. */
  readonly pathsFrom: string;
  readonly paths: readonly PathMapping[];
  /** Where names are looked for that no path matches. */
  readonly baseUrl?: string;
}

/** A package whose sources are in the workspace. */
export interface Package extends PackageConfig {
  readonly folder: string;
}

/** What the configuration files say. Answers hold until one of them changes. */
export interface Configuration {
  /** By the nearest `tsconfig.json`, or else `jsconfig.json`, above a file. */
  readonly projectOf: (file: string) => Project | undefined;
  /** By the nearest `package.json` above a file. */
  readonly packageAround: (file: string) => Package | undefined;
  /** Of several packages of one name the one nearest to the file that asks. */
  readonly packageNamed: (name: string, from: string) => Package | undefined;
}

/** Where the texts of configuration files come from. */
export interface ConfigurationFiles {
  readonly text: (file: string) => string | undefined;
  /** The first of the files that is known; a miss is remembered as wanted. */
  readonly find: (candidates: readonly string[]) => string | undefined;
  readonly names: () => Iterable<string>;
}

/** Whether a file says how modules are found, and so nothing else: every JSON file but those of functions. */
export function isConfiguration(file: string): boolean {
  return file.endsWith('.json') && !isFunctionFile(file);
}

/** Reads the files when they are first asked for; make a new one when one of them changed. */
export function readConfiguration(files: ConfigurationFiles): Configuration {
  const projects = new Map<string, Project | undefined>();
  const packages = new Map<string, Package | undefined>();
  let named: ReadonlyMap<string, readonly Package[]> | undefined;

  /** What the nearest folder has to say, asked once for each folder. */
  const nearest = <T>(
    known: Map<string, T | undefined>,
    folder: string,
    own: (folder: string) => T | undefined,
  ): T | undefined => {
    if (known.has(folder)) return known.get(folder);
    const above = folder === '/' ? undefined : folderOf(folder);
    const found = own(folder) ?? (above === undefined ? undefined : nearest(known, above, own));
    known.set(folder, found);
    return found;
  };

  const packageIn = (folder: string): Package | undefined => {
    const text = files.text(join(folder, 'package.json'));
    return text === undefined ? undefined : { ...readPackageConfig(text), folder };
  };
  const packageAround = (file: string): Package | undefined => nearest(packages, folderOf(file), packageIn);

  const allNamed = (): ReadonlyMap<string, readonly Package[]> => {
    const found = new Map<string, Package[]>();
    // in one order, however the files came
    for (const file of [...files.names()].filter(isPackage).sort()) {
      const config = packageIn(folderOf(file));
      if (config?.name !== undefined) found.set(config.name, [...(found.get(config.name) ?? []), config]);
    }
    return found;
  };
  const packageNamed = (name: string, from: string): Package | undefined => {
    named ??= allNamed();
    const [first, ...others] = named.get(name) ?? [];
    const distance = (one: Package): number => -shared(one.folder, from);
    return first && others.reduce((best, one) => (distance(one) < distance(best) ? one : best), first);
  };

  /** The file that an `extends` or a reference names. */
  const configAt = (folder: string, name: string): string | undefined => {
    if (/^(\.|\/)/.test(name)) return files.find(configsAt(join(folder, name)));
    const [, scoped = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(name) ?? [];
    const found = packageNamed(scoped, `${folder}/`);
    return found && files.find(configsAt(join(found.folder, rest)));
  };

  /** What a configuration says with all that it extends. `visited` cuts circles. */
  const settingsOf = (file: string, visited: readonly string[]): Settings => {
    const text = files.text(file);
    if (text === undefined || visited.includes(file)) return {};
    const folder = folderOf(file);
    const config = readProjectConfig(file, text);
    const inherited = config.extends.map((name): Settings => {
      const base = configAt(folder, name);
      return base === undefined ? {} : settingsOf(base, [...visited, file]);
    });
    const own: Settings = {
      ...(config.baseUrl !== undefined && { baseUrl: at(folder, config.baseUrl) }),
      ...(config.paths && { mapped: { paths: config.paths, folder } }),
    };
    const merged = [...inherited, own].reduce<Settings>((all, one) => ({ ...all, ...one }), {});
    if (merged.mapped !== undefined || merged.baseUrl !== undefined) return merged;
    return partOf(folder, config.references, [...visited, file]);
  };

  /** A project may be nothing but parts in the same folder: `tsconfig.app.json`, `tsconfig.node.json`. */
  const partOf = (folder: string, references: readonly string[], visited: readonly string[]): Settings => {
    for (const reference of references) {
      if (folderOf(join(folder, reference)) !== folder || !reference.endsWith('.json')) continue;
      const part = files.find([join(folder, reference)]);
      const settings = part === undefined ? {} : settingsOf(part, visited);
      if (settings.mapped !== undefined || settings.baseUrl !== undefined) return settings;
    }
    return {};
  };

  const projectIn = (folder: string): Project | undefined => {
    const file = ['tsconfig.json', 'jsconfig.json']
      .map((name) => join(folder, name))
      .find((name) => files.text(name) !== undefined);
    if (file === undefined) return undefined;
    const { mapped, baseUrl } = settingsOf(file, []);
    // in a base that several projects extend, `${configDir}` is the folder of each of them
    const resolved = (path: string): string => path.replace('${configDir}', folder);
    return {
      pathsFrom: resolved(baseUrl ?? mapped?.folder ?? folder),
      paths: (mapped?.paths ?? []).map(({ pattern, targets }) => ({
        pattern,
        targets: targets.map(resolved),
      })),
      ...(baseUrl !== undefined && { baseUrl: resolved(baseUrl) }),
    };
  };

  return {
    projectOf: (file) => nearest(projects, folderOf(file), projectIn),
    packageAround,
    packageNamed,
  };
}

function isPackage(file: string): boolean {
  return file.endsWith('/package.json');
}

interface Settings {
  readonly baseUrl?: string;
  readonly mapped?: { readonly paths: readonly PathMapping[]; readonly folder: string };
}

function at(folder: string, path: string): string {
  return path.startsWith('${configDir}') ? path : join(folder, path);
}

function configsAt(path: string): readonly string[] {
  return path.endsWith('.json') ? [path] : [`${path}.json`, `${path}/tsconfig.json`];
}

/** How many leading folders two paths share. */
function shared(a: string, b: string): number {
  const other = b.split('/');
  const differs = a.split('/').findIndex((part, index) => part !== other[index]);
  return differs < 0 ? a.split('/').length : differs;
}
