import assert from 'node:assert/strict';
import { CLIENT, shapesOf } from '../../../../test/support/operations.ts';

const UNKNOWN = 'unknown: the filter is built in too many ways to follow';

describe('members of an instance that somebody else makes', () => {
  const repository = (members: string, outside: string): string => `${CLIENT}
class Repository {
  ${members}
  all() { return client.listEntities({ queryOptions: { filter: this.where() } }); }
}
${outside}`;
  const WHERE = `where() { return "PartitionKey eq 'a'"; }`;
  const FIELD = `extra = ''; where() { return "PartitionKey eq 'a'" + this.extra; }`;

  const changed: readonly (readonly [string, string, string])[] = [
    [
      'a class that extends it has another method',
      WHERE,
      `class Wide extends Repository { where() { return 'A eq 1'; } }`,
    ],
    [
      'a class that extends it has another value',
      FIELD,
      `class Wide extends Repository { extra = ' or A eq 1'; }`,
    ],
    [
      'a class that extends it assigns a field',
      FIELD,
      `class Wide extends Repository { widen() { this.extra = ' or A eq 1'; } }`,
    ],
    [
      'other code assigns a field',
      FIELD,
      `export function widen(of: Repository) { of.extra = ' or A eq 1'; }`,
    ],
    [
      'other code assigns a method',
      WHERE,
      `export function widen(of: Repository) { of.where = () => 'A eq 1'; }`,
    ],
  ];
  for (const [what, members, outside] of changed)
    it(`may be others where ${what}`, () => {
      assert.equal(shapesOf(repository(members, outside)), UNKNOWN);
    });

  it('are what they are where nobody changes them', () => {
    const others = `class Wide extends Repository { size() { return 1; } }
export function count(of: { total: number }) { of.total = 1; }`;
    assert.equal(shapesOf(repository(WHERE, others)), 'partition-scan');
    assert.equal(shapesOf(repository(FIELD, others)), 'partition-scan');
  });

  it('of a class itself may be others where a function assigns them', () => {
    const source = (other: string): string => `${CLIENT}
class Conf { static filter = "PartitionKey eq 'a'"; }
export function all() { return client.listEntities({ queryOptions: { filter: Conf.filter } }); }
${other}`;
    assert.equal(shapesOf(source(`export function widen() { Conf.filter = 'A eq 1'; }`)), UNKNOWN);
    assert.equal(shapesOf(source('')), 'partition-scan');
  });
});

describe('promises of nothing', () => {
  it('lead on', () => {
    const after = (code: string): string => `${CLIENT}
async function log(text: string): Promise<void> { if (text) console.log(text); }
export async function read(text: string) {
  let filter = "PartitionKey eq 'a'";
  ${code}
  return client.listEntities({ queryOptions: { filter } });
}`;
    assert.equal(shapesOf(after('await log(text).catch(() => {});')), 'partition-scan');
    assert.equal(shapesOf(after('await Promise.resolve().finally(() => log(text));')), 'partition-scan');
    assert.equal(shapesOf(after(`await log(text).then(() => { filter = 'A eq 1'; });`)), 'table-scan');
  });
});
