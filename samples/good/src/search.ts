import { odata, type TableClient, type TableEntityResult } from '@azure/data-tables';

interface Listed {
  name: string;
  email: string;
}

type Pager = AsyncIterable<TableEntityResult<Listed>>;

/** What the reports ask of the staff, and searches that are kept beside it. */
export function search(table: TableClient) {
  const list = (filter: string): Pager => table.listEntities<Listed>({ queryOptions: { filter } });
  const everybody = (department: string): Pager => list(odata`PartitionKey eq ${department}`);

  return {
    save: (department: string, title: string, filter: string) =>
      table.upsertEntity({ partitionKey: department, rowKey: `search_${title}`, title, filter }),
    saved: (department: string, title: string) =>
      table.getEntity<{ filter: string }>(department, `search_${title}`),
    everybody,
    ofTwo: (one: string, other: string): Pager[] => [everybody(one), everybody(other)],
    between: (first: string, last: string): Pager =>
      list(odata`PartitionKey ge ${first} and PartitionKey le ${last}`),
    employees: (department: string): Pager =>
      list(odata`PartitionKey eq ${department} and RowKey ge 'empid_' and RowKey lt 'empid\`'`),
    byName: (department: string, name: string): Pager =>
      list(odata`PartitionKey eq ${department} and name eq ${`Employee ${name}`}`),
    byEmails: (department: string, emails: string[]) =>
      Promise.all(emails.map((email) => table.getEntity<Listed>(department, `email_${email}`))),
    changed: (department: string, since: Date): Pager =>
      list(odata`PartitionKey eq ${department} and Timestamp ge ${since}`),
    twins: (department: string, name: string): Pager =>
      list(odata`PartitionKey eq ${department} and name eq ${name} and (id lt 10 or id gt 10)`),
  };
}
