import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/lib/paths.ts';
import { house } from './house/arrows.ts';

const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** Folders that say in a few lines what they hold: docs and newcomers lead there. */
const FOLDERS = [
  ...[
    'src/core',
    'src/lens',
    'src/lens/syntax',
    'src/lens/link',
    'src/lens/flow',
    'src/lens/model',
    'src/lens/design',
    'src/server',
    'src/extension',
  ],
  ...['src/api', 'src/data', 'src/cli', 'src/webview'],
];

/** Cells of the rows below a table's head. */
function rowsBelow(head: string): readonly (readonly string[])[] {
  const [, after = ''] = text.split(`${head}\n`);
  const [, ...rows] = after.split('\n\n')[0]?.trimEnd().split('\n') ?? [];
  return rows.map((row) => row.split('|').slice(1, -1));
}

const coded = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('ARCHITECTURE.md', () => {
  it('can be scanned', () => {
    assert.ok(text.split('\n').length <= 150);
  });

  it('leads to files that exist', () => {
    const rows = rowsBelow('| I want to change … | start here | test |');
    assert.ok(rows.length >= 25, `${rows.length} rows`);
    for (const [what = '', start, test] of rows) {
      const paths = [...coded(start), ...coded(test)];
      assert.equal(paths.length, 2, what);
      assert.deepEqual(
        paths.filter((path) => !existsSync(join(root, path))),
        [],
        what,
      );
    }
  });

  it('has the areas that a test holds imports to', () => {
    const drawn = rowsBelow('| area | folder of `src/` | holds | may import |').map(
      ([, folder]) => coded(folder)[0] ?? '',
    );
    assert.ok(drawn.length > 15);
    assert.deepEqual(
      drawn.filter((folder) => !(folder in house)),
      [],
    );
  });
});

describe('docs/internals.md', () => {
  const internals = readFileSync(join(root, 'docs/internals.md'), 'utf8');

  it('names files that exist', () => {
    const paths = coded(internals).filter((code) =>
      /^(?:src|test|scripts|docs|schemas)(?:\/[\w./-]+)?$/.test(code),
    );
    assert.ok(paths.length > 100, `${paths.length} paths`);
    assert.deepEqual(
      paths.filter((path) => !existsSync(join(root, path))),
      [],
    );
  });
});

describe('the README of a folder', () => {
  for (const folder of FOLDERS) {
    it(`of ${folder} is short, and names files that exist`, () => {
      const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
      assert.ok(readme.trimEnd().split('\n').length <= 8, 'five lines, and a title');
      const paths = coded(readme).filter((code) => /^[\w/-]+(?:\.ts|\/)$/.test(code));
      assert.ok(paths.length > 1);
      assert.deepEqual(
        paths.filter((path) => !existsSync(join(root, folder, path))),
        [],
      );
    });
  }
});
