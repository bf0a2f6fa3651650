import { odata } from '@azure/data-tables';
import { Repository } from './repository.ts';

export interface Claim {
  employeeId: number;
  number: number;
  submitted: Date;
  cents: number;
  purpose: string;
}

const MAX_TICKS = 3155378975999999999n;
const EPOCH_TICKS = 621355968000000000n;

export class ExpenseRepository extends Repository {
  async submit(claim: Claim): Promise<void> {
    const ticks = EPOCH_TICKS + BigInt(claim.submitted.getTime()) * 10000n;
    const inverted = MAX_TICKS - ticks;
    await this.client.createEntity({
      ...claim,
      partitionKey: partitionOf(claim.employeeId),
      rowKey: inverted.toString(),
    });
  }

  async latest(employeeId: number, count: number): Promise<Claim[]> {
    const claims = await this.query<Claim>(odata`PartitionKey eq ${partitionOf(employeeId)}`);
    return claims
      .sort((a, b) => b.submitted.getTime() - a.submitted.getTime())
      .slice(0, count)
      .map(toClaim);
  }

  async above(employeeId: number, cents: number, after: Date): Promise<Claim[]> {
    const partition = partitionOf(employeeId);
    const filter = odata`PartitionKey eq ${partition} AND cents gt ${cents}`;
    const claims: Claim[] = [];
    for await (const claim of this.client.listEntities<Claim>({ queryOptions: { filter } })) {
      claims.push(claim);
    }
    return claims
      .filter(({ submitted }) => submitted > after)
      .sort((a, b) => b.submitted.getTime() - a.submitted.getTime())
      .map(toClaim);
  }
}

export function partitionOf(employeeId: number): string {
  return 'empid_' + String(employeeId).padStart(6, '0');
}

function toClaim({ employeeId, number, submitted, cents, purpose }: Claim): Claim {
  return { employeeId, number, submitted, cents, purpose };
}
