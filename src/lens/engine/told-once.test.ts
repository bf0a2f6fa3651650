import assert from 'node:assert/strict';
import { findingsOf } from '../../../test/support/rule-fixtures.ts';
import type { Finding } from './finding.ts';
import { toldOnce } from './told-once.ts';

const HEAD = `import { TableClient } from '@azure/data-tables';
const staff = new TableClient(url, 'Staff', credential);
`;
const deleting = (above = ''): string => `${HEAD}export async function clear() {
  for await (const one of staff.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) {
    ${above}
    await staff.deleteEntity(one.partitionKey, one.rowKey);
  }
}
`;
const READS = `${HEAD}export async function heads() {
  const all = [];
  for await (const one of staff.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) all.push(one);
  for (const one of all) console.log(await staff.getEntity('heads', one.rowKey));
}
`;
const SUBMITS = `${HEAD}export async function clear() {
  const actions = [];
  for await (const one of staff.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) {
    actions.push(['delete', one]);
  }
  await staff.submitTransaction(actions);
}
`;
const filtering = (property: string): string => `${HEAD}export async function some(team: string) {
  console.log(team);
  for await (const one of staff.listEntities()) if (one.${property} === 'Sales') console.log(one);
}
`;

const MATCHED = `${HEAD}export async function first(team: string) {
  for await (const one of staff.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } }))
    if (one.team === team) return one;
}
`;

const KEPT = `${HEAD}export async function all() {
  const found = [];
  for await (const one of staff.listEntities()) found.push(one);
  return found;
}
`;
const COUNTED = `${HEAD}export async function count() {
  let found = 0;
  for await (const _ of staff.listEntities()) found += 1;
  return found;
}
`;

const IGNORED = `${HEAD}export async function raise() {
  const one = await staff.getEntity('a', 'b');
  await staff.updateEntity({ partitionKey: 'a', rowKey: 'b', pay: one.pay + 1, etag: one.etag }, 'Merge');
}
`;

/** What is shown of some rules: each with the rules that it names. */
function shown(text: string, ...rules: readonly string[]): readonly (readonly string[])[] {
  const findings = findingsOf('/a.ts', text).filter(({ rule }) => rules.includes(rule));
  return toldOnce(findings).map(({ rule, also = [] }) => [rule, ...also]);
}

const NEWEST = `${HEAD}import { randomUUID } from 'node:crypto';
export async function add(team: string) {
  await staff.createEntity({ partitionKey: team, rowKey: randomUUID(), joinedAt: new Date().toISOString() });
}
export async function newest(team: string) {
  const found = [];
  for await (const one of staff.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) {
    found.push(one);
    if (found.length === 20) break;
  }
  return found.sort((a, b) => b.joinedAt.localeCompare(a.joinedAt));
}
`;

describe('what is told once', () => {
  const deletes = ['list-then-delete-each', 'writes-in-loop'];
  const cases: readonly (readonly [what: string, text: string, rules: readonly string[], once: boolean])[] = [
    ['single deletes of what was listed', deleting(), deletes, true],
    [
      'a transaction of all that was listed',
      SUBMITS,
      ['transaction-too-large', 'list-then-delete-each'],
      true,
    ],
    ['reads for each that was listed', READS, ['n-plus-one', 'sequential-point-reads'], true],
    ['a scan for one partition', filtering('partitionKey'), ['table-scan', 'client-side-filter'], true],
    ['a match that code looks for', MATCHED, ['client-side-filter', 'first-of-list'], true],
    ['a part that is taken for the newest', NEWEST, ['not-the-newest', 'first-of-list'], true],
    ['a scan whose entities are all kept', KEPT, ['table-scan', 'unbounded-collect'], true],
    ['an etag that is ignored', IGNORED, ['misplaced-etag', 'lost-update'], true],
    ['a scan that is counted', COUNTED, ['table-scan', 'unbounded-collect'], false],
    [
      'a scan, of which a property is looked for',
      filtering('team'),
      ['client-side-filter', 'table-scan'],
      false,
    ],
  ];
  for (const [what, text, rules, once] of cases) {
    it(`${once ? 'is' : 'is not'} ${what}`, () => {
      assert.deepEqual(shown(text, ...rules), once ? [rules] : rules.map((rule) => [rule]));
    });
  }

  it('names the others, and brings their places and fixes along', () => {
    const findings = findingsOf('/a.ts', filtering('partitionKey')).filter(({ rule }) =>
      ['table-scan', 'client-side-filter'].includes(rule),
    );
    const [one, ...others] = toldOnce(findings);
    assert.deepEqual(others, []);
    assert.ok(one);
    assert.deepEqual(one.also, ['client-side-filter']);
    const places = ({ related }: Finding): string[] => related.map(({ place }) => JSON.stringify(place));
    assert.deepEqual(places(one), [...new Set(findings.flatMap(places))]);
    assert.deepEqual(
      one.fixes().map(({ title }) => title),
      [`Move "PartitionKey eq 'Sales'" from the code into the filter`],
    );
  });

  it('is shown by the other rule where a comment silences one of them', () => {
    for (const [i, rule] of deletes.entries()) {
      const text = deleting(`// partition-lens-disable-next-line ${rule}`);
      assert.deepEqual(shown(text, ...deletes), [[deletes[1 - i]]]);
    }
  });

  it('is never hidden by what is milder', () => {
    const findings = findingsOf('/a.ts', deleting())
      .filter(({ rule }) => deletes.includes(rule))
      .map((finding) => ({
        ...finding,
        severity: finding.rule === 'writes-in-loop' ? ('warning' as const) : finding.severity,
      }));
    assert.equal(toldOnce(findings).length, 2);
  });
});
