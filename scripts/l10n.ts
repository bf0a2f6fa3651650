// Collects the texts that can be translated from src/ into l10n/bundle.l10n.json.
// usage: npm run l10n [-- --check]     --check: write nothing, fail if the file is out of date
import './lib/node24.ts';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { getL10nJson } from '@vscode/l10n-dev';
import { root } from './lib/paths.ts';

const { values: args } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const bundle = join(root, 'l10n/bundle.l10n.json');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|[\\/]fixtures[\\/]/.test(path))
  .sort();
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
