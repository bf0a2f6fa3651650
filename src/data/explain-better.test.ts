import assert from 'node:assert/strict';
import { generatedRows } from '../../test/fake-service/rows.ts';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../test/fake-service/service.ts';
import { openTestService } from '../../test/support/tables.ts';
import { explainWithBetter } from './explain-better.ts';
import type { Comparison } from './explain-better.ts';
import type { ExplainOptions } from './explain.ts';
import type { TableService } from './service.ts';

describe('a better query', () => {
  let fake: FakeTableService;
  let service: TableService;
  let faultOf: (number: number) => Fault | undefined;
  before(async () => {
    const rows = generatedRows({ partitions: 200, rows: 1_000 });
    fake = await startFakeTableService({ Orders: rows }, (number) => faultOf(number));
    service = openTestService(fake.connectionString);
  });
  beforeEach(() => {
    faultOf = () => undefined;
  });
  after(() => fake.stop());

  const compare = (filter: string, options?: ExplainOptions): Promise<Comparison> =>
    explainWithBetter(service, 'Orders', { filter }, options);
  const readOf = ({ explanation, better }: Comparison): (number | undefined)[] => [
    explanation.read.count,
    better?.explanations.reduce((sum, { read }) => sum + read.count, 0),
  ];

  it('is counted as the query is, and beside it', async () => {
    const filter = "PartitionKey ge 'p00190' and RowKey ge 'r000010' and RowKey lt 'r000012'";
    const { better } = await compare(`${filter} and PartitionKey lt 'p00192'`);
    assert.deepEqual(better?.queries.by, 'partitions');
    assert.deepEqual(
      better.explanations.map(({ matched, read, partitions, requests }) => [
        ...[matched, read, partitions].map(({ count }) => count),
        requests,
      ]),
      [
        [2, 2, 1, 1],
        [2, 2, 1, 1],
      ],
    );
    assert.ok(better.explanations.every(({ bytes }) => bytes > 0));
  });

  it('that holds for all data is told also where the table is too large to be read to its end', async () => {
    const compared = await compare("PartitionKey eq 'p00001' or PartitionKey eq 'p00150'");
    assert.equal(compared.better?.queries.by, 'split');
    assert.equal(compared.explanation.stopped?.kind, 'budget');
    const [read = 0, better = 0] = readOf(compared);
    assert.ok(read > 90_000 && better === 2_000, `${read} and ${better}`);

    faultOf = () => ({ kind: 'cut', read: 100 });
    const cut = await compare("PartitionKey eq 'p00001' or PartitionKey eq 'p00150'", { budget: 50 });
    assert.deepEqual([cut.explanation.matches, cut.explanation.read.exact], [undefined, false]);
    assert.equal(readOf(cut)[1], 2_000);
  });

  it('is not told where its own count came to no end: a failure reads less than anything', async () => {
    const filter = "PartitionKey eq 'p00001' and (RowKey eq 'r000001' or RowKey eq 'r000002')";
    const whole = await compare(filter);
    assert.deepEqual(readOf(whole), [1_000, 2]);
    const before = fake.requests.length;
    faultOf = (number) =>
      number - before < 2 ? undefined : { kind: 'status', status: 403, code: 'AuthorizationFailure' };
    assert.deepEqual(readOf(await compare(filter)), [1_000, undefined]);
  });

  it('is none where it would read as much, and is not looked for after a cancellation', async () => {
    assert.equal((await compare("PartitionKey eq 'p00001' and RowKey ge 'r'")).better, undefined);
    const controller = new AbortController();
    const onProgress = (): void => {
      controller.abort();
    };
    const options = { signal: controller.signal, onProgress };
    const filter = "PartitionKey eq 'p00001' or PartitionKey eq 'p00150'";
    const before = fake.requests.length;
    const { explanation, better } = await compare(filter, options);
    assert.deepEqual([explanation.stopped, better], [{ kind: 'cancelled' }, undefined]);
    assert.ok(fake.requests.length - before <= 2);
  });

  it('adds to the requests that are shown as they are sent', async () => {
    const seen: number[] = [];
    const onProgress = (_found: number, requests: number): number => seen.push(requests);
    const { explanation, better } = await compare(
      "PartitionKey eq 'p00001' and RowKey lt 'r000005' and A eq 1",
      {
        onProgress,
      },
    );
    const spent = [explanation, ...(better?.explanations ?? [])].reduce((sum, each) => sum + each.spent, 0);
    assert.equal(seen.at(-1), spent);
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
  });
});
