import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const ID = 'dropped-value';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Quotas', credential);
`;
const inside = (body: string): string => `${HEAD}
export async function save(pk: string, rk: string, bytes: Uint8Array, buffer: Buffer, flag: boolean, list: number[]) {
${body}
}
`;

describe(ID, () => {
  it('underlines numbers that JSON does not have', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: NaN, b: Number.POSITIVE_INFINITY, c: -Infinity });
  //                                                           ^^^ warning dropped-value/not-a-number: NaN
  //                                                                   ^^^^^^^^^^^^^^^^^^^^^^^^ warning dropped-value
  //                                                                                                ^^^^^^^^^ warning dropped-value/not-a-number: -Infinity
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, limit: flag ? Infinity : 5, rate: 1 / 0 });
  //                                                               ^^^^^^^^^^^^^^^^^^^ warning dropped-value/not-a-number
  //                                                                                          ^^^^^ warning dropped-value`),
    );
  });

  it('underlines parts of bytes', () => {
    check(
      inside(`  const whole = new Uint8Array(100);
  await client.createEntity({ partitionKey: pk, rowKey: rk, a: bytes.subarray(0, 4), b: whole.subarray(1) });
  //                                                           ^^^^^^^^^^^^^^^^^^^^ warning dropped-value/part-of-buffer
  //                                                                                    ^^^^^^^^^^^^^^^^^ warning dropped-value
  const e: any = { partitionKey: pk, rowKey: rk };
  e.view = new Uint8Array(buffer.buffer, 4, 8);
  //       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning dropped-value
  await client.upsertEntity(e);`),
    );
  });

  it('underlines arithmetic that gives no number for an empty list, or two equal values', () => {
    check(
      inside(`  const mean = list.reduce((sum, one) => sum + one, 0) / list.length;
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, mean, most: Math.max(...list), count: list.length });
  //                                                        ^^^^ warning dropped-value/of-empty: list
  //                                                                    ^^^^^^^^^^^^^^^^^ warning dropped-value/of-empty: list
  const old = await client.getEntity(pk, rk);
  await client.updateEntity({ partitionKey: pk, rowKey: rk, rate: (bytes.length / (old.to - old.from)) * 100 }, 'Merge', { etag: old.etag });
  //                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning dropped-value/of-equal: old.to`),
    );
  });

  it('underlines a mean of rows, of which there may be none', () => {
    const mean = (value: string, before = ''): string =>
      inside(`  let [n, sum] = [0, 0];
  let count = 0;
  for await (const row of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) {
    sum += Number(row.kwh);
    count++;
    n += 1;
  }
  ${before}
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, kwh: ${value} });`);
    const told = (value: string, before = ''): readonly string[] =>
      findingsOf('/app/main.ts', mean(value, before))
        .filter(({ rule }) => rule === ID)
        .map(({ messageId }) => messageId);
    assert.deepEqual(told('sum / count'), ['not-a-number']);
    assert.deepEqual(told('count === 0 ? NaN : sum / count'), ['not-a-number']);
    assert.deepEqual(told('count === 0 ? 0 : sum / count'), []);
    assert.deepEqual(told('sum / count', 'if (count === 0) return;'), []);
    assert.deepEqual(told('sum / count', 'count += 1;'), []);
    assert.deepEqual(told('sum / n'), ['not-a-number']);
  });

  it('is silent where the list is asked for, may be a group, or has a bound of its own', () => {
    const put = (value: string, before = ''): void => {
      checkSilent(
        ID,
        inside(`${before} await client.upsertEntity({ partitionKey: pk, rowKey: rk, value: ${value} });`),
      );
    };
    put('Math.max(...list)', 'if (list.length === 0) return;');
    put('list.length > 0 ? Math.max(...list) : 0');
    put('Math.max(0, ...list)');
    put('(list[0] / list.length) || 0');
    put('mean', 'const mean = list[0] / list.length; if (Number.isNaN(mean)) return;');
    put('list[0] / (list[1] - list[0])', 'if (list[1] === list[0]) return;');
    put('Math.max(...[1, 2])');
    put('list[0] / (bytes.length - 1)');
    checkSilent(
      ID,
      inside(`  for (const group of Object.values(byDay(list)))
    await client.upsertEntity({ partitionKey: pk, rowKey: rk, mean: sum(group) / group.length });
  await Promise.all(groups(list).map((each) => client.upsertEntity({ partitionKey: pk, rowKey: rk, most: Math.max(...each) })));`),
    );
  });

  it('tells of a mean in a function that a factory has, whatever is chosen for another property', () => {
    const stored = (values: string): string => `
const { TableClient } = require('@azure/data-tables');
module.exports = function store(connection) {
  const days = TableClient.fromConnectionString(connection, 'Days');
  async function close(house, day, readings) {
    const total = readings.reduce((sum, one) => sum + one, 0);
    await days.upsertEntity({ partitionKey: house, rowKey: day, ${values} });
  }
  async function first(house) {
    const page = await days.listEntities().byPage({ maxPageSize: 1 }).next();
    return page.value || [];
  }
  return { close, first };
};
`;
    const told = (values: string): boolean =>
      findingsOf('/app/main.js', stored(values)).some(({ rule }) => rule === ID);
    assert.ok(told('mean: total / readings.length'));
    assert.ok(
      told('mean: total / readings.length, top: readings.length ? Math.max(...readings) : undefined'),
    );
    assert.ok(!told('mean: readings.length > 0 ? total / readings.length : 0'));
    assert.ok(!told('mean: total / (readings.length || 1)'));
  });

  it('is silent for numbers, copies and Buffers, and for what a loop begins with', () => {
    checkSilent(
      ID,
      inside(`  let least = Infinity;
  for (const one of list) if (one < least) least = one;
  let most = -Infinity;
  for (const one of list) most = Math.max(most, one);
  const text: string = pk;
  await client.createEntity({
    partitionKey: pk,
    rowKey: rk,
    least,
    most,
    number: Number(text),
    parsed: parseFloat(text),
    quotient: list[0] / (list.length + 1),
    largest: Number.MAX_SAFE_INTEGER,
    copy: bytes.slice(0, 4),
    all: bytes,
    own: new Uint8Array(buffer),
    part: buffer.subarray(0, 4),
    head: Buffer.from(text).subarray(0, 2),
    words: text.slice(0, 4),
  });
  const limits = { limit: Infinity };
  console.log(limits);`),
    );
  });

  describe('fix', () => {
    it('copies the part', () => {
      checkFix(
        ID,
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: bytes.subarray(0, 4) });`),
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: bytes.slice(0, 4) });`),
      );
    });

    it('is not offered where the part is made elsewhere, nor for numbers', () => {
      checkNoFix(
        ID,
        inside(`  const head = bytes.subarray(0, 4);
  await client.createEntity({ partitionKey: pk, rowKey: rk, head });`),
      );
      checkNoFix(ID, inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: NaN });`));
    });
  });

  it('tells of an infinity that is written for a list without elements', () => {
    check(
      inside(`  const sums = await sumsOf(pk);
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, least: sums.length > 0 ? Math.min(...sums) : Infinity });
  //                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning dropped-value/not-a-number: Infinity
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, most: !sums.length ? -Infinity : Math.max(...sums) });
  //                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning dropped-value/not-a-number: -Infinity`),
    );
    checkSilent(
      ID,
      inside(`  const sums = await sumsOf(pk);
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, least: sums.length > 0 ? Math.min(...sums) : 0 });
  if (sums.length === 0) return;
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, least: sums.length > 0 ? Math.min(...sums) : Infinity });`),
    );
  });

  it('knows the bytes of an answer, and whose parts are parts of a buffer', () => {
    check(`${HEAD}
const load = async (path: string) => new Uint8Array(await (await fetch(path)).arrayBuffer());
export async function save(pk: string, rk: string, path: string) {
  const loaded = await load(path);
  await client.createEntity({ partitionKey: pk, rowKey: rk, head: loaded.subarray(0, 16) });
//                                                                ^^^^^^^^^^^^^^^^^^^^^^ warning dropped-value/part-of-buffer
}
`);
    checkSilent(
      ID,
      `${HEAD}
const load = async (path: string) => Buffer.from(await (await fetch(path)).arrayBuffer());
export async function save(pk: string, rk: string, path: string) {
  const loaded = await load(path);
  await client.createEntity({ partitionKey: pk, rowKey: rk, head: loaded.subarray(0, 16) });
}
`,
    );
  });
});
