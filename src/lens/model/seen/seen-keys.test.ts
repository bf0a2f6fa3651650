import assert from 'node:assert/strict';
import { CLIENT, operationsOf, PACKAGE } from '../../../../test/support/operations.ts';
import type { Value } from '../operations/operation.ts';

/** A key as the source could write it: `?` for what is not known, `|` between several. */
function shown(value: Value | undefined): string {
  switch (value?.kind) {
    case 'text':
      return value.segments
        .map((one) => (one.kind === 'literal' ? one.text : `{${shown(one.hole)}}`))
        .join('');
    case 'oneOf':
      return value.values.map((one) => shown(one.value)).join('|');
    case 'unknown':
      return value.name ?? '?';
    case 'number-text':
      return value.number.origin.kind;
    case 'random-text':
      return 'random';
    default:
      return '?';
  }
}

/** Both keys of each read and delete. */
function keys(code: string): string {
  return operationsOf({ 'main.ts': PACKAGE + CLIENT + code })
    .map((operation) =>
      operation.kind === 'query'
        ? ''
        : `${shown(operation.partitionKey?.value)} ${shown(operation.rowKey?.value)}`,
    )
    .join();
}

describe('the keys of a read or a delete', () => {
  it('remember whose callers give what they are made of', () => {
    const code = `const f = (name: string) => client.getEntity('a', name.toLowerCase());`;
    const [read] = operationsOf({ 'main.ts': PACKAGE + CLIENT + code });
    const value = read?.kind === 'point-read' ? read.rowKey?.value : undefined;
    assert.ok(value?.kind === 'unknown' && value.through === 'lower' && value.given !== undefined);
  });

  const cases: readonly (readonly [what: string, keys: string, code: string])[] = [
    [
      'are what another name of the same object left there',
      'b id',
      `function f(id: string) { const key = { pk: 'a' }; const other = key; other.pk = 'b'; return client.getEntity(key.pk, id); }`,
    ],
    [
      'are what a function left in the object that it was given',
      'b id',
      `function set(key: { pk: string }) { key.pk = 'b'; }
function f(id: string) { const key = { pk: 'a' }; set(key); return client.getEntity(key.pk, id); }`,
    ],
    [
      'are what a closure left that ran before',
      'b id',
      `function f(id: string) { let pk = 'a'; const set = () => { pk = 'b'; }; set(); return client.deleteEntity(pk, id); }`,
    ],
    [
      'are those of the branch that a constant argument takes',
      'a u_{id}',
      `function keyOf(kind: string, id: string) {
  switch (kind) { case 'order': return 'o_' + id; case 'user': return 'u_' + id; default: return id; }
}
const f = (id: string) => client.getEntity('a', keyOf('user', id));`,
    ],
    [
      'are put together by an object',
      'a x_{id}',
      `class Key { private parts: string[] = []; add(part: string) { this.parts.push(part); return this; } text() { return this.parts.join('_'); } }
const f = (id: string) => client.getEntity('a', new Key().add('x').add(id).text());`,
    ],
    [
      'are those at the call, not after it',
      'a id,b id',
      `async function f(id: string) { let pk = 'a'; await client.getEntity(pk, id); pk = 'b'; await client.deleteEntity(pk, id); }`,
    ],
    [
      'are one for all turns of a loop where they are made alike',
      'a id',
      `async function f(items: { id: string }[]) { for (const { id } of items) await client.deleteEntity('a', id); }`,
    ],
    [
      'stay several where nothing decides',
      'a|b id',
      `const f = (id: string, flag: boolean) => client.getEntity(flag ? 'a' : 'b', id);`,
    ],
    [
      'are kept where what is spread over them has none, or not always',
      'b|a a',
      `function f(flag: boolean) {
  const o: any = {};
  if (flag) o.pk = 'b';
  const left: any = { rk: 'b' };
  delete left.rk;
  const key = { pk: 'a', rk: 'a', ...o, ...left };
  return client.getEntity(key.pk, key.rk);
}`,
    ],
    [
      'are not known where something is spread over them that may have others',
      'given.pk a',
      `interface Given { pk: string }
function f(given: Given) { const key = { pk: 'a', rk: 'a', ...given }; return client.getEntity(key.pk, key.rk); }`,
    ],
    [
      'are not known of what two objects may bring',
      'id key.rk',
      `function f(id: string, any: any, named: { pk: string }) {
  const key: any = { ...any, ...named, pk: id };
  return client.getEntity(key.pk, key.rk);
}`,
    ],
    [
      'count where a name counts that others count with, too',
      'a counter',
      `let next = 1; const f = () => client.getEntity('a', String(next++));`,
    ],
    [
      'have what methods of dates and of hashes give',
      'time random',
      `import { createHash } from 'node:crypto';
const f = (at: Date, text: string) => client.getEntity(String(at.getFullYear()), createHash('sha256').update(text).digest('hex'));`,
    ],
    [
      'are those of the calls that are seen',
      'a x_{id}|y_{id}',
      `const f = (id: string) => Promise.all(['x', 'y'].map((kind) => client.getEntity('a', kind + '_' + id)));`,
    ],
    [
      'are not known where they are given in a way that is not followed',
      'a ?',
      `async function f(ids: string) { for (const part of ids.matchAll(/./g)) await client.deleteEntity('a', part.at(-1)!); }`,
    ],
    [
      'are those of every turn of a loop that counts',
      'a 0|1|2|3',
      `async function f() { for (let i = 0; i < 4; i++) await client.deleteEntity('a', String(i)); }`,
    ],
  ];
  for (const [what, expected, code] of cases) {
    it(what, () => {
      assert.equal(keys(code), expected);
    });
  }
});
