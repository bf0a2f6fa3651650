import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { evaluate } from '../../core/odata/evaluate.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { plainText } from '../../core/text/segments.ts';
import type { EntityKeys } from '../../protocol/grid.ts';
import { codeOf } from './code.ts';

/** Keys of `count` rows, dealt out to partitions. */
function rows(count: number, partitions: number): EntityKeys[] {
  return Array.from({ length: count }, (_, row) => ({
    partitionKey: `o'x ${String(row % partitions).padStart(2, '0')}`,
    rowKey: `say "${String(row).padStart(5, '0')}"`,
  }));
}

/** The filters of the calls that code makes when it runs. */
function filtersIn(code: string): string[] {
  const listEntities = (options: { queryOptions: { filter: string } }): string => options.queryOptions.filter;
  return [runInNewContext(code, { client: { listEntities } }) as string | string[]].flat();
}

function findsOf(code: string): (entity: EntityKeys) => boolean {
  const filters = filtersIn(code).flatMap((text) => parseFilter(plainText(text)).filter ?? []);
  return (entity) => filters.some((filter) => evaluate(filter, entity));
}

describe('code for the rows that are selected', () => {
  const codeFor = (entities: readonly EntityKeys[]): ReturnType<typeof codeOf> =>
    codeOf({ method: 'getEntity', entities });

  it('reads up to twenty by their keys', () => {
    const { text, what } = codeFor(rows(20, 3));
    assert.equal(text.split('client.getEntity(').length, 21);
    assert.equal(what, 'getEntity');
  });

  it('lists more of them by the range of their keys, and says so', () => {
    const { text, what } = codeFor(rows(10_000, 1));
    assert.equal(
      text,
      String.raw`client.listEntities({ queryOptions: { filter: "PartitionKey eq 'o''x 00' and RowKey ge 'say \"00000\"' and RowKey le 'say \"09999\"'" } })`,
    );
    assert.match(what, /^listEntities over the keys of the 10,000 rows instead of one getEntity for each; /);
  });

  it('lists a range in each of a few partitions, in any order of the rows', () => {
    const shuffled = rows(1_000, 7).sort((a, b) => (a.rowKey.slice(-2) < b.rowKey.slice(-2) ? -1 : 1));
    const { text } = codeFor(shuffled);
    assert.equal(filtersIn(text).length, 7);
    const finds = findsOf(text);
    assert.ok(shuffled.every(finds));
    assert.ok(!finds({ partitionKey: "o'x 00", rowKey: 'z' }));
    assert.ok(!finds({ partitionKey: "o'x 07", rowKey: 'say "00005"' }));
  });

  it('asks for one row of a partition by its key', () => {
    const [filter] = filtersIn(codeFor([{ partitionKey: 'a', rowKey: '1' }, ...rows(20, 1)]).text);
    assert.equal(filter, "PartitionKey eq 'a' and RowKey eq '1'");
  });

  it('lists a range of partitions where there are many', () => {
    const entities = rows(10_000, 30);
    const { text } = codeFor(entities);
    assert.deepEqual(filtersIn(text), ["PartitionKey ge 'o''x 00' and PartitionKey le 'o''x 29'"]);
    assert.ok(entities.every(findsOf(text)));
  });

  it('lists what the filter finds', () => {
    const code = codeOf({ method: 'listEntities', filter: 'Age gt 5', select: undefined });
    assert.deepEqual(filtersIn(code.text), ['Age gt 5']);
    assert.equal(code.what, 'listEntities');
  });

  it('calls the client as the source does', () => {
    const entities = rows(2, 1);
    assert.match(codeOf({ method: 'getEntity', entities }).calling('this.orders'), /this\.orders\.getEntity/);
    const list = codeOf({ method: 'listEntities', filter: '', select: undefined });
    assert.equal(list.calling('orders'), 'orders.listEntities()');
    assert.doesNotMatch(codeOf({ method: 'getEntity', entities: rows(30, 2) }).calling('orders'), /client/);
  });
});
