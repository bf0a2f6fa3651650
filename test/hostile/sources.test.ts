import assert from 'node:assert/strict';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Operation } from '../../src/lens/model/operations/operation.ts';
import { StepCounter } from '../fuzz/steps.ts';

/** Sources that somebody made to cost time and memory: a text of `n` parts for each. */
const SOURCES: Readonly<Record<string, readonly [n: number, source: (n: number) => string]>> = {
  'texts that double': [
    12,
    (n) =>
      `const a0 = "A eq 1"; ${each(n, (i) => `const a${i + 1} = a${i} + " or " + a${i};`)} ${query(`a${n}`)}`,
  ],
  'templates that double': [
    12,
    (n) =>
      `const a0 = "A eq 1"; ${each(n, (i) => `const a${i + 1} = \`\${a${i}} or \${a${i}}\`;`)} ${query(`a${n}`)}`,
  ],
  'joins that double': [
    12,
    (n) =>
      `const a0 = "A eq 1"; ${each(n, (i) => `const a${i + 1} = [a${i}, a${i}].join(" or ");`)} ${query(`a${n}`)}`,
  ],
  'lists that double': [
    12,
    (n) =>
      `const a0 = ["A eq 1"]; ${each(n, (i) => `const a${i + 1} = [...a${i}, ...a${i}];`)} ${query(`a${n}.join(" or ")`)}`,
  ],
  'objects that double': [
    12,
    (n) =>
      `const o0 = { partitionKey: 'a', rowKey: 'b' }; ${each(n, (i) => `const o${i + 1} = { ...o${i}, ...o${i} };`)} client.createEntity({ ...o${n}, x: o${n}.none });`,
  ],
  'branches of else if': [
    200,
    (n) =>
      `export function f(k: string) { let filter = ''; ${each(n, (i) => `${i > 0 ? 'else ' : ''}if (k === 'k${i}') { filter = "PartitionKey eq '${i}'"; }`)} ${query('filter')} }`,
  ],
  'cases of a switch': [
    400,
    (n) =>
      `export function f(k: number) { let filter = ''; switch (k) { ${each(n, (i) => `case ${i}: filter = "PartitionKey eq '${i}'"; break;`)} } ${query('filter')} }`,
  ],
  'cases that run into the next': [
    200,
    (n) =>
      `export function f(k: number) { let filter; switch (k) { ${each(n, (i) => `case ${i}: filter = "PartitionKey eq '${i}'";`)} default: filter = 'x'; } ${query('filter')} }`,
  ],
  'early returns': [
    200,
    (n) =>
      `export function f(c: any) { ${each(n, (i) => `if (c.a${i}) return ${query(`"RowKey eq '${i}'"`)}`)} }`,
  ],
  'actions of a transaction': [
    300,
    (n) =>
      `export async function f(p: string) { const t = new TableTransaction(); ${each(n, (i) => `t.createEntity({ partitionKey: p, rowKey: '${i}' });`)} await client.submitTransaction(t.actions); }`,
  ],
  'properties of an object': [
    1000,
    (n) => `client.createEntity({ partitionKey: 'a', rowKey: 'b', ${each(n, (i) => `p${i}: ${i},`)} });`,
  ],
  'queries in a file': [400, (n) => each(n, (i) => query(`"PartitionKey eq '${i}'"`))],
  'queries of functions': [
    200,
    (n) =>
      each(
        n,
        (i) =>
          `export async function f${i}(p: string) { for await (const e of ${query('odata`PartitionKey eq ${p}`').slice(0, -1)}) console.log(e.a); }`,
      ),
  ],
  'callbacks that are given a client': [
    60,
    (n) =>
      `function w(f: any) { ${each(n, () => 'f(client);')} } ${each(n, () => 'w((c: any) => c.listEntities());')}`,
  ],
  'parts of a concatenation': [
    1000,
    (n) => query(`"A eq 1" + ${each(n, () => "' '").replaceAll('\n', ' + ')}`),
  ],
};

function each(n: number, line: (i: number) => string): string {
  return Array.from({ length: n }, (_, i) => line(i)).join('\n');
}

function query(filter: string): string {
  return `client.listEntities({ queryOptions: { filter: ${filter} } });`;
}

/** What reading a source comes to: its operations, and the calls of functions that it took. */
function readOf(body: string): { readonly operations: readonly Operation[]; readonly calls: number } {
  const counter = new StepCounter();
  const engine = createEngine({ rules: [], onRuleError: (_, __, error) => assert.fail(String(error)) });
  counter.start();
  engine.setFile(
    '/a.ts',
    `import { TableClient, TableTransaction, odata } from '@azure/data-tables';\nconst client = new TableClient('https://x', 'T');\n${body}\n`,
  );
  const { operations } = engine.analyze('/a.ts');
  const calls = counter.take();
  counter.stop();
  return { operations, calls };
}

/** A call of a wrapper may be many operations: no source of these sizes has more for each of its parts. */
const MOST_OPERATIONS = 60;

describe('sources that cost time and memory', () => {
  for (const [name, [n, source]] of Object.entries(SOURCES)) {
    it(`${name}: twice as many cost about twice as much`, () => {
      // what is only made once is made
      readOf(source(1));
      const [once, twice] = [readOf(source(n)), readOf(source(2 * n))];
      assert.ok(twice.calls < 3 * once.calls + 1_000, `${once.calls} calls, then ${twice.calls}`);
      assert.ok(twice.operations.length <= 2 * n * MOST_OPERATIONS + MOST_OPERATIONS);
      for (const operation of twice.operations) {
        if (operation.kind !== 'query' || operation.filter.kind === 'none') continue;
        for (const { text } of operation.filter.alternatives) {
          assert.ok(text.text.length <= 100_000 && text.segments.length <= 10_000);
        }
      }
    });
  }

  it('a call of wrappers of wrappers that comes to thousands of calls is not told as thousands of operations', () => {
    const wrappers = each(4, (i) => `const q${i + 1} = (f: string) => { ${`q${i}(f);`.repeat(12)} };`);
    const calls = each(10, () => `q4("PartitionKey eq 'a'");`);
    const { operations } = readOf(`const q0 = (f: string) => ${query('f')} ${wrappers} ${calls}`);
    assert.ok(operations.length < 10 * MOST_OPERATIONS, `${operations.length} operations`);
  });

  it('functions that call each other without end cost what one file may cost, and no more', () => {
    const functions = each(
      20,
      (i) =>
        `function f${i}(x) { return x ? ${Array.from({ length: 20 }, (_, j) => `f${j}(x)`).join(' + ')} : 'a'; }`,
    );
    const [some, many] = [40, 400].map((n) =>
      readOf(`${functions} ${each(n, (i) => query(`f${i % 20}('a')`))}`),
    );
    assert.ok(some !== undefined && many !== undefined && many.calls < 2 * some.calls + 5_000_000);
  });
});
