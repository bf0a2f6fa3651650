import assert from 'node:assert/strict';
import { givenOnAt } from './given-on.ts';

describe('what a function gives on of a list', () => {
  const CALL = 'client.listEntities({ queryOptions: { filter } })';
  const given = (code: string): string | undefined => {
    const start = code.indexOf(CALL);
    const found = givenOnAt('/a.ts', code, { start, end: start + CALL.length });
    return found && `${found.name}: ${found.as}${found.isAll ? '' : ', some'}`;
  };
  for (const [code, expected] of [
    [`const all = (filter: string) => ${CALL};`, 'all: list'],
    [`class A { list(filter: string) { return ${CALL}; } }`, 'list: list'],
    [`async function list(filter: string) { return ${CALL}; }`, undefined],
    [`async function* each(filter) { yield* ${CALL}; }`, 'each: list'],
    [`async function* each(filter) { for await (const one of ${CALL}) yield one; }`, 'each: list'],
    [`async function* each(filter) { for await (const one of ${CALL}) yield one.name; }`, undefined],
    [
      `async function all(filter) { const a = []; for await (const one of ${CALL}) a.push(one); return a; }`,
      'all: array',
    ],
    [
      `class A { async q(filter) { const list = ${CALL}; const a: T[] = []; try { for await (const one of list) { a.push(one as T); } } catch { return []; } return a; } }`,
      'q: array, some',
    ],
    [
      `async function all(filter, n) { const a = []; for await (const one of ${CALL}) a.push(one); if (a.length > n) a.length = n; return a; }`,
      undefined,
    ],
    [
      `async function all(filter, n) { const a = []; for await (const one of ${CALL}) { a.push(one); a.length = Math.min(a.length, n); } return a; }`,
      undefined,
    ],
    [
      `async function some(filter, n) { const a = []; for await (const one of ${CALL}) { a.push(one); if (a.length >= n) break; } return a; }`,
      'some: array, some',
    ],
    [
      `async function all(filter) { const a = []; for await (const one of ${CALL}) { a.push(one); see(one); } return a; }`,
      undefined,
    ],
    [
      `async function all(filter) { const a = []; for await (const one of ${CALL}) if (one.x) a.push(one); return a; }`,
      undefined,
    ],
    [
      `async function all(filter) { const a = []; for await (const one of ${CALL}) a.push({ ...one }); return a; }`,
      undefined,
    ],
    [
      `async function all(filter) { const a = []; for await (const one of ${CALL}) a.push(one); return a.sort(); }`,
      undefined,
    ],
    [
      `async function all(filter) { const a = [first]; for await (const one of ${CALL}) a.push(one); return a; }`,
      undefined,
    ],
  ] as const)
    it(`is ${String(expected)}: ${code}`, () => {
      assert.equal(given(code), expected);
    });
});
