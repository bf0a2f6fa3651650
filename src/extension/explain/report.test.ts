import assert from 'node:assert/strict';
import type { Explanation } from '../../data/explain.ts';
import { type Explained, reportOf as markdownOf } from './report.ts';

/** As it is read. */
const reportOf = (explained: Explained): string => markdownOf(explained).replaceAll(/\\([!-~])/g, '$1');

const explanation: Explanation = {
  shape: 'table-scan',
  matched: { count: 12, exact: true },
  read: { count: 12_345, exact: true },
  partitions: { count: 40, exact: true },
  partitionKeys: new Set(Array.from({ length: 40 }, (_, key) => `p${key}`)),
  requests: 13,
  bytes: 4_096,
  spent: 26,
};

const one: Explanation = {
  ...explanation,
  shape: 'partition-scan',
  read: { count: 20, exact: true },
  partitions: { count: 1, exact: true },
  partitionKeys: new Set(['p']),
  requests: 1,
  bytes: 100,
};

const query = { account: 'Azurite', table: 'Orders', filter: "Email eq 'a'", explanation };

describe('the report on a query', () => {
  it('has the verdict and the numbers', () => {
    const report = reportOf(query);
    assert.match(report, /\*\*Table scan\.\*\*/);
    assert.match(report, /Email eq 'a'/);
    assert.match(report, /\| Entities that match \| 12 \|/);
    assert.match(report, /\| Entities that the service reads \| 12,345 \|/);
    assert.match(report, /\| Partitions read \| 40 \|/);
    assert.match(report, /\| Requests \| 13 \|/);
    assert.match(report, /\| Bytes received[^|]* \| 4,096 \|/);
    assert.match(report, /only the keys were read in addition: 13 requests/);
    assert.match(report, /Azurite's times don't predict/);
    assert.doesNotMatch(report, /incomplete/);
  });

  it('says which keys alone a signature shows', () => {
    assert.doesNotMatch(reportOf(query), /signature/);
    const report = reportOf({ ...query, within: '“a_1” to “b”' });
    assert.match(report, /Keys “a_1” to “b” only:.*signature allows no others\. All numbers are for those/);
  });

  it('says which matches Azurite alone finds, and what holds of requests elsewhere', () => {
    const report = reportOf({ ...query, explanation: { ...explanation, onAzuriteAlone: 3 } });
    assert.match(report, /Only Azurite finds 3 of the matches/);
    assert.match(report, /The other numbers of entities and partitions are the same/);
    assert.match(reportOf(query), /^The numbers of entities and partitions are the same/m);
    assert.doesNotMatch(reportOf(query), /Only Azurite/);
    assert.match(reportOf(query), /The number of requests is a minimum/);
  });

  it('has the numbers of a better query beside them', () => {
    const scan = (key: string): Explanation => ({ ...one, partitionKeys: new Set([key]) });
    const report = reportOf({
      ...query,
      better: {
        queries: {
          by: 'partitions',
          filters: ["PartitionKey eq 'p' and Email eq 'a'", "PartitionKey eq 'q' and Email eq 'a'"],
        },
        explanations: [scan('p'), scan('q')],
      },
    });
    assert.match(report, /\| Entities that the service reads \| 12,345 \| 40 \|/);
    assert.match(report, /\| Partitions read \| 40 \| 2 \|/);
    assert.match(report, /in 2 partitions/);
    assert.match(report, /PartitionKey eq 'q' and Email eq 'a'/);
  });

  it('counts once a partition that several better queries touch', () => {
    const filters = ["PartitionKey eq 'p' and RowKey eq 'a'", "PartitionKey eq 'p' and RowKey eq 'b'"];
    const better = { queries: { by: 'split', filters }, explanations: [one, one] } as const;
    const report = reportOf({ ...query, better });
    assert.match(report, /\| Partitions read \| 40 \| 1 \|/);
    assert.match(report, /\| Requests \| 13 \| 2 \|/);
  });

  it('says where a count is a lower bound, and why', () => {
    const report = reportOf({
      ...query,
      explanation: {
        ...explanation,
        read: { count: 9_000, exact: false },
        stopped: { kind: 'budget', requests: 100 },
      },
    });
    assert.match(report, /at least 9,000/);
    assert.match(report, /incomplete: Stopped after 100 requests/);
  });

  it('keeps what others wrote from being Markdown', () => {
    const filter = "Text eq '\n```\n# [x](command:evil)'";
    assert.match(
      markdownOf({ ...query, filter }),
      /^````odata\nText eq '↵```↵# \[x\]\(command:evil\)'\n````$/m,
    );
    const hostile = 'T\n[x](command:evil)\u202E![](https://a.example/b) <img>';
    const report = markdownOf({ ...query, filter: '', account: hostile, table: hostile, within: hostile });
    assert.doesNotMatch(report, /(?<!\\)(?:[[<!]|:\/\/)|\u202E/);
    assert.equal(report.match(/\\\[x\\\]\\\(command:evil\\\)/g)?.length, 3);
  });
});
