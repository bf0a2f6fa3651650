import { TableClient } from '@azure/data-tables';

/** A client of one table; plain HTTP only towards an emulator on this machine. */
export function openTable(connectionString: string, name: string): TableClient {
  const isEmulator = /UseDevelopmentStorage=true|http:\/\/127\.0\.0\.1/.test(connectionString);
  return TableClient.fromConnectionString(connectionString, name, { allowInsecureConnection: isEmulator });
}

/** The selected properties of all entities that a filter finds, which must not be many. */
export async function listAll<T extends object>(
  table: TableClient,
  filter: string,
  select: (string & keyof T)[] | ['rowKey'],
): Promise<T[]> {
  const found: T[] = [];
  for await (const entity of table.listEntities<T>({ queryOptions: { filter, select } })) found.push(entity);
  return found;
}
