import assert from 'node:assert/strict';
import { forbidden, house } from './house/arrows.ts';
import { circles } from './house/circles.ts';
import { aroundTheDoor, doorRule } from './house/door.ts';
import { unusedExports } from './house/exports.ts';
import { isModule, readFiles } from './house/files.ts';
import { patternRules, wrongPatterns } from './house/patterns.ts';
import { readsOf } from './house/reads.ts';
import { textsRead } from './house/texts.ts';

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

describe('imports', () => {
  it('make no circle', () => {
    assert.deepEqual(circles(source.filter(({ path }) => !path.endsWith('.test.ts'))), []);
  });

  it('are followed through other files, and types count', () => {
    const files = [
      { path: 'src/a.ts', text: "import { b } from './b.ts';" },
      { path: 'src/b.ts', text: "export type { C } from './c/c.ts';" },
      { path: 'src/c/c.ts', text: "import type { A } from '../a.ts'; import './d.ts';" },
      { path: 'src/c/d.ts', text: "import 'node:fs';" },
    ];
    assert.deepEqual(circles(files), [['src/a.ts', 'src/b.ts', 'src/c/c.ts']]);
    assert.deepEqual(circles(files.slice(1)), []);
  });
});

describe('patterns', () => {
  it('of all sources are looked at', () => {
    assert.deepEqual(patternRules.files, ['src/**']);
    assert.deepEqual(patternRules.ignores, ['**/*.test.ts']);
  });

  for (const pattern of [
    String.raw`/^\s*,?\s*\)/`,
    String.raw`/(?:\([^]*\)(?:\.\w+)?)+x/`,
    '/(a+)+$/',
    String.raw`/\s*$/`,
    String.raw`new RegExp('^\\s*,?\\s*$')`,
  ]) {
    it(`do not go back and forth: ${pattern}`, () => {
      assert.notDeepEqual(wrongPatterns(`export const a = ${pattern};`), []);
    });
  }

  it('may go through a text once', () => {
    assert.deepEqual(wrongPatterns(String.raw`export const a = /^\s*(?:,\s*)?\)/;`), []);
  });
});

/** What makes the edits of fixes for several rules, and underlines what is written in pieces. */
const EDITS = [
  ...['collect', 'filter-edit', 'get-entity', 'odata-code', 'open-bound', 'pad', 'parallel', 'pieces'],
  ...['place', 'query-options', 'read-instead'],
].map((name) => `src/lens/rules/shared/${name}.ts`);

describe('verdicts', () => {
  const isVerdict = (path: string): boolean =>
    /^src\/lens\/(?:rules|model|flow)\//.test(path) &&
    !/\.test\.ts$|\/fix\.ts$|\/rules\/rule\.ts$/.test(path);

  it('read no text of a source: rules ask the model', () => {
    const found = source.filter(({ path }) => isVerdict(path)).flatMap(textsRead);
    const files = new Set(found.map((place) => place.split(':')[0] ?? ''));
    assert.deepEqual([...files].sort(), EDITS);
  });

  for (const code of [
    `if (/a/.test(textAt(context, place))) return;`,
    `const code = textAt(context, place);`,
    `read(textAt(context, place));`,
    `const { sourceOf } = context;`,
    `context.sourceOf(file).includes('a');`,
    `shown(context.sourceOf(file).slice(1));`,
    `places.map(textAt);`,
  ]) {
    it(`would not let pass: ${code}`, () => {
      assert.equal(textsRead({ path: 'src/lens/rules/a/rule.ts', text: code }).length, 1);
    });
  }

  it('may show it, and hand it to what makes edits', () => {
    const text = `import { useImport } from '../../syntax/edit-imports.ts';
      useImport(file, context.sourceOf(file)); shown(textAt(context, place));`;
    assert.deepEqual(textsRead({ path: 'src/lens/rules/a/rule.ts', text }), []);
  });
});

describe('files of others', () => {
  it('are read in one place of each area, which bounds what is read', () => {
    const places = source.filter(({ path }) => !path.endsWith('.test.ts')).flatMap(readsOf);
    assert.deepEqual(places.sort(), [
      // the code of the command line itself, and what was compiled of it
      'src/cli/kept-code.ts: readFileSync',
      'src/cli/kept-code.ts: readdirSync',
      'src/extension/bounded-files.ts: readFile',
      // the pages that the package has itself
      'src/extension/lens/rule-pages.ts: readDirectory',
      'src/lens/workspace/disk.ts: open',
      'src/lens/workspace/siblings.ts: opendir',
      'src/lens/workspace/walk.ts: opendir',
    ]);
  });

  for (const text of [
    "import { readFile } from 'node:fs/promises';",
    "import { promises as disk } from 'fs';",
    "import * as fs from 'node:fs';",
    "import fs from 'node:fs';",
    "const fs = await import('node:fs');",
    "const { readFile } = require('fs');",
    'await vscode.workspace.fs.readFile(uri);',
    'await disk.readFile(uri);',
    'await vscode.workspace.fs.readDirectory(uri);',
  ]) {
    it(`are not read elsewhere: ${text}`, () => {
      assert.equal(readsOf({ path: 'src/extension/a.ts', text }).length, 1);
    });
  }

  it('may be written and looked at', () => {
    const text = "import { stat, writeFile } from 'node:fs/promises'; import type { Dirent } from 'node:fs';";
    assert.deepEqual(readsOf({ path: 'src/extension/a.ts', text }), []);
  });
});

describe('the door to VS Code’s window', () => {
  it('stands in one folder, and nothing else is let through', () => {
    assert.deepEqual(doorRule.files, ['src/extension/**']);
    assert.deepEqual(doorRule.ignores, ['src/extension/window/**']);
  });

  const around = [
    "import * as vscode from 'vscode'; void vscode.window.showErrorMessage(text);",
    "import * as vscode from 'vscode'; void vscode.window.withProgress({ location: 10 }, work);",
    "import * as vscode from 'vscode'; vscode.window.createQuickPick();",
    "import * as vscode from 'vscode'; vscode.window['showErrorMessage'](text);",
    "import * as vscode from 'vscode'; vscode['window'].showErrorMessage(text);",
    "import * as vscode from 'vscode'; const { window } = vscode; window.showErrorMessage(text);",
    "import * as vscode from 'vscode'; const { showErrorMessage } = vscode.window;",
    "import * as vscode from 'vscode'; const all = vscode; all.window.showErrorMessage(text);",
    "import * as vscode from 'vscode'; show(vscode.window);",
    "import * as vscode from 'vscode'; show({ ...vscode });",
    "import * as other from 'vscode'; void other.window.showErrorMessage(text);",
    "import { window } from 'vscode'; void window.showErrorMessage(text);",
    "const vscode = await import('vscode');",
    "export * from 'vscode';",
    "export { window } from 'vscode';",
    "const vscode = createRequire(import.meta.url)('vscode');",
    "import * as vscode from 'vscode'; new vscode.MarkdownString(text);",
    "import * as vscode from 'vscode'; new vscode.TreeItem(text);",
    "import * as vscode from 'vscode'; new vscode.Diagnostic(range, text);",
    "import * as vscode from 'vscode'; vscode.commands.registerCommand(id, run);",
    "import * as vscode from 'vscode'; vscode.languages.registerHoverProvider(selector, provider);",
    "import * as vscode from 'vscode'; vscode.languages.createLanguageStatusItem(id, selector);",
    "import * as vscode from 'vscode'; vscode.window.createStatusBarItem(id);",
    'panel.title = text;',
    'item.tooltip = text;',
    "import { LanguageClient } from 'vscode-languageclient/node';",
    "await import('vscode-languageclient/node');",
  ];
  for (const text of around) {
    it(`is not passed by: ${text.replace("import * as vscode from 'vscode'; ", '')}`, () => {
      assert.ok(aroundTheDoor(text).length > 0);
    });
  }

  it('is not needed for what shows no text', () => {
    const text = `import * as vscode from 'vscode';
      import type { LanguageClient } from 'vscode-languageclient/node';
      import type { TreeView } from 'vscode';
      const editor: vscode.TextEditor | undefined = vscode.window.activeTextEditor;
      await vscode.window.showTextDocument(document);
      vscode.window.onDidChangeActiveTextEditor(work);
      class A { #title; constructor() { this.#title = vscode.l10n.t('Open'); this.title = 'a'; } }`;
    assert.deepEqual(aroundTheDoor(text), []);
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
