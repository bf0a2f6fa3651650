import { RestError, type TableClient } from '@azure/data-tables';
import { inParts } from './in-parts.ts';
import { emailKey, employeesOf } from './keys.ts';
import { listAll } from './tables.ts';

interface Named {
  name: string;
}

/** Who works where. */
export class Directory {
  private readonly table: TableClient;

  constructor(table: TableClient) {
    this.table = table;
  }

  /** Names in the order of the employees' ids. */
  async everybody(department: string): Promise<string[]> {
    const employees = await listAll<Named>(this.table, employeesOf(department), ['name']);
    return employees.map(({ name }) => name);
  }

  async count(department: string): Promise<number> {
    return (await listAll(this.table, employeesOf(department), ['rowKey'])).length;
  }

  async withAccount(department: string, account: string, host: string): Promise<string[]> {
    return this.withEmails(department, [`${account}@${host}`]);
  }

  async withEmails(department: string, emails: string[]): Promise<string[]> {
    const found = await inParts(emails, (email) => this.nameOf(department, email));
    return found.filter((name) => name !== undefined);
  }

  private async nameOf(department: string, email: string): Promise<string | undefined> {
    try {
      return (await this.table.getEntity<Named>(department, `email_${emailKey(email)}`)).name;
    } catch (error) {
      if (error instanceof RestError && error.statusCode === 404) return undefined;
      throw error;
    }
  }
}
