import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'date-out-of-range';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Invitations', credential);
`;
const inside = (body: string): string => `${HEAD}
export async function save(pk: string, rk: string, at: Date, flag: boolean, year: number, days: Date[]) {
${body}
}
`;

describe(ID, () => {
  it('underlines dates before 1601 and after 9999', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: new Date('0001-01-01'), b: new Date(8.64e15) });
  //                                                           ^^^^^^^^^^^^^^^^^^^^^^ error date-out-of-range/before
  //                                                                                      ^^^^^^^^^^^^^^^^^ error date-out-of-range/after
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, c: new Date(-8640000000000000), d: new Date(1500, 0, 1) });
  //                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error date-out-of-range
  //                                                                                           ^^^^^^^^^^^^^^^^^^^^ error date-out-of-range
  await client.createEntity({ partitionKey: pk, rowKey: rk, e: { type: 'DateTime', value: '0001-01-01T00:00:00Z' } });
  //                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error date-out-of-range
  await client.submitTransaction([['create', { partitionKey: pk, rowKey: rk, f: new Date('1600-02-29T12:00:00Z') }]]);
  //                                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error date-out-of-range`),
    );
  });

  it('follows a date to where it is made, and says on which branch', () => {
    check(`
// file: never.ts
export const NEVER = new Date(8640000000000000);
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { NEVER } from './never.ts';
const client = new TableClient(url, 'Invitations', credential);
export async function save(pk: string, rk: string, until?: Date) {
  await client.createEntity({ partitionKey: pk, rowKey: rk, until: until ?? NEVER, first: NEVER });
  //                                                               ^^^^^^^^^^^^^^ warning date-out-of-range/after
  //                                                                                      ^^^^^ error date-out-of-range
}
`);
  });

  it('is not put off by another date that is set', () => {
    check(
      inside(`  const midnight = new Date();
  midnight.setUTCHours(0, 0, 0, 0);
  await client.createEntity({ partitionKey: pk, rowKey: rk, midnight, born: new Date('1500-01-01') });
  //                                                                        ^^^^^^^^^^^^^^^^^^^^^^ error date-out-of-range/before
`),
    );
  });

  it('is silent for dates in the range, of other values, and that may be set', () => {
    checkSilent(
      ID,
      inside(`  let latest = new Date(-8640000000000000);
  for (const day of days) if (day > latest) latest = day;
  await client.createEntity({
    partitionKey: pk,
    rowKey: rk,
    latest,
    epoch: new Date(0),
    first: new Date('1601-01-01T00:00:00Z'),
    last: new Date('9999-12-31T23:59:59.999Z'),
    named: { type: 'DateTime', value: '9999-12-31T23:59:59.9999999Z' },
    now: new Date(),
    given: at,
    ofYear: new Date(year, 0, 1),
    invalid: new Date('never'),
    text: '0001-01-01T00:00:00Z',
    number: new Date('0001-01-01').getTime(),
    iso: new Date('0001-01-01').toISOString(),
  });
  console.log(new Date('0001-01-01'));`),
    );
    checkSilent(
      ID,
      inside(`  const start = new Date(0, 0, 1);
  const first = new Date('0001-01-01');
  first.setFullYear(2020);
  await client.createEntity({ partitionKey: pk, rowKey: rk, first, start });`),
    );
  });
});
