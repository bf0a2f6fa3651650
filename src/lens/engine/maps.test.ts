import assert from 'node:assert/strict';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const HEAD = `import { odata, TableClient } from '@azure/data-tables';
const berths = TableClient.fromConnectionString(process.env.HARBOUR, 'berths');
const row = (harbour, berth) => ({ partitionKey: harbour, rowKey: berth.no, free: berth.state === 'free', length: Number(berth.length), owner: String(berth.owner) });
export const free = (harbour) => berths.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${harbour} and free eq \${'true'}\` } });
`;

/** What is told of comparing a truth value with a text, which takes all that is written to be seen. */
function told(write: string): readonly string[] {
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  engine.setFile('/main.js', HEAD + write);
  return engine
    .analyze('/main.js')
    .findings.map(({ rule }) => rule)
    .filter((rule) => rule === 'filter-type-mismatch');
}

describe('maps with keys that only the running program knows', () => {
  const seen: readonly (readonly [string, string])[] = [
    [
      'made of pairs',
      `export async function save(harbour, all) {
  const rows = new Map(all.map((one) => [one.no, row(harbour, one)]));
  for (const one of rows.values()) await berths.upsertEntity(one, 'Replace');
}`,
    ],
    [
      'filled in a loop',
      `export async function save(harbour, all) {
  const rows = new Map();
  for (const one of all) rows.set(one.no, row(harbour, one));
  for (const [, one] of rows) await berths.upsertEntity(one, 'Replace');
}`,
    ],
    [
      'gone through by a function',
      `export async function save(harbour, all) {
  const rows = new Map();
  all.forEach((one) => rows.set(one.no, row(harbour, one)));
  const writes = [];
  rows.forEach((one) => writes.push(berths.upsertEntity(one, 'Replace')));
  await Promise.all(writes);
}`,
    ],
    [
      'spread, in transactions',
      `export async function save(harbour, all) {
  const rows = new Map(all.map((one) => row(harbour, one)).map((one) => [one.rowKey, one]));
  const actions = [...rows.values()].map((one) => ['upsert', one, 'Replace']);
  while (actions.length > 0) await berths.submitTransaction(actions.splice(0, 100));
}`,
    ],
    [
      'copied',
      `export async function save(harbour, all) {
  const rows = new Map(new Map(all.map((one) => [one.no, row(harbour, one)])));
  for (const [no, one] of [...rows]) await berths.upsertEntity({ ...one, rowKey: no }, 'Replace');
}`,
    ],
  ];
  for (const [title, write] of seen)
    it(`give what was put into them: ${title}`, () => {
      assert.deepEqual(told(write), ['filter-type-mismatch']);
    });

  const unseen: readonly (readonly [string, string])[] = [
    [
      'where something else may be put into them',
      `export async function save(harbour, all, more) {
  const rows = new Map(all.map((one) => [one.no, row(harbour, one)]));
  more(rows);
  for (const one of rows.values()) await berths.upsertEntity(one, 'Replace');
}`,
    ],
    [
      'where they are made elsewhere',
      `export async function save(harbour, rows, no, one) {
  rows.set(no, row(harbour, one));
  for (const other of rows.values()) await berths.upsertEntity(other, 'Replace');
}`,
    ],
    [
      'where one is put that is not seen',
      `export async function save(harbour, all, no, other) {
  const rows = new Map(all.map((one) => [one.no, row(harbour, one)]));
  rows.set(no, other);
  for (const one of rows.values()) await berths.upsertEntity(one, 'Replace');
}`,
    ],
    [
      'where some are removed and others put',
      `export async function save(harbour, all, gone, other) {
  const rows = new Map(all.map((one) => [one.no, row(harbour, one)]));
  for (const no of gone) rows.delete(no);
  rows.set(other.no, other);
  for (const one of rows.values()) await berths.upsertEntity(one, 'Replace');
}`,
    ],
    [
      'where one is asked for',
      `export async function save(harbour, all, no) {
  const rows = new Map(all.map((one) => [one.no, row(harbour, one)]));
  await berths.upsertEntity(rows.get(no), 'Replace');
}`,
    ],
    [
      'where there are very many',
      `export async function save(harbour, all) {
  const rows = new Map();
${Array.from({ length: 60 }, (_, index) => `  rows.set(all[${index}].no, row(harbour, all[${index}]));`).join('\n')}
  for (const one of rows.values()) await berths.upsertEntity(one, 'Replace');
}`,
    ],
  ];
  for (const [title, write] of unseen)
    it(`are not known ${title}`, () => {
      assert.deepEqual(told(write), []);
    });
});

describe('maps whose type says what they hold', () => {
  const rows = `interface Berth { harbour: string; no: number; label: string }
import { TableClient } from '@azure/data-tables';
const berths = TableClient.fromConnectionString(process.env.HARBOUR!, 'berths');
const put = (partitionKey: string, rowKey: string) => berths.upsertEntity({ partitionKey, rowKey });
`;
  const cases: readonly (readonly [string, string])[] = [
    [
      'gone through',
      `export async function save(all: ReadonlyMap<string, Berth[]>) {
  for (const [harbour, list] of all) for (const one of list) await put(harbour, String(one.WHICH));
}`,
    ],
    [
      'of numbers',
      `export async function save(all: Map<string, { WHICH: PLAIN }>) {
  for (const [harbour, one] of all) await put(harbour, String(one.WHICH));
}`,
    ],
    [
      'by its values',
      `export async function save(all: Map<number, Berth[]>) {
  for (const list of all.values()) for (const one of list) await put(one.harbour, String(one.WHICH));
}`,
    ],
    [
      'by its keys',
      `export async function save(all: Map<PLAIN, Berth>, harbour: string) {
  for (const no of [...all.keys()]) await put(harbour, String(no));
}`,
    ],
    [
      'by its entries',
      `export async function save(all: Map<string, Berth>) {
  for (const [harbour, one] of all.entries()) await put(harbour, String(one.WHICH));
}`,
    ],
    [
      'by a function for each',
      `export function save(all: Map<string, Berth>) {
  all.forEach((one, harbour) => void put(harbour, String(one.WHICH)));
}`,
    ],
    [
      'made of groups of a list',
      `export async function save(all: readonly Berth[]) {
  for (const [harbour, list] of Map.groupBy(all, (one) => one.harbour)) for (const one of list) await put(harbour, \`b\${one.WHICH}\`);
}`,
    ],
    [
      'made of groups of a list that may be missing',
      `export async function save(all?: Berth[]) {
  if (!all) return;
  const groups = Map.groupBy(all, (one) => one.harbour);
  for (const [harbour, list] of groups) await Promise.all(list.map((one) => put(harbour, \`b\${one.WHICH}\`)));
}`,
    ],
  ];
  const unpadded = (source: string): number => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/main.ts', rows + source);
    return engine.analyze('/main.ts').findings.filter(({ rule }) => rule === 'unpadded-number-in-key').length;
  };
  for (const [title, source] of cases)
    it(`tell a number from a text: ${title}`, () => {
      assert.equal(unpadded(source.replaceAll('WHICH', 'no').replace('PLAIN', 'number')), 1);
      assert.equal(unpadded(source.replaceAll('WHICH', 'label').replace('PLAIN', 'string')), 0);
    });
});
