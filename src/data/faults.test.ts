import assert from 'node:assert/strict';
import { AzureNamedKeyCredential, generateAccountSas } from '@azure/data-tables';
import fc from 'fast-check';
import type { Entity } from '../core/edm/json.ts';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../test/fake-service/service.ts';
import { LASTING, PAGING, PASSING } from '../../test/support/faults.ts';
import { openTestService, tableOf } from '../../test/support/tables.ts';
import { countEntities } from './count.ts';
import type { CountCursor } from './count.ts';
import { entitiesOf } from './entities.ts';
import type { EntityCursor } from './entities.ts';
import { explainError } from './error.ts';
import type { DataError } from './error.ts';
import type { ContinuationToken } from './page.ts';
import { partitions } from './partitions.ts';
import type { PartitionCursor } from './partitions.ts';
import { fillPage } from './query-entities.ts';
import { openTableService } from './service.ts';
import type { ServiceOptions, TableService } from './service.ts';
import { listTables } from './tables.ts';
import type { TableCursor } from './tables.ts';

const SIZES = [40, 1, 130, 7, 60];
const ALL = tableOf(SIZES).map(({ PartitionKey, RowKey }) => `${PartitionKey}/${RowKey}`);
const TABLES = ['Audit', 'Claims', 'Employees', 'Logs', 'Orders'];
/** Entities asked for at a time. */
const PORTION = 50;

/** One after another, as a person would who goes on, or tries again, after an error. */
interface Reading {
  readonly items: readonly string[];
  readonly errors: readonly DataError[];
}

/** What one click reads. */
interface Portion<C> {
  readonly items: readonly string[];
  readonly next: C | undefined;
  readonly stopped: DataError | undefined;
}

async function readOn<C>(
  read: (cursor: C | undefined) => Promise<Portion<C>>,
  mostErrors: number,
): Promise<Reading> {
  const items: string[] = [];
  const errors: DataError[] = [];
  let cursor: C | undefined;
  for (let isEnd = false; !isEnd && errors.length <= mostErrors;) {
    const portion = await read(cursor);
    items.push(...portion.items);
    if (portion.stopped) errors.push(portion.stopped);
    isEnd = portion.stopped === undefined && portion.next === undefined;
    cursor = portion.next;
  }
  return { items, errors };
}

const keysOf = ({ partitionKey, rowKey }: Entity): string => `${partitionKey}/${rowKey}`;

/** Everything that the browser lists, and what there is of it. */
const LISTS: readonly {
  readonly of: string;
  readonly all: readonly string[];
  readonly read: (service: TableService, mostErrors?: number) => Promise<Reading>;
}[] = [
  {
    of: 'the entities of a table',
    all: ALL,
    read: (service, mostErrors = 5) =>
      readOn<ContinuationToken>(async (token) => {
        const page = await fillPage(service, 'Orders', { token }, { limit: PORTION });
        return { items: page.entities.map(keysOf), next: page.token, stopped: page.stopped };
      }, mostErrors),
  },
  {
    of: 'the entities of a partition',
    all: ALL.filter((keys) => keys.startsWith('p00002/')),
    read: (service, mostErrors = 5) =>
      readOn<EntityCursor>(async (cursor) => {
        const options = { cursor, limit: PORTION };
        const { items, next, stopped } = await entitiesOf(service, 'Orders', 'p00002', options);
        return { items: items.map(keysOf), next, stopped };
      }, mostErrors),
  },
  {
    of: 'partitions',
    all: SIZES.map((_, partition) => `p0000${partition}`),
    read: (service, mostErrors = 5) =>
      readOn<PartitionCursor>(async (cursor) => {
        const { items, next, stopped } = await partitions(service, 'Orders', {
          cursor,
          limit: 2,
          budget: 1_000,
        });
        return { items: items.map(({ partitionKey }) => partitionKey), next, stopped };
      }, mostErrors),
  },
  {
    of: 'tables',
    all: TABLES,
    read: (service, mostErrors = 5) =>
      readOn<TableCursor>(async (cursor) => {
        const { items, next, stopped } = await listTables(service, { cursor, limit: 3 });
        return { items, next, stopped };
      }, mostErrors),
  },
];

/** What a count that goes on after errors comes to. */
async function countAll(service: TableService): Promise<{ entities: number; errors: readonly DataError[] }> {
  let entities = 0;
  const { errors } = await readOn<CountCursor>(async (cursor) => {
    const count = await countEntities(service, 'Orders', { cursor });
    ({ entities } = count);
    return { items: [], next: count.next, stopped: count.stopped };
  }, 5);
  return { entities, errors };
}

describe('faults', function () {
  this.timeout(60_000);
  let fake: FakeTableService;
  /** By the number of the request, from when it was set on. */
  let faultOf: (number: number) => Fault | undefined;
  const from = (faults: (number: number) => Fault | undefined): void => {
    const before = fake.requests.length;
    faultOf = (number) => faults(number - before);
  };
  const open = (options: ServiceOptions): TableService =>
    openTableService(
      { url: fake.url, account: fake.account, credential: { kind: 'key', key: fake.key } },
      options,
    );
  beforeEach(async () => {
    faultOf = () => undefined;
    const others = TABLES.map((table): [string, []] => [table, []]);
    fake = await startFakeTableService({ ...Object.fromEntries(others), Orders: tableOf(SIZES) }, (number) =>
      faultOf(number),
    );
  });
  afterEach(() => fake.stop());

  for (const [name, fault] of Object.entries(PAGING)) {
    it(`${name} lose nothing, show nothing twice, and need no telling`, async () => {
      const service = openTestService(fake.connectionString);
      for (const { of, all, read } of LISTS) {
        for (const isAlways of [false, true]) {
          // every other answer, then all of the first ones
          from((number) => ((isAlways ? number < 30 : number % 2 === 1) ? fault : undefined));
          assert.deepEqual(await read(service), { items: all, errors: [] }, of);
        }
      }
      from((number) => (number % 2 === 1 ? fault : undefined));
      assert.deepEqual(await countAll(service), { entities: ALL.length, errors: [] });
    });
  }

  for (const [name, fault] of Object.entries(PASSING)) {
    it(`${name}: what passes is tried again`, async () => {
      const service = openTestService(fake.connectionString);
      for (const { of, all, read } of LISTS) {
        from((number) => (number === 1 ? fault : undefined));
        assert.deepEqual(await read(service), { items: all, errors: [] }, of);
      }
    });
  }

  for (const { name, fault, kind, told } of LASTING) {
    it(`${name}: what was read is kept, the message says what to do, and it goes on from there`, async () => {
      // what answers late on a busy machine isn't what is looked for
      const service = open({ retries: 0, timeoutMs: kind === 'unreachable' ? 300 : 10_000 });
      for (const { of, all, read } of LISTS) {
        from((number) => (number === 1 ? fault : undefined));
        const { items, errors } = await read(service);
        assert.deepEqual(items, all, of);
        assert.deepEqual(
          errors.map((error) => error.kind),
          [kind],
          of,
        );
        const { message, advice } = explainError(errors[0] ?? { kind: 'cancelled' });
        assert.match(`${message}\n${advice}`, told);
      }
      from((number) => (number === 0 ? fault : undefined));
      const { entities, errors } = await countAll(service);
      assert.deepEqual([entities, errors.map((error) => error.kind)], [ALL.length, [kind]]);
    });
  }

  it('a wait that is longer than one looks at a spinner is told at once, not waited for', async () => {
    for (const wait of [{ retryAfter: 60 }, { retryAfterMs: 60_000 }]) {
      from(() => ({ kind: 'status', status: 429, code: 'TooManyRequests', ...wait }));
      const before = fake.requests.length;
      const { stopped } = await fillPage(openTestService(fake.connectionString), 'Orders', {});
      assert.deepEqual(stopped, { kind: 'throttled', status: 429, retryAfter: 60 });
      assert.equal(fake.requests.length - before, 1);
    }
  });

  it('a code that no service has is not repeated: messages make links of some texts', async () => {
    from(() => ({ kind: 'status', status: 500, code: '[Repair](command:workbench.action.quit)' }));
    const { stopped } = await fillPage(open({ retries: 0 }), 'Orders', {});
    assert.deepEqual(stopped, { kind: 'other', code: 'HTTP 500' });
  });

  it('of any kind and order lose nothing and show nothing twice', async () => {
    const fault = fc.oneof(
      fc.constant(undefined),
      fc.constantFrom<Fault>(
        { kind: 'short', rows: 0 },
        { kind: 'short', rows: 7 },
        { kind: 'border' },
        { kind: 'cut', read: 1 },
        { kind: 'break' },
        { kind: 'drop' },
        { kind: 'malformed' },
        { kind: 'status', status: 429, code: 'TooManyRequests', retryAfter: 60 },
        { kind: 'status', status: 403, code: 'AuthorizationFailure' },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { maxLength: 14 }), async (faults) => {
        const service = open({ retries: 0 });
        for (const { of, all, read } of LISTS) {
          from((number) => faults[number]);
          assert.deepEqual((await read(service, 20)).items, all, of);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a signature that expires while one reads', () => {
  it('is told with its date; with a new one the reading goes on', async () => {
    let time = Date.now();
    const fake = await startFakeTableService({ Orders: tableOf(SIZES) }, () => undefined, {
      now: () => time,
    });
    try {
      const shared = new AzureNamedKeyCredential(fake.account, fake.key);
      const open = (expiresOn: number): TableService => {
        const token = generateAccountSas(shared, { expiresOn: new Date(expiresOn) });
        return openTableService({ url: fake.url, account: fake.account, credential: { kind: 'sas', token } });
      };
      const first = await fillPage(open(time + 60_000), 'Orders', {}, { limit: PORTION });
      const old = open(time + 60_000);
      time += 120_000;
      const refused = await fillPage(old, 'Orders', { token: first.token });
      assert.equal(refused.stopped?.kind, 'authentication');
      assert.match(explainError(refused.stopped).advice, /expired on \d{4}-.*Get a new one/);
      const rest = await fillPage(open(time + 60_000), 'Orders', { token: refused.token }, { limit: 1_000 });
      assert.equal(first.entities.length + rest.entities.length, ALL.length);
    } finally {
      await fake.stop();
    }
  });
});

describe('a clock that goes wrong while one reads', () => {
  it('is told by how much; once it is set the reading goes on', async () => {
    let ahead = 0;
    const fake = await startFakeTableService({ Orders: tableOf(SIZES) }, () => undefined, {
      now: () => Date.now() + ahead,
    });
    try {
      const service = openTestService(fake.connectionString);
      const first = await fillPage(service, 'Orders', {}, { limit: PORTION });
      ahead = 40 * 60_000;
      const refused = await fillPage(service, 'Orders', { token: first.token });
      assert.equal(refused.stopped?.kind, 'authentication');
      assert.match(explainError(refused.stopped).advice, /40 minutes slow.*Set the clock.*then retry/);
      ahead = 0;
      const rest = await fillPage(service, 'Orders', { token: refused.token }, { limit: 1_000 });
      assert.deepEqual([...first.entities, ...rest.entities].map(keysOf), ALL);
    } finally {
      await fake.stop();
    }
  });
});
