// Bundles the extension, the language server and the command line into dist/, and copies the rules' pages.
// usage: npm run build [-- --production] [-- --out FOLDER]
import './lib/node24.ts';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { root } from './lib/paths.ts';

interface Bundle {
  readonly entry: string;
  readonly file: string;
  readonly options?: BuildOptions;
  readonly development?: true;
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

/** The server and the command line parse with the same 3 MB of TypeScript: it is shipped once. */
const typescriptOnce = beside(/^typescript$/, 'typescript.js');

/** What the extension needs only later, and activation need not even parse: seven eighths of its code. */
const later = [
  beside(/^vscode-languageclient\/node$/, 'language-client.js'),
  beside(/\/data\/service\.ts$/, 'table-service.js'),
];

/** For the browser that draws panels: no modules, no Node. */
const page: BuildOptions = {
  platform: 'browser',
  target: 'chrome120',
  format: 'iife',
  mainFields: ['browser', 'module', 'main'],
};

/** Each suite is a file that Mocha loads in the extension host. */
const hostSuites = readdirSync(join(root, 'test/host'))
  .filter((name) => name === 'index.ts' || name.endsWith('.suite.ts'))
  .map((name) => basename(name, '.ts'));

const bundles: readonly Bundle[] = [
  {
    entry: 'src/extension/main.ts',
    file: 'extension.js',
    // import() as require(): the editor gives `vscode` to modules that are required
    options: { external: ['vscode'], plugins: later, supported: { 'dynamic-import': false } },
  },
  {
    entry: 'node_modules/vscode-languageclient/lib/node/main.js',
    file: 'language-client.js',
    options: { external: ['vscode'] },
  },
  { entry: 'src/data/service.ts', file: 'table-service.js' },
  { entry: 'src/server/main.ts', file: 'server.js', options: { plugins: [typescriptOnce] } },
  {
    entry: 'src/cli/main.ts',
    file: 'cli.js',
    options: { plugins: [typescriptOnce], banner: { js: '#!/usr/bin/env node' } },
  },
  { entry: 'node_modules/typescript/lib/typescript.js', file: 'typescript.js' },
  // runs in a panel's page
  { entry: 'src/webview/grid/main.ts', file: 'grid.js', options: page },
  ...hostSuites.map((name) => ({
    entry: `test/host/${name}.ts`,
    file: `test/host/${name}.js`,
    options: { external: ['vscode', 'mocha'] },
    development: true as const,
  })),
];

const { values: args } = parseArgs({
  options: { production: { type: 'boolean', default: false }, out: { type: 'string', default: 'dist' } },
});
const out = resolve(root, args.out);

const wanted = bundles.filter((bundle) => !(args.production && bundle.development));
const missing = wanted.filter((bundle) => !existsSync(join(root, bundle.entry)));
if (missing.length > 0) {
  console.error(`Not built: ${missing.map((bundle) => bundle.entry).join(', ')} not found.`);
  process.exit(1);
}

rmSync(out, { recursive: true, force: true });
try {
  await Promise.all(wanted.map(bundleOne));
} catch {
  // esbuild has already said what and where
  process.exit(1);
}
copyPages();

async function bundleOne({ entry, file, options }: Bundle): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(out, file),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: args.production || file === 'typescript.js',
    sourcemap: !args.production && file !== 'typescript.js',
    legalComments: 'none',
    logLevel: 'warning',
    // packages' "module" builds bundle smaller than their UMD ones, whose require() hides from the bundler
    mainFields: ['module', 'main'],
    ...options,
  });
}

/** Rules' pages are read at run time by the rule's id. */
function copyPages(): void {
  const pages = join(out, 'pages');
  mkdirSync(pages, { recursive: true });
  for (const kind of ['src/lens/rules', 'src/lens/patterns']) {
    const folder = join(root, kind);
    if (!existsSync(folder)) continue;
    for (const id of readdirSync(folder)) {
      const page = join(folder, id, 'page.md');
      if (existsSync(page)) cpSync(page, join(pages, `${id}.md`));
    }
  }
}

console.log(`built ${wanted.length} bundles into ${relative(root, out) || out}`);
