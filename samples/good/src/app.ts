import { ActivityLog } from './activity-log.cjs';
import { Audit } from './audit.ts';
import { Claims } from './claims.ts';
import { Departments } from './departments.ts';
import { Directory } from './directory.ts';
import { Employees } from './employees.ts';
import { logins } from './logins.ts';
import { Profiles } from './profiles.ts';
import { createReports } from './reports.js';
import { openTable } from './tables.ts';

/** The whole application on one storage account. */
export function createApp(connectionString: string) {
  const staff = openTable(connectionString, 'Employees');
  const expenses = openTable(connectionString, 'ExpenseClaims');
  const app = {
    employees: new Employees(staff),
    directory: new Directory(staff),
    departments: new Departments(staff),
    profiles: new Profiles(staff),
    claims: new Claims(expenses),
    audit: new Audit(expenses),
    reports: createReports(staff, expenses),
    logins: logins(openTable(connectionString, 'LoginEvents')),
    log: new ActivityLog(connectionString),
  };
  return {
    ...app,
    createTables: async (): Promise<void> => {
      await Promise.all([
        app.employees.createTable(),
        app.claims.createTable(),
        app.logins.createTable(),
        app.log.createTable(),
      ]);
    },
  };
}
