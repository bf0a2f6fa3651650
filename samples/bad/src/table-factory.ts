import { TableClient } from '@azure/data-tables';

export class TableFactory {
  private readonly connectionString: string;

  constructor(connectionString: string) {
    this.connectionString = connectionString;
  }

  getTable(name: string): TableClient {
    const local = /UseDevelopmentStorage=true|http:\/\/127\.0\.0\.1/.test(this.connectionString);
    return TableClient.fromConnectionString(this.connectionString, name, { allowInsecureConnection: local });
  }
}

export const staffTable = (factory: TableFactory) => factory.getTable('Staff');
export const expenseTable = (factory: TableFactory) => factory.getTable('Expenses');
