import assert from 'node:assert/strict';
import { patternsOf } from './patterns.ts';

/** Patterns, files that git 2.39 ignores by them, and files that it does not. */
const VERDICTS: readonly (readonly [
  patterns: readonly string[],
  ignored: readonly string[],
  kept: readonly string[],
])[] = [
  [['*.log'], ['a.log', 'x/a.log', 'a.log/b'], ['a.logs']],
  [['/*.log'], ['a.log'], ['x/a.log']],
  [['build/'], ['build/a', 'x/build/a'], ['x/build']],
  [['doc/*.txt'], ['doc/a.txt'], ['doc/x/a.txt', 'x/doc/a.txt']],
  [['**/foo'], ['foo', 'a/foo', 'a/b/foo'], ['a/foob']],
  [['**/foo/bar'], ['foo/bar', 'a/foo/bar'], ['foo/a/bar']],
  [['abc/**'], ['abc/a', 'abc/x/a'], ['abc', 'x/abc/a']],
  [['a/**/b'], ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'x/a/b']],
  [['a**b'], ['ab', 'axxb'], ['a/b']],
  [['/a**/b'], ['ab', 'axx/b', 'a/x/b', 'a/b'], []],
  [['a/**b'], ['a/xb'], ['a/x/b']],
  [['*', '!keep'], ['a'], ['keep']],
  [['x/*', '!x/keep'], ['x/a'], ['x/keep']],
  [['x/', '!x/keep'], ['x/a', 'x/keep'], []],
  [
    ['foo\\ ', 'bar '],
    ['foo ', 'bar'],
    ['foo', 'bar '],
  ],
  [['\\#a', '#b'], ['#a'], ['#b']],
  [['\\!a'], ['!a'], ['a']],
  [['a\\'], [], ['a', 'a\\']],
  [['a?c'], ['abc'], ['a/c', 'ac']],
  [['[ab]c'], ['ac', 'bc'], ['cc']],
  [['[!ab]c'], ['cc'], ['ac']],
  [['[^a-b]c'], ['cc'], ['ac']],
  [['[]-a]x'], [']x', 'ax', '_x'], ['-x']],
  [['[[:alpha:]]1'], ['a1', 'A1'], ['11']],
  [['[[:upper:][:digit:]]1'], ['A1', '11'], ['a1']],
  [['[[:nothing:]]1'], [], ['a1', ':1']],
  [['[a'], [], ['[a', 'a']],
  [['a[/]b'], [], ['a/b']],
  [['a*/b?/**/*.c'], ['ax/by/z.c', 'a/bb/x/y/z.c'], ['a/b/z.c']],
  [['***/a'], ['a', 'x/a'], []],
  [['Build'], ['Build'], ['build']],
  [['a/'], [], ['a']],
  [['/'], [], ['a']],
  [['!'], [], ['a']],
  [['a//b'], [], ['a/b']],
];

describe('patterns as in .gitignore', () => {
  const ignores = (patterns: readonly string[], file: string, ignoreCase = false): boolean => {
    const { verdictOf } = patternsOf(patterns, { ignoreCase });
    const parts = file.split('/');
    return parts.some(
      (_, at) => verdictOf(parts.slice(0, at + 1).join('/'), at + 1 < parts.length) === 'ignored',
    );
  };

  for (const [patterns, ignored, kept] of VERDICTS) {
    it(`mean what git takes them for: ${patterns.join(' ')}`, () => {
      assert.deepEqual(
        [...ignored, ...kept].filter((file) => ignores(patterns, file)),
        ignored,
      );
    });
  }

  it('are in any case where names are', () => {
    for (const [pattern, file] of [
      ['BUILD', 'build'],
      ['*.LoG', 'A.lOg'],
      ['[A-Z]x', 'ax'],
      ['[[:upper:]]x', 'AX'],
    ] as const) {
      assert.equal(ignores([pattern], file, true), true, pattern);
      assert.equal(ignores([pattern], file, false), false, pattern);
    }
  });

  it('cost what stands between their first wildcard and their last', () => {
    const cost = (...patterns: readonly string[]): number => patternsOf(patterns, { ignoreCase: false }).cost;
    assert.equal(cost('node_modules/', '/a/b.ts', '# *'), 0);
    assert.equal(cost('*.log'), 1);
    assert.equal(cost('[ab]?x*'), 5);
    // paths are longer than names
    assert.equal(cost('**/a*b/*.ts'), 12);
  });

  it('are left out and counted when they cost more than they may, those without wildcards never', () => {
    const { verdictOf, cost, refused } = patternsOf(['*.a', 'x*y*z', '*.b', 'c'], {
      ignoreCase: false,
      budget: 2,
    });
    assert.deepEqual([cost, refused], [2, 1]);
    assert.deepEqual(
      ['1.a', 'xyz', '1.b', 'c'].filter((name) => verdictOf(name, false) === 'ignored'),
      ['1.a', '1.b', 'c'],
    );
  });
});
