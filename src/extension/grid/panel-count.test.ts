import assert from 'node:assert/strict';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../../test/fake-service/service.ts';
import { until } from '../../../test/host/until.ts';
import { openTestService, tableOf } from '../../../test/support/tables.ts';
import { explainQuery } from '../../data/explain.ts';
import type { Explanation } from '../../data/explain.ts';
import type { ToPanel } from '../../protocol/grid.ts';
import { PanelCount } from './panel-count.ts';
import type { CountHost } from './panel-count.ts';

type Counted = Extract<ToPanel, { kind: 'counted' }>;

describe("the count of a panel's filter", () => {
  let fake: FakeTableService;
  let posted: ToPanel[];
  let reports: Explanation[];
  let faults: (number: number) => Fault | undefined;

  beforeEach(async () => {
    posted = [];
    reports = [];
    faults = () => undefined;
    fake = await startFakeTableService({ table: tableOf([1_200, 300, 700]) }, (number) => faults(number));
  });
  afterEach(() => fake.stop());

  function panelCount(wanted: Partial<CountHost> = {}): PanelCount {
    return new PanelCount({
      open: () => Promise.resolve({ kind: 'service', service: openTestService(fake.connectionString) }),
      agrees: () => Promise.resolve(true),
      count: ({ service, filter, select }, options) =>
        explainQuery(service, 'table', { filter: filter === '' ? undefined : filter, select }, options),
      report: (_query, explanation) => {
        reports.push(explanation);
        return Promise.resolve();
      },
      post: (message) => posted.push(message),
      ...wanted,
    });
  }

  const counted = (): Counted[] => posted.filter((message) => message.kind === 'counted');

  it('tells how far it is, then what there is and what it cost, and has a report', async () => {
    const count = panelCount();
    await count.begin(1, '', undefined);
    const progress = posted.flatMap((message) =>
      message.kind === 'counting' ? [[message.found, message.requests]] : [],
    );
    assert.deepEqual(progress, [
      [1_000, 1],
      [2_000, 2],
      [2_200, 3],
    ]);
    const [{ count: number, outcome }] = counted() as [Counted];
    assert.deepEqual([number, outcome.spent, outcome.problem], [1, 3, undefined]);
    assert.deepEqual(outcome.touched?.matched, { count: 2_200, exact: true });
    assert.deepEqual(outcome.touched.partitions, { count: 3, exact: true });
    await count.report(1);
    await count.report(2);
    assert.deepEqual(
      reports.map(({ matched }) => matched.count),
      [2_200],
    );
    assert.equal(fake.requests.length, 3);
  });

  it('keeps what was counted when it is stopped, and says that it is not all', async () => {
    faults = (number) => (number === 1 ? { kind: 'hang' } : undefined);
    const count = panelCount({
      post: (message) => {
        posted.push(message);
        if (message.kind === 'counting') count.stop();
      },
    });
    await count.begin(1, '', undefined);
    const [{ outcome }] = counted() as [Counted];
    assert.deepEqual(outcome.touched?.matched, { count: 1_000, exact: false });
    assert.equal(outcome.problem?.message, 'Cancelled');
  });

  it('tells nothing of a count in whose place another one came, or whose panel is closed', async () => {
    faults = (number) => (number === 0 ? { kind: 'hang' } : undefined);
    const count = panelCount();
    const first = count.begin(1, '', undefined);
    await until(() => fake.requests.length === 1, 'the request that hangs');
    const second = count.begin(2, "PartitionKey eq 'p00001'", undefined);
    await Promise.all([first, second]);
    assert.deepEqual(
      counted().map(({ count }) => count),
      [2],
    );
    assert.equal(counted()[0]?.outcome.touched?.matched.count, 300);
    await count.report(1);
    const third = count.begin(3, '', undefined);
    count.end();
    await third;
    await count.report(2);
    assert.equal(counted().length, 1);
    assert.deepEqual(reports, []);
  });

  it('sends nothing where that was not agreed to', async () => {
    await panelCount({ agrees: () => Promise.resolve(false) }).begin(1, '', undefined);
    assert.deepEqual(counted()[0]?.outcome, { spent: 0 });
    assert.equal(fake.requests.length, 0);
  });

  it('says what is wrong where nothing could be counted', async () => {
    faults = () => ({ kind: 'status', status: 403, code: 'AuthenticationFailed' });
    await panelCount().begin(1, '', undefined);
    await panelCount({
      open: () => Promise.resolve({ kind: 'error', error: { kind: 'refused', host: 'h' } }),
    }).begin(2, '', undefined);
    const outcomes = counted().map(({ outcome }) => outcome);
    assert.deepEqual(
      outcomes.map(({ touched }) => touched),
      [undefined, undefined],
    );
    assert.match(outcomes[1]?.problem?.message ?? '', /No response from h/);
    assert.ok(outcomes[0]?.problem);
  });
});
