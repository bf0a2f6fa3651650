import { odata } from '@azure/data-tables';
import { employeeKey, employeesOf } from './keys.ts';

/** Tables for print: plain JavaScript, typed in `reports.d.ts`. */
export function createReports(staff, expenses) {
  /** Claims lie in the order of inverted ticks: the first is the newest. */
  async function newest(employeeId) {
    const filter = odata`PartitionKey eq ${employeeKey(employeeId)}`;
    const claims = expenses.listEntities({ queryOptions: { filter, select: ['purpose'] } });
    for await (const [claim] of claims.byPage({ maxPageSize: 1 })) {
      if (claim !== undefined) return claim.purpose;
    }
    return undefined;
  }

  async function totals(employeeId, purposes) {
    const sums = Object.fromEntries(purposes.map((purpose) => [purpose, 0]));
    const filter = odata`PartitionKey eq ${employeeKey(employeeId)}`;
    const claims = expenses.listEntities({ queryOptions: { filter, select: ['purpose', 'cents'] } });
    for await (const { purpose, cents } of claims) {
      if (purpose in sums) sums[purpose] += cents;
    }
    return sums;
  }

  async function contacts(one, other) {
    const found = await Promise.all([people(one), people(other)]);
    return found.flat().map(({ id, name, email }) => `${id}: ${name} <${email}>`);
  }

  async function people(department) {
    const queryOptions = { filter: employeesOf(department), select: ['id', 'name', 'email'] };
    const found = [];
    for await (const person of staff.listEntities({ queryOptions })) found.push(person);
    return found;
  }

  /** Totals of at most 100 purposes. */
  async function saveTotals(department, totals) {
    const actions = Object.entries(totals)
      .slice(0, 100)
      .map(([purpose, cents]) => {
        return ['upsert', { partitionKey: `totals_${department}`, rowKey: purpose, cents }];
      });
    await staff.submitTransaction(actions);
  }

  return { newest, totals, contacts, saveTotals };
}
