import { odata, type TableClient } from '@azure/data-tables';
import { employeeKey, newestFirst } from './keys.ts';
import { listAll } from './tables.ts';

interface Numbered {
  number: number;
}

/** What auditors ask about the claims of an employee; the answers are the numbers of claims, the newest first. */
export class Audit {
  private readonly table: TableClient;

  constructor(table: TableClient) {
    this.table = table;
  }

  async submittedSince(employeeId: number, since: Date): Promise<number[]> {
    // what is newer has a smaller key; "~" sorts after the number that follows the ticks
    const last = `${newestFirst(since)}_~`;
    return this.numbers(odata`PartitionKey eq ${employeeKey(employeeId)} and RowKey le ${last}`);
  }

  async forPurpose(employeeId: number, purpose: string): Promise<number[]> {
    return this.numbers(odata`PartitionKey eq ${employeeKey(employeeId)} and purpose eq ${purpose}`);
  }

  async smallOrLarge(employeeId: number): Promise<number[]> {
    const partition = employeeKey(employeeId);
    return this.numbers(odata`PartitionKey eq ${partition} and (cents lt 5000 or cents gt 15000)`);
  }

  private async numbers(filter: string): Promise<number[]> {
    const claims = await listAll<Numbered>(this.table, filter, ['number']);
    return claims.map(({ number }) => number);
  }
}
