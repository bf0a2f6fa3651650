import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundles } from '../../scripts/lib/bundles.ts';
import { vsixPath } from '../../scripts/lib/manifest.ts';
import { packaging } from '../../scripts/lib/paths.ts';
import '../../scripts/lib/tools-path.ts';
import { patterns } from '../../src/lens/patterns/registry.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { openVsix, type Vsix } from '../support/vsix.ts';

/** Everything that ships, as the repository has it; the VSIX has licence, changelog and README by other names. */
const expected: readonly string[] = [
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'package.nls.json', 'l10n/bundle.l10n.json'],
  ...bundles.map(({ file }) => `dist/${file}`),
  'dist/ThirdPartyNotices.txt',
  'dist/assistants.md',
  ...[...rules, ...patterns].map(({ id }) => `dist/pages/${id}.md`),
  ...['design.css', 'grid.css', 'icon.png', 'partition-lens-dark.svg', 'partition-lens.svg'].map(
    (name) => `media/${name}`,
  ),
  ...['design', 'fix', 'grid', 'problems', 'sidebar'].map((name) => `media/screenshots/${name}.webp`),
  ...['browse', 'design', 'fix', 'keys', 'query'].map((name) => `media/walkthrough/${name}.md`),
  ...['design-report', 'partitionlens'].map((name) => `schemas/${name}.schema.json`),
  ...['filter-property.injection', 'odata-filter.tmLanguage', 'odata-tag.injection'].map(
    (name) => `syntaxes/${name}.json`,
  ),
].sort();

describe('the files that ship', () => {
  let vsix: Vsix;
  let folder: string;

  before(async () => {
    vsix = await openVsix(vsixPath);
    folder = mkdtempSync(join(tmpdir(), 'partition-lens-'));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are those that "vsce ls" lists, no more and no fewer', () => {
    const { status, stdout, stderr } = spawnSync('vsce ls', {
      cwd: packaging,
      shell: true,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.deepEqual(stdout.trim().split(/\r?\n/).sort(), expected);
  });

  it('are in the VSIX, no more and no fewer', () => {
    const renamed: Readonly<Record<string, string>> = {
      'CHANGELOG.md': 'changelog.md',
      LICENSE: 'LICENSE.txt',
      'README.md': 'readme.md',
    };
    const own = expected.map((name) => `extension/${renamed[name] ?? name}`);
    assert.deepEqual(vsix.names, ['[Content_Types].xml', 'extension.vsixmanifest', ...own].sort());
  });

  it('take no more than 4 MB', () => {
    assert.ok(statSync(vsixPath).size <= 4_000_000, `${statSync(vsixPath).size} bytes`);
  });

  it('are enough for the command line, from any folder', async () => {
    for (const name of vsix.names.filter((each) => each.startsWith('extension/'))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), await vsix.bytes(name));
    }
    assert.ok(readdirSync(join(folder, 'extension')).includes('dist'));
    const source =
      "import { TableClient } from '@azure/data-tables';\n" +
      "const client = TableClient.fromConnectionString('', 'T');\n" +
      'client.listEntities({ queryOptions: { filter: "A eq 1" } });\n';
    writeFileSync(join(folder, 'a.ts'), source);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'extension/dist/cli.js'), 'check', 'a.ts'],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.match(stdout, /^a\.ts:3:.*\[table-scan\]/m, stderr);
  });
});
