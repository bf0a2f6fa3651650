import { odata } from '@azure/data-tables';
import type { Employee } from './staff.ts';
import { staffTable, type TableFactory } from './table-factory.ts';

/** What the reports ask of the staff, and searches that are kept beside it. */
export function createSearch(factory: TableFactory) {
  const staff = staffTable(factory);
  const list = (filter: string) => staff.listEntities<Employee>({ queryOptions: { filter } });

  return {
    save: (department: string, title: string, filter: string) =>
      staff.upsertEntity({ partitionKey: department, rowKey: `search_${title}`, title, filter }),
    saved: (department: string, title: string) =>
      list(odata`PartitionKey eq ${department} and title eq ${title}`),
    everybody: (department: string) => list(odata`partitionKey eq ${department}`),
    ofTwo: (one: string, other: string) => list(odata`PartitionKey eq ${one} or PartitionKey eq ${other}`),
    from: (first: string) => list(odata`PartitionKey ge ${first}`),
    employees: (department: string) => list(odata`PartitionKey eq ${department} and RowKey ge 'empid_'`),
    byName: (department: string, name: string) =>
      list(odata`PartitionKey eq ${department} and name eq 'Employee ${name}'`),
    byEmails: (department: string, emails: string[]) =>
      list(odata`PartitionKey eq ${department} and email eq ${emails}`),
    changed: (department: string, since: Date) =>
      list(odata`PartitionKey eq ${department} and Timestamp ge ${since.toISOString()}`),
    twins: (department: string, name: string) =>
      list(odata`PartitionKey eq ${department} and name eq ${name} and id lt 10 and id gt 10`),
  };
}
