import assert from 'node:assert/strict';
import fc from 'fast-check';
import { filesOf, operationsOf } from '../../../test/support/operations.ts';
import type { Files } from '../link/linker.ts';
import { readFile } from '../syntax/read-file.ts';
import { newGround } from './operations/ground.ts';
import { readOperations } from './operations/read-operations.ts';
import { finish } from './seen/stepwise.ts';

/** Source that touches most of what is lowered: the seed of what is mutilated below. */
const SEED = `import { TableClient, odata } from '@azure/data-tables';
import tables = require('./tables');
export * from './more';
enum Kind { A = 'a', B }
namespace N { export const c = new TableClient(u, \`T\${1}\`, k); }
type R = Awaited<ReturnType<typeof make>>;
async function make<T>(n: string, { x = 1, ...rest }: { x?: number } = {}): Promise<TableClient | undefined> {
  let filter = ''; const parts: string[] = [];
  for (const [i, v] of Object.entries(rest)) { if (v) { parts.push(\`A\${i} eq \\u0041'\${v}'\`); continue; } filter += v; }
  switch (n) { case 'a': case 'b': filter ??= odata\`PartitionKey eq \${n}\`; break; default: filter = n ? "x" + 1n ** 3n : 'y\\x41'; }
  try { while (true) { if (x++ > 3) break; } } catch ({ message }) { filter = message!; } finally { delete rest['k']; }
  do { ({ filter, a: [filter] } = rest); } while (filter?.length);
  for await (const e of N.c.listEntities({ queryOptions: { filter: parts.join(' and '), ...(x && { select: [] }) } })) { return e as any; }
  return (await import('./x')).default.client!.getEntity<T>('p', String(Date.now() * 10000).padStart(20, '0'));
}
abstract class Store<T> extends Base(Kind) { static #s = new Store(); static { this.#s.t; } declare d: R;
  constructor(private readonly t: TableClient) { super(); this.o = { n: 0 }; this.o.n += 1; }
  get all() { return this.t.byPage({ maxPageSize: 1 }).next(); } async *[Symbol.asyncIterator]() { yield* this.t.listEntities(); }
  m(a: string): void; m(a: unknown) { this.t.createEntity({ partitionKey: 'p', rowKey: \`\${a}\`, [a]: -1, get z() { return 1; } }); } }
module.exports = function () { return (0, tables)(...arguments); }; exports.y = module.exports.z = void tables.listEntities();
`;

const readBoth = (text: string): void => {
  // a comment for suppression has the text parsed a second time
  operationsOf({ 'main.ts': `// partition-lens-disable\n${text}` });
  operationsOf({ 'main.jsx': text });
};

describe('code that nobody wrote like this', () => {
  it('is read without throwing when parts are cut out, doubled or moved', () => {
    const cut = fc.tuple(fc.nat(SEED.length), fc.nat(40), fc.nat(SEED.length), fc.nat(30));
    fc.assert(
      fc.property(fc.array(cut, { minLength: 1, maxLength: 6 }), (cuts) => {
        const text = cuts.reduce(
          (before, [at, length, from, taken]) =>
            before.slice(0, at) + before.slice(from, from + taken) + before.slice(at + length),
          SEED,
        );
        readBoth(text);
      }),
      { numRuns: 300 },
    );
  });

  it('is read without throwing when it is full of stray marks', () => {
    const mark = fc.constantFrom(
      '`',
      '${',
      '}',
      '{',
      '(',
      ')',
      '[',
      "'",
      '"',
      '/',
      '\\\\',
      '\\r\\n',
      '<',
      '=>',
      '...',
      '?.',
      '#',
      '@',
      '\\uFEFF',
      '\\0',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(SEED.length), mark), { minLength: 1, maxLength: 8 }), (marks) => {
        readBoth(marks.reduce((text, [at, what]) => text.slice(0, at) + what + text.slice(at), SEED));
      }),
      { numRuns: 300 },
    );
  });

  const many = 5000;
  const nested = (open: string, close: string): string =>
    `f(${open.repeat(many)}client.listEntities()${close.repeat(many)});`;
  const long: Readonly<Record<string, string>> = {
    parentheses: nested('(', ')'),
    arrays: nested('[', ']'),
    objects: nested('{ a: ', '}'),
    calls: nested('g(', ')'),
    'calls in a filter': `client.listEntities({ queryOptions: { filter: ${'f('.repeat(400)}a${')'.repeat(400)} } });`,
    functions: nested('() => ', ''),
    blocks: '{'.repeat(many) + 'client.listEntities();' + '}'.repeat(many),
    conditionals: `client.getEntity(${'a ? b : '.repeat(many)}c, d);`,
    'a chain of calls': `client.listEntities()${'.next()'.repeat(many)};`,
    templates: `client.getEntity(${'`${'.repeat(many)}1${'}`'.repeat(many)}, d);`,
    'functions that call the next': `${Array.from({ length: many }, (_, i) => `function f${i}() { return f${i + 1}(); }`).join('')} client.getEntity(f0(), d);`,
    'a class that extends itself': 'class A extends A {} new A().listEntities(); new A().x.listEntities();',
    'numbers that grow': `const k0 = 99999999999n; ${Array.from({ length: 200 }, (_, i) => `const k${i + 1} = k${i} * k${i};`).join('')} client.getEntity(String(k200), String(Date.now() * (0 / 0)));`,
  };
  for (const [name, source] of Object.entries(long)) {
    it(`is read without throwing when it has very many levels: ${name}`, () => {
      assert.doesNotThrow(() => {
        readBoth(filesOf(source)['main.ts'] ?? '');
      });
    });
  }

  it('says of what is nested too deep that nothing of it was read', () => {
    const facts = readFile('/a.ts', `${SEED}\nf(${'('.repeat(100_000)}1${')'.repeat(100_000)});`);
    const files: Files = {
      facts: () => facts,
      resolve: () => undefined,
      providers: () => [],
      implementing: () => [],
      tableOfClient: () => undefined,
    };
    assert.deepEqual(finish(readOperations(newGround(files), facts)), {
      operations: [],
      wrappers: [],
      takers: [],
      gifts: [],
      listings: [],
      saves: [],
      dropped: [],
      looped: [],
      called: [],
      inJson: [],
      inherited: [],
      tooLarge: 'depth',
    });
  });

  it('still says something of long chains', () => {
    const sum = Array.from({ length: many }, (_, i) =>
      i === 0 ? `"PartitionKey eq 'a'"` : `" and A${i} eq 1"`,
    ).join(' + ');
    const client = `const c = new TableClient(u, 'T', k);`;
    const [query] = operationsOf(filesOf(`${client} c.listEntities({ queryOptions: { filter: ${sum} } });`));
    assert(query?.kind === 'query' && query.filter.kind === 'known');
    const branches = Array.from({ length: 1000 }, (_, i) => `if (a === ${i}) f();`).join(' else ');
    assert.equal(operationsOf(filesOf(`${client} ${branches} c.listEntities();`)).length, 1);
  });
});
