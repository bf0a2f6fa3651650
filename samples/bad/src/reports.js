import { odata } from '@azure/data-tables';
import { partitionOf } from './expenses.ts';
import { expenseTable, staffTable } from './table-factory.ts';

/** Tables for print: plain JavaScript, typed in `reports.d.ts`. */
export function createReports(factory) {
  const staff = staffTable(factory);
  const expenses = expenseTable(factory);

  async function newest(employeeId) {
    const filter = odata`PartitionKey eq ${partitionOf(employeeId)}`;
    for await (const claim of expenses.listEntities({ queryOptions: { filter } })) {
      return claim.purpose;
    }
    return undefined;
  }

  async function totals(employeeId, purposes) {
    const sums = {};
    for (const purpose of purposes) {
      sums[purpose] = 0;
      const filter = odata`PartitionKey eq ${partitionOf(employeeId)} and purpose eq ${purpose}`;
      for await (const claim of expenses.listEntities({ queryOptions: { filter, select: ['cents'] } })) {
        sums[purpose] += claim.cents;
      }
    }
    return sums;
  }

  async function contacts(one, other) {
    const found = [];
    const people = staff.listEntities({
      queryOptions: { filter: odata`PartitionKey eq ${one} or PartitionKey eq ${other}` },
    });
    for await (const person of people) {
      if (person.email !== undefined) found.push(`${person.id}: ${person.name} <${person.email}>`);
    }
    return found;
  }

  async function saveTotals(department, totals) {
    const actions = Object.entries(totals).map(([purpose, cents]) => ({
      kind: 'upsert',
      entity: { partitionKey: `totals_${department}`, rowKey: purpose, cents },
    }));
    await staff.submitTransaction(actions);
  }

  return { newest, totals, contacts, saveTotals };
}
