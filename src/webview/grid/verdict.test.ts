import assert from 'node:assert/strict';
import { tableOf } from '../../../test/support/tables.ts';
import { verdictOf } from './verdict.ts';
import type { Known } from './verdict.ts';

const nothing: Known = { entities: [], isWhole: false, isComplete: false, properties: [] };
const whole: Known = {
  entities: tableOf([2_500, 40]).map(({ PartitionKey, RowKey }) => ({
    partitionKey: PartitionKey,
    rowKey: RowKey,
    properties: [],
  })),
  isWhole: true,
  isComplete: true,
  properties: [],
};

describe('the verdict on a filter', () => {
  it('names shape, region and requests', () => {
    const cases: readonly (readonly [filter: string, title: string, region: string, requests: string])[] = [
      ['', 'Table scan', 'the whole table', '1 request or more'],
      ['Age gt 5', 'Table scan', 'the whole table', '1 request or more'],
      ["RowKey eq 'a'", 'Table scan', 'the whole table', '1 request or more'],
      ["PartitionKey eq 'a'", 'Partition scan', "PartitionKey is 'a'", '1 request or more'],
      [
        "PartitionKey eq 'a' and RowKey eq 'b'",
        'Point query',
        "PartitionKey is 'a', RowKey is 'b'",
        '1 request',
      ],
      [
        "PartitionKey eq 'a' and RowKey ge 'b'",
        'Row range query',
        "PartitionKey is 'a', RowKey from 'b' on",
        '1 request or more',
      ],
    ];
    for (const [filter, title, region, requests] of cases) {
      const verdict = verdictOf(filter, nothing);
      assert.deepEqual([verdict.title, verdict.region, verdict.requests], [title, region, requests], filter);
    }
  });

  it('names the keys that a signature shows alone', () => {
    const within = '“a” to “b”';
    assert.equal(
      verdictOf('Age gt 5', { ...nothing, within }).region,
      'the whole table · keys “a” to “b” only, as the signature allows',
    );
  });

  it('counts what the service must read where the table is known', () => {
    const requests = (filter: string): string => verdictOf(filter, whole).requests;
    assert.equal(requests(''), '4 to 5 requests');
    assert.equal(requests("PartitionKey eq 'p00000'"), '4 requests');
    assert.equal(requests("PartitionKey eq 'p00000' and RowKey lt 'r001500'"), '3 requests');
    assert.equal(requests("PartitionKey eq 'p00001'"), '1 request');
    // rows are read whatever RowKey says while no partition is fixed
    assert.equal(requests("RowKey eq 'r000001'"), '1 to 5 requests');
    assert.equal(requests("PartitionKey ge 'p00001' and RowKey eq 'r000001'"), '1 request');
    assert.match(verdictOf('', whole).formula, /⌈\(2,540 − 100\) entities \/ 1,000⌉ \+ 2 partitions − 1 = 5/);
  });

  it('counts by what the sidebar has read', () => {
    const partitions = [
      { partitionKey: 'a', entities: 240, isExact: true },
      { partitionKey: 'b', entities: 2_400, isExact: true },
      { partitionKey: 'c', entities: 1_001, isExact: false },
    ];
    const requests = (filter: string, count: number, isAll = false): string =>
      verdictOf(filter, {
        ...nothing,
        listed: { partitions: partitions.slice(0, count), isAll, rowKeys: [] },
      }).requests;
    assert.equal(requests("PartitionKey eq 'a'", 3), '2 requests');
    assert.equal(requests("PartitionKey eq 'b'", 3), '4 requests');
    assert.equal(requests("PartitionKey eq 'c'", 3), '2 requests or more');
    assert.equal(requests("PartitionKey eq 'd'", 3), '1 request or more');
    assert.equal(requests('', 3, true), '5 requests or more');
    assert.equal(requests('', 2, true), '4 to 5 requests');
    assert.equal(requests('', 2), '4 requests or more');
    // what matches may be little, and a range of rows a part of its partition
    assert.equal(requests('Age gt 5', 2, true), '1 to 5 requests');
    assert.equal(requests("PartitionKey eq 'b' and RowKey gt 'x'", 3), '1 request or more');
  });

  it('takes at least one more than the rows here took, where there are more', () => {
    const sent = (count: number, known = nothing): string =>
      verdictOf('', { ...known, sent: count }).requests;
    assert.equal(sent(1), '2 requests or more');
    const listed = {
      partitions: [{ partitionKey: 'a', entities: 240, isExact: true }],
      isAll: true,
      rowKeys: [],
    };
    assert.equal(sent(1, { ...nothing, listed }), '2 requests');
    assert.match(
      verdictOf('', { ...nothing, sent: 1 }).formula,
      /The rows so far took 1 request, and there are more/,
    );
  });

  it('takes what it took where it was read to its end', () => {
    const { requests, formula } = verdictOf('', { ...nothing, toEnd: 126 });
    assert.equal(requests, '126 requests');
    assert.match(formula, /read completely: that took 126 requests/);
  });

  it('does not take loaded rows for the table', () => {
    const part = { ...whole, isWhole: false };
    assert.equal(verdictOf('', part).requests, '1 request or more');
    assert.match(verdictOf('', part).formula, /choose “Count”/);
  });

  it('says what is wrong and where, and what to write', () => {
    const [mistake] = verdictOf("PartitionKey eq 'a' AND Age gt 5", nothing).mistakes;
    assert.deepEqual(mistake?.span, { start: 20, end: 23 });
    assert.equal(mistake.replacement, 'and');
    assert.match(mistake.message, /lowercase/);
    assert.deepEqual(verdictOf("PartitionKey eq 'a'", nothing).mistakes, []);
  });

  it('estimates nothing for what the service rejects', () => {
    for (const filter of ["PartitionKey eq 'a' AND Age gt 5", "PartitionKey eq 'a", 'Age gt 5000000000']) {
      const verdict = verdictOf(filter, whole);
      assert.equal(verdict.requests, '', filter);
      assert.match(verdict.formula, /rejects/);
    }
    assert.notEqual(verdictOf('Age gt 5000000000L', whole).requests, '');
  });

  it('tells why, and what would be better', () => {
    const reasons = verdictOf('Age gt 5', nothing).reasons.join('\n');
    assert.match(reasons, /every entity of the table[^]*no index on Age[^]*PartitionKey eq/);
    assert.doesNotMatch(
      verdictOf("PartitionKey eq 'a' and RowKey eq 'b'", nothing).reasons.join(),
      /getEntity/,
    );
  });
});
