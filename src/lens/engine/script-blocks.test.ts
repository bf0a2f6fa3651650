import assert from 'node:assert/strict';
import { applyEdits } from '../../core/text/edit.ts';
import { createEngine } from './create.ts';
import { createSilencer, readSuppressions } from './suppress.ts';
import { rule } from '../rules/unescaped-interpolation/rule.ts';
import { useImport } from '../syntax/edits/edit-imports.ts';
import { codeOf, languageOf } from '../syntax/script-blocks.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', key);`;
const CALL = 'client.listEntities()';

const files: Readonly<Record<string, string>> = {
  '/setup.vue': `<!-- <script>${CALL}</script> -->
<template><a href="https://x" title="it's">{{ list }}</a></template>
<script lang="ts">
${CLIENT}
</script>
<script setup lang="ts" generic="T extends Record<string, 'a>'>">
const list: T = ${CALL};
</script>
<style>a { color: red }</style>
`,
  '/plain.vue': `<template>\r\n</template>\r\n<script>\r\n${CLIENT}\r\nexport default { methods: { async all() { return ${CALL}; } } };\r\n</script>\r\n`,
  '/one-line.vue': `<template/><script>${CLIENT}</script><script setup>${CALL}</script>`,
  '/Page.svelte': `<script context="module" lang='ts'>
  ${CLIENT}
</script>
<script lang="ts">
  export let data: Data;
  const list = ${CALL};
</script>
<h1>{data.title} // not code</h1>
<script type="application/ld+json">{ "listEntities": 1 }</script>
`,
  '/page.astro': `---
${CLIENT}
const list: Entity[] = ${CALL};
const marks = '<script>listEntities';
---
<html><script>let unrelated: number = 1;</script></html>
`,
  '/script.astro': `<html>\n<script>\n${CLIENT}\nconst x: any = ${CALL};\n</script></html>\n`,
  '/open.vue': `<script setup>\n${CLIENT}\n${CALL};`,
};

describe('scripts in markup', () => {
  for (const [file, text] of Object.entries(files)) {
    it(`are read where they stand in ${file}`, () => {
      const code = codeOf(file, text);
      assert.equal(code.length, text.length);
      assert.deepEqual(
        [...code.matchAll(/\n/g)].map(({ index }) => index).filter((index) => text.charAt(index) === '\n'),
        [...text.matchAll(/\n/g)].map(({ index }) => index),
      );
      const engine = createEngine({ rules: [], onRuleError: (id) => assert.fail(id) });
      engine.setFile(file, text);
      const [operation, ...others] = engine.analyze(file).operations;
      assert.equal(engine.syntaxError(file), undefined);
      assert.deepEqual(others, []);
      assert.equal(operation?.evidence, 'proved');
      assert.equal(operation.table, 'Employees');
      assert.equal(text.slice(operation.nameSpan.start, operation.nameSpan.end), 'listEntities');
      assert.equal(text.slice(operation.callSpan.start, operation.callSpan.end), CALL);
    });
  }

  it('say what language they are written in', () => {
    assert.deepEqual(
      Object.entries(files).map(([file, text]) => languageOf(file, text)),
      ['ts', 'js', 'js', 'ts', 'ts', 'ts', 'js'],
    );
    assert.equal(languageOf('/a.vue', '<script lang="tsx">const a = <b/>;</script>'), 'tsx');
    assert.equal(languageOf('/a.vue', '<script src="./a.ts" lang="ts"/><script>a()</script>'), 'js');
  });

  it('are no code in a language that is not read', () => {
    assert.equal(codeOf('/a.vue', '<script lang="coffee">a -> b</script>').trim(), '');
    assert.equal(codeOf('/a.vue', '<template><b>a</b></template>').trim(), '');
    assert.equal(codeOf('/a.vue', '<script lang="ts>a()</script>').trim(), '');
    assert.equal(codeOf('/a.vue', '<!-- <script>a()</script>').trim(), '');
  });

  it('of an .astro file are those that concern tables', () => {
    const text = `---\nconst url = '';\n---\n<script>\n${CLIENT}\n</script>`;
    assert.equal(codeOf('/a.astro', text).trim(), CLIENT);
  });

  const imports: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'below the last import': [
      `<p/>\n<script>\n  import a from 'a';\n</script>\n`,
      `<p/>\n<script>\n  import a from 'a';\n  import { odata } from 'm';\n</script>\n`,
    ],
    'where there is none yet': [
      `<p/>\n<script setup>\n  a();\n</script>\n`,
      `<p/>\n<script setup>\n  import { odata } from 'm';\n  a();\n</script>\n`,
    ],
    'in a line of its own': [
      `<script>a();</script>\n`,
      `<script>\nimport { odata } from 'm';\na();</script>\n`,
    ],
  };
  for (const [name, [before, after]] of Object.entries(imports)) {
    it(`get an import ${name}`, () => {
      assert.equal(applyEdits(before, useImport('/a.vue', before, 'm', 'odata')?.edits ?? []), after);
    });
  }

  it('get no import where each is a module of its own', () => {
    assert.equal(useImport('/a.astro', '---\na();\n---\n<script>b()</script>', 'm', 'odata'), undefined);
  });

  it('are repaired in place', () => {
    const engine = createEngine({ rules: [rule], onRuleError: (id) => assert.fail(id) });
    const query = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } })`;
    const page = (imported: string, filter: string): string =>
      `<template>it's</template>\n<script lang="ts">\n${CLIENT.replace('TableClient }', `${imported} }`)}
export const f = (pk: string) => ${query(filter)};\n</script>\n`;
    const text = page('TableClient', "`PartitionKey eq '${pk}'`");
    engine.setFile('/a.vue', text);
    const [finding] = engine.analyze('/a.vue').findings;
    const [fix] = finding?.fixes() ?? [];
    assert.equal(
      applyEdits(text, fix?.edits ?? []),
      page('TableClient, odata', 'odata`PartitionKey eq ${pk}`'),
    );
  });

  const known = new Set(['table-scan']);
  const silenced: readonly (readonly [scope: 'file' | 'next-line', before: string, after: string])[] = [
    [
      'next-line',
      `<p>https://x</p>\n<script>\n  ${CALL};\n</script>`,
      `<p>https://x</p>\n<script>\n  // partition-lens-disable-next-line table-scan\n  ${CALL};\n</script>`,
    ],
    [
      'next-line',
      `<script>${CALL}</script>`,
      `<script>\n// partition-lens-disable-next-line table-scan\n${CALL}</script>`,
    ],
    [
      'file',
      `<p/>\n<script>\n${CALL};\n</script>`,
      `<p/>\n<script>\n// partition-lens-disable table-scan\n${CALL};\n</script>`,
    ],
  ];
  for (const [scope, before, after] of silenced) {
    it(`are silenced by a comment in them: ${JSON.stringify(before)}`, () => {
      const edit = createSilencer('/a.vue', before).edit('table-scan', before.indexOf(CALL), scope);
      assert.equal(applyEdits(before, [edit]), after);
      const { silences, problems } = readSuppressions('/a.vue', after, known);
      assert.deepEqual(problems, []);
      assert.equal(silences('table-scan', after.indexOf(CALL)), true);
    });
  }

  it('are not silenced by what only looks like a comment around them', () => {
    const text = `<p>// partition-lens-disable table-scan</p>\n<script>\n${CALL}\n</script>`;
    assert.equal(readSuppressions('/a.vue', text, known).silences('table-scan', text.indexOf(CALL)), false);
  });
});
