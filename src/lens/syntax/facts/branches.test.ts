import assert from 'node:assert/strict';
import { readFile } from '../read-file.ts';
import { areAmong, type Branch } from './branches.ts';

/** The branches that calls of functions with one letter stand on, by their names. */
function branchesOf(code: string): Readonly<Record<string, readonly Branch[]>> {
  const { otherCalls } = readFile('a.ts', code);
  return Object.fromEntries(otherCalls.map(({ method, branches }) => [method, branches]));
}

const EACH = `function each(c, list) {
  if (!c) {
    a();
    return;
  }
  b();
  if (c.some) d(); else e();
  for (const one of list) f(one);
  try { g(); } catch { h(); }
  switch (c.kind) { case 1: i(); break; default: j(); }
  while (c.kind) k();
  while (true) { l(); }
}`;

describe('the branches of a place', () => {
  const places = branchesOf(EACH);
  const kinds = (name: string): string =>
    (places[name] ?? [])
      .map((branch) => (branch.kind === 'test' ? String(branch.holds) : branch.kind))
      .join(' ');

  for (const [name, expected] of [
    ['a', 'false'],
    ['b', 'true'],
    ['d', 'true true'],
    ['e', 'true false'],
    ['f', 'true loop'],
    ['g', 'true'],
    ['h', 'true catch'],
    ['i', 'true clause'],
    ['j', 'true clause'],
    ['k', 'true true'],
    ['l', 'true'],
  ] as const) {
    it(`of ${name}() are ${expected}`, () => {
      assert.equal(kinds(name), expected);
    });
  }

  it('are among others where these ask the same', () => {
    const are = (a: string, b: string): boolean => areAmong(places[a] ?? [], places[b] ?? []);
    assert.ok(are('b', 'd') && are('b', 'h') && are('g', 'b'));
    assert.ok(!are('a', 'b') && !are('d', 'e') && !are('i', 'j') && !are('h', 'g') && !are('f', 'b'));
  });

  it('that ask the same property in two places are the same', () => {
    const { a = [], b = [], d = [] } = branchesOf('if (x.y) a(); if (x.y) b(); if (x.z) d();');
    assert.ok(areAmong(a, b) && !areAmong(a, d));
  });
});
