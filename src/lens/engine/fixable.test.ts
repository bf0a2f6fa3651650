import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';
import type { Finding } from './finding.ts';

const HEAD = `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
`;

function findingsIn(text: string): readonly Finding[] {
  const engine = createEngine({ rules, onRuleError: (_, __, error) => assert.fail(String(error)) });
  engine.setFile('/a.ts', text);
  return engine.analyze('/a.ts').findings;
}

const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } })`;
const each = (count: number, part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join('\n');

describe('findings that are told as fixable', () => {
  const sources: Readonly<Record<string, string>> = {
    // all of these fixes add the same import
    'fixes with an edit in common': each(
      12,
      (i) => `export const q${i} = (x: string) => ${list(`\`PartitionKey eq '\${x}' and Age gt ${i}\``)};`,
    ),
    'fixes of several rules in the same place, some of which do not help': each(
      12,
      (i) =>
        `export async function r${i}(x: string) { for await (const e of ${list(`"PartitionKey eq '" + x + "' and RowKey eq '" + ${i} + "'"`)}) console.log(e.a); }
export const w${i} = (x: any) => { client.createEntity({ partitionKey: x.email, rowKey: Date.now() + '' }); };`,
    ),
    'fixes that spoil each other': each(
      6,
      (i) => `export const a${i} = ${list(`'RowKey eq "${i}"'`)};
export const b${i} = client.createEntity({ partitionKey: 'a', rowKey: \`\${Date.now()}\` });`,
    ),
    ...Object.fromEntries(
      ['departments', 'expenses', 'logins', 'profiles', 'staff'].map((name) => [
        `the sample ${name}`,
        readFileSync(new URL(`../../../samples/bad/src/${name}.ts`, import.meta.url), 'utf8'),
      ]),
    ),
  };
  for (const [name, source] of Object.entries(sources)) {
    it(`are those with a checked fix: ${name}`, () => {
      const text = source.startsWith('import') ? source : HEAD + source;
      const findings = findingsIn(text);
      const told = findings.map((finding) => `${finding.rule} ${finding.isFixable()}`);
      assert.deepEqual(
        told,
        findingsIn(text).map(({ rule, fixes }) => `${rule} ${fixes().length > 0}`),
      );
      assert.ok(told.some((one) => one.endsWith('true')));
    });
  }

  it('are as many in a file that is too large to try each of them', () => {
    const source = (count: number): string =>
      HEAD +
      each(
        count,
        (i) => `export async function q${i}(x: string, rows: string[]) {
  for await (const e of ${list("`Age gt ${x} and City eq '${x}'`")}) rows.push(String(e.a));
}
export async function s${i}() {
  for await (const e of ${list(`'City eq "${i}"'`)}) if (e.state === 'open') console.log(e.a, e.state);
}
export const w${i} = async (x: any) => {
  client.createEntity({ partitionKey: x.email, rowKey: Date.now() + '' });
};`,
      );
    const told = (count: number): ReadonlyMap<string, number> => {
      const rulesTold = findingsIn(source(count)).flatMap((one) => (one.isFixable() ? [one.rule] : []));
      return new Map(
        [...new Set(rulesTold)].sort().map((rule) => [rule, rulesTold.filter((one) => one === rule).length]),
      );
    };
    const COPIES = 170;
    assert.ok(source(COPIES).length > 62_500);
    const few = [...told(3)];
    assert.ok(few.length >= 5);
    assert.deepEqual(
      [...told(COPIES)],
      few.map(([rule, count]) => [rule, (count / 3) * COPIES]),
    );
  }).timeout(60_000);
});
