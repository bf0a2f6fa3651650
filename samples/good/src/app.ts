import { ActivityLog } from './activity-log.cjs';
import { Claims } from './claims.ts';
import { Employees } from './employees.ts';
import { logins } from './logins.ts';
import { search } from './search.ts';
import { openTable } from './tables.ts';

/** The whole application on one storage account. */
export function createApp(connectionString: string) {
  const app = {
    employees: new Employees(openTable(connectionString, 'Employees')),
    claims: new Claims(openTable(connectionString, 'ExpenseClaims')),
    logins: logins(openTable(connectionString, 'LoginEvents')),
    log: new ActivityLog(connectionString),
    search: search(openTable(connectionString, 'Employees')),
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
