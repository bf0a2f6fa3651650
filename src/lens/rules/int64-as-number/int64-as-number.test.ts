import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'int64-as-number';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Messages', credential);
`;
const inside = (body: string): string => `${HEAD}
export async function save(pk: string, rk: string, id: bigint, snowflake: number, date: Date) {
${body}
}
`;

describe(ID, () => {
  it('underlines numbers that go beyond 2^53', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: Number(id), b: Date.now() * 10000 });
  //                                                           ^^^^^^^^^^ warning int64-as-number/converted
  //                                                                          ^^^^^^^^^^^^^^^^^^ warning int64-as-number/computed
  await client.createEntity({ partitionKey: pk, rowKey: rk, c: 12345678901234567890, d: -9_007_199_254_740_993 });
  //                                                           ^^^^^^^^^^^^^^^^^^^^ warning int64-as-number/constant: 12345678901234567000
  //                                                                                    ^^^^^^^^^^^^^^^^^^^^^^ warning int64-as-number
  const ticks = date.getTime() * 10000 + 621355968000000000;
  const e: any = { partitionKey: pk, rowKey: rk, ticks };
  //                                             ^^^^^ warning int64-as-number
  e.late = Number(process.hrtime.bigint());
  //       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning int64-as-number
  e.exact = Number(BigInt(Date.now()) * 10000n);
  //        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning int64-as-number
  await client.upsertEntity(e);`),
    );
  });

  it('underlines ids that are read from text, and what is an Int64 elsewhere', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, channelId: Number(rk.channelId), postId: +rk.postId, count: Number(rk.count) });
  //                                                                   ^^^^^^^^^^^^^^^^^^^^ warning int64-as-number/id
  //                                                                                                 ^^^^^^^^^^ warning int64-as-number/id
  await client.createEntity({ partitionKey: pk, rowKey: rk, serial: id, size: id, sum: 0 });
  await client.createEntity({ partitionKey: pk, rowKey: rk, serial: parseInt(rk, 10), size: snowflake - 1, sum: id });
  //                                                                ^^^^^^^^^^^^^^^^ warning int64-as-number/elsewhere: serial`),
    );
  });

  it('knows an id by a number behind it', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, crmId: Number(rk.crmId18), grid2: Number(rk.grid2), n: Number(rk.crmId18) });
  //                                                               ^^^^^^^^^^^^^^^^^^ warning int64-as-number/id`),
    );
  });

  it('underlines an id that is stored without its ending, and no other number that an id is read as', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, author: Number(rk.authorId), room: parseInt(rk.room_id, 10) });
  //                                                                ^^^^^^^^^^^^^^^^^^^ warning int64-as-number/id
  //                                                                                           ^^^^^^^^^^^^^^^^^^^^^^^^ warning int64-as-number/id
  await client.createEntity({ partitionKey: pk, rowKey: rk, shard: Number(rk.authorId) % 16, level: Number(rk.planId), author: Number(rk.author) });`),
    );
  });

  it('underlines an id that is kept as a reference', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, externalRef: Number(rk.transactionId), reference: +rk.orderId });
  //                                                                     ^^^^^^^^^^^^^^^^^^^^^^^^ warning int64-as-number/id
  //                                                                                                          ^^^^^^^^^^^ warning int64-as-number/id
  await client.createEntity({ partitionKey: pk, rowKey: rk, externalRef: Number(rk.amount), brief: Number(rk.orderId), refs: Number(rk.orderId) });`),
    );
  });

  it('takes no text for a check', () => {
    check(
      inside(`  console.log('Number.isSafeInteger(id)');
  await client.createEntity({ partitionKey: pk, rowKey: rk, a: Number(id) });
  //                                                           ^^^^^^^^^^ warning int64-as-number`),
    );
    checkSilent(
      ID,
      inside(`  if (id > BigInt(Number
    .MAX_SAFE_INTEGER)) return;
  await client.createEntity({ partitionKey: pk, rowKey: rk, a: Number(id) });`),
    );
  });

  it('is silent for numbers that fit, for keys, and for those of which only the name is known', () => {
    checkSilent(
      ID,
      inside(`  const start = process.hrtime.bigint();
  await client.createEntity({
    partitionKey: pk,
    rowKey: String(Date.now() * 10000),
    id,
    snowflake,
    tweetId: snowflake + 1,
    now: Date.now(),
    soon: Date.now() + 86_400_000,
    seconds: Date.now() / 1000,
    micro: Date.now() * 1000,
    large: 3_000_000_000,
    limit: Number.MAX_SAFE_INTEGER,
    round: 1e18,
    power: 9007199254740992,
    exact: BigInt(Date.now()) * 10000n,
    time: Number(BigInt(Date.now())),
    took: Number(process.hrtime.bigint() - start),
    milliseconds: Number(id / 1_000_000n),
    digit: Number(id % 10n),
    text: String(id),
    typed: { type: 'Int64', value: '12345678901234567890' },
    parsed: Number(rk),
  });`),
    );
    checkSilent(
      ID,
      inside(`  if (id > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('too large');
  await client.createEntity({ partitionKey: pk, rowKey: rk, id: Number(id) });`),
    );
  });

  describe('fix', () => {
    it('stores the bigint', () => {
      checkFix(
        ID,
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: Number(id) });`),
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: id });`),
      );
      checkFix(
        ID,
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: 12345678901234567890 });`),
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: 12345678901234567890n });`),
      );
    });

    it('is not offered for what is read from text', () => {
      checkNoFix(
        ID,
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, postId: Number(rk.postId) });`),
      );
    });

    it('computes with bigint', () => {
      checkFix(
        ID,
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: Date.now() * 10000 });`),
        inside(
          `  await client.createEntity({ partitionKey: pk, rowKey: rk, a: BigInt(Date.now()) * 10000n });`,
        ),
      );
    });

    it('is not offered where the number is used for other things too', () => {
      checkNoFix(
        ID,
        inside(`  const ticks = Date.now() * 10000;
  console.log(ticks / 2);
  await client.createEntity({ partitionKey: pk, rowKey: rk, ticks });`),
      );
    });
  });
});
