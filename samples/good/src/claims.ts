import { odata, type TableClient } from '@azure/data-tables';
import { employeeKey, newestFirst, sixDigits } from './keys.ts';

export interface Claim {
  employeeId: number;
  number: number;
  submitted: Date;
  cents: number;
  purpose: string;
}

interface ClaimEntity {
  number: number;
  submitted: Date;
  cents: number;
  purpose: string;
}

/** Expense claims, a partition for each employee, the newest first. */
export class Claims {
  private readonly table: TableClient;

  constructor(table: TableClient) {
    this.table = table;
  }

  async createTable(): Promise<void> {
    await this.table.createTable();
  }

  async submit({ employeeId, number, submitted, cents, purpose }: Claim): Promise<void> {
    await this.table.createEntity({
      partitionKey: employeeKey(employeeId),
      rowKey: `${newestFirst(submitted)}_${sixDigits(number)}`,
      number,
      submitted,
      cents,
      purpose,
    });
  }

  /** The newest claims of an employee, at most `count`. */
  async latest(employeeId: number, count: number): Promise<Claim[]> {
    const pages = this.table
      .listEntities<ClaimEntity>({
        queryOptions: {
          filter: odata`PartitionKey eq ${employeeKey(employeeId)}`,
          select: ['number', 'submitted', 'cents', 'purpose'],
        },
      })
      .byPage({ maxPageSize: count });
    const claims: Claim[] = [];
    for await (const page of pages) {
      for (const { number, submitted, cents, purpose } of page) {
        claims.push({ employeeId, number, submitted, cents, purpose });
      }
      if (claims.length >= count) break;
    }
    return claims.slice(0, count);
  }

  /** Claims of an employee above an amount that were submitted after a time, the newest first. */
  async above(employeeId: number, cents: number, after: Date): Promise<Claim[]> {
    const entities = this.table.listEntities<ClaimEntity>({
      queryOptions: {
        filter: odata`PartitionKey eq ${employeeKey(employeeId)} and RowKey lt ${newestFirst(after)} and cents gt ${cents}`,
        select: ['number', 'submitted', 'cents', 'purpose'],
      },
    });
    const claims: Claim[] = [];
    for await (const { number, submitted, cents, purpose } of entities) {
      claims.push({ employeeId, number, submitted, cents, purpose });
    }
    return claims;
  }
}
