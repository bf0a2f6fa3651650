import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Reviews', credential);
`;
const LIST = 'client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${room}` } })';
const silent = (body: string): void => {
  checkSilent('client-side-sort', `${HEAD}\nexport async function read(room: string) {\n${body}\n}\n`);
};

describe('client-side-sort', () => {
  it('is for what is put newest first', () => {
    check(`${HEAD}
export async function read(room: string) {
  const rows = [];
  for await (const row of ${LIST}) rows.push({ at: row.createdAt });
  //                             ^^^^^^^^^^^^ information client-side-sort/by-property: createdAt
  rows.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const others = await Array.fromAsync(${LIST});
  //                                          ^^^^^^^^^^^^ information client-side-sort/reversed
  return [rows, others.reverse()];
}
`);
  });

  it('reads comparisons of several forms', () => {
    for (const compare of [
      '(a, b) => b.createdAt.localeCompare(a.createdAt)',
      '(a, b) => (a.createdAt < b.createdAt ? 1 : -1)',
      '(a, b) => { const x = +new Date(a.createdAt); const y = +new Date(b.createdAt); if (x > y) return -1; return 1; }',
      'function (a, b) { return b.timestamp - a.timestamp; }',
      '(a, b) => +new Date(b.at) - +new Date(a.at)',
      '(a, b) => new Date(b.at) - new Date(a.at)',
    ]) {
      check(`${HEAD}
export async function read(room: string) {
  const rows = await Array.fromAsync(${LIST});
  //                                        ^^^^^^^^^^^^ information client-side-sort/by-property
  return [...rows].sort(${compare});
}
`);
    }
  });

  it('is told at the caller of what lists, in whatever file', () => {
    check(`// file: reviews.ts
${HEAD}
interface Review { id: string; at: Date }
export async function reviewsOf(room: string): Promise<Review[]> {
  const rows = await Array.fromAsync(${LIST});
  return rows.map((row) => ({ id: row.rowKey, at: new Date(row.createdAt) }));
}
export async function allReviews(room: string) {
  const rows = [];
  for await (const row of ${LIST}) rows.push(row);
  return rows;
}
export async function newest(room: string) {
  const rows = [];
  for await (const row of ${LIST}) rows.push({ id: row.rowKey, at: String(row.createdAt ?? '') });
  //                             ^^^^^^^^^^^^ information client-side-sort/by-property: createdAt
  return rows.sort((a, b) => b.at.localeCompare(a.at));
}
export async function namesOf(room: string) {
  return (await allReviews(room)).map((row) => row.name).sort();
}
// file: page.ts
import { allReviews, newest, reviewsOf } from './reviews';
export const ids = async (room: string) => (await newest(room)).sort((a, b) => a.id - b.id);
export async function latest(room: string) {
  const rows = await reviewsOf(room);
  //                 ^^^^^^^^^ information client-side-sort/by-property: createdAt
  return rows.sort((a, b) => +b.at - +a.at).slice(0, 10);
}
export async function lastKey(room: string) {
  const rows = await allReviews(room);
  //                 ^^^^^^^^^^ information client-side-sort/by-row-key
  return rows.sort((a, b) => (a.rowKey < b.rowKey ? 1 : -1))[0];
}
`);
  });

  it('takes for a time what is compared as one, or declared so', () => {
    check(`${HEAD}
interface Invoice { due: Date; issued: string; paid: string }
const all = async (room: string) => Array.fromAsync(client.listEntities<Invoice>({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } }));
export async function byIssue() {
  const rows = await all('a');
  //                 ^^^ information client-side-sort/by-property: issued
  return [...rows].sort((a, b) => new Date(b.issued).valueOf() - new Date(a.issued).valueOf());
}
export async function byDue() {
  return (await all('a')).toSorted((a, b) => (a.due < b.due ? 1 : -1));
  //            ^^^ information client-side-sort/by-property: due
}
export async function byPaid() {
  return (await all('a')).toSorted((a, b) => (a.paid < b.paid ? 1 : -1));
}
`);
  });

  it('is for what a schema has checked, too', () => {
    const code = (given: string): string => `${HEAD}
import { z } from 'zod';
const Review = z.object({ stars: z.number(), createdAt: z.date() });
const Stars = Review.transform(({ stars }) => ({ createdAt: stars }));
export async function read(room: string, other: unknown) {
  const rows = [];
  for await (const row of ${LIST}) rows.push(${given});
  //                             ^^^^^^^^^^^^ information client-side-sort/by-property: createdAt
  return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
`;
    const silently = (given: string): void => {
      checkSilent('client-side-sort', code(given).replace(/^ *\/\/ .*\n/gm, ''));
    };
    check(code('Review.parse(row)'));
    silently('Review.parse(other)');
    silently('Stars.parse(row)');
  });

  it('is silent where nothing shows that what lists is a table', () => {
    checkSilent(
      'client-side-sort',
      `async function all(store) {
  const rows = [];
  for await (const row of store.listEntities()) rows.push(row);
  return rows;
}
export const newest = async (store) => (await all(store)).sort((a, b) => b.createdAt - a.createdAt);
`,
    );
  });

  it('is silent of a loop that ends before all is read', () => {
    silent(
      `const rows = []; for await (const row of ${LIST}) { rows.push(row); if (rows.length >= 50) break; } return rows.sort((a, b) => +b.createdAt - +a.createdAt);`,
    );
  });

  it('is for what is put oldest first, too, where keys of one partition could give it so', () => {
    check(`${HEAD}
export async function read(room: string) {
  const rows = await Array.fromAsync(${LIST});
  //                                        ^^^^^^^^^^^^ information client-side-sort/oldest-first: createdAt
  return rows.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}
`);
    const both = 'return rows.sort((a, b) => a.createdAt - b.createdAt);';
    silent(`const rows = await Array.fromAsync(client.listEntities()); ${both}`);
    silent(
      `const rows = []; for (const one of room.split('')) for await (const row of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${one}\` } })) rows.push(row); ${both}`,
    );
    silent(
      `const rows = await Array.fromAsync(${LIST}); await client.updateEntity({ partitionKey: room, rowKey: '1', createdAt: new Date() }); ${both}`,
    );
  });

  it('knows times by what is written', () => {
    check(`${HEAD}
export async function save(room: string, id: string, text: string) {
  await client.createEntity({ partitionKey: room, rowKey: id, text, written: new Date() });
}
export async function read(room: string) {
  const rows = await Array.fromAsync(${LIST});
  //                                        ^^^^^^^^^^^^ information client-side-sort/by-property: written
  return rows.toSorted((a, b) => b.written - a.written).slice(0, 20);
}
`);
  });

  it('is silent where keys give one order and the code the other, or the same', () => {
    const read = (body: string, key: string): string => `${HEAD}
export async function save(room: string, id: string, at: Date, text: string) {
  await client.createEntity({ partitionKey: room, rowKey: \`\${${key}}_\${id}\`, text, at });
}
export async function read(room: string) {
  const rows = await Array.fromAsync(${LIST});
  return ${body};
}
`;
    const inverted = "String(8640000000000000 - at.getTime()).padStart(16, '0')";
    checkSilent('client-side-sort', read('rows.reverse()', inverted));
    checkSilent('client-side-sort', read('rows.sort((a, b) => +a.at - +b.at)', inverted));
    checkSilent('client-side-sort', read('rows.sort((a, b) => +a.at - +b.at)', 'at.toISOString()'));
  });

  it('is silent for other orders', () => {
    const sorted = (compare: string): void => {
      silent(`const rows = await Array.fromAsync(${LIST}); return rows.sort(${compare});`);
    };
    sorted('(a, b) => b.count - a.count');
    sorted('(a, b) => a.name.localeCompare(b.name)');
    sorted('newestFirst');
    sorted('');
  });

  it('is silent where one page is sorted, and where something else stands between the results', () => {
    silent(`  const pages = ${LIST}.byPage({ maxPageSize: 20, continuationToken: token });
  for await (const page of pages) {
    const rows = [...page].map((row) => ({ at: row.createdAt })).sort((a, b) => b.at.localeCompare(a.at));
    return { rows, next: page.continuationToken };
  }`);
    silent(`  const opened = await client.getEntity(room, 'opened');
  const rows = [{ at: opened.createdAt }];
  for await (const row of ${LIST}) rows.push({ at: row.createdAt });
  return rows.sort((a, b) => b.at.localeCompare(a.at));`);
    check(`${HEAD}
export async function read(room: string) {
  const rows = [];
  for await (const page of ${LIST}.byPage({ maxPageSize: 20 })) rows.push(...page);
  //                              ^^^^^^^^^^^^ information client-side-sort/by-property
  return rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
`);
  });

  it('is silent for arrays that hold something else', () => {
    silent(`const names = ['a', 'b']; for await (const row of ${LIST}) use(row, names.reverse());`);
  });

  it('is silent where one entity at most is listed, also by a function whose callers make it so', () => {
    for (const list of [
      "client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${room} and RowKey eq '1'` } })",
      'inRoom("RowKey eq \'1\'")',
    ])
      silent(`  const inRoom = (rest: string) =>
    client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'a' and \${rest}\` } });
  const rows = [];
  for await (const row of ${list}) rows.push(row);
  return rows.reverse();`);
    checkSilent(
      'client-side-sort',
      `${HEAD}
async function rowsOf(filter: string) {
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter } })) rows.push(row);
  return rows.reverse();
}
export const first = (room: string) => rowsOf(odata\`PartitionKey eq \${room} and RowKey eq '1'\`);
`,
    );
  });
});
