import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openTableService } from '../src/data/service.ts';
import { GridSession } from '../src/extension/grid/session.ts';
import type { WindowSizes } from '../src/extension/grid/window.ts';
import type { Reading, ToPanel } from '../src/protocol/grid.ts';
import { begun, emptyText, received, statusText } from '../src/webview/grid/results.ts';
import type { Results } from '../src/webview/grid/results.ts';
import { startFakeTableService } from './fake-service/service.ts';
import type { FakeTableService, Fault } from './fake-service/service.ts';
import { tableOf } from './support/tables.ts';

/** What a person does with a grid: reads, reads and stops it at once, or runs the query anew, also while it is read. */
type Act =
  | { readonly kind: 'read'; readonly amount: Reading }
  | { readonly kind: 'stop'; readonly amount: Reading }
  | { readonly kind: 'anew'; readonly during: Reading };

const someAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      amount: fc.constantFrom('page', 'page', 'all', 'before', 'before', 'before'),
    }),
  },
  fc.record({ kind: fc.constant('stop' as const), amount: fc.constantFrom('page', 'all', 'before') }),
  fc.record({
    kind: fc.constant('anew' as const),
    during: fc.constantFrom('page', 'all', 'before'),
  }),
);

/** Of an answer: mostly none, or one that ends early, or none that can be used. */
const someFault: fc.Arbitrary<Fault | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('short' as const), rows: fc.nat(4) }) },
  fc.constantFrom<Fault>(
    { kind: 'border' },
    { kind: 'drop' },
    { kind: 'break' },
    { kind: 'malformed' },
    { kind: 'status', status: 503, code: 'ServerBusy' },
    { kind: 'status', status: 403, code: 'AuthenticationFailed' },
  ),
);

const someSizes: fc.Arbitrary<WindowSizes> = fc.record({
  first: fc.integer({ min: 1, max: 4 }),
  page: fc.integer({ min: 1, max: 8 }),
  kept: fc.integer({ min: 1, max: 30 }),
});

describe('walking through a table by a grid', function () {
  this.timeout(60_000);

  it('shows rows in order, none twice, none missing, and no more than it keeps', async () => {
    const partitions = fc.array(fc.nat(12), { maxLength: 6 });
    const acts = fc.array(someAct, { maxLength: 12 });
    const faults = fc.array(someFault, { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(partitions, someSizes, acts, faults, async (partitions, sizes, acts, faults) => {
        const table = tableOf(partitions);
        const fake = await startFakeTableService({ table }, (number) => faults[number]);
        try {
          const all = table.map(({ PartitionKey, RowKey }) => `${PartitionKey} ${RowKey}`);
          const walk = walkOn(fake, sizes, (results) => {
            check(results, all, sizes);
          });
          await walk.act({ kind: 'anew', during: 'page' });
          for (const act of acts) await walk.act(act);
          // whatever was before: both ends are reached
          faults.length = 0;
          while (walk.results().more) await walk.act({ kind: 'read', amount: 'all' });
          assert.equal(walk.results().before + walk.results().entities.length, all.length);
          while (walk.results().before > 0) await walk.act({ kind: 'read', amount: 'before' });
        } finally {
          await fake.stop();
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** Holds what a page has against all rows that the table has. */
function check(results: Results, all: readonly string[], sizes: WindowSizes): void {
  const { entities, before, pageStarts, more } = results;
  const keys = entities.map(({ partitionKey, rowKey }) => `${partitionKey} ${rowKey}`);
  assert.deepEqual(keys, all.slice(before, before + keys.length));
  assert.ok(keys.length <= sizes.kept || pageStarts.length === 1, `${keys.length} rows are kept`);
  assert.ok(more || before + keys.length === all.length, 'the end is told before it is there');
  const isAll = keys.length === all.length;
  assert.ok(isAll || !statusText(results, { isSorted: true }).includes('all of them'));
  const isNothing = keys.length === 0 && emptyText(results).includes('no entities');
  assert.ok(all.length === 0 || !isNothing, 'it says that there is no data');
}

/** The readings of a grid and what its page makes of them; `check` is called after each answer. */
function walkOn(
  { url, account, key }: FakeTableService,
  sizes: WindowSizes,
  check: (results: Results) => void,
): { readonly act: (act: Act) => Promise<void>; readonly results: () => Results } {
  let results = begun(0, '', undefined);
  const post = (message: ToPanel): void => {
    if (message.kind !== 'page' || message.run !== results.run) return;
    ({ results } = received(results, message, new Map()));
    check(results);
  };
  const service = openTableService({ url, account, credential: { kind: 'key', key } }, { retries: 0 });
  const session = new GridSession(
    'table',
    true,
    {
      open: () => Promise.resolve({ kind: 'service', service }),
      post,
      remedyOf: () => undefined,
      stopped: () => undefined,
      log: () => undefined,
    },
    sizes,
  );
  const more = (amount: Reading): Promise<void> =>
    session.more({ kind: 'more', run: results.run, amount, agreed: false });
  const anew = (): Promise<void> => {
    results = begun(results.run + 1, '', undefined);
    return session.run({ kind: 'run', run: results.run, filter: '', select: undefined });
  };
  return {
    results: () => results,
    act: async (act) => {
      if (act.kind === 'read') return more(act.amount);
      const reading = more(act.kind === 'stop' ? act.amount : act.during);
      if (act.kind === 'anew') await anew();
      else session.stop();
      return reading;
    },
  };
}
