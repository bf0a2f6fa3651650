import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { TableClient } from '@azure/data-tables';
import fc from 'fast-check';
import { type FakeTableService, startFakeTableService } from './fake-service/service.ts';
import { type Compiled, compile } from './support/assisted.ts';
import { runScript, type ScriptRun } from './support/script-run.ts';
import { type KeyMove, moveKeysCode } from '../src/lens/ide/rename/move-keys.ts';
import type { KeyPiece } from '../src/lens/ide/rename/part-place.ts';

const ROWS: KeyMove = {
  ...{
    table: 'Staff',
    key: 'RowKey',
    from: 'email_',
    to: 'mail_',
    place: { kind: 'start' },
    file: 'move-rows',
  },
};
const PARTITION: KeyMove = {
  ...{
    table: 'Staff',
    key: 'PartitionKey',
    from: 'Sales',
    to: 'Shop',
    place: { kind: 'whole' },
    file: 'move-partition',
  },
};

const INSIDE: KeyMove = {
  ...{ table: 'Staff', key: 'RowKey', from: '_emp_', to: '_person_', file: 'move-inside' },
  place: {
    kind: 'inside',
    around: [{ before: [null], after: [null] }],
    others: [['id"_', null]],
  },
};
const FIXED: KeyMove = {
  ...{ table: 'Staff', key: 'PartitionKey', from: 'emp', to: 'person', file: 'move-fixed' },
  place: { kind: 'inside', around: [{ before: ['d_', 3], after: [null] }], others: [] },
};

describe('a script that moves entities to renamed keys', function () {
  this.timeout(180_000);
  let service: FakeTableService;
  let compiled: Compiled;
  let client: TableClient;

  before(async () => {
    const types = { isTypeScript: true, isCommonJs: false };
    compiled = await compile({
      types: {
        'move-rows.ts': moveKeysCode(ROWS, types),
        'move-partition.ts': moveKeysCode(PARTITION, types),
        'move-inside.ts': moveKeysCode(INSIDE, types),
        'move-fixed.ts': moveKeysCode(FIXED, types),
      },
    });
    const script = moveKeysCode(ROWS, { isTypeScript: false, isCommonJs: true });
    await writeFile(join(compiled.folderOf('types'), 'move-rows-2.cjs'), script);
    const inside = moveKeysCode(INSIDE, { isTypeScript: false, isCommonJs: true });
    await writeFile(join(compiled.folderOf('types'), 'move-inside-2.cjs'), inside);
    service = await startFakeTableService({ Staff: [] });
    client = TableClient.fromConnectionString(service.connectionString, 'Staff', {
      allowInsecureConnection: true,
    });
  });
  after(async () => {
    await service.stop();
    await compiled.remove();
  });
  beforeEach(async () => {
    for await (const { partitionKey = '', rowKey = '' } of client.listEntities())
      await client.deleteEntity(partitionKey, rowKey);
  });

  const run = (script: string, ...args: string[]): Promise<ScriptRun> =>
    runScript(compiled.folderOf('types'), script, args, service.connectionString);
  const put = (partitionKey: string, rowKey: string, values: object = {}): Promise<unknown> =>
    client.createEntity({ partitionKey, rowKey, ...values });
  const keys = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { partitionKey = '', rowKey = '' } of client.listEntities())
      found.push(`${partitionKey}/${rowKey}`);
    return found.sort();
  };

  for (const script of ['move-rows.js', 'move-rows-2.cjs']) {
    it(`moves keys that begin with the text, with values and types, and no others: ${script}`, async () => {
      const time = { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' };
      await put('a', 'email_b', { text: "it's", time, big: 12n, flag: false, half: 1.5 });
      for (const [partition, row] of [
        ...[
          ['a', 'email'],
          ['a', 'id_c'],
          ['b', 'email_'],
          ['b', 'emailx'],
          ['email_', 'd'],
        ],
      ] as const)
        await put(partition, row);
      const dry = await run(script, '--dry-run');
      assert.deepEqual([dry.code, dry.out], [0, '2 entities have old keys.\n'], dry.err);
      assert.equal((await run(script, '--verify')).code, 1);
      const { code, out, err } = await run(script);
      assert.deepEqual([code, out], [0, '2 entities were moved.\n0 problems.\n'], err);
      assert.deepEqual(await keys(), [
        ...['a/email', 'a/id_c', 'a/mail_b', 'b/emailx', 'b/mail_', 'email_/d'],
      ]);
      const moved = await client.getEntity('a', 'mail_b', { disableTypeConversion: true });
      assert.deepEqual(
        [moved.text, moved.time, moved.big, moved.flag, moved.half].map((one) =>
          typeof one === 'object' && one !== null && 'value' in one ? String(one.value) : one,
        ),
        ["it's", time.value, '12', 'false', '1.5'],
      );
      assert.equal((await run(script)).out, '0 entities were moved.\n0 problems.\n');
    });
  }

  for (const script of ['move-inside.js', 'move-inside-2.cjs']) {
    it(`moves keys with a part inside where its place is certain, and lists the others: ${script}`, async () => {
      const time = { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' };
      await put('a', 'sales_emp_1', { time, n: 1 });
      for (const row of [
        '_emp_',
        'x_emp_y_emp_z',
        'x_emp_emp_z',
        'id"_a_emp_b',
        'id"_a',
        'emp',
        'a_person_b',
      ])
        await put('a', row);
      await put('x_emp_y', 'b');
      // as programs write it that have the new text, and as they did before
      await put('b', 'x_emp_y_person_z');
      const dry = await run(script, '--dry-run');
      assert.deepEqual([dry.code, dry.out], [0, '6 entities have old keys, or might have.\n'], dry.err);
      const { code, out, err } = await run(script);
      assert.deepEqual([code, out], [1, '2 entities were moved.\n4 problems.\n'], err);
      assert.deepEqual(
        err.trim().split('\n').sort(),
        ['"a" "id\\"_a_emp_b"', '"a" "x_emp_emp_z"', '"a" "x_emp_y_emp_z"', '"b" "x_emp_y_person_z"'].map(
          (keys) => `${keys}: might have an old key: move it by hand, or leave it`,
        ),
      );
      assert.deepEqual(await keys(), [
        ...['a/_person_', 'a/a_person_b', 'a/emp', 'a/id"_a', 'a/id"_a_emp_b', 'a/sales_person_1'],
        ...['a/x_emp_emp_z', 'a/x_emp_y_emp_z', 'b/x_emp_y_person_z', 'x_emp_y/b'],
      ]);
      const moved = await client.getEntity('a', 'sales_person_1', { disableTypeConversion: true });
      assert.deepEqual(
        [moved.time, moved.n].map((one) =>
          typeof one === 'object' && one !== null && 'value' in one ? one.value : one,
        ),
        [time.value, '1'],
      );
      assert.equal((await run(script)).out, '0 entities were moved.\n4 problems.\n');
    });
  }

  it('finds a part by the number of characters before it, and lists keys that are not as long', async () => {
    for (const partition of ['d_001empa', 'd_002empemp', 'd_1empa', 'd_1234empa', 'x_001empa', 'd_003emqa'])
      await put(partition, 'r');
    const { code, out, err } = await run('move-fixed.js');
    assert.deepEqual([code, out], [1, '2 entities were moved.\n2 problems.\n'], err);
    assert.match(err, /"d_1empa" "r": might have[^]*|"d_1234empa" "r": might have/);
    assert.deepEqual(await keys(), [
      ...['d_001persona/r', 'd_002personemp/r', 'd_003emqa/r', 'd_1234empa/r', 'd_1empa/r', 'x_001empa/r'],
    ]);
  });

  it('goes on where it was stopped, overwrites nothing, and lists what is under both keys', async () => {
    await put('Sales', 'a', { n: 1 });
    await put('Shop', 'a', { n: 1 });
    await put('Sales', 'b', { n: 1 });
    await put('Shop', 'b', { n: 2 });
    await put('Sales2', 'c');
    const { code, out, err } = await run('move-partition.js');
    assert.deepEqual([code, out], [1, '1 entities were moved.\n1 problems.\n'], err);
    assert.match(err, /"Sales" "b": has an old key/);
    assert.deepEqual(await keys(), ['Sales/b', 'Sales2/c', 'Shop/a', 'Shop/b']);
    assert.equal((await client.getEntity('Shop', 'b')).n, 2);
  });
});

describe('the new key of a script that moves a part inside keys', () => {
  // few characters, so that parts are in other pieces, too
  const word = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom('a', 'b', '_', '-', '1'), minLength, maxLength });
  const piece = fc.oneof<fc.Arbitrary<KeyPiece>[]>(
    word(1, 2),
    fc.integer({ min: 1, max: 3 }),
    fc.constant(null),
  );
  const pieces = fc.array(piece, { minLength: 1, maxLength: 3 });
  const move = fc.record({
    from: word(1, 3),
    to: word(1, 3),
    around: fc.array(fc.record({ before: pieces, after: fc.oneof(pieces, fc.constant([])) }), {
      minLength: 1,
      maxLength: 2,
    }),
    others: fc.array(pieces, { maxLength: 2 }),
  });
  const texts = fc.array(word(0, 4), { minLength: 30, maxLength: 30 });

  /** The function as the script has it. */
  const newKeyOf = ({ from, to, around, others }: Chosen): ((key: string) => unknown) => {
    const place = { kind: 'inside', around, others } as const;
    const code = moveKeysCode(
      { table: 'Staff', key: 'RowKey', from, to, place, file: 'move' },
      { isTypeScript: false, isCommonJs: true },
    );
    const constants = code.slice(code.indexOf('const from ='), code.indexOf('const counts ='));
    const functions = code.slice(code.indexOf('function newKeyOf'), code.indexOf('async function move('));
    return runInNewContext(`${constants}\n${functions}/** */\nnewKeyOf`) as (key: string) => unknown;
  };
  type Chosen = typeof move extends fc.Arbitrary<infer T> ? T : never;

  it('is right or left to the person, and no key is changed that has none or has been changed', () => {
    let moved = 0;
    fc.assert(
      fc.property(move, texts, (chosen, some) => {
        fc.pre(!chosen.to.includes(chosen.from));
        const made = newKeyOf(chosen);
        const left = some.values();
        const filled = (form: readonly KeyPiece[]): string =>
          form
            .map((one) => {
              if (typeof one === 'string') return one;
              const value = left.next().value ?? '';
              return one === null ? value : value.padEnd(one, 'b').slice(0, one);
            })
            .join('');
        for (const { before, after } of chosen.around) {
          const [start, end] = [filled(before), filled(after)];
          const renamed = start + chosen.to + end;
          const got = made(start + chosen.from + end);
          assert.ok(got === renamed || got === null, JSON.stringify(got));
          if (got !== null) moved += 1;
          assert.notEqual(typeof made(renamed), 'string');
        }
        for (const form of chosen.others) assert.notEqual(typeof made(filled(form)), 'string');
      }),
      { numRuns: 500 },
    );
    assert.ok(moved > 100, String(moved));
  });
});
