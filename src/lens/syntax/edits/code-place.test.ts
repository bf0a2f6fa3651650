import assert from 'node:assert/strict';
import { placedCode } from '../../../core/text/code-place.ts';
import { codePlaceAt } from './code-place.ts';
import { syntaxErrorCount } from '../parse.ts';

const GET = "await client.getEntity('a', '1')";

/** The source with code for its `|`. */
function inserted(marked: string, code = GET, file = 'a.ts'): string {
  const offset = marked.indexOf('|');
  return insertedAt(marked.replace('|', ''), offset, code, file);
}

function insertedAt(text: string, offset: number, code = GET, file = 'a.ts'): string {
  const place = codePlaceAt(file, text, offset);
  assert.ok(place);
  return text.slice(0, place.span.start) + placedCode(place, code) + text.slice(place.span.end);
}

describe('the place of inserted code', () => {
  it('is a line of its own, as far in as its neighbours', () => {
    assert.equal(
      inserted('async function f() {\n    a();\n|    return b();\n}\n'),
      `async function f() {\n    a();\n    ${GET};\n    return b();\n}\n`,
    );
    assert.equal(inserted('a();|\nb();\n'), `a();\n${GET};\nb();\n`);
    assert.equal(
      inserted('async () => {\n\ta();\n|\n\tb();\n};\n'),
      `async () => {\n\ta();\n\t${GET};\n\tb();\n};\n`,
    );
    assert.equal(
      inserted('const a = b(1,| 2); // why\nc();\n'),
      `const a = b(1, 2); // why\n${GET};\nc();\n`,
    );
    assert.equal(inserted('a();\r\n|b();\r\n'), `a();\r\n${GET};\r\nb();\r\n`);
    assert.equal(inserted('|'), `${GET};\n`);
    assert.equal(inserted('|\na();\n'), `${GET};\na();\n`);
    assert.equal(inserted('|\n\na();\n'), `${GET};\n\na();\n`);
    assert.equal(inserted('a();|'), `a();\n${GET};\n`);
  });

  it('is where the code is reached', () => {
    const code = `async function f() {\n  ${GET};\n  return b();\n}`;
    for (const marked of ['return b(|);', 'return b();|', '|return b();']) {
      assert.equal(inserted(`async function f() {\n  ${marked}\n}`), code);
    }
  });

  it('is inside of what is empty', () => {
    assert.equal(inserted('async function f() {|}\n'), `async function f() {\n  ${GET};\n}\n`);
    assert.equal(inserted('  async () => {\n|\n  };\n'), `  async () => {\n    ${GET};\n  };\n`);
    assert.equal(
      inserted('switch (a) {\n  case 1:|\n  case 2:\n    b();\n}\n'),
      `switch (a) {\n  case 1:\n    ${GET};\n  case 2:\n    b();\n}\n`,
    );
  });

  it('is above the comments of what follows, and in none', () => {
    assert.equal(inserted('a();\n\n// of b|\nb();\n'), `a();\n\n${GET};\n// of b\nb();\n`);
    assert.equal(inserted('a();\n/*\n|\n*/\nb();\n'), `a();\n${GET};\n/*\n\n*/\nb();\n`);
  });

  it('is a value where one is missing', () => {
    assert.equal(inserted('const a = |;\n'), `const a = ${GET};\n`);
    assert.equal(
      inserted('async () => {\n  const a = await |;\n}\n'),
      `async () => {\n  const a = ${GET};\n}\n`,
    );
    assert.equal(
      inserted('async function f() {\n  for await (const a of |) b(a);\n}\n', 'client.listEntities()'),
      'async function f() {\n  for await (const a of client.listEntities()) b(a);\n}\n',
    );
  });

  it('has no await where none is allowed', () => {
    assert.equal(inserted('function f() {\n  a();|\n}\n'), `function f() {\n  a();\n  ${GET.slice(6)};\n}\n`);
    assert.equal(
      inserted('async function f() {\n  b.map((c) => {\n    a();|\n  });\n}\n'),
      `async function f() {\n  b.map((c) => {\n    a();\n    ${GET.slice(6)};\n  });\n}\n`,
    );
  });

  it('does not go on with what stands before it', () => {
    assert.equal(inserted('a()\n|\nb()\n', '[\n  c(),\n]'), 'a()\n;[\n  c(),\n];\nb()\n');
    assert.equal(inserted('a();\n|\n', '[c()]'), 'a();\n[c()];\n');
  });

  it('is in the script of markup, not in its other parts', () => {
    const vue = '<template>x</template>\n<script lang="ts">\na();\n</script>\n';
    assert.equal(codePlaceAt('a.vue', vue, 5), undefined);
    assert.equal(
      insertedAt(vue, vue.indexOf('a();') + 4, GET, 'a.vue'),
      vue.replace('a();', `a();\n${GET};`),
    );
  });

  const SOURCES = {
    'a.ts': `#!/usr/bin/env node
'use strict';
import { a } from 'b'; import c from 'd'

/** Of A. */
export class A<T> extends B {
  static { a(); }
  #x = () => { return 1 };
  constructor(private readonly y = c\`x\${a(() => { b() })}y\`) { super() }
  @dec() get z() { if (a) return; else { throw b } }
  async *m(): AsyncGenerator<T> { for (const e of f) yield e; label: for (;;) { continue label } }
}
namespace N { export const q = 1; }
declare namespace M { const r: number; function g(): void }
declare function over(x: string): void;
enum E { one = 1, two }
interface I { a(): void; b: { c: string } }
type U = { a: string } | (() => void);
const o = { m() {}, get p() { return 1 }, async q() { await a }, ['r']: function () {}, s: (t) => ({ u: t }) }
let v = [1, 2,
  /* between */ 3] // last
switch (v[0]) { case 1: a(); break
  case 2: case 3: { b() }
  default: c() }
if (a) b(); else if (c) d()
else { /* nothing */ }
do a(); while (b)
try { a() } catch { } finally { // end
}
const t = \`line
  \${a}
line\`;
export default async () => { const re = /\\/*x/; return re }
export { v as w }; // bye`,
    'a.jsx': `export function C({ items }) {
  const n = 1
  return (
    <ul onClick={() => { go() }}>
      text {items.map((i) => <li key={i}>{i} // no comment</li>)}
    </ul>
  );
}
`,
  };

  for (const [file, text] of Object.entries(SOURCES)) {
    it(`leaves a correct ${file} correct wherever the cursor is`, () => {
      assert.equal(syntaxErrorCount(file, text), 0);
      const calls = [
        GET,
        `await Promise.all([\n  client.getEntity('a', '1'),\n])`,
        '[\n  client.listEntities(),\n]',
      ];
      for (let offset = 0; offset <= text.length; offset += 1) {
        const code = calls[offset % calls.length] ?? GET;
        const result = insertedAt(text, offset, code, file);
        assert.equal(syntaxErrorCount(file, result), 0, `at ${offset}:\n${result}`);
        const [own = ''] = code.replace('await ', '').split('\n');
        const lines = result.split('\n').map((each) => each.trim().replace(/^(;|await )/, ''));
        assert.ok(lines.includes(own) || lines.includes(`${own};`), `at ${offset}:\n${result}`);
      }
    });
  }
});
