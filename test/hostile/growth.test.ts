import assert from 'node:assert/strict';
import { createEngine } from '../../src/lens/engine/create.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { StepCounter } from '../fuzz/steps.ts';

const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
`;

const repeat = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');
const ask = (filter: string): string =>
  `return client.listEntities({ queryOptions: { filter: ${filter} } });`;

/** Sources of any size that made the work, or the memory, of some part of the lens explode. */
const sources: Readonly<Record<string, (size: number) => string>> = {
  queries: (n) =>
    repeat(
      n,
      (i) =>
        `export const q${i} = (x: string) => { ${ask(`odata\`PartitionKey eq \${x} and Age gt ${i}\``)} };\n`,
    ),
  'branches of else if': (n) =>
    `export function f(k: string) { let filter = ''; ${repeat(n, (i) => `${i > 0 ? 'else ' : ''}if (k === 'k${i}') filter = "PartitionKey eq '${i}'";\n`)} ${ask('filter')} }`,
  'conditions one after the other': (n) =>
    `export function f(k: any) { let filter = 'a eq 1'; ${repeat(n, (i) => `if (k.x${i}) filter += " and p${i} eq 1";\n`)} ${ask('filter')} }`,
  'cases of a switch': (n) =>
    `export function f(k: string) { let filter = ''; switch (k) { ${repeat(n, (i) => `case 'k${i}': filter = "PartitionKey eq '${i}'"; break;\n`)} } ${ask('filter')} }`,
  'conditions in one expression': (n) =>
    `export function f(k: number) { ${ask(`${repeat(Math.min(n, 900), (i) => `k === ${i} ? 'a eq ${i}' : `)} ''`)} }`,
  'actions of a transaction': (n) =>
    `export async function f(k: string) { await client.submitTransaction([${repeat(n, (i) => `['create', { partitionKey: k, rowKey: '${i}' }],\n`)}]); }`,
  'properties of an entity': (n) =>
    `export async function f(k: string) { const e = { partitionKey: k, rowKey: 'r', ${repeat(n, (i) => `p${i}: ${i},\n`)} }; await client.createEntity(e); }`,
  'pieces of a text': (n) =>
    `export const f = (x: string) => { ${ask(`'a eq 1'${repeat(n, () => ` + " or b eq '" + x + "'"`)}`)} };`,
  'findings with fixes': (n) =>
    repeat(
      n,
      (i) =>
        `export const q${i} = (x: string) => { ${ask(`\`PartitionKey eq '\${x}' and Age gt ${i}\``)} };\n`,
    ),
  'rules in a comment': (n) =>
    `// partition-lens-disable-next-line ${repeat(n, (i) => `rule-${i}, `)}\nexport const q = client.listEntities();`,
  'closures that change what they share': (n) =>
    `export const f = (a: any) => { ${repeat(n, (i) => `a.x${i}(() => { a = ${i}; ${ask('a')} });\n`)} };`,
};

/** Sources of about 2 kB whose meaning doubles with each line. */
const doublings: Readonly<Record<string, string>> = {
  texts: `export function f(a0: string) { ${repeat(60, (i) => `const a${i + 1} = a${i} + " or " + a${i};\n`)} ${ask('a60')} }`,
  lists: `export function f(a0: string[]) { ${repeat(40, (i) => `const a${i + 1} = [...a${i}, ...a${i}];\n`)} ${ask("a40.join(' or ')")} }`,
  calls: `${repeat(30, (i) => `function g${i}(x: string): string { return ${i > 0 ? `g${i - 1}(x) + g${i - 1}(x) + g${i - 1}(x)` : 'x'}; }\n`)} export function f(x: string) { ${ask('g29(x)')} }`,
  wrappers: `${repeat(14, (i) => `export const w${i} = (x: string): unknown => [${i > 0 ? `w${i - 1}(x), w${i - 1}(x)` : 'client.listEntities({ queryOptions: { filter: x } })'}];\n`)} w13("a eq 'b'");`,
  loops: `export function f(a: any) { let s = ''; ${repeat(12, (i) => `for (const x${i} of a.l${i}) {`)} s += 'x'; ${'}'.repeat(12)} ${ask('s')} }`,
  callbacks: `export const f = (a: any) => { ${repeat(40, (i) => `a.x${i}(() => { client.listEntities(); `)} ${'});'.repeat(40)} };`,
};

describe('sources whose cost somebody wants to grow', () => {
  const counter = new StepCounter();
  before(() => {
    counter.start();
  });
  after(() => {
    counter.stop();
  });
  /** Calls of functions that reading, linking and judging a file takes. */
  const stepsOf = (body: string): number => {
    const engine = createEngine({
      rules,
      onRuleError: (rule, file, cause) => {
        throw new Error(`${rule} failed on ${file}`, { cause });
      },
    });
    counter.take();
    engine.setFile('/hostile.ts', `${HEAD}${body}`);
    const { findings } = engine.analyze('/hostile.ts');
    // the first that has a fix makes and checks it
    findings.find(({ fixes }) => fixes().length > 0);
    return counter.take();
  };

  for (const [name, source] of Object.entries(sources)) {
    it(`${name}: twice as many take little more than twice the work`, function () {
      this.timeout(120_000);
      const [once, twice] = [stepsOf(source(400)), stepsOf(source(800))];
      // n log n would be 2.2 times; what is given up early takes less
      assert.ok(twice <= 2.6 * once, `${once} calls for 400, ${twice} for 800`);
    });
  }
  it('fields of a class: they are found by name, however many it has', function () {
    this.timeout(120_000);
    const fields = repeat(200, (i) => `f${i} = 'a${i}';\n m${i}(x: string) { ${ask(`x + this.f${i}`)} }\n`);
    const steps = stepsOf(`export class Staff { ${fields} }`);
    assert.ok(steps < 2_000_000, `${steps} calls`);
  });
  it('findings that have fixes: which are fixable takes little more than twice the work for twice as many', function () {
    this.timeout(120_000);
    const stepsFor = (count: number): number => {
      const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
      engine.setFile(
        '/hostile.ts',
        HEAD +
          repeat(
            count,
            (i) => `export const q${i} = (x: string) => { ${ask(`\`Age gt ${i} and a eq '\${x}'\``)} };\n`,
          ),
      );
      const { findings } = engine.analyze('/hostile.ts');
      assert.ok(findings.length >= count);
      counter.take();
      assert.ok(findings.filter((finding) => finding.isFixable()).length >= count);
      return counter.take();
    };
    const [once, twice] = [stepsFor(100), stepsFor(200)];
    assert.ok(twice <= 2.6 * once, `${once} calls for 100, ${twice} for 200`);
  });
  for (const [name, source] of Object.entries(doublings)) {
    it(`${name} that double in each line take a bounded number of steps`, function () {
      this.timeout(120_000);
      const steps = stepsOf(source);
      assert.ok(steps < 3_000_000, `${steps} calls for ${source.length} characters`);
    });
  }
});
