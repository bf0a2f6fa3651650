import { odata, type TableClient } from '@azure/data-tables';
import { sixDigits } from './keys.ts';

export interface Login {
  department: string;
  employeeId: number;
  number: number;
  time: Date;
  succeeded: boolean;
}

/** Login events, a partition for each employee, in the order of time. */
export function logins(table: TableClient) {
  const partitionOf = (department: string, employeeId: number) => `${department}_${sixDigits(employeeId)}`;

  return {
    createTable: () => table.createTable(),

    async record({ department, employeeId, number, time, succeeded }: Login): Promise<void> {
      await table.createEntity({
        partitionKey: partitionOf(department, employeeId),
        rowKey: `${time.toISOString()}_${sixDigits(number)}`,
        time,
        succeeded,
      });
    },

    /** When logins of an employee failed, from `since` to before `until`. */
    async failed(department: string, employeeId: number, since: Date, until: Date): Promise<Date[]> {
      const partition = partitionOf(department, employeeId);
      const entities = table.listEntities<{ time: Date }>({
        queryOptions: {
          filter: odata`PartitionKey eq ${partition} and RowKey ge ${since.toISOString()} and RowKey lt ${until.toISOString()} and succeeded eq false`,
          select: ['time'],
        },
      });
      const times: Date[] = [];
      for await (const { time } of entities) times.push(time);
      return times;
    },
  };
}
