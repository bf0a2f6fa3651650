import type { TableFactory } from './table-factory.ts';

export interface Login {
  department: string;
  employeeId: number;
  number: number;
  time: Date;
  succeeded: boolean;
}

export function createLogins(factory: TableFactory) {
  const table = factory.getTable('Logins');

  async function record(login: Login): Promise<void> {
    const ticks = login.time.getTime() * 10000 + 621355968000000000;
    const inverted = String(3155378975999999999 - ticks).padStart(19, '0');
    await table.createEntity({
      ...login,
      partitionKey: login.time.toISOString().slice(0, 10),
      rowKey: `${inverted}_${login.employeeId.toString().padStart(6, '0')}`,
    });
  }

  async function failed(department: string, employeeId: number, since: Date, until: Date): Promise<Date[]> {
    const options = { queryOptions: { filter: 'succeeded eq false' } };
    const times: Date[] = [];
    for await (const login of table.listEntities<Login>(options)) {
      if (login.department !== department || login.employeeId !== employeeId) continue;
      if (login.time >= since && login.time < until) times.push(login.time);
    }
    return times.sort((a, b) => a.getTime() - b.getTime());
  }

  return { createTable: () => table.createTable(), record, failed };
}
