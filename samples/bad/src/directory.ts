import { odata } from '@azure/data-tables';
import { Repository } from './repository.ts';
import type { Employee } from './staff.ts';

/** Who works where. */
export class Directory extends Repository {
  async everybody(department: string): Promise<string[]> {
    return this.namesOf(odata`partitionKey eq ${department} and id gt 0`);
  }

  async count(department: string): Promise<number> {
    const staff = await this.query<Employee>(odata`PartitionKey eq ${department} and RowKey ge 'empid_'`);
    return staff.length;
  }

  async withAccount(department: string, account: string, host: string): Promise<string[]> {
    return this.namesOf(odata`PartitionKey eq ${department} and email eq '${account}@${host}'`);
  }

  async withEmails(department: string, emails: string[]): Promise<string[]> {
    return this.namesOf(odata`PartitionKey eq ${department} and email eq ${emails}`);
  }

  private async namesOf(filter: string): Promise<string[]> {
    return (await this.query<Employee>(filter)).map(({ name }) => name);
  }
}
