import assert from 'node:assert/strict';
import { TableClient } from '@azure/data-tables';
import { startFakeTableService } from '../../../../test/fake-service/service.ts';
import { cells, refused } from '../../../../test/patterns/wide-entities.ts';
import {
  type AppliedPrograms,
  emptyTable,
  startApplied,
  withoutPauses,
  withoutVersion,
} from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

/** What each program exports. */
interface Surveys {
  readonly add: (
    team: string,
    id: string,
    owner: string,
    answers: Readonly<Record<string, number>>,
  ) => Promise<void>;
  readonly put: Surveys['add'];
  readonly answer: (team: string, id: string, question: string) => Promise<void>;
  readonly get: (team: string, id: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly ownerOf: (team: string, id: string) => Promise<unknown>;
  readonly between: (team: string, from: string, to: string) => Promise<unknown[]>;
  readonly remove: (team: string, id: string) => Promise<void>;
}

const answers = (count: number, value = 1): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${String(n)}x`, value + n]));

describe('wide-entities', () => {
  itRefuses('wide-entities', refused);

  it('is offered for a write of too many properties, and answers the finding', () => {
    const { outcome, after } = assist('wide-entities', {
      'main.ts': `import { TableClient } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Years');

export async function save(shop: string, year: string, counts: number[]): Promise<void> {
  const entity: Record<string, unknown> & { partitionKey: string; rowKey: string } = { partitionKey: shop, rowKey: year };
  for (let day = 1; day <= 365; day++) entity[\`day\${day}\`] = counts[day];
  await client./*here*/upsertEntity(entity, 'Replace');
}
`,
    });
    assert.equal(outcome?.kind, 'change', outcome?.kind === 'refused' ? outcome.why : '');
    assert.ok(after['main.ts']?.includes("await upsertYear(client, entity, 'Replace');"), after['main.ts']);
    assert.ok(after['year-parts.ts']?.includes('const PARTS = 4;'));
  });

  it('writes no name into code that could be code itself', () => {
    const { 'main.ts': main = '' } = cells.functions ?? {};
    const { outcome, after } = assist('wide-entities', {
      'main.ts': main.replace('rowKey: id, owner };', `rowKey: id, owner, "x']); evil(); new Set(['y": 1 };`),
    });
    assert.equal(outcome?.kind, 'change');
    assert.match(after['survey-parts.ts'] ?? '', /new Set\(\[\s*'owner',?\s*\]\)/);
    assert.ok(!after['survey-parts.ts']?.includes('evil'));
  });

  it('leaves reads of the first entity as they are, and nothing of a filter behind', () => {
    const { after } = assist('wide-entities', cells.functions ?? {}, { parts: '12' });
    const main = after['main.ts'] ?? '';
    assert.ok(main.includes('const { owner } = await client.getEntity<Survey>(team, id);'), main);
    assert.ok(main.includes('const survey = await getSurvey<Survey>(client, team, id);'), main);
    assert.ok(main.includes("import { TableClient } from '@azure/data-tables';"), main);
    assert.ok(main.includes('of listSurveys<Survey>(client, team, { ge: from, lt: to })) {'), main);
    assert.ok(after['survey-parts.ts']?.includes('const PARTS = 12;'));
  });
});

describe('wide-entities, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;

  before(async () => {
    applied = await startApplied('wide-entities', cells, 'Surveys');
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Surveys> => (await applied.load(name)) as Surveys;
  const clear = (): Promise<void> => emptyTable(applied.client);
  const rows = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { rowKey = '' } of applied.client.listEntities()) keys.push(rowKey);
    return keys;
  };
  const status = (act: Promise<unknown>): Promise<unknown> =>
    act.then(
      (found) => found ?? 'done',
      (error: unknown) => {
        const { statusCode, code, details } = error as {
          statusCode?: number;
          code?: string;
          details?: { odataError?: { code?: string } };
        };
        // the SDK has it elsewhere for a transaction
        return [statusCode, details?.odataError?.code ?? code];
      },
    );

  const IDS = ['a', 'a ', 'a  b', 'a b', 'a"', 'aa', "o'neill", 'z'];

  /** What a team does in a day, with keys that begin with each other. */
  async function day(program: Surveys): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const [index, id] of IDS.entries())
      found.push(await status(program.add('t', id, `owner ${id}`, answers(60, index))));
    found.push(await status(program.add('t', 'a', 'again', answers(3))));
    for (const id of ['a', 'a b', 'missing']) {
      found.push(await status(program.answer('t', id, '7x')), await status(program.answer('t', id, 'new')));
      found.push(await status(program.get('t', id)), await status(program.ownerOf('t', id)));
    }
    await program.put('t', 'aa', 'other', answers(5, 100));
    await program.put('t', 'new', 'new', answers(70));
    found.push(await status(program.get('t', 'aa')), await status(program.get('other', 'aa')));
    found.push(await status(program.remove('t', 'a ')), await status(program.remove('t', 'a ')));
    found.push(await status(program.remove('t', 'new')), await status(program.get('t', 'a ')));
    await program.add('t', 'a ', 'back', answers(2));
    for (const from of ['', ...IDS])
      for (const to of [...IDS, 'a!', 'a!2', '~']) found.push(await program.between('t', from, to));
    return found;
  }

  for (const name of Object.keys(cells)) {
    it(`does what the program did: ${name}`, async () => {
      await clear();
      const expected = await day(await load(`${name}-before`));
      await clear();
      assert.deepEqual(await day(await load(name)), expected);
      assert.equal((await rows()).length, IDS.length * 5);
    });

    it(`keeps more properties than an entity can have: ${name}`, async () => {
      await clear();
      const program = await load(name);
      await program.add('t', '1', 'me', answers(800));
      await program.answer('t', '1', '799x');
      const { q799x, q0x, ...others } = await program.get('t', '1');
      assert.deepEqual([q799x, q0x, Object.keys(others).length], [801, 1, 801]);
      for await (const entity of applied.client.listEntities())
        assert.ok(Object.keys(entity).length <= 252 + 4, String(Object.keys(entity).length));
      await program.put('t', '1', 'me', { only: 1 });
      assert.deepEqual(await program.get('t', '1'), {
        partitionKey: 't',
        rowKey: '1',
        owner: 'me',
        qonly: 1,
      });
      await program.remove('t', '1');
      assert.deepEqual(await rows(), []);
    });

    it(`reads, changes and deletes entities of before: ${name}`, async () => {
      await clear();
      const [old, program] = [await load(`${name}-before`), await load(name)];
      for (const id of ['1', '2', '3']) await old.add('t', id, 'me', answers(251));
      const [first] = await old.between('t', '1', '2');
      assert.deepEqual(await program.get('t', '1'), first);
      await program.answer('t', '1', '7x');
      await program.answer('t', '1', 'new');
      assert.deepEqual(await program.get('t', '1'), { ...(first as object), q7x: 9, qnew: 1 });
      await program.put('t', '2', 'you', { new: 5 });
      assert.deepEqual(await program.get('t', '2'), {
        partitionKey: 't',
        rowKey: '2',
        owner: 'you',
        qnew: 5,
      });
      for (const id of ['1', '2', '3']) await program.remove('t', id);
      assert.deepEqual(await rows(), []);
    });
  }

  it('keeps to the limits of the service, which Azurite does not have', async () => {
    const fake = await startFakeTableService({ Surveys: [] });
    try {
      const client = TableClient.fromConnectionString(fake.connectionString, 'Surveys', {
        allowInsecureConnection: true,
        retryOptions: { maxRetries: 0 },
      });
      const keys = { partitionKey: 't', rowKey: '1' };
      const wide = Object.fromEntries(
        Object.entries(answers(800)).map(([name, value]) => [`q${name}`, value]),
      );
      assert.deepEqual(await status(client.createEntity({ ...keys, ...wide })), [400, 'TooManyProperties']);
      const { createSurvey, getSurvey, updateSurvey, deleteSurvey } = (await applied.module(
        'functions',
        'survey-parts.js',
      )) as Readonly<Record<string, (client: TableClient, ...args: readonly unknown[]) => Promise<object>>>;
      assert.ok(createSurvey && getSurvey && updateSurvey && deleteSurvey);
      await createSurvey(client, { ...keys, ...wide });
      await updateSurvey(client, { ...keys, more: true });
      assert.deepEqual(withoutVersion(await getSurvey(client, 't', '1')), { ...keys, ...wide, more: true });
      await deleteSurvey(client, 't', '1');
      for await (const { rowKey } of client.listEntities()) assert.fail(rowKey);
    } finally {
      await fake.stop();
    }
  });

  it('loses no update of many writers that send the ETag', async () => {
    await clear();
    const program = await load('functions');
    await program.add('t', '1', 'me', answers(300, 0));
    const question = (n: number): string => `${String(n % 10)}x`;
    const retried = async (n: number): Promise<void> => {
      for (;;) {
        const done = await status(program.answer('t', '1', question(n)));
        if (done === 'done') return;
        assert.equal((done as unknown[])[0], 412);
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, n) => retried(n)));
    const survey = await program.get('t', '1');
    for (let n = 0; n < 10; n += 1) assert.equal(survey[`q${question(n)}`], n + 5);
  });

  it('leaves no part behind where it is deleted while others write', async () => {
    await clear();
    const program = await load('functions');
    for (let round = 0; round < 5; round += 1) {
      await program.put('t', '1', 'me', answers(20));
      await Promise.all([
        status(program.remove('t', '1')),
        ...Array.from({ length: 8 }, (_, n) => status(program.answer('t', '1', String(n)))),
      ]);
      await status(program.remove('t', '1'));
      assert.deepEqual(await rows(), []);
    }
  });

  it('is as before or as after if it ends after any request', async () => {
    const program = await load('functions');
    const old = await load('functions-before');
    for (let after = 0; after < 4; after += 1) {
      await clear();
      await old.add('t', 'old', 'me', answers(100));
      await program.add('t', 'new', 'me', answers(300));
      const acts: readonly (() => Promise<void>)[] = [
        () => program.add('t', 'more', 'me', answers(300)),
        () => program.put('t', 'new', 'you', answers(2)),
        () => program.remove('t', 'old'),
        () => program.remove('t', 'new'),
      ];
      for (const act of acts) {
        const before = await program.between('t', '', '~');
        applied.proxy.loseAfter(after);
        const isDone = await withoutPauses(act);
        applied.proxy.loseAfter(Infinity);
        const now = await program.between('t', '', '~');
        if (!isDone && JSON.stringify(now) === JSON.stringify(before)) await act();
        const ids = new Set(
          (await program.between('t', '', '~')).map((one) => (one as { rowKey: string }).rowKey),
        );
        for (const key of await rows()) assert.ok(ids.has(key.replace(/!\d+$/, '')), key);
      }
      assert.deepEqual(
        (await program.between('t', '', '~')).map((one) => Object.keys(one as object).length),
        [303],
      );
    }
  });

  it('puts together what a page ends in', async () => {
    await clear();
    const program = await load('functions');
    const ids = Array.from({ length: 410 }, (_, n) => String(n).padStart(3, '0'));
    for (let at = 0; at < ids.length; at += 41)
      await Promise.all(ids.slice(at, at + 41).map((id) => program.add('t', id, id, answers(6, Number(id)))));
    const found = (await program.between('t', '', '~')) as Record<string, unknown>[];
    assert.deepEqual(
      found.map(({ rowKey, owner, q0x, q5x }) => [rowKey, owner, q0x, q5x]),
      ids.map((id) => [id, id, Number(id), Number(id) + 5]),
    );
  });

  it('takes the requests that it says', async () => {
    await clear();
    const [program, old] = [await load('functions'), await load('functions-before')];
    assert.equal(await applied.counted(() => program.add('t', '1', 'me', answers(300))), 1);
    assert.equal(await applied.counted(() => program.put('t', '1', 'me', answers(300))), 1);
    assert.equal(await applied.counted(() => program.get('t', '1')), 1);
    assert.equal(await applied.counted(() => program.ownerOf('t', '1')), 1);
    assert.equal(await applied.counted(() => program.answer('t', '1', '1x')), 2);
    assert.equal(await applied.counted(() => program.between('t', '', '~')), 1);
    assert.equal(await applied.counted(() => program.remove('t', '1')), 1);
    await old.add('t', '1', 'me', answers(3));
    assert.equal(await applied.counted(() => program.remove('t', '1')), 3);
  });
});
