import assert from 'node:assert/strict';
import { CLIENT, filesOf, summary } from '../../../test/support/operations.ts';

/** What is said of the queries of a source. */
const queriesIn = (text: string): readonly string[] =>
  summary(filesOf(`${CLIENT}${text}`)).map((line) => line.replace('listEntities Employees proved ', ''));

const NOT_HERE = 'unknown: no path through the program leads here';
const FROM_CALLER = 'unknown: the filter comes from the caller, as filter';

describe('a query that no run reaches', () => {
  it('has no shape', () => {
    const text = `export function f(pk: string) {
  const mode: string = 'one';
  const filter = mode === 'all' ? '' : odata\`PartitionKey eq \${pk}\`;
  if (mode === 'all') return client.listEntities({ queryOptions: { filter } });
  return client.listEntities({ queryOptions: { filter } });
}`;
    assert.deepEqual(queriesIn(text), [NOT_HERE, 'partition-scan']);
  });

  it('is none of those that a call leads to', () => {
    const text = `const archive = TableClient.fromConnectionString(process.env.X!, 'Archive');
function load(from: 'now' | 'before', filter: string) {
  if (from === 'before') return archive.listEntities({ queryOptions: { filter } });
  return client.listEntities({ queryOptions: { filter } });
}
export const now = () => load('now', "PartitionKey eq 'a'");
export const before = () => load('before', 'A eq 1');`;
    assert.deepEqual(summary(filesOf(CLIENT + text)).slice(2), [
      'listEntities Employees proved partition-scan',
      'listEntities Archive proved table-scan',
    ]);
  });

  it('is none of a call that returns before it', () => {
    const text = `function load(filter: string) {
  if (!filter) return [];
  return client.listEntities({ queryOptions: { filter } });
}
export const none = () => load('');`;
    assert.deepEqual(queriesIn(text), [FROM_CALLER]);
  });
});

describe('a function with a `this` that nobody is seen to give', () => {
  const query = `{ const parts = ['A eq 1', 'B eq 2']; return this.client.listEntities({ queryOptions: { filter: parts.join(' and ') } }); }`;

  it('is run where it is put into a prototype', () => {
    const text = `function Repository(this: any) { this.client = client; }
Repository.prototype.find = function () ${query};
const { prototype } = Repository;
prototype.get = function () ${query};`;
    assert.deepEqual(
      summary(text).map((line) => line.split(' ').at(-1)),
      ['table-scan', 'table-scan'],
    );
  });

  it('is run where it is handed over', () => {
    const text = `declare const it: (work: (this: any) => unknown) => void;
it(function () { this.timeout(10); return client.listEntities({ queryOptions: { filter: ['A eq 1'].join() } }); });`;
    assert.deepEqual(queriesIn(text), ['table-scan']);
  });
});
