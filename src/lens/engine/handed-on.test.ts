import assert from 'node:assert/strict';
import { PACKAGE } from '../../../test/support/operations.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const METERS = `${PACKAGE}
export interface Meter { partitionKey: string; rowKey: string; unit: string; total: bigint }
export class Meters {
  constructor(private readonly table: TableClient) {}
  read(site: string) {
    return this.table.getEntity<Meter>(site, 'main');
  }
  async found(site: string): Promise<Meter | undefined> {
    try {
      return await this.read(site);
    } catch {
      return undefined;
    }
  }
  async of(site: string) {
    const all: Meter[] = [];
    const filter = odata\`PartitionKey eq \${site}\`;
    for await (const meter of this.table.listEntities<Meter>({ queryOptions: { filter } })) all.push(meter);
    return all;
  }
  async plain(site: string) {
    const { total, unit } = await this.read(site);
    return { total: String(total), unit };
  }
}
export class Billing {
  constructor(private readonly meters: Meters) {}
  async bill(site: string) {
    const meter = await this.meters.read(site);
    return meter;
  }
}`;

describe('JSON that callers make of what functions of other files read', () => {
  const told = (body: string): string[] => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/meters.ts', METERS);
    engine.setFile(
      '/web.ts',
      `import { container } from 'tsyringe';
import { Billing, Meters } from './meters';
export function routes(app, meters: Meters, billing: Billing, known: Map<unknown, Billing>) {
${body}
}`,
    );
    for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles())
      for (const file of wanted.flat()) if (file !== '/meters.ts') engine.markMissing(file);
    const text = engine.text('/web.ts') ?? '';
    return engine
      .analyze('/web.ts')
      .findings.filter(({ rule }) => rule === 'bigint-in-json')
      .map(({ span }) => text.slice(span.start, span.end));
  };

  it('is told where it is made, through as many functions as there are', () => {
    const cases: readonly (readonly [string, string])[] = [
      ["app.get('/a', async (req, res) => { res.json(await meters.read(req.params.site)); });", 'res.json('],
      [
        "app.get('/b', async (req, res) => { const m = await meters.found('x'); res.send(JSON.stringify(m)); });",
        'JSON',
      ],
      [
        "app.get('/c', async (req, res) => { res.json({ all: await meters.of(req.params.site) }); });",
        'res.json(',
      ],
      [
        "app.get('/d', async (req, res) => { const bill = await billing.bill('x'); res.json(bill); });",
        'res.json(',
      ],
    ];
    for (const [code, start] of cases) {
      const found = told(code);
      assert.equal(found.length, 1, code);
      assert.ok(found[0]?.startsWith(start), found[0]);
    }
  });

  it('is told of what a container has', () => {
    const code = (asked: string): string =>
      `const it = ${asked}; app.get('/', async (req, res) => { res.json(await it.bill('x')); });`;
    assert.equal(told(code('container.resolve(Billing)')).length, 1);
    assert.equal(told(code('container.get(Billing)')).length, 1);
    assert.equal(told(code('known.get(String)')).length, 0);
    assert.equal(told(code("container.resolve('billing')")).length, 0);
  });

  it('is not told of what has no bigint', () => {
    assert.deepEqual(told("app.get('/', async (req, res) => { res.json(await meters.plain('x')); });"), []);
    assert.deepEqual(
      told(
        "app.get('/', async (req, res) => { const m = await meters.read('x'); res.json({ unit: m.unit }); });",
      ),
      [],
    );
    assert.deepEqual(
      told(
        "app.get('/', async (req, res) => { const { total, ...m } = await billing.bill('x'); res.json(m); });",
      ),
      [],
    );
    assert.deepEqual(
      told("app.get('/', async (req, res) => { await meters.read('x'); res.json({}); });"),
      [],
    );
  });
});
