import assert from 'node:assert/strict';
import { createEngine } from '../../src/lens/engine/create.ts';
import { rules } from '../../src/lens/rules/registry.ts';

describe('sources that are nested deeper than anybody writes', () => {
  const call = 'export const rows = client.listEntities();';
  const deep = 100_000;
  for (const [name, text] of [
    ['parentheses', `const a = ${'('.repeat(deep)}1${')'.repeat(deep)};`],
    ['arrays', `const a = ${'['.repeat(deep)}${']'.repeat(deep)};`],
    ['blocks', `${'{'.repeat(deep)}${'}'.repeat(deep)}`],
    ['templates', `const a = ${'`${'.repeat(deep)}1${'}`'.repeat(deep)};`],
    ['operators', `const a = 1${' + 1'.repeat(deep)};`],
  ] as const) {
    it(`${name}: the engine answers, and serves the next file`, () => {
      const engine = createEngine({ rules, onRuleError: () => undefined });
      const file = (body: string): string =>
        `import { TableClient } from '@azure/data-tables';\nconst client = new TableClient('https://x', 'T');\n${body}\n`;
      engine.setFile('/deep.ts', file(`${text}\n${call}`));
      engine.setFile('/plain.ts', file(call));
      engine.analyze('/deep.ts');
      assert.equal(engine.analyze('/plain.ts').operations.length, 1);
    });
  }
});

describe('sources that lead from one thing to the next, deeper than anybody writes', () => {
  const head = `import { TableClient } from '@azure/data-tables';\nconst client = new TableClient('https://x', 'T');\n`;
  const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } });\n`;
  const each = (count: number, part: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => part(i)).join('\n');

  /** What is said of `/a.ts`; the other files are read as they are asked for. */
  const saidOf = (files: ReadonlyMap<string, string>): readonly unknown[] => {
    const engine = createEngine({ rules, onRuleError: (_, __, error) => assert.fail(String(error)) });
    engine.setFile('/a.ts', files.get('/a.ts') ?? '');
    for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
      for (const candidates of wanted) {
        const found = candidates.find((file) => files.has(file));
        if (found === undefined) candidates.forEach(engine.markMissing);
        else engine.setFile(found, files.get(found) ?? '');
      }
    }
    const { operations, findings } = engine.analyze('/a.ts');
    return [
      ...operations.map((operation) => operation.kind === 'query' && operation.filter.kind),
      ...findings.map(({ rule }) => rule),
    ];
  };
  /** The same, asked from so far down that little is left of the stack. */
  const farDown = (depth: number, files: ReadonlyMap<string, string>): readonly unknown[] =>
    depth === 0 ? saidOf(files) : farDown(depth - 1, files);

  const sources: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    'classes that extend one another': new Map([
      [
        '/a.ts',
        `${head}${each(1_500, (i) => `class A${i} ${i > 0 ? `extends A${i - 1} ` : ''}{}`)}
export const f = () => { const a = new A1499(); const filter = 'a eq 1'; ${list('filter')} };`,
      ],
    ]),
    'modules that import one another': new Map([
      ['/a.ts', `${head}import { a } from './m599';\nexport const f = () => { ${list('a')} };`],
      ...Array.from({ length: 600 }, (_, i): [string, string] => [
        `/m${i}.ts`,
        `${i > 0 ? `import { a as b, g as h } from './m${i - 1}';` : "const b = 'a eq 1'; const h = (s: string) => s;"}
export const a = h(b);\nexport const g = (s: string) => h(s);`,
      ]),
    ]),
    'functions that call one another in blocks': new Map([
      [
        '/a.ts',
        `${head}${each(23, (i) => `function g${i}(x: any) { ${'if (x.a) {'.repeat(60)} ${i > 0 ? `g${i - 1}(x);` : list("'a eq 1'")} ${'}'.repeat(60)} }`)}
export const f = (x: any) => g22(x);`,
      ],
    ]),
  };
  for (const [name, files] of Object.entries(sources)) {
    it(`${name}: the same is said of them wherever on the stack it is asked`, function () {
      this.timeout(60_000);
      const said = saidOf(files);
      assert.equal(said[0], name.startsWith('functions') ? 'known' : 'unknown');
      assert.deepEqual(farDown(7_500, files), said);
    });
  }
});
