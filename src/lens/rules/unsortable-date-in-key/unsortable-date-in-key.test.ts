import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'unsortable-date-in-key';
const HEAD = `
import { TableClient, odata } from '@azure/data-tables';
import dayjs from 'dayjs';
import moment from 'moment';
import { format } from 'date-fns';
import { DateTime } from 'luxon';
const visits = new TableClient(url, 'Visits', credential);
`;

describe(ID, () => {
  it('knows the text of a Date; that of a library is another one', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
import dayjs from 'dayjs';
import { DateTime } from 'luxon';
const client = new TableClient(url, 'Visits', credential);
export async function note(guest: string, visit: { at: Date }, ms: number, when: DateTime) {
  await client.createEntity({ partitionKey: guest, rowKey: new Date().toString() });
//                                                         ^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
  await client.createEntity({ partitionKey: guest, rowKey: \`\${visit.at}_\${guest}\` });
//                                                            ^^^^^^^^ warning unsortable-date-in-key/unsorted
  await client.createEntity({ partitionKey: guest, rowKey: String(new Date(ms)) });
//                                                         ^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
  await client.createEntity({ partitionKey: guest, rowKey: 'v_' + dayjs(ms) });
  await client.createEntity({ partitionKey: guest, rowKey: DateTime.now().toString() });
  await client.createEntity({ partitionKey: guest, rowKey: \`\${DateTime.fromMillis(ms).plus({ days: 1 })}\` });
  await client.createEntity({ partitionKey: guest, rowKey: when.toString() });
  await client.createEntity({ partitionKey: guest, rowKey: \`\${when}\` });
  await client.createEntity({ partitionKey: guest, rowKey: \`\${+visit.at}\` });
}
export const visits = (guest: string) => client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${guest}\` } });
`);
  });

  it('knows names of months out of a list, and times of twelve hours', () => {
    check(`
import { TableClient, odata } from '@azure/data-tables';
const logs = new TableClient(url, 'Trips', credential);
export const list = (boat: string) => logs.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${boat}\` } });
export async function named(boat: string, at: Date, names: string[]) {
  await logs.createEntity({ partitionKey: boat, rowKey: \`\${at.getUTCFullYear()}-\${names[at.getUTCMonth()]}-\${String(at.getUTCDate()).padStart(2, '0')}\` });
//                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
}
export async function ofLocale(boat: string, at: Date) {
  await logs.createEntity({ partitionKey: boat, rowKey: \`\${at.toLocaleString('en', { month: 'short' })}-\${at.getUTCFullYear()}\` });
//                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
  await logs.createEntity({ partitionKey: boat, rowKey: \`\${at.getUTCFullYear()}-\${boat}\`, month: at.toLocaleString('en', { month: 'short' }) });
}
export async function halved(boat: string, at) {
  await logs.createEntity({ partitionKey: boat, rowKey: \`\${at.toISOString().slice(0, 10)} \${at.toLocaleTimeString('en-US')}\` });
//                                                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
}
export async function whole(boat: string, at) {
  await logs.createEntity({ partitionKey: boat, rowKey: \`\${at.toISOString().slice(0, 10)} \${at.toLocaleTimeString('de-DE')}\` });
}
export async function fromList(boat: string, at: Date, stops: string[]) {
  await logs.createEntity({ partitionKey: boat, rowKey: \`\${at.getUTCFullYear()}-\${stops[at.getUTCDay()]}\` });
}
`);
  });

  it('underlines dates that do not sort, and times that collide', () => {
    check(`${HEAD}
export async function save(room: string, at: Date, id: string) {
  await visits.createEntity({ partitionKey: room, rowKey: dayjs(at).format('DD-MM-YYYY') + '_' + id });
  //                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted: DD-MM-YYYY
  await visits.createEntity({ partitionKey: room, rowKey: \`\${moment(at).format('YYYY-M-D H:mm')}_\${id}\` });
  //                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key
  await visits.createEntity({ partitionKey: room, rowKey: \`\${format(at, 'dd.MM.yyyy')}_\${id}\` });
  //                                                         ^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key
  await visits.createEntity({ partitionKey: room, rowKey: DateTime.fromJSDate(at).toFormat('yyyyMMddhhmmss') + id });
  //                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/ambiguous
}
export function since(room: string, from: Date) {
  return visits.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room} and RowKey ge \${format(from, 'MM-dd-yyyy')}\` } });
  //                                                                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key
}
`);
  });

  it('reads formats of locales, of dates whose type says what they are, and of 12 hours', () => {
    check(`${HEAD}
import type { Dayjs } from 'dayjs';
const german = new Intl.DateTimeFormat('de-DE');
const swedish = new Intl.DateTimeFormat('sv-SE');
const short = new Intl.DateTimeFormat('de-DE', { dateStyle: 'short' });
const wide = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });
const canadian = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
export async function save(room: string, at: Date, start: DateTime, end: Dayjs) {
  await visits.createEntity({ partitionKey: room, rowKey: german.format(at) });
  //                                                      ^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted: d.M.yyyy
  await visits.createEntity({ partitionKey: room, rowKey: \`b_\${at.toLocaleString('de-DE')}\` });
  //                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key
  await visits.createEntity({ partitionKey: room, rowKey: start.toFormat('yyyy-MM-dd hh:mm') });
  //                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/ambiguous
  await visits.createEntity({ partitionKey: room, rowKey: end.format('YYYY-M-D H:mm') });
  //                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
  await visits.createEntity({ partitionKey: room, rowKey: at.toDateString() });
  //                                                      ^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
  await visits.createEntity({ partitionKey: room, rowKey: swedish.format(at) });
  await visits.createEntity({ partitionKey: room, rowKey: short.format(at) });
  //                                                      ^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
  await visits.createEntity({ partitionKey: room, rowKey: wide.format(at).replaceAll('/', '-') });
  //                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
  await visits.createEntity({ partitionKey: room, rowKey: at.toLocaleDateString('en-GB').replace(/\\//g, '') });
  //                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
  await visits.createEntity({ partitionKey: room, rowKey: canadian.format(at).replaceAll('-', '') });
  await visits.createEntity({ partitionKey: room, rowKey: wide.format(at).replace(/(\\d+).(\\d+).(\\d+)/, '$3-$1-$2') });
  await visits.createEntity({ partitionKey: room, rowKey: start.toUTC().toFormat('yyyyMMddHHmmss') });
  await visits.createEntity({ partitionKey: room, rowKey: at.toLocaleDateString('de-DE', { month: 'long' }) });
}
export function all(room: string) {
  return visits.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } });
}
`);
  });

  it('reads dates that are put together field by field', () => {
    check(`${HEAD}
const two = (n: number) => String(n).padStart(2, '0');
const day = (at: Date) => two(at.getDate()) + '.' + two(at.getMonth() + 1) + '.' + at.getFullYear();
//                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
export async function save(room: string, at: Date, id: string) {
  await visits.createEntity({ partitionKey: room, rowKey: \`\${at.getUTCMonth() + 1}-\${at.getUTCDate()} \${at.getUTCFullYear()}_\${id}\` });
//                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
  await visits.createEntity({ partitionKey: day(at), rowKey: id });
  await visits.createEntity({ partitionKey: room, rowKey: \`\${at.getMinutes()} \${at.getHours()}\` });
//                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted
}
export function all(room: string) {
  return visits.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } });
}
`);
    checkSilent(
      ID,
      `${HEAD}
const two = (n: number) => String(n).padStart(2, '0');
export async function save(room: string, at: Date, until: Date, id: string) {
  await visits.createEntity({ partitionKey: room, rowKey: \`\${at.getUTCFullYear()}-\${two(at.getUTCMonth() + 1)}-\${two(at.getUTCDate())}_\${id}\` });
  await visits.createEntity({ partitionKey: room, rowKey: \`\${at.getFullYear()}\${two(at.getMonth() + 1)}-\${until.getFullYear()}\${two(until.getMonth() + 1)}\` });
  await visits.createEntity({ partitionKey: room, rowKey: \`\${two(at.getHours())}_\${id}_\${at.getFullYear()}\`, day: \`\${at.getDate()}.\${at.getMonth()}\` });
}
export function all(room: string) {
  return visits.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } });
}
`,
    );
  });

  it('is silent for dates that sort, patterns that are not known, and other properties', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function save(room: string, at: Date, id: string, pattern: string) {
  await visits.createEntity({ partitionKey: room, rowKey: dayjs(at).format('YYYY-MM-DD') + '_' + id, day: dayjs(at).format('D.M.YYYY') });
  await visits.createEntity({ partitionKey: room, rowKey: \`\${format(at, "yyyy-MM-dd'T'HH:mm:ss")}_\${id}\` });
  await visits.createEntity({ partitionKey: room, rowKey: \`\${format(at, 'dd/MM/yyyy')}_\${id}\` });
  await visits.createEntity({ partitionKey: room, rowKey: \`\${format(at, pattern)}_\${id}\` });
  await visits.createEntity({ partitionKey: room, rowKey: \`\${dayjs(at).format()}_\${id}\` });
  await visits.createEntity({ partitionKey: room, rowKey: \`\${at.toISOString()}_\${id}\` });
  await visits.createEntity({ partitionKey: room, rowKey: \`\${dayjs(at).format('HH:mm')}_\${id}\` });
}
export function all(room: string) {
  return visits.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } });
}
`,
    );
  });

  it('knows the day that only a Date writes in a locale, of a value without a type', () => {
    check(`${HEAD}
export async function save(room, day, locale, options) {
  await visits.upsertEntity({ partitionKey: room, rowKey: day.toLocaleDateString('de-DE') });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted: d.M.yyyy
  await visits.upsertEntity({ partitionKey: room, rowKey: day.toLocaleDateString('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' }) });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key/unsorted: dd.MM.yyyy
  await visits.upsertEntity({ partitionKey: room, rowKey: day.toLocaleDateString('sv-SE') });
  await visits.upsertEntity({ partitionKey: room, rowKey: day.toLocaleDateString('en-CA', { timeZone: 'UTC' }) });
  await visits.upsertEntity({ partitionKey: room, rowKey: day.toLocaleDateString(locale) });
  await visits.upsertEntity({ partitionKey: room, rowKey: day.toLocaleDateString('de-DE', options) });
  await visits.upsertEntity({ partitionKey: room, rowKey: day.toLocaleDateString('de-DE').split('.').reverse().join('-') });
  await visits.upsertEntity({ partitionKey: room, rowKey: day.toLocaleDateString('en-US').replace(/(\\d+).(\\d+).(\\d+)/, '$3-$1-$2') });
  await visits.upsertEntity({ partitionKey: room, rowKey: day.toLocaleString('de-DE') });
}
export const all = (room: string) => visits.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } });
`);
  });

  it('is silent for the order of what only point reads ask for, and not for keys that collide', () => {
    check(`${HEAD}
export async function save(room: string, at: Date) {
  await visits.upsertEntity({ partitionKey: room, rowKey: dayjs(at).format('DD-MM-YYYY') });
  await visits.upsertEntity({ partitionKey: room, rowKey: dayjs(at).format('YYYY-MM-DD hh:mm') });
  //                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unsortable-date-in-key
}
export function read(room: string, at: Date) {
  return visits.getEntity(room, dayjs(at).format('DD-MM-YYYY'));
}
`);
  });
});
