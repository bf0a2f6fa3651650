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
  //                             ^^^^^^^^^^^^ information client-side-sort: newest first by createdAt
  rows.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const others = await Array.fromAsync(${LIST});
  //                                          ^^^^^^^^^^^^ information client-side-sort: then reversed
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
    ]) {
      check(`${HEAD}
export async function read(room: string) {
  const rows = await Array.fromAsync(${LIST});
  //                                        ^^^^^^^^^^^^ information client-side-sort: inverted ticks
  return [...rows].sort(${compare});
}
`);
    }
  });

  it('is silent for other orders', () => {
    const sorted = (compare: string): void => {
      silent(`const rows = await Array.fromAsync(${LIST}); return rows.sort(${compare});`);
    };
    sorted('(a, b) => a.createdAt.localeCompare(b.createdAt)');
    sorted('(a, b) => (a.createdAt < b.createdAt ? -1 : 1)');
    sorted('(a, b) => b.count - a.count');
    sorted('(a, b) => a.name.localeCompare(b.name)');
    sorted('newestFirst');
    sorted('');
  });

  it('is silent for arrays that hold something else', () => {
    silent(`const names = ['a', 'b']; for await (const row of ${LIST}) use(row, names.reverse());`);
  });
});
