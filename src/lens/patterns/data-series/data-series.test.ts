import assert from 'node:assert/strict';
import { cells, refused } from '../../../../test/patterns/data-series.ts';
import { type AppliedPrograms, emptyTable, startApplied } from '../../../../test/support/applied-programs.ts';
import { assist } from '../../../../test/support/assisted.ts';
import { itRefuses } from '../../../../test/support/pattern-tests.ts';

/** What each program exports. */
interface Counts {
  readonly put: (user: string, time: number, sent: number, failed: boolean) => Promise<void>;
  readonly add: Counts['put'];
  readonly one: (user: string, hour: string) => Promise<unknown>;
  readonly between: (user: string, from: string, to: string) => Promise<unknown[]>;
  readonly everything: (user: string) => Promise<unknown[]>;
}

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 30, 20);

describe('data-series', () => {
  itRefuses('data-series', refused);

  it('leaves nothing of the filter behind', () => {
    const { after } = assist('data-series', cells.functions ?? {});
    const main = after['main.ts'] ?? '';
    assert.ok(main.includes("import { TableClient } from '@azure/data-tables';"), main);
    assert.ok(main.includes('of listCounts<Count>(client, user, { ge: from, le: to })) {'), main);
    assert.ok(
      main.includes('await upsertCount(client, { partitionKey: user, rowKey, sent, failed });'),
      main,
    );
  });
});

describe('data-series, applied', function () {
  this.timeout(120_000);

  let applied: AppliedPrograms;

  before(async () => {
    applied = await startApplied('data-series', cells, 'Counts');
  });

  after(() => applied.stop());

  const load = async (name: string): Promise<Counts> => (await applied.load(name)) as Counts;
  const clear = (): Promise<void> => emptyTable(applied.client);
  const rows = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { rowKey = '' } of applied.client.listEntities()) keys.push(rowKey);
    return keys;
  };
  /** The separator of a program's hours. */
  const mark = (name: string): string => (name.startsWith('class') ? '_' : 'T');

  const status = (act: Promise<unknown>): Promise<unknown> =>
    act.then(
      () => 'done',
      (error: unknown) => (error as { statusCode?: number }).statusCode,
    );

  /** Counts some of three days, in another order, some of them twice. */
  async function fill(
    program: Counts,
    user: string,
    hours: readonly [number, number] = [0, 52],
  ): Promise<unknown[]> {
    const found: unknown[] = [];
    for (let n = 0; n < 52; n += 1) {
      const hour = (n * 37) % 52;
      if (hour < hours[0] || hour >= hours[1]) continue;
      const [time, failed] = [START + hour * HOUR, hour % 3 === 0];
      if (hour % 4 === 0) await program.put(user, time, hour + 0.5, failed);
      else found.push(await status(program.add(user, time, hour, failed)));
      if (hour % 13 === 0) await program.put(user, time, hour * 100, true);
      if (hour % 17 === 0) found.push(await status(program.add(user, time, -1, true)));
    }
    return found;
  }

  async function asked(program: Counts, user: string, of: string): Promise<unknown[]> {
    const hours = [
      '2026-01-30 21',
      '2026-01-31 00',
      '2026-01-31 23',
      '2026-02-01 05',
      '2026-01-29 00',
      '2027-01-01 00',
    ];
    const keys = [...hours.map((one) => one.replace(' ', of)), '2026-01-31', '2026', '~', ''];
    const found: unknown[] = [await program.everything(user), await program.everything('nobody')];
    for (const from of keys) for (const to of keys) found.push(await program.between(user, from, to));
    for (const key of keys.slice(0, 8)) found.push(await status(program.one(user, key)));
    return [...found, await program.one(user, keys[1] ?? '')];
  }

  for (const name of Object.keys(cells)) {
    it(`does what the program did, before and after what was there is moved: ${name}`, async () => {
      const [old, program] = [await load(`${name}-before`), await load(name)];
      await clear();
      const made = await fill(old, "o'neill");
      const expected = await asked(old, "o'neill", mark(name));
      assert.equal((await rows()).length, 52);
      await clear();
      assert.deepEqual(await fill(program, "o'neill"), made);
      assert.deepEqual(await asked(program, "o'neill", mark(name)), expected);
      assert.deepEqual(
        await rows(),
        ['30', '31', '01'].map((day) => `2026-0${day === '01' ? 2 : 1}-${day}${mark(name)}~`),
      );
      await clear();
      await fill(old, "o'neill", [0, 30]);
      await fill(program, "o'neill", [30, 52]);
      // one of before is not created again, and what is put is newer than it
      assert.equal(await status(program.add("o'neill", START + HOUR, 1, true)), 409);
      await program.put("o'neill", START, 0, true);
      assert.deepEqual(await asked(program, "o'neill", mark(name)), expected);
      const script = `${name.startsWith('wrapper') ? 'data/' : ''}counts-series-move.${name === 'commonjs' ? 'cjs' : 'js'}`;
      const dry = await applied.script(name, script, { args: ['--dry-run'] });
      assert.deepEqual([dry.code, dry.out], [0, '30 entities are not in a series.\n'], dry.err);
      assert.equal((await applied.script(name, script, { args: ['--verify'] })).code, 1);
      await applied.script(name, script, { killedAfter: 3 });
      const moved = await applied.script(name, script);
      assert.deepEqual([moved.code, moved.err], [0, ''], moved.out);
      assert.deepEqual(await asked(program, "o'neill", mark(name)), expected);
      assert.equal((await rows()).length, 3);
    });
  }

  it('keeps all that are created at once', async () => {
    await clear();
    const program = await load('functions');
    const hours = Array.from({ length: 20 }, (_, hour) => Date.UTC(2026, 0, 1, hour));
    const done = await Promise.all(hours.map((time) => status(program.add('a', time, 1, false))));
    assert.deepEqual(new Set(done), new Set(['done']));
    assert.equal((await program.everything('a')).length, 20);
  });

  it('takes the requests that it says', async () => {
    await clear();
    const program = await load('functions');
    assert.equal(await applied.counted(() => program.put('a', START, 1, true)), 1);
    assert.equal(await applied.counted(() => program.add('a', START + HOUR, 1, true)), 3);
    assert.equal(await applied.counted(() => program.one('a', '2026-01-30T20')), 1);
    assert.equal(await applied.counted(() => program.everything('a')), 1);
  });
});
