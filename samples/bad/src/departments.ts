import { RestError } from '@azure/data-tables';
import { staffTable, type TableFactory } from './table-factory.ts';

interface Department {
  managerId: number;
  deputyId: number;
  spent: number;
}

interface Limit {
  purpose: string;
  cents: number;
}

/** Who leads a department, what it may spend, and what it has spent. */
export function createDepartments(factory: TableFactory) {
  const table = staffTable(factory);

  async function add(department: { name: string; managerId: number; deputyId: number }): Promise<void> {
    const { name, managerId, deputyId } = department;
    await table.createEntity({ partitionKey: name, rowKey: 'department', managerId, deputyId, spent: 0 });
  }

  async function setLimits(name: string, limits: Limit[]): Promise<void> {
    for (const { purpose, cents } of limits) {
      await table.upsertEntity({ partitionKey: name, rowKey: `limit_${purpose}`, cents });
    }
  }

  async function spend(name: string, cents: number): Promise<void> {
    const department = await table.getEntity<Department>(name, 'department');
    const spent = department.spent + cents;
    await table.updateEntity({ partitionKey: name, rowKey: 'department', spent }, 'Merge');
  }

  async function spent(names: string[]): Promise<number[]> {
    const sums: number[] = [];
    for (const name of names) {
      const department = await table.getEntity<Department>(name, 'department');
      sums.push(department.spent);
    }
    return sums;
  }

  /** The manager, and the version of the department that this was read from. */
  async function manager(name: string): Promise<{ managerId: number; version: string }> {
    const { managerId, etag } = await table.getEntity<Department>(name, 'department');
    return { managerId, version: etag };
  }

  /** Tells whether the department was still in that version. */
  async function appoint(name: string, managerId: number, version: string): Promise<boolean> {
    try {
      await table.updateEntity(
        { partitionKey: name, rowKey: 'department', managerId, etag: version },
        'Merge',
      );
      return true;
    } catch (error) {
      if (error instanceof RestError && error.statusCode === 412) return false;
      throw error;
    }
  }

  async function setDeputy(name: string, deputyId: number): Promise<void> {
    await table.updateEntity({ partitionKey: name, rowKey: 'department', deputyId }, 'Replace');
  }

  return { add, setLimits, spend, spent, manager, appoint, setDeputy };
}
