import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, context, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { root } from './paths.ts';
import { parserAlone, parserAndChecker } from './used-typescript.ts';

/** One file of the build, and where its code begins: a file of the repository, or a module of a package. */
export interface Bundle {
  readonly entry: string;
  readonly file: string;
  readonly options?: BuildOptions;
}

/** Takes the modules that `filter` matches from a bundle of their own that lies beside. */
function beside(filter: RegExp, file: string): Plugin {
  return {
    name: `${file} beside`,
    setup: (plugin) => {
      plugin.onResolve({ filter }, () => ({ path: `./${file}`, external: true }));
    },
  };
}

/** What only parses loads TypeScript's parser alone; the server, of which a rename asks for types, also the checker. */
const parserBeside = beside(/^typescript$/, 'typescript-parser.js');
const checkerBeside = beside(/^typescript$/, 'typescript.js');

/** Loaded once it is settled where Node keeps what it compiles. */
const mainLater = beside(/^\.\/main\.ts$/, 'command-line.js');

/** Only `partition-lens mcp` loads it. */
const sdkLater = beside(/^\.\/sdk\.ts$/, 'mcp-sdk.js');

/** Only a server for assistants that may count loads it, and in the extension what connects. */
const serviceLater = beside(/\/data\/service\.ts$/, 'table-service.js');

/** What the extension needs only later, and activation need not even parse: seven eighths of its code. */
const later = [beside(/^vscode-languageclient\/node$/, 'language-client.js'), serviceLater];

/** Of the manifest, most of which is for VS Code, the command line takes only the version. */
const versionOnly: Plugin = {
  name: 'version only',
  setup: (plugin) => {
    plugin.onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) => {
      if (path !== join(root, 'package.json')) return undefined;
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** For the browser that draws panels: no modules, no Node. */
const page: BuildOptions = {
  platform: 'browser',
  target: 'chrome120',
  format: 'iife',
  mainFields: ['browser', 'module', 'main'],
};

/** CommonJS has it by another name. */
const dirnameOfModule = { 'import.meta.dirname': '__dirname' };

const commandLine: Bundle = {
  entry: 'src/cli/main.ts',
  file: 'command-line.js',
  options: {
    plugins: [parserBeside, sdkLater, serviceLater, versionOnly],
    define: dirnameOfModule,
  },
};

/** What is run as `partition-lens`: little, as what it loads is compiled only after that, or not at all where a check is repeated. */
const start: Bundle = {
  entry: 'src/cli/start.ts',
  file: 'cli.js',
  options: {
    plugins: [mainLater],
    define: dirnameOfModule,
    banner: { js: '#!/usr/bin/env node' },
    supported: { 'dynamic-import': false },
  },
};

const sdk: Bundle = { entry: 'src/cli/mcp/sdk.ts', file: 'mcp-sdk.js' };

const service: Bundle = { entry: 'src/data/service.ts', file: 'table-service.js' };

const typescriptParser: Bundle = {
  entry: 'typescript',
  file: 'typescript-parser.js',
  options: { plugins: [parserAlone] },
};

const typescript: Bundle = {
  entry: 'typescript',
  file: 'typescript.js',
  options: { plugins: [parserAndChecker] },
};

/** What the npm package has: the command line, and what programs import. */
export const npmBundles: readonly Bundle[] = [
  start,
  commandLine,
  sdk,
  service,
  { entry: 'src/api/analyze.ts', file: 'index.js', options: { plugins: [parserBeside] } },
  typescriptParser,
];

/** What the VSIX has. */
export const bundles: readonly Bundle[] = [
  {
    entry: 'src/extension/main.ts',
    file: 'extension.js',
    // import() as require(): the editor gives `vscode` to modules that are required
    options: { external: ['vscode'], plugins: later, supported: { 'dynamic-import': false } },
  },
  {
    entry: 'vscode-languageclient/node',
    file: 'language-client.js',
    options: { external: ['vscode'] },
  },
  service,
  { entry: 'src/server/main.ts', file: 'server.js', options: { plugins: [checkerBeside] } },
  start,
  commandLine,
  sdk,
  typescriptParser,
  typescript,
  // run in the pages of panels
  { entry: 'src/webview/grid/main.ts', file: 'grid.js', options: page },
  { entry: 'src/webview/design/main.ts', file: 'design.js', options: page },
];

/** What Mocha loads in the extension host, each suite a file of its own; never shipped. */
export function hostSuites(): readonly Bundle[] {
  return readdirSync(join(root, 'test/host'))
    .filter((name) => name === 'index.ts' || name.endsWith('.suite.ts'))
    .map((name) => basename(name, '.ts'))
    .map((name) => ({
      entry: `test/host/${name}.ts`,
      file: `test/host/${name}.js`,
      options: { external: ['vscode', 'mocha'] },
    }));
}

/**
 * Writes a bundle into the folder `out`, small and without source map when it is to be shipped. Returns what it is made of;
 * rejects after esbuild has said what is wrong.
 */
export async function writeBundle(bundle: Bundle, out: string, production: boolean): Promise<Metafile> {
  const { metafile } = await build({ ...optionsOf(bundle, out, production), metafile: true });
  return metafile;
}

/**
 * Writes bundles into the folder `out`, and each of them again whenever one of its files changes, until the process ends. Calls
 * `said` with a line when the first of them begins and when the last one is done.
 */
export async function watchBundles(
  watched: readonly Bundle[],
  out: string,
  said: (line: string) => void,
): Promise<void> {
  const plugin = reporting(said, () => performance.now());
  for (const bundle of watched) {
    const { plugins = [], ...options } = optionsOf(bundle, out, false);
    await (await context({ ...options, plugins: [...plugins, plugin] })).watch();
  }
}

/** Says when builds that run side by side begin and end, as one; `now` is in milliseconds. */
export function reporting(said: (line: string) => void, now: () => number): Plugin {
  let running = 0;
  let began = 0;
  let errors = 0;
  return {
    name: 'reporting',
    setup: (plugin) => {
      plugin.onStart(() => {
        running += 1;
        if (running > 1) return;
        errors = 0;
        began = now();
        said('watch: building');
      });
      plugin.onEnd((result) => {
        running -= 1;
        errors += result.errors.length;
        if (running > 0) return;
        said(`watch: ${errors > 0 ? 'failed' : 'built'} after ${Math.round(now() - began)} ms`);
      });
    },
  };
}

function optionsOf({ entry, file, options }: Bundle, out: string, production: boolean): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(out, file),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: production || entry === 'typescript',
    sourcemap: !production && entry !== 'typescript',
    // stand in the notices of the whole build
    legalComments: 'none',
    logLevel: 'warning',
    // packages' "module" builds bundle smaller than their UMD ones, whose require() hides from the bundler
    mainFields: ['module', 'main'],
    ...options,
  };
}
