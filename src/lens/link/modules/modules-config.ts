import { isFunctionFile } from '../../syntax/gate.ts';
import {
  type PackageConfig,
  type PathMapping,
  type ProjectConfig,
  readPackageConfig,
  readProjectConfig,
} from '../../syntax/read-config.ts';
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

/** Files that the configuration of one project may be made of. Of what more it extends nothing is known. */
const MAX_BASES = 64;

/** Packages that may have one name. Which of more than these is meant nobody can say. */
const MAX_NAMESAKES = 32;

/** Reads the files when they are first asked for; make a new one when one of them changed. */
export function readConfiguration(files: ConfigurationFiles): Configuration {
  const projects = new Map<string, Project | undefined>();
  const packages = new Map<string, Package | undefined>();
  const configs = new Map<string, ProjectConfig | undefined>();
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
      if (config?.name === undefined) continue;
      const namesakes = found.get(config.name);
      if (namesakes === undefined) found.set(config.name, [config]);
      else namesakes.push(config);
    }
    return found;
  };
  const packageNamed = (name: string, from: string): Package | undefined => {
    named ??= allNamed();
    const namesakes = named.get(name) ?? [];
    const [first, ...others] = namesakes.length > MAX_NAMESAKES ? [] : namesakes;
    const distance = (one: Package): number => -shared(one.folder, from);
    return first && others.reduce((best, one) => (distance(one) < distance(best) ? one : best), first);
  };

  /** The file that an `extends` or a reference names. */
  const configAt = (folder: string, name: string): string | undefined => {
    if (/^(\.|\/)/.test(name)) return files.find(configsAt(join(folder, name)));
    const [, scoped = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/([^]*))?$/.exec(name) ?? [];
    const found = packageNamed(scoped, `${folder}/`);
    return found && files.find(configsAt(join(found.folder, rest)));
  };

  const configOf = (file: string): ProjectConfig | undefined => {
    if (configs.has(file)) return configs.get(file);
    const text = files.text(file);
    const config = text === undefined ? undefined : readProjectConfig(text);
    configs.set(file, config);
    return config;
  };

  /** What a configuration says with all that it extends. `known` is what the same project's others say; it cuts circles. */
  const settingsOf = (file: string, known: Map<string, Settings>): Settings => {
    const before = known.get(file);
    const config = configOf(file);
    if (before !== undefined || config === undefined || known.size >= MAX_BASES) return before ?? {};
    known.set(file, {});
    const folder = folderOf(file);
    const inherited = config.extends.map((name): Settings => {
      const base = configAt(folder, name);
      return base === undefined ? {} : settingsOf(base, known);
    });
    const own: Settings = {
      ...(config.baseUrl !== undefined && { baseUrl: at(folder, config.baseUrl) }),
      ...(config.paths && { mapped: { paths: config.paths, folder } }),
    };
    const merged = [...inherited, own].reduce<Settings>((all, one) => ({ ...all, ...one }), {});
    const settings = hasSettings(merged) ? merged : partOf(folder, config.references, known);
    known.set(file, settings);
    return settings;
  };

  /** A project may be nothing but parts in the same folder: `tsconfig.app.json`, `tsconfig.node.json`. */
  const partOf = (folder: string, references: readonly string[], known: Map<string, Settings>): Settings => {
    const parts = references
      .map((reference) => join(folder, reference))
      .filter((part) => folderOf(part) === folder && part.endsWith('.json'));
    for (const candidate of parts.slice(0, MAX_BASES)) {
      const part = files.find([candidate]);
      const settings = part === undefined ? {} : settingsOf(part, known);
      if (hasSettings(settings)) return settings;
    }
    return {};
  };

  const projectIn = (folder: string): Project | undefined => {
    const file = ['tsconfig.json', 'jsconfig.json']
      .map((name) => join(folder, name))
      .find((name) => files.text(name) !== undefined);
    if (file === undefined) return undefined;
    const { mapped, baseUrl } = settingsOf(file, new Map());
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

function hasSettings({ mapped, baseUrl }: Settings): boolean {
  return mapped !== undefined || baseUrl !== undefined;
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
