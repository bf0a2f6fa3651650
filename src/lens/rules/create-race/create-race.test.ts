import { check, checkFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'create-race';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Seats', credential);
`;

describe(ID, () => {
  it('knows a client that a constructor has by default', () => {
    check(`
import { TableClient } from '@azure/data-tables';
export class Scores {
  private static one?: Scores;
  static get(): Scores {
    return (this.one ??= new Scores());
  }
  private constructor(private readonly scores = TableClient.fromConnectionString(connection, 'Scores')) {}
  async add(game: string, player: string, points: number) {
    let current: { points?: number } | undefined;
    try {
      current = await this.scores.getEntity(game, player);
    } catch (error: any) {
      if (error.statusCode !== 404) throw error;
    }
    if (!current) await this.scores.upsertEntity({ partitionKey: game, rowKey: player, points });
    //                              ^^^^^^^^^^^^ warning create-race/upsert-after-404
  }
}
`);
  });

  it('underlines an upsert in the catch of a read of the same row', () => {
    check(`${HEAD}
export async function book(flight: string, seat: string, passenger: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch (error) {
    if (error.statusCode !== 404) throw error;
    await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
    //           ^^^^^^^^^^^^ warning create-race/upsert-after-404
  }
}
export async function count(day: string, page: string) {
  try {
    const { visits, etag } = await client.getEntity<Visits>(day, 'p-' + page);
    await client.updateEntity({ partitionKey: day, rowKey: 'p-' + page, visits: visits + 1 }, 'Merge', { etag });
  } catch {
    await client.upsertEntity({ partitionKey: day, rowKey: 'p-' + page, visits: 1 });
    //           ^^^^^^^^^^^^ warning create-race
  }
}
`);
  });

  it('underlines what has constants alone where the function says who was first', () => {
    const take = (there: string, written: string): string => `${HEAD}
const is = (e: unknown, ...codes: number[]) => e instanceof RestError && codes.includes(e.statusCode ?? 0);
export async function take(flight: string, seat: string) {
  try {
    await client.getEntity(flight, seat);
    ${there}
  } catch (error) {
    if (!is(error, 404)) throw error;
    await client.upsertEntity({ partitionKey: flight, rowKey: seat, taken: true });
    //           ^^^^^^^^^^^^ warning create-race/upsert-after-404
    ${written}
  }
}
`;
    check(take('return false;', 'return true;'));
    checkSilent(ID, take('return true;', 'return true;').replace(/\n *\/\/ +\^.*/, ''));
    checkSilent(ID, take('', '').replace(/\n *\/\/ +\^.*/, ''));
  });

  it('underlines an upsert behind a try that throws where there is an entity', () => {
    for (const test of [
      'error.statusCode !== 404',
      '!(error instanceof RestError) || error.statusCode !== 404',
      '!(error instanceof RestError)',
    ])
      check(`${HEAD.replace('{ TableClient }', '{ RestError, TableClient }')}
export async function book(flight: string, seat: string, passenger: string) {
  try {
    await client.getEntity(flight, seat);
    throw new Error('taken');
  } catch (error) {
    if (${test}) throw error;
  }
  await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
  //           ^^^^^^^^^^^^ warning create-race/upsert-after-404
}
`);
  });

  it('is silent behind a try that throws an error which goes for one of the service', () => {
    for (const [thrown, test] of [
      ["new Error('taken')", "error.message === 'no'"],
      ["Object.assign(new Error('gone'), { statusCode: 404 })", 'error.statusCode !== 404'],
      ['new Gone()', 'error.statusCode !== 404'],
    ])
      checkSilent(
        ID,
        `${HEAD}
class Gone extends Error { statusCode = 404; }
export async function book(flight: string, seat: string, passenger: string) {
  try {
    await client.getEntity(flight, seat);
    throw ${thrown};
  } catch (error) {
    if (${test}) throw error;
  }
  await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
}
`,
      );
  });

  it('is silent of what was found in the catch of another write', () => {
    checkSilent(
      ID,
      `${HEAD}
async function bookingOf(id: string) {
  try {
    return (await client.getEntity('bookings', id)).seat;
  } catch (error: any) {
    if (error.statusCode === 404) return null;
    throw error;
  }
}
export async function reserve(flight: string, seat: string, passenger: string) {
  try {
    await client.createEntity({ partitionKey: flight, rowKey: seat, passenger });
  } catch {
    const taken = await client.getEntity<{ booking: string }>(flight, seat);
    const booking = await bookingOf(taken.booking);
    if (booking) return booking;
    await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger: await nextOf(passenger) });
  }
}
`,
    );
    check(`${HEAD}
export async function reserve(flight: string, seat: string, passenger: string) {
  try {
    await notify(passenger);
  } catch {
    try {
      return await client.getEntity(flight, seat);
    } catch {
      await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
      //           ^^^^^^^^^^^^ warning create-race/upsert-after-404
    }
  }
}
`);
  });

  it('knows reads whose promise a function takes, and what it gives of those that are rejected', () => {
    check(`${HEAD}
async function settle(asked) {
  try {
    return { isFound: true, value: await asked };
  } catch (error) {
    return { isFound: false, error };
  }
}
async function pair(asked) {
  try {
    return [undefined, await asked];
  } catch (error) {
    return [error];
  }
}
export async function book(flight: string, seat: string, passenger: string) {
  const there = await settle(client.getEntity(flight, seat));
  if (there.isFound) return false;
  await settle(client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger }));
  //                  ^^^^^^^^^^^^ warning create-race
  return true;
}
export async function hold(flight: string, seat: string, passenger: string) {
  const [error] = await pair(client.getEntity(flight, seat));
  if (error) await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
  //                      ^^^^^^^^^^^^ warning create-race
}
export async function keep(flight: string, seat: string, passenger: string) {
  const [error, row] = await pair(client.getEntity(flight, seat));
  if (!error) await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
}
`);
  });

  it('knows keys that are hashes of the same text', () => {
    check(`${HEAD}
import { createHash } from 'node:crypto';
const shardOf = (seat: string, length = 2) => createHash('sha256').update(seat).digest('hex').slice(0, length);
const loose = (seat: string, salt: string) => {
  const hash = createHash('sha256');
  hash.update(seat);
  return hash.update(salt).digest('hex');
};
const find = (shard: string, seat: string) => client.getEntity(shard, seat).catch(() => undefined);
export async function book(seat: string, passenger: string) {
  if (await find(shardOf(seat), seat)) return;
  await client.upsertEntity({ partitionKey: shardOf(seat), rowKey: seat, passenger });
  //           ^^^^^^^^^^^^ warning create-race
}
export async function ofOther(seat: string, other: string, passenger: string) {
  if (await find(shardOf(seat), seat)) return;
  await client.upsertEntity({ partitionKey: shardOf(other), rowKey: seat, passenger });
}
export async function ofOtherLength(seat: string, passenger: string) {
  if (await find(shardOf(seat), seat)) return;
  await client.upsertEntity({ partitionKey: shardOf(seat, 4), rowKey: seat, passenger });
}
export async function ofTwo(seat: string, other: string, passenger: string) {
  if (await find(loose(seat, 'a'), 'x')) return;
  await client.upsertEntity({ partitionKey: loose(other, 'a'), rowKey: 'x', passenger });
}
`);
  });

  it('warns of constants that another write of the table changes', () => {
    const ensure = (change: string, mark = ''): string => `${HEAD}
export async function ensure(flight: string, seat: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch (error) {
    if (error.statusCode !== 404) throw error;
    await client.upsertEntity({ partitionKey: flight, rowKey: seat, state: 'free', price: 10 });
${mark}  }
}
export async function change(flight: string, seat: string, price: number, by: string) {
  ${change}
}
`;
    const mark = '    //           ^^^^^^^^^^^^ warning create-race/upsert-after-404\n';
    check(ensure("await client.updateEntity({ partitionKey: flight, rowKey: seat, price }, 'Merge');", mark));
    checkSilent(
      ID,
      ensure("await client.updateEntity({ partitionKey: flight, rowKey: seat, by }, 'Merge');"),
    );
    checkSilent(ID, ensure('await client.updateEntity({ partitionKey: flight, rowKey: seat, price: 10 });'));
    checkSilent(
      ID,
      ensure("await client.createEntity({ partitionKey: flight, rowKey: seat + '_', price });"),
    );
  });

  it('follows the read that gave nothing, wherever that is asked', () => {
    check(`${HEAD}
async function find(flight: string, seat: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch (error) {
    if (error.statusCode === 404) return null;
    throw error;
  }
}
const has = async (flight: string, seat: string) => (await find(flight, seat)) !== null;
async function put(flight: string, seat: string, rest: object) {
  await client.upsertEntity({ partitionKey: flight, rowKey: seat, ...rest });
}
export async function caught(flight: string, seat: string, passenger: string) {
  const booked = await client.getEntity(flight, seat).catch(() => undefined);
  if (booked) return false;
  await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
  //           ^^^^^^^^^^^^ warning create-race
  return true;
}
export async function asked(flight: string, seat: string, passenger: string) {
  const isBooked = await client.getEntity(flight, seat).then(() => true, () => false);
  if (!isBooked) await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
  //                          ^^^^^^^^^^^^ warning create-race
}
export async function throughHelpers(flight: string, seat: string, passenger: string) {
  if (!(await has(flight, seat))) await put(flight, seat, { passenger });
  //                                    ^^^ warning create-race
}
`);
  });

  it('takes a time that a caller brings for a value of its own, and the clock for none', () => {
    const claim = (at: string): string => `${HEAD}
export async function claim(event: { flight: string; id: string; at: Date }, run: () => Promise<void>) {
  try {
    await client.getEntity(event.flight, event.id);
    return;
  } catch (error) {
    if (error.statusCode !== 404) throw error;
  }
  await client.upsertEntity({ partitionKey: event.flight, rowKey: event.id, at: ${at} });
`;
    check(`${claim('event.at')}  //           ^^^^^^^^^^^^ warning create-race/upsert-after-404
  await run();
}
`);
    checkSilent(ID, `${claim('new Date()')}  await run();\n}\n`);
    checkSilent(ID, `${claim('new Date(2026, 0, 1)')}  await run();\n}\n`);
  });

  it('is silent where the write comes to pass after other reads too, or has nothing that callers bring', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function put(flight: string, seat: string, passenger: string) {
  const old = await client.getEntity(flight, seat).catch(() => undefined);
  if (old?.passenger === passenger) return;
  await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
}
export async function other(flight: string, seat: string, passenger: string) {
  const old = await client.getEntity(flight, 'seats').catch(() => undefined);
  if (!old) await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
}
export async function cached(flight: string, seat: string) {
  const old = await client.getEntity(flight, seat).catch(() => undefined);
  if (old) return old;
  const response = await fetch('https://example.com/' + flight);
  const { plan } = await response.json();
  await client.upsertEntity({ partitionKey: flight, rowKey: seat, plan, price: await priceOf(seat) });
}
`,
    );
  });

  it('is silent where the write fails for the later one, or loses nothing, or is of another row', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function book(flight: string, seat: string, passenger: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch {
    await client.createEntity({ partitionKey: flight, rowKey: seat, passenger });
  }
}
export async function ensure(flight: string, seat: string) {
  try {
    await client.getEntity(flight, seat);
  } catch {
    await client.upsertEntity({ partitionKey: flight, rowKey: seat, isFree: true, since: new Date() });
  }
}
export async function note(flight: string, seat: string, passenger: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch (error) {
    await client.upsertEntity({ partitionKey: flight, rowKey: 'log_' + seat, passenger });
  }
}
export async function retried(flight: string, seat: string, passenger: string) {
  try {
    await client.createEntity({ partitionKey: flight, rowKey: seat, passenger });
  } catch (error) {
    await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
  }
}
export async function both(flight: string, seat: string, passenger: string) {
  try {
    await client.getEntity(flight, seat);
  } catch (error) {
    console.warn(error);
  }
  await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
}
`,
    );
  });

  it('is silent of an upsert where there is no row, or one that is over', () => {
    const renew = (test: string, put: string): string => `${HEAD}
interface Seat { passenger: string; state: string; until: Date; held: number }
const find = (flight: string, seat: string) => client.getEntity<Seat>(flight, seat).catch(() => undefined);
export async function renew(flight: string, seat: string, passenger: string) {
  const old = await find(flight, seat);
  if (${test}) return old;
  await client.upsertEntity({ partitionKey: flight, rowKey: seat, ${put} }, 'Merge');
}
`;
    for (const [test, put] of [
      ['old && old.until > new Date()', 'passenger, until: new Date(Date.now() + 60000)'],
      ['old && old.held > Date.now() - 60000', 'passenger, held: Date.now()'],
      ['old?.passenger.toLowerCase() === passenger.toLowerCase()', 'passenger'],
      ['old?.passenger === digest(passenger)', 'passenger: digest(passenger)'],
      ['!!old?.state === !!passenger', 'state: passenger, passenger'],
    ] as const)
      checkSilent(ID, renew(test, put));
  });

  describe('fix', () => {
    const source = (call: string): string => `${HEAD}
export async function book(flight: string, seat: string, passenger: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch (error) {
    await client.${call};
  }
}
`;

    it('creates, and drops the mode', () => {
      const entity = '{ partitionKey: flight, rowKey: seat, passenger }';
      checkFix(ID, source(`upsertEntity(${entity}, 'Replace')`), source(`createEntity(${entity})`));
      checkFix(ID, source(`upsertEntity(${entity})`), source(`createEntity(${entity})`));
    });
  });

  it('knows one client that is kept in a map by its name', () => {
    const source = (other: string): string => `
import { TableClient } from '@azure/data-tables';
const clients = new Map<string, TableClient>();
function table(name: 'Seats' | 'Crews'): TableClient {
  let client = clients.get(name);
  if (!client) clients.set(name, (client = new TableClient(url, name, credential)));
  return client;
}
export async function book(flight: string, seat: string, passenger: string) {
  const before = await table('Seats').getEntity(flight, seat).catch(() => undefined);
  if (!before) await table('${other}').upsertEntity({ partitionKey: flight, rowKey: seat, passenger }, 'Replace');
`;
    check(`${source('Seats')}  //                                ^^^^^^^^^^^^ warning create-race/upsert-after-404
}
`);
    checkSilent(ID, `${source('Crews')}}\n`);
  });
});
