import assert from 'node:assert/strict';
import type { Code } from './code.ts';
import { nameIn } from './names.ts';
import { readCode } from './read-code.ts';

const SOURCE = `import { z } from 'zod';
// size.length < LIMIT in a comment
const LIMIT = 10; /* more */
function measured(text: string) { return text.length < LIMIT; }
const { other } = load();
function unused() { return groupBy(); }
export async function write(text: string) { if (measured(text)) put('// no comment', other); }
export class Repository { add() { return unused(); } }
`;

/** The names in code, each once. */
function namesIn({ parts }: Code): readonly string[] {
  const names = parts.flatMap((part) => (part.kind === 'expression' ? (nameIn(part.expression) ?? []) : []));
  return [...new Set(names)].sort();
}

function codeOf(text: string, file = 'a.ts'): NonNullable<ReturnType<typeof readCode>> {
  const code = readCode(file, text);
  assert.ok(code !== undefined);
  return code;
}

describe('the code that a place reaches', () => {
  const code = codeOf(SOURCE);
  const from = (part: string): Code => code.reachOf(SOURCE.indexOf(part));

  it('has what is named, and what that names', () => {
    assert.deepEqual(namesIn(from('put(')), ['LIMIT', 'length', 'load', 'measured', 'other', 'put', 'text']);
    assert.deepEqual(namesIn(from('add()')), ['groupBy', 'unused']);
    // who calls it may have asked before
    assert.ok(namesIn(from('text.length')).includes('put'));
    assert.ok(!namesIn(from('text.length')).includes('groupBy'));
  });

  it('takes names for what they are bound to', () => {
    const text =
      'const size = 1;\nfunction f(size: number) { g(size); }\nfunction h(f: () => void) { f(); }\n';
    assert.deepEqual(namesIn(codeOf(text).reachOf(text.indexOf('g('))), ['g', 'size']);
    assert.deepEqual(namesIn(codeOf(text).reachOf(text.indexOf('f();'))), ['f']);
    const loop = 'let i = 0;\nfunction f(rows) { for (const i of rows) g(i); }\nfunction h() { return i; }\n';
    assert.deepEqual(namesIn(codeOf(loop).reachOf(loop.indexOf('g('))), ['g', 'i', 'rows']);
  });

  it('is one for each statement, and all of the file outside of them', () => {
    assert.equal(from('put('), from('if (measured'));
    assert.equal(code.reachOf(SOURCE.length), code.whole);
    assert.equal(code.reachOf(0), code.whole);
  });

  it('ends where names go round', () => {
    const text = 'function a() { b(); }\nfunction b() { a(); }\nfunction c() { d(); }\n';
    assert.deepEqual(namesIn(codeOf(text).reachOf(0)), ['a', 'b']);
  });

  it('puts together a bounded number of times where each reaches all', () => {
    const count = 400;
    const text = Array.from(
      { length: count },
      (_, n) => `function f${n}() { f${(n + 1) % count}(); }\n`,
    ).join('');
    const { reachOf, whole } = codeOf(text);
    const made = new Set(Array.from({ length: count }, (_, n) => reachOf(text.indexOf(`function f${n}(`))));
    assert.ok(made.has(whole));
    assert.ok(made.size <= 22, String(made.size));
  });

  it('reads scripts in markup where they stand', () => {
    const text =
      '<template><!-- cosmos --></template>\n<script>\nconst a = 1; // cosmos\nuse(a);\n</script>\n';
    assert.deepEqual(namesIn(codeOf(text, 'a.vue').reachOf(text.indexOf('use('))), ['a', 'use']);
  });

  it('is gone through however long its chains are', () => {
    assert.ok(codeOf(`f(${"'a' + ".repeat(20_000)}b);`).whole.parts.length > 40_000);
  });
});

describe('the outermost function around a place', () => {
  it('is that of a method, or a callback, with all inside it', () => {
    const text = `class A { m(x) { return () => y; } n() { return z; } }
      items.map((one) => two(one));
      three();`;
    const code = codeOf(text);
    assert.deepEqual(namesIn(code.functionAround(text.indexOf('y;'))), ['x', 'y']);
    assert.deepEqual(namesIn(code.functionAround(text.indexOf('z;'))), ['z']);
    assert.deepEqual(namesIn(code.functionAround(text.indexOf('two'))), ['one', 'two']);
    assert.equal(code.functionAround(text.indexOf('three')), code.whole);
  });
});

describe('the expression at a place', () => {
  it('is the outermost one there, without what is around it', () => {
    const text = 'const x = (await f(`a${(b.c!)}`, [d]));\nconst y = class { z = e };\n';
    const { expressionAt } = codeOf(text);
    const at = (part: string): string | undefined => {
      const start = text.indexOf(part);
      const found = expressionAt({ start, end: start + part.length })?.expression;
      return found && `${found.kind} ${text.slice(found.span.start, found.span.end)}`;
    };
    assert.equal(at('(await f(`a${(b.c!)}`, [d]))'), 'call f(`a${(b.c!)}`, [d])');
    assert.equal(at('(b.c!)'), 'member b.c');
    assert.equal(at('b.c'), 'member b.c');
    assert.equal(at('b'), 'global b');
    assert.equal(at('[d]'), 'array [d]');
    assert.equal(at('= e }'), 'global e');
    assert.equal(at('const'), undefined);
  });
});
