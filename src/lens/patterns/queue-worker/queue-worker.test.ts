import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { TableClient } from '@azure/data-tables';
import { QueueClient } from '@azure/storage-queue';
import { cells, others, refused } from '../../../../test/patterns/queue-worker.ts';
import {
  type AppliedPrograms,
  emptyTable,
  startApplied,
  withoutPauses,
  withoutVersion,
} from '../../../../test/support/applied-programs.ts';
import { assist, type Program } from '../../../../test/support/assisted.ts';
import { isStyled } from '../../../../test/support/in-style.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

const [MODULE, WORKER] = ['archive-employee-steps', 'archive-employee-steps-worker'];

/** Where the module of steps is, of programs that have it elsewhere. */
const FILES: Readonly<Record<string, string>> = {
  commonjs: `${MODULE}.cjs`,
  'wrapper-in-another-file': `data/${MODULE}.js`,
};

/** What each program exports. */
interface Staff {
  readonly hire: (department: string, id: string, employee: object) => Promise<void>;
  readonly retire: (department: string, id: string) => Promise<void>;
  readonly get: (department: string, id: string) => Promise<object>;
  readonly archived: (department: string, id: string) => Promise<object>;
}

/** What a module of steps exports. */
interface Steps {
  readonly finishOperations: (clientOf: Clients) => Promise<Readonly<Record<string, number>>>;
  readonly finishOperation: (text: string, clientOf: Clients) => Promise<string | undefined>;
}

type Clients = (table: string) => TableClient | undefined;

/** An employee with a property of each type that JSON doesn't have. */
const ANN = {
  name: 'Ann "€"',
  joined: new Date('2020-02-29T12:00:00.123Z'),
  salary: 9_007_199_254_740_993n,
  photo: new Uint8Array([0, 255, 7]),
};

describe('queue-worker', () => {
  itRefuses('queue-worker', refused);

  const { functions = assert.fail() } = cells;

  it('keeps comments between the writes, and says what it costs', () => {
    const { outcome, after } = assist('queue-worker', functions);
    assert.ok(
      after['main.ts']?.includes(`  await inSteps([
    [archive, 'create', employee as TableEntity],
    // only then it is gone
    [employees, 'delete', { partitionKey: department, rowKey: id }],
  ]);
`),
      after['main.ts'],
    );
    assert.equal(outcome?.kind, 'change');
    assert.match(outcome.notes[0] ?? '', /^Writes: 5 requests for each operation\. Before: 2\./);
  });

  it('adds the package where it is allowed, in versions that run where the SDK does', () => {
    const manifest = '{\n  "dependencies": {\n    "@azure/data-tables": "^13.3.2"\n  }\n}\n';
    const { after } = assist('queue-worker', { ...functions, 'package.json': manifest }, { package: 'yes' });
    assert.match(after['package.json'] ?? '', /"@azure\/storage-queue": "~12\.30\.0"/);
  });

  it('uses its module again for other writes of the same tables', () => {
    const again = 'export async function back(department: string, id: string): Promise<void> {\n';
    const program: Program = {
      'main.ts': `${functions['main.ts'] ?? ''}
${again}  await employees.createEntity({ partitionKey: department, rowKey: id, name: 'again' });
  await archive.deleteEntity(department, id);
}
`,
    };
    const { after: once } = assist('queue-worker', program);
    const marked = (once['main.ts'] ?? '').replace(
      `${again}  await employees.`,
      `${again}  await employees./*here*/`,
    );
    const { outcome, after } = assist('queue-worker', { ...once, 'main.ts': marked });
    assert.equal(outcome?.kind, 'change', outcome?.kind === 'refused' ? outcome.why : '');
    assert.equal(after['main.ts']?.split('await inSteps([').length, 3, after['main.ts']);
    assert.deepEqual(Object.keys(after), Object.keys(once));
    const third = marked
      .replaceAll('archive.deleteEntity', 'cold.deleteEntity')
      .replace(
        'const employees',
        "const cold = TableClient.fromConnectionString(process.env.TABLES!, 'Cold');\nconst employees",
      );
    const { after: other } = assist('queue-worker', { ...once, 'main.ts': third });
    assert.match(
      other['main.ts'] ?? '',
      /import { inStepsOfColdAndEmployee } from '\.\/cold-employee-steps\.ts';/,
    );
    assert.match(other['cold-employee-steps.ts'] ?? '', /^export async function inStepsOfColdAndEmployee\(/m);
  });

  describe('says where whole entities have the id of their operation', () => {
    const GENERAL = ' Code that passes whole entities on passes that on, too.';
    const MOVE = `import { TableClient } from '@azure/data-tables';
const orders = TableClient.fromConnectionString(process.env.TABLES!, 'Orders');
const shops = TableClient.fromConnectionString(process.env.TABLES!, 'Shops');
export async function open(shop: string, id: string): Promise<void> {
  await orders./*here*/createEntity({ partitionKey: shop, rowKey: id, total: 1 });
  await shops.createEntity({ partitionKey: shop, rowKey: 'last', id });
}
`;
    const STORE = `class Store {
  private readonly client: TableClient;
  constructor(table: string) {
    this.client = TableClient.fromConnectionString(process.env.TABLES!, table);
  }
  get(pk: string, rk: string) {
    return this.client.getEntity(pk, rk);
  }
}
interface Reply { json(value: unknown): void }
`;
    /** What is said of the places in code after the writes, whose lines are counted from 1; and whether it is said that there may be others. */
    const saidOf = (code: string): readonly [string | undefined, boolean] => {
      const { outcome } = assist('queue-worker', { 'main.ts': MOVE, 'reads.ts': code });
      assert.equal(outcome?.kind, 'change');
      const storage = outcome.notes.find((note) => note.startsWith('Storage: '));
      assert.match(storage ?? '', /keeps the id of its operation as operation\./);
      const places = outcome.notes.flatMap(
        (note) =>
          /^Whole entities have operation, too, where they are passed on: (.*)\.$/.exec(note)?.[1] ?? [],
      );
      return [places[0], storage?.endsWith(GENERAL) === true];
    };
    const HEAD = "import { TableClient } from '@azure/data-tables';\n";
    const ORDERS = `${HEAD}const orders = TableClient.fromConnectionString(process.env.TABLES!, 'Orders');
`;

    it('at a call of the SDK', () => {
      const read = "export const one = (id: string) => orders.getEntity('a', id);\n";
      assert.deepEqual(saidOf(`${ORDERS}${read}`), ['reads.ts:3', false]);
    });

    it('at calls of a class of several tables', () => {
      const send = `${STORE}export async function send(res: Reply, id: string): Promise<void> {
  res.json(await new Store('Orders').get('a', id));
}
`;
      const other = `export async function badge(res: Reply, id: string): Promise<void> {
  res.json(await new Store('Badges').get('a', id));
}
`;
      assert.deepEqual(saidOf(`${HEAD}${send}${other}`), ['reads.ts:13', false]);
    });

    it('at calls of a function of several tables', () => {
      const send = `const badges = TableClient.fromConnectionString(process.env.TABLES!, 'Badges');
async function find(client: TableClient, pk: string, id: string) {
  return client.getEntity(pk, id);
}
export const order = (id: string) => find(orders, 'a', id);
export const badge = (id: string) => find(badges, 'a', id);
`;
      assert.deepEqual(saidOf(`${ORDERS}${send}`), ['reads.ts:7', false]);
    });

    it('but not at calls of one that gives a few properties', () => {
      const total = `const badges = TableClient.fromConnectionString(process.env.TABLES!, 'Badges');
async function totalOf(client: TableClient, pk: string, id: string): Promise<unknown> {
  const { total } = await client.getEntity(pk, id);
  return total;
}
export const order = (id: string) => totalOf(orders, 'a', id);
export const badge = (id: string) => totalOf(badges, 'a', id);
export const one = (id: string) => orders.getEntity('a', id);
`;
      assert.deepEqual(saidOf(`${ORDERS}${total}`), ['reads.ts:10', false]);
    });

    it('and that there may be others where a table is not known, or no place is seen', () => {
      const any = `export const any = (client: TableClient, id: string) => client.getEntity('a', id);
`;
      assert.deepEqual(saidOf(`${ORDERS}${any}`), [undefined, true]);
      const read = "export const one = (id: string) => orders.getEntity('a', id);\n";
      assert.deepEqual(saidOf(`${ORDERS}${read}${any}`), ['reads.ts:3', true]);
      const given = `${STORE}export async function send(res: Reply, table: string, id: string): Promise<void> {
  res.json(await new Store('Orders').get('a', id));
  res.json(await new Store('Badges').get('a', id));
  res.json(await new Store(table).get('a', id));
}
`;
      assert.deepEqual(saidOf(`${HEAD}${given}`), ['reads.ts:13', true]);
    });

    it('and that there are others where it names some', () => {
      const reads = [1, 2, 3, 4].map(
        (n) => `export const get${String(n)} = (id: string) => orders.getEntity('a', id);\n`,
      );
      assert.deepEqual(saidOf(`${ORDERS}${reads.join('')}`), ['reads.ts:3, reads.ts:4, reads.ts:5, …', true]);
    });
  });

  it('reaches the account as the table clients do', () => {
    const signedIn = (functions['main.ts'] ?? '')
      .replaceAll(
        /TableClient\.fromConnectionString\(process\.env\.TABLES!, ('\w+'), /g,
        'new TableClient(process.env.URL!, $1, new DefaultAzureCredential(), ',
      )
      .replace('import', "import { DefaultAzureCredential } from '@azure/identity';\nimport");
    const { after } = assist('queue-worker', { 'main.ts': signedIn });
    const made =
      "new QueueClient(`${process.env.AZURE_STORAGE_QUEUE_URL ?? ''}/archive-employee-steps`, new DefaultAzureCredential())";
    assert.ok(after[`${MODULE}.ts`]?.includes(made), after[`${MODULE}.ts`]);
    assert.ok(after[`${WORKER}.ts`]?.includes('process.env.AZURE_STORAGE_TABLE_URL'));
  });
});

describe('queue-worker, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;
  const clients = new Map<string, TableClient>();
  let queue: QueueClient;
  let poison: QueueClient;
  let orders: QueueClient;

  before(async () => {
    const shorter = (text: string): string => text.replace('HIDDEN_SECONDS = 60', 'HIDDEN_SECONDS = 1');
    applied = await startApplied(
      'queue-worker',
      { ...cells, others },
      'Employees',
      undefined,
      ['queue'],
      shorter,
    );
    for (const name of ['Employees', 'Archive', 'Orders', 'Shops']) {
      const client = TableClient.fromConnectionString(applied.direct, name, {
        allowInsecureConnection: true,
      });
      await client.createTable();
      clients.set(name, client);
    }
    queue = new QueueClient(applied.direct, MODULE);
    poison = new QueueClient(applied.direct, `${MODULE}-poison`);
    orders = new QueueClient(applied.direct, 'order-shop-steps');
    for (const one of [queue, poison, orders]) await one.createIfNotExists();
  });

  after(() => applied.stop());

  const clientOf: Clients = (table) => clients.get(table);
  const load = async (name: string): Promise<Staff> => (await applied.load(name)) as Staff;
  const stepsOf = async (name: string): Promise<Steps> =>
    (await applied.module(name, FILES[name] ?? `${MODULE}.js`)) as Steps;
  const empty = async (): Promise<void> => {
    for (const client of clients.values()) await emptyTable(client);
    for (const one of [queue, poison, orders]) await one.clearMessages();
  };
  const countIn = async (one: QueueClient): Promise<number> =>
    (await one.getProperties()).approximateMessagesCount ?? 0;
  const isThere = (act: () => Promise<object>): Promise<boolean> =>
    act().then(
      () => true,
      (error: unknown) => (error as { statusCode: number }).statusCode !== 404 && assert.fail(String(error)),
    );
  /** Finishes what is in a queue; gives all counts together. */
  const finishAll = async ({ finishOperations }: Steps, one = queue): Promise<Record<string, number>> => {
    const sum: Record<string, number> = { finished: 0, poisoned: 0, failed: 0 };
    while ((await countIn(one)) > 0) {
      await delay(200);
      for (const [name, count] of Object.entries(await finishOperations(clientOf)))
        sum[name] = (sum[name] ?? 0) + count;
    }
    return sum;
  };
  /** The text of the one message that is in a queue. */
  const messageIn = async (one: QueueClient): Promise<string> => {
    for (;;) {
      const { receivedMessageItems } = await one.receiveMessages({ visibilityTimeout: 1 });
      const [message] = receivedMessageItems;
      if (message !== undefined) return message.messageText;
      await delay(100);
    }
  };

  /** What each question gives on a day of a department. */
  async function day(program: Staff, department: string): Promise<unknown[]> {
    const result = (act: () => Promise<unknown>): Promise<unknown> =>
      act().catch((error: unknown) => (error as { statusCode: number }).statusCode);
    await program.hire(department, '1', ANN);
    await program.hire(department, '2', { ...ANN, name: 'Bob' });
    return [
      await result(() => program.retire(department, '1')),
      await result(() => program.get(department, '1')),
      await result(() => program.archived(department, '1')),
      await result(() => program.retire(department, '1')),
      await result(() => program.retire(department, 'none')),
      // another one of the same keys: the archive has them already
      await result(() => program.hire(department, '1', { ...ANN, name: 'Cid' })),
      await result(() => program.retire(department, '1')),
      await result(() => program.get(department, '1')),
      await result(() => program.archived(department, '1')),
      await result(() => program.get(department, '2')),
    ];
  }

  // of writes that start together the second is done even if the first is rejected: then nothing is done any more, as one after the other
  const likeBefore = (name: string): string => `${name === 'parallel' ? 'functions' : name}-before`;

  for (const name of Object.keys(cells)) {
    it(`does what the program did: ${name}`, async () => {
      await empty();
      const before = await day(await load(likeBefore(name)), 'before');
      assert.deepEqual(await day(await load(name), 'after'), before);
      assert.deepEqual([await countIn(queue), await countIn(poison)], [0, 0]);
    });

    it(`takes as many requests as it says: ${name}`, async () => {
      await empty();
      const counted = async (program: Staff, id: string): Promise<number> => {
        await program.hire('d', id, ANN);
        const start = applied.proxy.count();
        await program.retire('d', id);
        return applied.proxy.count() - start;
      };
      // each reads the employee first
      assert.equal(await counted(await load(`${name}-before`), '1'), 1 + 2);
      assert.equal(await counted(await load(name), '2'), 1 + 5);
    });

    if (isStyled(name)) continue;

    it(`leaves nothing half done if it ends after any request: ${name}`, async () => {
      await empty();
      const [program, steps] = [await load(name), await stepsOf(name)];
      const seen = new Set<string>();
      for (let requests = 0; requests <= 6; requests += 1) {
        const id = String(requests);
        await program.hire('d', id, ANN);
        applied.proxy.loseAfter(requests);
        const isDone = await withoutPauses(() => program.retire('d', id));
        applied.proxy.loseAfter(Infinity);
        const left = await countIn(queue);
        const isSplit =
          (await isThere(() => program.get('d', id))) && (await isThere(() => program.archived('d', id)));
        const { poisoned, failed } = await finishAll(steps);
        const [isHere, isInArchive] = [
          await isThere(() => program.get('d', id)),
          await isThere(() => program.archived('d', id)),
        ];
        assert.notEqual(isHere, isInArchive, `after ${id} requests`);
        if (isDone) assert.equal(isInArchive, true);
        if (isInArchive)
          assert.deepEqual(await program.archived('d', id), { ...ANN, photo: Buffer.from(ANN.photo) });
        assert.deepEqual([poisoned, failed], [0, 0]);
        seen.add(`${isDone ? 'done' : 'failed'}${isSplit ? ', split' : ''}${left > 0 ? ', noted' : ''}`);
      }
      // all that can be is there: nothing noted, noted alone, half done, done
      assert.deepEqual([...seen], ['failed', 'failed, noted', 'failed, split, noted', 'done, noted', 'done']);
    });

    it(`repeats without harm, and leaves alone what others have written since: ${name}`, async () => {
      await empty();
      const [program, { finishOperation }] = [await load(name), await stepsOf(name)];
      await program.hire('d', '1', ANN);
      // the employee is read twice, the message is sent, the archive is written
      applied.proxy.loseAfter(4);
      await withoutPauses(() => program.retire('d', '1'));
      applied.proxy.loseAfter(Infinity);
      const text = await messageIn(queue);
      const results = await Promise.allSettled([1, 2, 3].map(() => finishOperation(text, clientOf)));
      assert.ok(results.some((one) => one.status === 'fulfilled' && one.value === undefined));
      assert.equal(await finishOperation(text, clientOf), undefined);
      await clients.get('Archive')?.updateEntity({ partitionKey: 'd', rowKey: '1', name: 'Annie' });
      assert.equal(await finishOperation(text, clientOf), undefined);
      assert.equal(((await program.archived('d', '1')) as { name: string }).name, 'Annie');
      await program.hire('d', '1', { ...ANN, name: 'Other' });
      assert.equal(await finishOperation(text, clientOf), '["Employees","d","1"] was changed by others');
      assert.equal(((await program.get('d', '1')) as { name: string }).name, 'Other');
      await queue.clearMessages();
    });

    it(`lets one of many win, and loses none of many: ${name}`, async () => {
      await empty();
      const [program, steps] = [await load(name), await stepsOf(name)];
      await program.hire('d', '1', ANN);
      await Promise.allSettled(Array.from({ length: 10 }, () => program.retire('d', '1')));
      const ids = Array.from({ length: 25 }, (_, n) => `many-${String(n)}`);
      await Promise.all(ids.map((id) => program.hire('d', id, ANN)));
      await Promise.all(ids.map((id) => program.retire('d', id)));
      const { poisoned, failed } = await finishAll(steps);
      assert.deepEqual([poisoned, failed], [0, 0]);
      for (const id of ['1', ...ids])
        assert.deepEqual(
          [await isThere(() => program.get('d', id)), await isThere(() => program.archived('d', id))],
          [false, true],
          id,
        );
    });
  }

  describe('the worker', () => {
    const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

    for (const name of ['class', 'commonjs']) {
      const script = `${WORKER}.${name === 'commonjs' ? 'cjs' : 'js'}`;

      it(`finishes what is left, and ends: ${name}`, async () => {
        await empty();
        const program = await load(name);
        await program.hire('d', '1', ANN);
        applied.proxy.loseAfter(4);
        await withoutPauses(() => program.retire('d', '1'));
        applied.proxy.loseAfter(Infinity);
        await delay(1_100);
        assert.deepEqual(await applied.script(name, script, { args: ['--once'] }), {
          code: 0,
          out: '',
          err: '',
        });
        assert.deepEqual([await isThere(() => program.get('d', '1')), await countIn(queue)], [false, 0]);
      });

      it(`puts aside what nobody can finish: ${name}`, async () => {
        await empty();
        const texts = ['no base64!', Buffer.from('{').toString('base64'), base64(null), base64({ steps: 1 })];
        const step = {
          table: 'Secrets',
          does: 'delete',
          entity: { partitionKey: 'a', rowKey: 'b' },
          mode: 'Merge',
        };
        texts.push(base64({ operation: '1', steps: [step] }));
        for (const text of texts) await queue.sendMessage(text);
        const { code, err } = await applied.script(name, script, { args: ['--once'] });
        assert.equal(code, 1);
        assert.match(err, /the table Secrets is not one of this queue/);
        assert.equal(await countIn(queue), 0);
        const { receivedMessageItems } = await poison.receiveMessages({ numberOfMessages: 32 });
        assert.deepEqual(receivedMessageItems.map(({ messageText }) => messageText).sort(), texts.sort());
      });
    }

    it('tries again what fails, and puts it aside when it has failed too often', async () => {
      await empty();
      const { finishOperations } = await stepsOf('functions');
      const { console: real } = globalThis;
      globalThis.console = Object.assign(Object.create(real) as Console, { error: () => undefined });
      try {
        const step = {
          table: 'Employees',
          does: 'create',
          entity: { partitionKey: 'a/b', rowKey: 'b' },
          mode: 'Merge',
        };
        await queue.sendMessage(base64({ operation: '1', steps: [step] }));
        assert.deepEqual(await finishOperations(clientOf), { finished: 0, poisoned: 0, failed: 1 });
        assert.equal(await countIn(queue), 1);
        await queue.clearMessages();
        await queue.sendMessage(base64({ operation: '1', steps: [step] }));
        for (let delivery = 1; delivery <= 6; delivery += 1) {
          const { receivedMessageItems } = await queue.receiveMessages();
          const [{ messageId, popReceipt } = assert.fail()] = receivedMessageItems;
          await queue.updateMessage(messageId, popReceipt, undefined, 0);
        }
        assert.deepEqual(await finishOperations(clientOf), { finished: 0, poisoned: 1, failed: 0 });
        assert.deepEqual([await countIn(queue), await countIn(poison)], [0, 1]);
      } finally {
        globalThis.console = real;
      }
    });
  });

  describe('of upserts and updates', () => {
    const change = async (
      name: string,
    ): Promise<(shop: string, id: string, total: number) => Promise<void>> =>
      ((await applied.load(name)) as { change: (shop: string, id: string, total: number) => Promise<void> })
        .change;
    const rows = async (): Promise<unknown[]> => {
      const all: unknown[] = [];
      for (const table of ['Orders', 'Shops'])
        for await (const one of clients.get(table)?.listEntities() ?? []) {
          const { operation: _, ...rest } = withoutVersion(one);
          all.push(rest);
        }
      return all;
    };
    const start = async (): Promise<void> => {
      await empty();
      await clients.get('Shops')?.createEntity({ partitionKey: 'shop', rowKey: 's', city: 'Bonn' });
      await clients.get('Orders')?.createEntity({ partitionKey: 's', rowKey: '1', old: true });
    };

    it('ends as a run without a crash, whatever request is the last', async () => {
      await start();
      await (
        await change('others-before')
      )('s', '1', 7);
      const wanted = await rows();
      const run = await change('others');
      const steps = (await applied.module('others', 'order-shop-steps.js')) as Steps;
      for (let requests = 0; requests <= 16; requests += 1) {
        await start();
        applied.proxy.loseAfter(requests);
        await withoutPauses(() => run('s', '1', 7));
        applied.proxy.loseAfter(Infinity);
        const { poisoned, failed } = await finishAll(steps, orders);
        assert.deepEqual([poisoned, failed], [0, 0], String(requests));
        const found = await rows();
        // each of the two operations is done as a whole, or not at all
        assert.ok([2, 3, wanted.length].includes(found.length), JSON.stringify(found));
        await run('s', '1', 7);
        assert.deepEqual(await rows(), wanted);
      }
    });

    it('puts aside what the service rejects for good', async () => {
      await empty();
      const { console: real } = globalThis;
      globalThis.console = Object.assign(Object.create(real) as Console, { error: () => undefined });
      try {
        const run = await change('others');
        await assert.rejects(run('none', '1', 7), { statusCode: 404 });
        const steps = (await applied.module('others', 'order-shop-steps.js')) as Steps;
        assert.deepEqual(await finishAll(steps, orders), { finished: 0, poisoned: 1, failed: 0 });
        assert.equal((await rows()).length, 2);
      } finally {
        globalThis.console = real;
      }
    });
  });
});
