import assert from 'node:assert/strict';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';
import type { Engine } from './engine.ts';

const REPOSITORY = `import { odata, TableClient } from '@azure/data-tables';
const parts = TableClient.fromConnectionString(process.env.PLANT, 'parts');
const orders = TableClient.fromConnectionString(process.env.PLANT, 'orders');
export const part = (no: string) => parts.getEntity('part', no);
export async function* stock() {
  for await (const one of parts.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${'part'}\` } })) yield one;
}
export async function ordersOf(customer: string) {
  const found: string[] = [];
  for await (const o of orders.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${customer}\`, select: ['rowKey'] } })) found.push(o.rowKey!);
  return found;
}
export async function rename(no: string, name: string) {
  await parts.upsertEntity({ partitionKey: 'part', rowKey: no, name }, 'Merge');
}
export async function scrap(no: string) {
  await parts.deleteEntity('part', no);
}
export class Parts {
  async load(no: string) {
    return await parts.getEntity('part', no);
  }
}
export const everything = () => parts.getEntity('part', 'all');
`;

const SERVICE = `import { Parts, part } from './repository.ts';
export class Catalogue {
  constructor(private readonly parts: Parts) {}
  name(no: string) {
    return this.parts.load(no).then((one) => one.name);
  }
}
`;

/** Tells an engine of files that are not there, as whoever reads the disk does. */
function settle(engine: Engine, ...known: readonly string[]): void {
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles())
    for (const file of wanted.flat()) if (!known.includes(file)) engine.markMissing(file);
}

/** What is told of loops in a file that uses the repository. */
function told(body: string, name = '/main.ts'): readonly string[] {
  const engine = createEngine({
    rules,
    onRuleError: (rule) => assert.fail(rule),
  });
  engine.setFile('/repository.ts', REPOSITORY);
  engine.setFile('/service.ts', SERVICE);
  engine.setFile(name, body);
  settle(engine, '/repository.ts', '/service.ts', name);
  return engine
    .analyze(name)
    .findings.map(({ rule, messageId }) => `${rule}/${messageId}`)
    .sort();
}

const IMPORTS = `import { everything, ordersOf, part, Parts, rename, scrap, stock } from './repository.ts';
`;

describe('functions of other files that decide a part of what they ask for', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a point read, in a loop',
      'export async function f(nos: string[]) { const all = []; for (const no of nos) all.push(await part(no)); return all; }',
      ['n-plus-one/loop', 'sequential-point-reads/independent'],
    ],
    [
      'a method',
      'export async function f(nos: string[], of: Parts) { const all = []; for (const no of nos) all.push(await of.load(no)); return all; }',
      ['n-plus-one/loop', 'sequential-point-reads/independent'],
    ],
    [
      'a point read for each entity that another one lists',
      'export async function f() { for await (const one of stock()) { const made = await part(String(one.madeOf)); console.log(made.name); } }',
      ['n-plus-one/entities'],
    ],
    [
      'a list query for each of them',
      'export async function f() { for await (const one of stock()) { console.log(await ordersOf(String(one.customer))); } }',
      ['query-in-loop/entities'],
    ],
    [
      'a write',
      'export async function f(all: { no: string; name: string }[]) { for (const { no, name } of all) await rename(no, name); }',
      ['writes-in-loop/same-partition'],
    ],
    [
      'a delete of what was listed',
      'export async function f() { for await (const one of stock()) await scrap(one.rowKey!); }',
      ['list-then-delete-each/each', 'writes-in-loop/same-partition'],
    ],
    [
      'a request for each, all at once',
      'export function f(nos: string[]) { return Promise.all(nos.map((no) => part(no))); }',
      ['unbounded-parallel/all'],
    ],
    [
      'through a function of the file itself',
      'const name = async (no: string) => (await part(no)).name;\nexport async function f(nos: string[]) { const all = []; for (const no of nos) all.push(await name(no)); return all; }',
      ['n-plus-one/loop', 'sequential-point-reads/independent'],
    ],
  ];
  for (const [title, code, found] of cases)
    it(`are told of where a loop calls them: ${title}`, () => {
      assert.deepEqual(told(IMPORTS + code), found);
    });

  it('are told of through a service', () => {
    const body = `import { Catalogue } from './service.ts';
import { Parts } from './repository.ts';
const catalogue = new Catalogue(new Parts());
export async function names(nos: string[]) {
  const all = [];
  for (const no of nos) all.push(await catalogue.name(no));
  return all;
}
`;
    assert.deepEqual(told(body), ['n-plus-one/loop', 'sequential-point-reads/independent']);
  });

  it('are told of in JavaScript', () => {
    const body = `const { part } = require('./repository.ts');
exports.f = async (nos) => { const all = {}; for (const no of nos) all[no] = await part(no); return all; };
`;
    assert.deepEqual(told(body, '/main.js'), ['n-plus-one/loop', 'sequential-point-reads/independent']);
  });

  const silent: readonly (readonly [string, string])[] = [
    [
      'outside of loops',
      'export async function f(no: string) { await rename(no, "x"); return [await part(no), await ordersOf(no)]; }',
    ],
    [
      'for the same again',
      'export async function f(no: string) { for (let i = 0; i < 3; i++) { try { return await part(no); } catch { await new Promise((done) => setTimeout(done, 100)); } } }',
    ],
    [
      'without an argument',
      'export async function f(nos: string[]) { for (const no of nos) console.log(no, await everything()); }',
    ],
    [
      'for one that the loop ends with',
      'export async function f(nos: string[]) { for (const no of nos) { if (no) return await rename(no, "x"); } }',
    ],
    [
      'for messages, each of which is done with',
      'export async function f(queue: any) { for (const m of await queue.receive()) { const { no, name } = JSON.parse(m.messageText); await part(no); await rename(no, name); await queue.deleteMessage(m.messageId, m.popReceipt); } }',
    ],
    [
      'one after the other, what follows from the answer before',
      'export async function f(no: string) { let one = await part(no); while (one.parent) one = await part(String(one.parent)); return one; }',
    ],
    [
      'for parts of at most ten at once',
      'export function f(nos: string[]) { return Promise.all(nos.slice(0, 10).map((no) => part(no))); }',
    ],
  ];
  for (const [title, code] of silent)
    it(`are not told of ${title}`, () => {
      assert.deepEqual(told(IMPORTS + code), []);
    });

  it('lead to the call of the SDK', () => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/repository.ts', REPOSITORY);
    engine.setFile(
      '/main.ts',
      `${IMPORTS}export async function f(nos: string[]) { const all = []; for (const no of nos) all.push(await part(no)); return all; }`,
    );
    settle(engine, '/repository.ts', '/main.ts');
    const [finding] = engine.analyze('/main.ts').findings;
    const via = finding?.related.find(({ place }) => place.file === '/repository.ts');
    assert.equal(via?.message, 'part calls getEntity here.');
  });

  it('are told of again when they change', () => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    const count = (): number => {
      settle(engine, '/repository.ts', '/main.ts');
      return engine.analyze('/main.ts').findings.length;
    };
    engine.setFile('/repository.ts', 'export const part = (no: string) => no;\n');
    engine.setFile(
      '/main.ts',
      `${IMPORTS}export async function f(nos: string[]) { const all = []; for (const no of nos) all.push(await part(no)); return all; }`,
    );
    assert.equal(count(), 0);
    engine.setFile('/repository.ts', REPOSITORY);
    assert.equal(count(), 2);
    engine.setFile('/repository.ts', REPOSITORY.replace("parts.getEntity('part', no)", 'no'));
    assert.equal(count(), 0);
  });
});
