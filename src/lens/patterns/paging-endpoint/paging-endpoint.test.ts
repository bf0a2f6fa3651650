import assert from 'node:assert/strict';
import { cells, refused } from '../../../../test/patterns/paging-endpoint.ts';
import { compiledName } from '../../../../test/support/applied.ts';
import { assist, compile, type Compiled, type Program } from '../../../../test/support/assisted.ts';
import { type FakeTableService, startFakeTableService } from '../../../../test/fake-service/service.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

type List = (...given: readonly unknown[]) => Promise<readonly unknown[]>;

interface Page {
  readonly items: readonly unknown[];
  readonly next: string | undefined;
}

/** Students of school `a`, whose keys are not in the order in which they are written. */
const STUDENTS = Array.from({ length: 230 }, (_, i) => ({
  PartitionKey: 'a',
  RowKey: String((i * 7) % 1000).padStart(3, '0'),
  properties: [
    { name: 'name', value: { type: 'String' as const, value: `name ${i}` } },
    { name: 'year', value: { type: 'Int32' as const, value: i % 5 } },
  ],
}));

describe('paging-endpoint', () => {
  itRefuses('paging-endpoint', refused);

  it('has nothing to say of a query whose entities are not returned', () => {
    const { outcome } = assist('paging-endpoint', {
      'main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Students');
export async function run() {
  for await (const one of client./*here*/listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) console.log(one.rowKey);
}
`,
    });
    assert.equal(outcome, undefined);
  });
});

describe('paging-endpoint, applied', function () {
  this.timeout(120_000);

  let compiled: Compiled;
  let service: FakeTableService;

  before(async () => {
    const programs: Record<string, Program> = {};
    for (const [name, { program }] of Object.entries(cells)) {
      const { outcome, after: applied } = assist('paging-endpoint', program);
      assert.equal(outcome?.kind, 'change', `${name}: ${outcome?.kind === 'refused' ? outcome.why : ''}`);
      programs[name] = applied;
    }
    compiled = await compile(programs);
    service = await startFakeTableService({ Students: STUDENTS });
    process.env.TABLES = service.connectionString;
  });

  after(async () => {
    delete process.env.TABLES;
    await service.stop();
    await compiled.remove();
  });

  const load = async (name: string): Promise<Readonly<Record<'list' | 'listPage', List>>> => {
    const { program, of } = cells[name] ?? assert.fail();
    const module = await compiled.load(name, compiledName(Object.keys(program).at(-1)));
    return (of === undefined ? module : module[of]) as Record<'list' | 'listPage', List>;
  };

  for (const [name, { given, part = [] }] of Object.entries(cells)) {
    it(`gives the same entities by the page: ${name}`, async () => {
      const functions = await load(name);
      const all = await functions.list(...given, ...part);
      const before = service.requests.length;
      const found: unknown[] = [];
      const sizes: number[] = [];
      for (let token: string | undefined = undefined, isMore = true; isMore; isMore = token !== undefined) {
        const page = (await functions.listPage(...given, token, 60)) as unknown as Page;
        found.push(...page.items);
        sizes.push(page.items.length);
        token = page.next;
      }
      assert.ok(found.length > 80);
      assert.deepEqual(found, all);
      assert.ok(sizes.every((size) => size <= 60));
      assert.equal(service.requests.length - before, 4);
      assert.equal(sizes.length, 4);
    });
  }

  it('reads no more than the most, whatever is requested', async () => {
    const { listPage } = await load('function');
    for (const size of [1000, 1e9, Infinity, NaN, 0, -1, 2.5, undefined]) {
      const { items } = (await listPage('a', undefined, size)) as unknown as Page;
      assert.equal(items.length, { '-1': 1, '2.5': 2 }[String(size)] ?? 100, String(size));
    }
  });

  it('rejects what no page has given, without a request', async () => {
    for (const name of ['function', 'commonjs']) {
      const { listPage } = await load(name);
      const before = service.requests.length;
      const { next = '' } = (await listPage('a', '', 10)) as unknown as Page;
      for (const token of [
        'x',
        next.slice(1),
        `${next}!`,
        btoa('null'),
        btoa('[]'),
        btoa('{"nextRowKey":"a"}'),
        btoa('{"nextPartitionKey":"a","nextRowKey":1}'),
        'A'.repeat(10_000),
        ['a'],
        { a: 1 },
      ])
        await assert.rejects(listPage('a', token, 10), RangeError);
      assert.equal(service.requests.length, before + 1);
    }
  });
});
