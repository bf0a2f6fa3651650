// Collects the texts that can be translated from src/ into l10n/bundle.l10n.json.
// usage: npm run l10n [-- --check]     --check: write nothing, fail if the file is out of date
import './lib/node24.ts';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type * as L10n from '@vscode/l10n-dev';
import { root } from './lib/paths.ts';

const { values: args } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const bundle = join(root, 'l10n/bundle.l10n.json');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|[\\/]fixtures[\\/]/.test(path))
  .sort();
const { getL10nJson } = await loadTool();
const found = await getL10nJson(
  sources.map((path) => ({ extension: '.ts', contents: readFileSync(join(root, 'src', path), 'utf8') })),
);
const sorted = Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
const text = `${JSON.stringify(sorted, undefined, 2)}\n`;

if (!args.check) {
  mkdirSync(dirname(bundle), { recursive: true });
  writeFileSync(bundle, text);
  console.log(`${Object.keys(sorted).length} texts`);
} else if (readFileSync(bundle, 'utf8') !== text) {
  console.error('l10n/bundle.l10n.json is out of date: run "npm run l10n" and commit it.');
  process.exit(1);
}

/** The tree-sitter that the tool is made with. */
interface TreeSitter {
  /** There once a first file was read. */
  readonly Language: { readonly prototype: { query: (source: string) => unknown } };
}

/**
 * The tool, which compiles its queries of tree-sitter anew for each file: that was nearly all of its time, so each is compiled once.
 * Tree-sitter is loaded before the tool, which starts it, whereupon its exports are others.
 */
async function loadTool(): Promise<typeof L10n> {
  const require = createRequire(import.meta.resolve('@vscode/l10n-dev'));
  const treeSitter = require('web-tree-sitter') as TreeSitter;
  const tool = await import('@vscode/l10n-dev');
  await tool.getL10nJson([{ extension: '.ts', contents: "import { l10n } from 'vscode';" }]);
  const { prototype } = treeSitter.Language;
  const compile = Object.getOwnPropertyDescriptor(prototype, 'query')?.value as (source: string) => unknown;
  const queries = new Map<string, unknown>();
  prototype.query = function (source: string): unknown {
    const query = queries.get(source) ?? compile.call(this, source);
    queries.set(source, query);
    return query;
  };
  return tool;
}
