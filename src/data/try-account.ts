import type { DataError } from './error.ts';
import { queryEntities } from './query-entities.ts';
import type { TableService } from './service.ts';
import { listTables } from './tables.ts';

/**
 * Asks the least that shows whether an account lets one in: for one table, or, as a signature of one table may not do that, for one
 * key of that table. One request. Undefined when it does, else why not. Never throws.
 */
export async function tryAccount(
  service: TableService,
  signal?: AbortSignal,
): Promise<DataError | undefined> {
  const { items, requests, stopped } = await listTables(service, { limit: 1, budget: 1, signal });
  const [signed] = items;
  if (requests > 0 || signed === undefined) return stopped?.kind === 'budget' ? undefined : stopped;
  return (await queryEntities(service, signed, { select: 'PartitionKey', top: 1, signal })).stopped;
}
