import { RestError, type TableClient, type TransactionAction } from '@azure/data-tables';
import { inParts } from './in-parts.ts';

export interface Department {
  name: string;
  managerId: number;
  deputyId: number;
}

interface DepartmentEntity {
  managerId: number;
  spent: number;
}

interface Limit {
  purpose: string;
  cents: number;
}

/** Most actions of one entity group transaction. */
const MOST_ACTIONS = 100;

const MOST_ATTEMPTS = 5;

/** Who leads a department, what it may spend, and what it has spent: in the partition of its employees. */
export class Departments {
  private readonly table: TableClient;

  constructor(table: TableClient) {
    this.table = table;
  }

  async add({ name, managerId, deputyId }: Department): Promise<void> {
    await this.table.createEntity({
      partitionKey: name,
      rowKey: 'department',
      managerId,
      deputyId,
      spent: 0,
    });
  }

  async setLimits(name: string, limits: Limit[]): Promise<void> {
    for (let start = 0; start < limits.length; start += MOST_ACTIONS) {
      const actions = limits
        .slice(start, start + MOST_ACTIONS)
        .map(({ purpose, cents }): TransactionAction => {
          return ['upsert', { partitionKey: name, rowKey: `limit_${purpose}`, cents }];
        });
      await this.table.submitTransaction(actions);
    }
  }

  /** Adds to what the department has spent, and starts again where somebody else did so in between. */
  async spend(name: string, cents: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { spent, etag } = await this.get(name);
      const change = { partitionKey: name, rowKey: 'department', spent: spent + cents };
      try {
        await this.table.updateEntity(change, 'Merge', { etag });
        return;
      } catch (error) {
        if (!isStale(error) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  async spent(names: string[]): Promise<number[]> {
    const departments = await inParts(names, (name) => this.get(name));
    return departments.map(({ spent }) => spent);
  }

  /** The manager, and the version of the department that this was read from. */
  async manager(name: string): Promise<{ managerId: number; version: string }> {
    const { managerId, etag } = await this.get(name);
    return { managerId, version: etag };
  }

  /** Tells whether the department was still in that version. */
  async appoint(name: string, managerId: number, version: string): Promise<boolean> {
    try {
      const change = { partitionKey: name, rowKey: 'department', managerId };
      await this.table.updateEntity(change, 'Merge', { etag: version });
      return true;
    } catch (error) {
      if (isStale(error)) return false;
      throw error;
    }
  }

  async setDeputy(name: string, deputyId: number): Promise<void> {
    await this.table.updateEntity({ partitionKey: name, rowKey: 'department', deputyId }, 'Merge');
  }

  private get(name: string) {
    return this.table.getEntity<DepartmentEntity>(name, 'department');
  }
}

/** "Precondition failed": the entity is not as it was when its etag was read. */
function isStale(error: unknown): boolean {
  return error instanceof RestError && error.statusCode === 412;
}
