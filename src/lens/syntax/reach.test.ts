import assert from 'node:assert/strict';
import { readReach } from './reach.ts';

const SOURCE = `import { z } from 'zod';
// size.length < LIMIT in a comment
const LIMIT = 10; /* more */
function measured(text: string) { return text.length < LIMIT; }
const { other } = load();
function unused() { return groupBy(); }
export async function write(text: string) { if (measured(text)) put('// no comment', other); }
export class Repository { add() { return unused(); } }
`;

describe('the code that a place reaches', () => {
  const reach = readReach('a.ts', SOURCE);
  const from = (part: string): string => reach.from(SOURCE.indexOf(part)).text;

  it('has what is named, and what that names, without comments', () => {
    const code = from('put(');
    assert.match(code, /text\.length < LIMIT/);
    assert.match(code, /const LIMIT = 10;/);
    assert.match(code, /const \{ other \} = load/);
    assert.doesNotMatch(code, /import/);
    assert.match(readReach('a.ts', "import a, { b as c } from './x';\nc();").from(34).text, /import/);
    assert.match(code, /'\/\/ no comment'/);
    assert.doesNotMatch(code, /size\.length|groupBy|Repository|more/);
    assert.match(from('add()'), /groupBy/);
    // who calls it may have asked before
    assert.match(from('text.length'), /put\(/);
    assert.doesNotMatch(from('text.length'), /groupBy/);
  });

  it('is one for each statement, and all of the file outside of them', () => {
    assert.equal(reach.from(SOURCE.indexOf('put(')), reach.from(SOURCE.indexOf('if (measured')));
    assert.equal(reach.from(SOURCE.length), reach.whole);
    assert.equal(reach.whole.text.length, SOURCE.length);
    assert.doesNotMatch(reach.whole.text, /size\.length|more/);
  });

  it('ends where names go round', () => {
    const text = 'function a() { b(); }\nfunction b() { a(); }\nfunction c() {}\n';
    assert.equal(readReach('a.ts', text).from(0).text, 'function a() { b(); }\nfunction b() { a(); }');
  });

  it('puts together a bounded number of texts where each reaches all', () => {
    const count = 400;
    const text = Array.from(
      { length: count },
      (_, n) => `function f${n}() { f${(n + 1) % count}(); }\n`,
    ).join('');
    const { from, whole } = readReach('a.ts', text);
    const made = new Set(Array.from({ length: count }, (_, n) => from(text.indexOf(`function f${n}(`))));
    assert.ok(made.has(whole));
    assert.ok(made.size <= 22, String(made.size));
  });

  it('reads scripts in markup where they stand', () => {
    const text =
      '<template><!-- cosmos --></template>\n<script>\nconst a = 1; // cosmos\nuse(a);\n</script>\n';
    const { from: at } = readReach('a.vue', text);
    assert.equal(at(text.indexOf('use(')).text.replaceAll(/\s+/g, ' '), 'const a = 1; use(a);');
  });
});
