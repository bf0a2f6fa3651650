import { odata } from '@azure/data-tables';
import { partitionOf, type Claim } from './expenses.ts';
import { expenseTable, type TableFactory } from './table-factory.ts';

/** What auditors ask about the claims of an employee; the answers are the numbers of claims. */
export function createAudit(factory: TableFactory) {
  const table = expenseTable(factory);

  async function submittedSince(employeeId: number, since: Date): Promise<number[]> {
    const filter = odata`PartitionKey eq ${partitionOf(employeeId)} and submitted ge ${since.toISOString()}`;
    return numbersOf(table.listEntities<Claim>({ queryOptions: { filter } }));
  }

  async function forPurpose(employeeId: number, purpose: string): Promise<number[]> {
    const filter = odata`PartitionKey eq ${partitionOf(employeeId)} and Purpose eq ${purpose}`;
    return numbersOf(table.listEntities<Claim>({ queryOptions: { filter } }));
  }

  async function smallOrLarge(employeeId: number): Promise<number[]> {
    const filter = odata`PartitionKey eq ${partitionOf(employeeId)} and cents lt 5000 and cents gt 15000`;
    return numbersOf(table.listEntities<Claim>({ queryOptions: { filter } }));
  }

  return { submittedSince, forPurpose, smallOrLarge };
}

async function numbersOf(claims: AsyncIterable<Claim>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const claim of claims) {
    if (!Number.isInteger(claim.number)) throw new Error(`Not a claim: ${JSON.stringify(claim)}`);
    numbers.push(claim.number);
  }
  return numbers;
}
