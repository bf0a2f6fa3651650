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

describe('functions that are used as classes', () => {
  const source = (members: string, made = "new Query('a')"): string => `${CLIENT}
function Query(part) { this.part = part; }
${members}
export function read() { return client.listEntities({ queryOptions: { filter: ${made}.filter() } }); }`;
  const METHOD = "function () { return `PartitionKey eq '${this.part}'`; }";

  it('have the methods of their prototype', () => {
    assert.equal(shapesOf(source(`Query.prototype.filter = ${METHOD};`)), 'partition-scan');
    assert.equal(
      shapesOf(source(`Query.prototype = { constructor: Query, filter: ${METHOD} };`)),
      'partition-scan',
    );
  });

  it('have others where the prototype is that of another', () => {
    const other = `function Base() {} Base.prototype.filter = ${METHOD}; Query.prototype = Object.create(Base.prototype);`;
    assert.match(shapesOf(source(other)), /^unknown/);
  });
});

describe('objects that say how they are written', () => {
  const read = (filter: string): string => `${CLIENT}
class Query { toString() { return "PartitionKey eq 'a'"; } }
const query = new Query();
export function read(rk: string) { return client.listEntities({ queryOptions: { filter: ${filter} } }); }`;

  it('are that text where one is made of them', () => {
    for (const filter of ['String(query)', "query + ''", "`${query} and RowKey gt 'b'`", 'query.toString()'])
      assert.match(shapesOf(read(filter)), /^(?:partition-scan|row-range)$/, filter);
  });
});

describe('methods that may be there', () => {
  it('give nothing where they are called so and are not', () => {
    const source = (name: string): string => `${CLIENT}
const makers: { byKey?: (key: string) => string; byRow?: (key: string) => string } = {
  byKey: (key) => \`PartitionKey eq '\${key}'\`,
};
export function read(key: string) {
  return client.listEntities({ queryOptions: { filter: makers.${name}?.(key) ?? 'A eq 1' } });
}`;
    assert.equal(shapesOf(source('byKey')), 'partition-scan');
    assert.equal(shapesOf(source('byRow')), 'table-scan');
  });
});
