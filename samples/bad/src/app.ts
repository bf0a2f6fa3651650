import { createLog } from './activity-log.cjs';
import { ExpenseRepository } from './expenses.ts';
import { createLogins } from './logins.ts';
import { createSearch } from './search.ts';
import { StaffRepository } from './staff.ts';
import { expenseTable, staffTable, TableFactory } from './table-factory.ts';

export function createApp(connectionString: string) {
  const factory = new TableFactory(connectionString);
  const employees = new StaffRepository(staffTable(factory));
  const claims = new ExpenseRepository(expenseTable(factory));
  const logins = createLogins(factory);
  const log = createLog(connectionString);
  const search = createSearch(factory);
  const createTables = async (): Promise<void> => {
    await employees.createTable();
    await claims.createTable();
    await logins.createTable();
    await log.createTable();
  };
  return { createTables, employees, claims, logins, log, search };
}
