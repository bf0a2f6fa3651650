import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'select-etag';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe(ID, () => {
  it('underlines it in lists, in point reads, and in a constant', () => {
    check(`${HEAD}
const NAMES = ['rowKey', 'etag'];
//                       ^^^^^^ hint select-etag/not-sent
export const all = () => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'", select: ['etag', 'name'] } });
//                                                                                                     ^^^^^^ hint select-etag/not-sent
export const one = (id: string) => client.getEntity('a', id, { queryOptions: { select: ['name', 'odata.etag'] } });
//                                                                                              ^^^^^^^^^^^^ hint select-etag/not-sent
export const named = (id: string) => client.getEntity('a', id, { queryOptions: { select: NAMES } });
`);
  });

  it('takes it out of a list that has others', () => {
    const list = (names: string): string =>
      `${HEAD}
export const all = () => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'", select: [${names}] } });
`;
    checkFix(ID, list("'rowKey', 'etag'"), list("'rowKey'"));
    checkFix(ID, list("'etag', 'rowKey'"), list("'rowKey'"));
    checkNoFix(ID, list("'etag'"));
    checkNoFix(ID, list("'rowKey' /* the key */, 'etag'"));
  });

  it('is silent about other names, and lists that are not known', () => {
    checkSilent(
      ID,
      `${HEAD}
export const some = (names: string[]) => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'", select: names } });
export const all = () => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'", select: ['rowKey', 'eTag'] } });
`,
    );
  });

  it('underlines it where a function that reads is given it, once', () => {
    check(`${HEAD}
const SHORT = ['rowKey', 'name'];
const LONG = [...SHORT, 'etag'];
//                      ^^^^^^ hint select-etag/not-sent
const rows = (filter: string, select: string[] = SHORT) => client.listEntities({ queryOptions: { filter, select } });
export async function versions() {
  const found = new Map<string, string>();
  for await (const row of rows("PartitionKey eq 'a'", LONG)) found.set(row.rowKey!, row.etag);
  for await (const row of rows("PartitionKey eq 'b'", LONG)) found.set(row.rowKey!, row.etag);
  for await (const row of rows("PartitionKey eq 'c'")) found.delete(row.rowKey!);
  return found;
}
`);
  });
});
