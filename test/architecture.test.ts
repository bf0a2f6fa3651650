import assert from 'node:assert/strict';
import { forbidden, house } from './house/arrows.ts';
import { unusedExports } from './house/exports.ts';
import { isModule, readFiles } from './house/files.ts';

const source = readFiles(['src'], isModule);

describe('the house', () => {
  it('has no arrow that ARCHITECTURE.md does not draw', () => {
    assert.ok(source.length > 50);
    assert.deepEqual(source.flatMap(forbidden), []);
  });

  it('names only areas that it has', () => {
    const areas = new Set(Object.keys(house));
    assert.deepEqual(
      Object.values(house).flatMap((targets) => targets.filter((target) => !areas.has(target))),
      [],
    );
  });

  const wrong: readonly (readonly [path: string, text: string])[] = [
    ['src/core/text/a.ts', `import { x } from '../odata/ast.ts';`],
    ['src/core/text/a.ts', `import type { x } from '../../lens/model/operation.ts';`],
    ['src/core/text/a.ts', `import { readFileSync } from 'node:fs';`],
    ['src/core/text/a.test.ts', `import { x } from '../odata/ast.ts';`],
    ['src/core/keys/a.ts', `export const now = Date.now();`],
    ['src/core/keys/a.ts', `export const now = new Date();`],
    ['src/lens/engine/a.ts', `console.log('a');`],
    ['src/lens/link/a.ts', `import ts from 'typescript';`],
    ['src/lens/rules/a/rule.ts', `export * from '../../engine/engine.ts';`],
    ['src/lens/syntax/a.ts', `const server = await import('vscode-languageserver/node');`],
    ['src/server/main.ts', `import { window } from 'vscode';`],
    ['src/extension/main.ts', `import { TableClient } from '@azure/data-tables';`],
    ['src/extension/main.ts', `import { analyze } from '../lens/engine/engine.ts';`],
    ['src/extension/main.ts', `import { seed } from '../../samples/seed.ts';`],
    ['src/elsewhere/main.ts', ''],
  ];
  for (const [path, text] of wrong) {
    it(`would not let pass in ${path}: ${text}`, () => {
      assert.equal(forbidden({ path, text }).length, 1);
    });
  }

  it('lets pass what it draws', () => {
    const text = `import { x } from '../../core/text/span.ts'; import ts from 'typescript'; import './b.ts';`;
    assert.deepEqual(forbidden({ path: 'src/lens/syntax/a.ts', text }), []);
  });
});

describe('exports', () => {
  /** Called by VS Code or by Mocha; the samples are a program of their own. */
  const entries = [/^src\/extension\/main\.ts$/, /^test\/host\/index\.ts$/, /-reporter\.ts$/, /^samples\//];

  it('are all imported somewhere', () => {
    assert.deepEqual(unusedExports(readFiles(['src', 'test', 'scripts', 'samples'], isModule), entries), []);
  });

  it('would be seen when nobody imports them', () => {
    const files = [
      {
        path: 'a.ts',
        text: 'export const used = 1; export const unused = 2; export type T = 1; export type U = T;',
      },
      { path: 'b/c.ts', text: `import { used } from '../a.ts'; export { used as again } from '../a.ts';` },
    ];
    assert.deepEqual(unusedExports(files, []), ['a.ts: unused', 'a.ts: U', 'b/c.ts: again']);
    assert.deepEqual(unusedExports(files, [/^a\.ts$/, /^b\//]), []);
  });
});

describe('files', () => {
  it('say nothing that was meant for later, or for one machine', () => {
    const itself = 'test/architecture.test.ts';
    const words =
      /\b(TODO|FIXME|XXX|eslint-disable|@ts-ignore|@ts-nocheck)\b|(?<![\w:])\/(work\/(main|shared)|root|tmp)\/|registry\.npmjs/;
    const text = /\.(ts|mjs|js|cjs|tsx|json|md|yml|svg)$|^\.ci\/run$|rc$|ignore$/;
    const said = readFiles([''], (path) => text.test(path) && path !== itself).flatMap((file) =>
      file.text
        .split('\n')
        .flatMap((line, i) => (words.test(line) ? [`${file.path}:${i + 1}: ${line.trim()}`] : [])),
    );
    assert.deepEqual(said, []);
  });
});
