import { check, checkSilent } from '../../../test/support/rule-fixtures.ts';

const SEATS = `
import { odata, TableClient } from '@azure/data-tables';
interface Seat { partitionKey: string; rowKey: string; taken: number; owner: string; at: Date; note: string }
const seats = new TableClient(url, 'Seats', credential);
const toError = (error: unknown) => new Error(String(error));
`;

describe('what runs through packages for effects, streams and lists', () => {
  it('is followed in generators and chains of Effect', () => {
    check(`${SEATS}
import { Effect } from 'effect';
const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: toError });
export const take = (show: string, id: string) =>
  Effect.gen(function* () {
    const seat = yield* attempt(() => seats.getEntity<Seat>(show, id));
    if (seat.taken > 9) return false;
    yield* attempt(() => seats.updateEntity({ partitionKey: show, rowKey: id, taken: seat.taken + 1 }, 'Merge'));
    //                         ^^^^^^^^^^^^ warning lost-update
    return true;
  });
export const put = (show: string, id: string) =>
  attempt(() => seats.getEntity<Seat>(show, id)).pipe(
    Effect.flatMap(({ taken }) =>
      attempt(() => seats.updateEntity({ partitionKey: show, rowKey: id, taken: taken + 1 }, 'Merge'))),
      //                  ^^^^^^^^^^^^ warning lost-update
  );
`);
    checkSilent(
      'lost-update',
      `${SEATS}
import { Effect } from 'effect';
const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: toError });
export const take = (show: string, id: string) =>
  Effect.gen(function* () {
    const seat = yield* attempt(() => seats.getEntity<Seat>(show, id));
    yield* attempt(() => seats.updateEntity({ partitionKey: show, rowKey: id, taken: seat.taken + 1 }, 'Merge', { etag: seat.etag }));
    yield* attempt(() => seats.createEntity({ partitionKey: show, rowKey: id + '-log', taken: seat.taken }));
  });
export const swap = (show: string, id: string) =>
  attempt(() => seats.getEntity<Seat>(show, id)).pipe(
    Effect.flatMap((seat) => attempt(() => seats.updateEntity({ partitionKey: show, rowKey: 'other', owner: seat.owner }, 'Merge'))),
  );
`,
    );
  });

  it('is followed in pipes of fp-ts', () => {
    check(`${SEATS}
import * as A from 'fp-ts/Array';
import * as TE from 'fp-ts/TaskEither';
import { pipe } from 'fp-ts/function';
export const free = (show: string, id: string) =>
  pipe(
    TE.tryCatch(() => seats.getEntity<Seat>(show, id), toError),
    TE.map((seat) => ({ ...seat, owner: '' })),
    TE.chain((seat) => TE.tryCatch(() => seats.updateEntity(seat, 'Replace'), toError)),
    //                                         ^^^^^^^^^^^^ warning lost-update
  );
export const kept = (show: string, id: string) =>
  pipe(
    TE.tryCatch(() => seats.getEntity<Seat>(show, id), toError),
    TE.filterOrElse((seat) => seat.taken < 9, () => new Error('full')),
    TE.chain((seat) => TE.tryCatch(() => seats.updateEntity({ ...seat, owner: '' }, 'Replace', { etag: seat.etag }), toError)),
  );
export const ofShows = (shows: [string, string]) =>
  pipe(
    shows,
    A.map((show) => seats.listEntities<Seat>({ queryOptions: { filter: odata\`PartitionKey eq \${show}\` } })),
  );
`);
  });

  it('is followed in streams of RxJS', () => {
    check(`${SEATS}
import { catchError, EMPTY, filter, from, lastValueFrom, map, mergeMap, type Observable, toArray } from 'rxjs';
const toRow = (seat: Seat) => ({ partitionKey: seat.at.toISOString(), rowKey: seat.owner });
//                                             ^^^^^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key
export const store = (seats$: Observable<Seat>) =>
  seats$.pipe(
    filter((seat) => seat.owner !== ''),
    map(toRow),
    mergeMap((row) => from(seats.upsertEntity(row, 'Replace')), 8),
    catchError(() => EMPTY),
  );
export const ofOwner = (show: string, owner: string) =>
  lastValueFrom(
    from(seats.listEntities<Seat>({ queryOptions: { filter: odata\`PartitionKey eq \${show}\` } })).pipe(
    //         ^^^^^^^^^^^^ information client-side-filter/compared: owner
      filter((seat) => seat.owner === owner),
      toArray(),
    ),
  );
export const once = (show: string, id: string) =>
  from(seats.getEntity<Seat>(show, id)).pipe(
    mergeMap((seat) => from(seats.updateEntity({ partitionKey: show, rowKey: id, taken: seat.taken + 1 }, 'Merge', { etag: seat.etag }))),
  );
`);
  });

  it('is followed where RxJS goes through a list, or asks only once somebody wants it', () => {
    check(`${SEATS}
import { bufferCount, concatMap, defer, filter, from, lastValueFrom, map, toArray } from 'rxjs';
interface Taken { no: number; owner: string }
export const store = (show: string, all: Taken[]) =>
  lastValueFrom(
    from(all).pipe(
      map(({ no, owner }) => ({ partitionKey: show, rowKey: String(no), owner })),
      //                                                    ^^^^^^^^^^ warning unpadded-number-in-key
      concatMap((row) => seats.upsertEntity(row)),
    ),
  );
export const inParts = (show: string, all: Taken[]) =>
  from(all).pipe(
    bufferCount(500),
    concatMap((part) => seats.submitTransaction(part.map(({ owner }) => ['create', { partitionKey: show, rowKey: owner }]))),
    //                        ^^^^^^^^^^^^^^^^^ error transaction-too-large
  );
export const ofOwner = (show: string, owner: string) =>
  defer(() => seats.listEntities<Seat>({ queryOptions: { filter: odata\`PartitionKey eq \${show}\` } })).pipe(
    //              ^^^^^^^^^^^^ information client-side-filter/compared: owner
    filter((seat) => seat.owner === owner),
    toArray(),
  );
`);
  });

  it('is followed where RxJS hands on what it makes of an entity, and of the last of several', () => {
    check(`${SEATS}
import { from, map, switchMap } from 'rxjs';
export const take = (show: string, id: string) =>
  from(seats.getEntity<Seat>(show, id)).pipe(
    map((seat) => ({ taken: seat.taken + 1 })),
    switchMap((next) => seats.updateEntity({ partitionKey: show, rowKey: id, ...next }, 'Merge')),
    //                        ^^^^^^^^^^^^ warning lost-update
  );
export const sent = (show: string, id: string) =>
  from(seats.getEntity<Seat>(show, id)).pipe(
    map((seat) => ({ seat, taken: seat.taken + 1 })),
    switchMap(({ seat, taken }) => seats.updateEntity({ partitionKey: show, rowKey: id, taken }, 'Merge', { etag: seat.etag })),
  );
export const owned = (show: string, id: string, owner: string) =>
  from(seats.getEntity<Seat>(show, id)).pipe(
    map(() => ({ owner })),
    switchMap((next) => seats.updateEntity({ partitionKey: show, rowKey: id, ...next }, 'Merge')),
  );
`);
  });

  it('is followed where it is tried again', () => {
    check(`${SEATS}
import pRetry from 'p-retry';
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries > 2) throw error;
    }
  }
}
export async function take(show: string, id: string) {
  const seat = await pRetry(() => seats.getEntity<Seat>(show, id), { retries: 3 });
  await pRetry(() => seats.updateEntity({ partitionKey: show, rowKey: id, taken: seat.taken + 1 }, 'Merge'));
  //                       ^^^^^^^^^^^^ warning lost-update
}
export async function give(show: string, id: string) {
  const seat = await again(() => seats.getEntity<Seat>(show, id));
  await again(() => seats.updateEntity({ partitionKey: show, rowKey: id, taken: seat.taken - 1 }, 'Merge'));
  //                      ^^^^^^^^^^^^ warning lost-update
}
export async function both(show: string, id: string) {
  await again(async () => {
    const seat = await seats.getEntity<Seat>(show, id);
    await seats.updateEntity({ partitionKey: show, rowKey: id, taken: seat.taken - 1 }, 'Merge', { etag: seat.etag });
  });
}
`);
  });

  it('is followed in functions of lodash and Ramda', () => {
    const list = `const rows: Seat[] = [];
  for await (const seat of seats.listEntities<Seat>({ queryOptions: { filter: odata\`PartitionKey eq \${show}\` } })) rows.push(seat);`;
    check(`${SEATS}
import chunk from 'lodash/chunk';
import { groupBy, orderBy, sortBy } from 'lodash';
import * as R from 'ramda';
export const add = (show: string, id: string) => seats.createEntity({ partitionKey: show, rowKey: id });
export async function all(owner: string) {
  const rows: Seat[] = [];
  for await (const seat of seats.listEntities<Seat>()) rows.push(seat);
  //                             ^^^^^^^^^^^^ information table-scan
  for (const part of chunk(rows, 100))
    await seats.submitTransaction(part.map(({ partitionKey, rowKey }) => ['update', { partitionKey, rowKey, owner }, 'Merge']));
//                                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning transaction-mixed-partitions/listed
}
export async function newest(show: string) {
  ${list}
  return orderBy(rows, ['at'], ['desc']);
}
export async function named(show: string, owner: string) {
  ${list}
  return R.filter((seat) => seat.owner === owner, rows);
}
`);
    for (const silent of [
      `for (const part of chunk(rows, 100))
    await seats.submitTransaction(part.map(({ rowKey }) => ['update', { partitionKey: show, rowKey, owner: '' }, 'Merge']));`,
      `for (const [partitionKey, group] of Object.entries(groupBy(rows, 'partitionKey')))
    for (const part of chunk(group, 100))
      await seats.submitTransaction(part.map(({ rowKey }) => ['update', { partitionKey, rowKey, owner: '' }, 'Merge']));`,
    ])
      checkSilent(
        'transaction-mixed-partitions',
        `${SEATS}
import { chunk, groupBy } from 'lodash';
export async function all(show: string) {
  ${list}
  ${silent}
}
`,
      );
  });

  it('is followed through streams that are cut into parts, and functions that remember', () => {
    check(`${SEATS}
import { bufferCount, concatMap, map, type Observable } from 'rxjs';
import { cache } from 'react';
import once from 'lodash/once';
export const store = (show: string, taken$: Observable<number>) =>
  taken$.pipe(
    map((taken) => ({ partitionKey: show, rowKey: String(taken), owner: '' })),
    //                                            ^^^^^^^^^^^^^ warning unpadded-number-in-key
    bufferCount(100),
    concatMap((rows) => seats.submitTransaction(rows.map((row) => ['upsert', row]))),
  );
const rooms = cache(() => new TableClient(url, 'Rooms', credential));
const halls = once(() => new TableClient(url, 'Halls', credential));
export async function book(house: string, id: string, owner: string) {
  const room = await rooms().getEntity<Seat>(house, id);
  await rooms().updateEntity({ partitionKey: house, rowKey: id, taken: room.taken + 1 }, 'Merge');
  //            ^^^^^^^^^^^^ warning lost-update
  const hall = await halls().getEntity<Seat>(house, id);
  await halls().updateEntity({ partitionKey: house, rowKey: id, taken: hall.taken + 1 }, 'Merge', { etag: hall.etag });
}
`);
  });
});
