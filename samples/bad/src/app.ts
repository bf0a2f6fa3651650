import { createLog } from './activity-log.cjs';
import { createAudit } from './audit.ts';
import { createDepartments } from './departments.ts';
import { Directory } from './directory.ts';
import { ExpenseRepository } from './expenses.ts';
import { createLogins } from './logins.ts';
import { createProfiles } from './profiles.ts';
import { createReports } from './reports.js';
import { StaffRepository } from './staff.ts';
import { expenseTable, staffTable, TableFactory } from './table-factory.ts';

export function createApp(connectionString: string) {
  const factory = new TableFactory(connectionString);
  const employees = new StaffRepository(staffTable(factory));
  const directory = new Directory(staffTable(factory));
  const departments = createDepartments(factory);
  const profiles = createProfiles(factory);
  const claims = new ExpenseRepository(expenseTable(factory));
  const audit = createAudit(factory);
  const reports = createReports(factory);
  const logins = createLogins(factory);
  const log = createLog(connectionString);
  const createTables = async (): Promise<void> => {
    await employees.createTable();
    await claims.createTable();
    await logins.createTable();
    await log.createTable();
  };
  return { createTables, employees, directory, departments, profiles, claims, audit, reports, logins, log };
}
