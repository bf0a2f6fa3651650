import assert from 'node:assert/strict';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import type { FakeTableService, Fault } from '../../../test/fake-service/service.ts';
import { openTestService, tableOf } from '../../../test/support/tables.ts';
import { readEntities } from '../../core/edm/json.ts';
import { openTableService } from '../../data/service.ts';
import type { Reading, ToHost, ToPanel } from '../../protocol/grid.ts';
import { GridSession } from './session.ts';
import type { SessionHost } from './session.ts';
import type { WindowSizes } from './window.ts';

type Page = Extract<ToPanel, { kind: 'page' }>;
type Run = Extract<ToHost, { kind: 'run' }>;

describe('the readings of a grid', () => {
  let fake: FakeTableService;
  let posted: ToPanel[];
  let stopped: string[];
  let logged: string[];
  let faults: (number: number) => Fault | undefined;

  beforeEach(async () => {
    posted = [];
    logged = [];
    stopped = [];
    faults = () => undefined;
    fake = await startFakeTableService({ table: tableOf([1_200, 300, 700]) }, (number) => faults(number));
  });
  afterEach(() => fake.stop());

  function session(isLoopback = true, sizes?: WindowSizes): GridSession {
    const host: SessionHost = {
      open: () => Promise.resolve({ kind: 'service', service: openTestService(fake.connectionString) }),
      post: (message) => posted.push(message),
      remedyOf: ({ kind }) => (kind === 'refused' ? 'start-azurite' : undefined),
      stopped: ({ kind }) => stopped.push(kind),
      log: (line) => logged.push(line),
    };
    return new GridSession('table', isLoopback, host, sizes);
  }

  const run = (wanted: Partial<Run> = {}): Run => ({
    kind: 'run',
    run: 1,
    filter: '',
    select: undefined,
    ...wanted,
  });
  const more = (amount: Reading = 'page') => ({ kind: 'more', run: 1, amount, agreed: false }) as const;
  const pages = (): Page[] => posted.filter((message) => message.kind === 'page');
  const rows = (): string[] =>
    pages()
      .flatMap(({ entities }) => readEntities(entities))
      .map(({ partitionKey, rowKey }) => `${partitionKey} ${rowKey}`);

  it('shows the first rows of a table after one request', async () => {
    await session().run(run());
    assert.equal(fake.requests.length, 1);
    assert.equal(rows().length, 100);
    assert.deepEqual(
      pages().map(({ more, running, problem }) => [more, running, problem]),
      [[true, false, undefined]],
    );
  });

  it('ends with an error where opening fails, and reads when it is tried again', async () => {
    let isOpen = false;
    const service = openTestService(fake.connectionString);
    const grid = new GridSession('table', true, {
      open: () =>
        isOpen
          ? Promise.resolve({ kind: 'service', service })
          : Promise.reject(Object.assign(new Error('locked'), { code: 'EKEYRING' })),
      post: (message) => posted.push(message),
      remedyOf: () => undefined,
      stopped: ({ kind }) => stopped.push(kind),
      log: (line) => logged.push(line),
    });
    await grid.run(run());
    assert.deepEqual(stopped, ['other']);
    assert.deepEqual(
      pages().map(({ running, problem }) => [running, problem?.kind]),
      [[false, 'failure']],
    );
    isOpen = true;
    await grid.more(more());
    assert.equal(rows().length, 100);
  });

  it('goes on from its place, larger pages behind the first, and ends', async () => {
    const grid = session();
    await grid.run(run());
    await grid.more(more());
    assert.equal(rows().length, 1_100);
    await grid.more(more('all'));
    assert.equal(pages().at(-1)?.more, false);
    assert.equal(new Set(rows()).size, 2_200);
    assert.equal(rows().length, 2_200);
    await grid.more(more());
    assert.equal(rows().length, 2_200);
  });

  it('follows short and empty answers until the page is full', async () => {
    faults = (number) => (number < 3 ? { kind: 'short', rows: number } : undefined);
    await session().run(run());
    assert.deepEqual(
      pages().map(({ entities, running }) => [readEntities(entities).length, running]),
      [
        [0, true],
        [1, true],
        [2, true],
        [97, false],
      ],
    );
    assert.equal(new Set(rows()).size, 100);
  });

  it('asks to go on when the budget is spent, and loses nothing', async () => {
    faults = (number) => (number < 100 ? { kind: 'cut', read: 1 } : undefined);
    const grid = session();
    await grid.run(run({ filter: "RowKey ge 'r000100'" }));
    assert.equal(fake.requests.length, 100);
    const last = pages().at(-1);
    assert.deepEqual([last?.more, last?.running, last?.problem?.kind], [true, false, 'pause']);
    await grid.more(more());
    assert.equal(rows()[0], 'p00000 r000100');
  });

  describe('of which a panel keeps two pages and a half', () => {
    let grid: GridSession;
    let sent: number;

    beforeEach(async () => {
      grid = session(true, { first: 100, page: 200, kept: 500 });
      await grid.run(run());
      for (let page = 0; page < 3; page++) await grid.more(more());
      sent = fake.requests.length;
    });

    /** What the panel was told last, and the first of the rows that came with it. */
    const told = (): unknown[] => {
      const { at, kept, before, more: isMore, entities } = pages().at(-1) ?? {};
      return [at, kept, before, isMore, readEntities(entities ?? '')[0]?.rowKey];
    };

    it('lets go of those at one end, and reads them again by one request', async () => {
      assert.deepEqual(told(), ['end', [200, 200], 300, true, 'r000500']);
      await grid.more(more('before'));
      assert.deepEqual(told(), ['start', [200, 200], 100, true, 'r000100']);
      await grid.more(more());
      assert.deepEqual(told(), ['end', [200, 200], 300, true, 'r000500']);
      assert.equal(fake.requests.length - sent, 2);
    });

    it('knows how many requests lead to the last row, whatever is read again or fails', async () => {
      const answers = (): number | undefined => pages().at(-1)?.answers;
      assert.equal(answers(), 4);
      await grid.more(more('before'));
      assert.equal(answers(), 3);
      faults = () => ({ kind: 'status', status: 503, code: 'ServerBusy' });
      await grid.more(more());
      assert.equal(answers(), 3);
      faults = () => undefined;
      await grid.more(more());
      assert.equal(answers(), 4);
    });

    it('pauses where the page before costs much, and goes on with it', async () => {
      faults = (number) => (number < sent + 150 ? { kind: 'short', rows: 1 } : undefined);
      await grid.more(more('before'));
      assert.equal(fake.requests.length - sent, 100);
      assert.equal(pages().at(-1)?.problem?.kind, 'pause');
      await grid.more(more('before'));
      assert.equal(fake.requests.length - sent, 151);
      assert.deepEqual(told(), ['start', [200, 200], 100, true, 'r000100']);
    });

    it('keeps the page before alone, and says so, when its end was deleted meanwhile', async () => {
      await fake.stop();
      const left = tableOf([1_200]).filter(({ RowKey }) => RowKey !== 'r000299');
      fake = await startFakeTableService({ table: left });
      await grid.more(more('before'));
      assert.deepEqual(told(), ['start', [400], 100, true, 'r000100']);
      const said = posted.at(-1);
      assert.ok(said?.kind === 'said' && said.text.includes('The table changed'));
      await grid.more(more());
      assert.deepEqual(told(), ['end', [200], 500, true, 'r000501']);
    });
  });

  it('says what an error is, and tries again from the same place', async () => {
    const grid = session();
    await grid.run(run());
    faults = () => ({ kind: 'status', status: 503, code: 'ServerBusy' });
    await grid.more(more());
    const { problem, more: isMore } = pages().at(-1) ?? {};
    assert.deepEqual([problem?.kind, isMore], ['failure', true]);
    assert.match(`${problem?.message} ${problem?.advice}`, /busy.*Wait a moment/);
    faults = () => undefined;
    await grid.more(more());
    assert.equal(new Set(rows()).size, 1_100);
    assert.equal(rows().length, 1_100);
  });

  it('tries a first request that failed again from the start', async () => {
    faults = () => ({ kind: 'status', status: 403, code: 'AuthenticationFailed' });
    const grid = session();
    await grid.run(run());
    assert.equal(pages().at(-1)?.more, true);
    faults = () => undefined;
    await grid.more(more());
    assert.equal(rows()[0], 'p00000 r000000');
  });

  it('stops when told, and goes on', async () => {
    faults = (number) => (number === 1 ? { kind: 'hang' } : undefined);
    const grid = session();
    await grid.run(run());
    const reading = grid.more(more());
    await grid.more(more());
    while (fake.requests.length < 2) await new Promise(setImmediate);
    grid.stop();
    await reading;
    assert.equal(pages().at(-1)?.problem?.kind, 'pause');
    await grid.more(more());
    assert.equal(rows().length, 1_100);
  });

  it('drops what a query gives that another took the place of', async () => {
    faults = (number) => (number === 0 ? { kind: 'hang' } : undefined);
    const grid = session();
    const first = grid.run(run());
    while (fake.requests.length < 1) await new Promise(setImmediate);
    await grid.run(run({ run: 2, filter: "PartitionKey eq 'p00001'" }));
    await first;
    assert.deepEqual(
      pages().map((page) => page.run),
      [2],
    );
    assert.ok(rows().every((keys) => keys.startsWith('p00001')));
  });

  it('sends the filter trimmed, and what is selected with the keys', async () => {
    await session().run(run({ filter: "  PartitionKey eq 'p00001' ", select: ['Text'] }));
    const [request] = fake.requests;
    assert.deepEqual(
      [request?.filter, request?.select],
      ["PartitionKey eq 'p00001'", 'PartitionKey,RowKey,Text'],
    );
  });

  describe('of a service that is not on this machine', () => {
    it('asks before a query that reads far more than it shows, and sends nothing', async () => {
      for (const filter of ["Text eq 'a'", "PartitionKey gt 'a'", "RowKey eq 'r000001'"]) {
        await session(false).run(run({ filter }));
      }
      assert.deepEqual(
        posted,
        Array.from({ length: 3 }, () => ({ kind: 'ask', run: 1, budget: 20, amount: 'page' })),
      );
      assert.equal(fake.requests.length, 0);
    });

    it('keeps to a smaller budget when the person agreed', async () => {
      faults = () => ({ kind: 'short', rows: 0 });
      const grid = session(false);
      await grid.run(run({ filter: "RowKey ge 'r'" }));
      await grid.more({ ...more(), agreed: true });
      assert.equal(fake.requests.length, 20);
    });

    it('asks again only when what was agreed to is spent, whatever it was spent on', async () => {
      const grid = session(false);
      const asked = (): number => posted.filter(({ kind }) => kind === 'ask').length;
      await grid.run(run({ filter: "RowKey ge 'r'" }));
      assert.equal(asked(), 1);
      faults = () => ({ kind: 'short', rows: 10 });
      await grid.more({ ...more(), agreed: true });
      assert.equal(fake.requests.length, 10);
      await grid.more(more());
      // 1,000 rows are more than the ten requests that are left give
      assert.deepEqual([asked(), fake.requests.length, pages().at(-1)?.problem?.kind], [1, 20, 'pause']);
      await grid.more(more());
      assert.deepEqual([asked(), fake.requests.length], [2, 20]);
      // another query is another question
      await grid.more({ ...more(), agreed: true });
      await grid.run(run({ filter: "RowKey ge 's'" }));
      assert.equal(asked(), 3);
    });

    it('keeps to what was agreed to also where a request of it fails and is tried again', async () => {
      faults = (number) =>
        number === 15
          ? { kind: 'status', status: 403, code: 'AuthenticationFailed' }
          : { kind: 'short', rows: 1 };
      const grid = session(false);
      await grid.run(run({ filter: "RowKey ge 'r'" }));
      await grid.more({ ...more(), agreed: true });
      assert.deepEqual([fake.requests.length, pages().at(-1)?.problem?.kind], [16, 'failure']);
      await grid.more({ ...more(), agreed: true });
      assert.deepEqual([fake.requests.length, pages().at(-1)?.problem?.kind], [20, 'pause']);
    });

    it('does not ask for the first page of a table, nor within a partition', async () => {
      const grid = session(false);
      await grid.run(run());
      await grid.run(run({ filter: "PartitionKey eq 'p00001' and Text eq 'some text'" }));
      await grid.more(more('all'));
      assert.equal(posted.filter(({ kind }) => kind === 'ask').length, 0);
      await grid.run(run());
      await grid.more(more('all'));
      assert.equal(posted.at(-1)?.kind, 'ask');
    });
  });

  it('says nothing of what was read when it ended, and begins anew', async () => {
    const grid = session();
    const reading = grid.run(run());
    grid.end();
    await reading;
    assert.deepEqual(posted, []);
    await grid.run(run());
    assert.equal(rows().length, 100);
  });

  it('has no more to read of a table that is gone, nor of keys that a signature does not show', async () => {
    const grid = session();
    await grid.run(run());
    faults = () => ({ kind: 'status', status: 404, code: 'TableNotFound' });
    await grid.more(more());
    assert.deepEqual(
      pages().map((page) => page.more),
      [true, false],
    );
    assert.deepEqual(stopped, ['not-found']);
    const credential = { kind: 'sas', token: 'sv=2019-02-02&tn=table&spk=p00001&epk=p00001&sp=r' } as const;
    const service = openTableService({ url: fake.url, account: fake.account, credential });
    const open = () => Promise.resolve({ kind: 'service', service } as const);
    const { requests } = fake;
    const before = requests.length;
    const post = (message: ToPanel): void => void posted.push(message);
    const host = { open, post, remedyOf: () => undefined, stopped: () => undefined, log: () => undefined };
    await new GridSession('table', true, host).run(run({ filter: "PartitionKey eq 'p00000'" }));
    const last = pages().at(-1);
    assert.deepEqual([last?.more, last?.requests, requests.length - before], [false, 0, 0]);
    assert.match(last?.problem?.message ?? '', /^This is outside the keys/);
  });

  it('logs counts, and neither keys nor values', async () => {
    faults = (number) => (number === 1 ? { kind: 'status', status: 400, code: 'InvalidInput' } : undefined);
    const grid = session();
    await grid.run(run({ filter: "PartitionKey eq 'p00001'" }));
    await grid.more(more());
    assert.equal(logged.length, 2);
    assert.match(logged[1] ?? '', /1 requests, then .*InvalidInput/);
    assert.ok(logged.every((line) => !line.includes('p00001')));
  });
});
