import assert from 'node:assert/strict';
import type { Property } from '../../../core/edm/json.ts';
import { compiledName, type Ran, ranOn } from '../../../../test/support/applied.ts';
import { assist, compile, type Compiled, type Program } from '../../../../test/support/assisted.ts';
import { cells, mixed, mixedRefused, refused } from '../../../../test/patterns/group-and-submit.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

const TABLE = 'Employees';

/** The program in which a create fails. */
const FAILING = 'javascript-modules';

const STAFF = [
  ...Array.from({ length: 120 }, (_, i) => ({ department: 'a', id: `a${i}`, name: `name ${i}` })),
  ...Array.from({ length: 119 }, (_, i) => ({ department: 'b', id: `b${i}`, name: `name ${i}` })),
  ...Array.from({ length: 11 }, (_, i) => ({ department: 'c', id: 'c', name: `name ${i}` })),
];

const numbered = (n: number): readonly Property[] => [{ name: 'n', value: { type: 'Int32', value: n } }];

const STORED = [
  ...Array.from({ length: 230 }, (_, n) => ({
    PartitionKey: 'old',
    RowKey: String(n),
    properties: numbered(n),
  })),
  ...Array.from({ length: 5 }, (_, n) => ({
    PartitionKey: 'gone',
    RowKey: String(n),
    properties: numbered(n),
  })),
];

describe('group-and-submit', () => {
  itRefuses('group-and-submit', { ...refused, ...mixedRefused });

  it('puts the lines of an argument as far in as those around it', () => {
    const { after } = assist('group-and-submit', {
      'main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
const entityOf = (one: { id: string; name: string }) => ({ partitionKey: 'a', rowKey: one.id, name: one.name });
export async function run(ids: string[]) {
  for (const id of ids) {
    await client./*here*/upsertEntity(
      entityOf({
        id,
        name: id.trim(),
      }),
      'Replace',
    );
  }
}
`,
    });
    assert.match(
      after['main.ts'] ?? '',
      /\n {4}actions\.push\(\['upsert', \{ \.\.\.entityOf\(\{\n {6}id,\n {6}name: id\.trim\(\),\n {4}\}\) \}, 'Replace'\]\);\n/,
    );
  });

  it('counts what a loop in a try writes where no catch sees the count', () => {
    const outcomeOf = (before: string, within: string): unknown =>
      assist('group-and-submit', {
        'main.ts': `const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
export async function run(ids: string[]) {
  ${before}
  try {
    ${within}
    for (const id of ids) {
      await client./*here*/createEntity({ partitionKey: 'a', rowKey: id });
      count++;
    }
    return { count };
  } catch {
    return undefined;
  }
}
`,
      }).outcome?.kind;
    assert.equal(outcomeOf('', 'let count = 0;'), 'change');
    assert.equal(outcomeOf('let count = 0;', ''), 'refused');
    assert.equal(outcomeOf('', 'var count = 0;'), 'refused');
    assert.equal(outcomeOf('let count = 0;', '{ let count = 1; show(count); }'), 'refused');
  });

  it('has nothing to say of a single write, and of the same row again', () => {
    for (const body of [
      `await client./*here*/createEntity({ partitionKey: 'a', rowKey: 'b' });`,
      `for (const id of ids) await client./*here*/createEntity({ partitionKey: id, rowKey: '' });`,
    ]) {
      const { outcome } = assist('group-and-submit', {
        'main.ts': `const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
export async function run(ids: string[]) {
  ${body}
}
`,
      });
      assert.equal(outcome, undefined);
    }
  });
});

describe('group-and-submit, applied', function () {
  this.timeout(120_000);

  let compiled: Compiled;

  before(async () => {
    const programs: Record<string, Program> = {};
    for (const [name, { program }] of Object.entries(cells)) {
      const { outcome, after } = assist('group-and-submit', program);
      assert.equal(outcome?.kind, 'change', `${name}: ${outcome?.kind === 'refused' ? outcome.why : ''}`);
      programs[name] = after;
      programs[`${name}-before`] = program;
    }
    // a module keeps the client that it makes when it is loaded
    for (const name of [FAILING, `${FAILING}-before`]) programs[`failing-${name}`] = programs[name] ?? {};
    compiled = await compile(programs);
  });

  after(async () => {
    await compiled.remove();
  });

  const ran = (name: string, file: string, staff: unknown): Promise<Ran> =>
    ranOn(compiled, name, file, [TABLE, STORED], staff);

  for (const [name, { program, before: some, after: few }] of Object.entries(cells)) {
    it(`writes the same in ${few} requests instead of ${some}: ${name}`, async () => {
      const file = compiledName(Object.keys(program).at(-1));
      const one = await ran(`${name}-before`, file, STAFF);
      const other = await ran(name, file, STAFF);
      assert.deepEqual(
        { result: other.result, stored: other.stored },
        { result: one.result, stored: one.stored },
      );
      assert.deepEqual([one.requests, other.requests], [some, few]);
    });
  }

  it('fails with the same status, and writes nothing of the transaction that fails', async () => {
    const twice = [...STAFF.slice(0, 150), { department: 'old', id: '1', name: 'is there' }];
    const file = 'main.js';
    const one = await ran(`failing-${FAILING}-before`, file, twice);
    const other = await ran(`failing-${FAILING}`, file, twice);
    assert.deepEqual([one.result, other.result], [409, 409]);
    assert.equal(other.stored.length, one.stored.length);
  });
});

describe('group-and-submit, applied to a transaction over several partitions', function () {
  this.timeout(120_000);

  let compiled: Compiled;

  before(async () => {
    const programs: Record<string, Program> = {};
    for (const [name, program] of Object.entries(mixed)) {
      const { outcome, after } = assist('group-and-submit', program);
      assert.equal(outcome?.kind, 'change', `${name}: ${outcome?.kind === 'refused' ? outcome.why : ''}`);
      programs[name] = after;
      programs[`${name}-before`] = program;
    }
    compiled = await compile(programs);
  });

  after(async () => {
    await compiled.remove();
  });

  for (const [name, program] of Object.entries(mixed)) {
    it(`sends a transaction for each partition, which was rejected before: ${name}`, async () => {
      const file = compiledName(Object.keys(program).at(-1));
      const one = await ranOn(compiled, `${name}-before`, file, [TABLE, []], 'Sales', '7');
      const other = await ranOn(compiled, name, file, [TABLE, []], 'Sales', '7');
      assert.ok(one.result instanceof Error);
      assert.deepEqual([one.stored, one.requests], [[], 0]);
      assert.ok(!(other.result instanceof Error));
      assert.equal(other.requests, 2);
      assert.deepEqual(
        other.stored.map((row): unknown[] => Object.values(row as object).slice(0, 2)),
        [
          ['id_Sales', '7'],
          ['id_Sales', '7_'],
          ['lent_Sales', '7'],
        ],
      );
    });
  }
});
