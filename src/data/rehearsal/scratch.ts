import type { Entity } from '../../core/edm/json.ts';
import { writeEntity } from '../../core/edm/json.ts';
import { isLoopback } from '../connection.ts';
import type { DataError } from '../error.ts';
import { connect, type TableService } from '../service.ts';
import { isScratch } from './scratch-tables.ts';
import { type TableWriter, tableWriter, type Written } from '../table-writer.ts';

/** The account that Azurite has unless it is told otherwise: nobody's data of worth lies there ("Use the Azurite emulator"). */
const ACCOUNT = 'devstoreaccount1';

/**
 * Whether a service is Azurite on this computer, the only one that scratch tables are written to: by its address, its account, and what
 * it says of itself. Sends one request.
 */
export async function isAzurite(
  { endpoint, get }: TableService,
  signal?: AbortSignal,
): Promise<boolean | DataError> {
  if (!isLoopback(new URL(endpoint.url).host) || endpoint.account !== ACCOUNT) return false;
  const answer = await get('Tables', { $top: '1' }, { metadata: 'no', signal });
  if (answer.kind === 'error') return answer.error;
  return answer.header('server')?.startsWith('Azurite') === true;
}

/** Writes scratch tables. */
export interface ScratchWriter extends TableWriter {
  /** Inserts an entity without its time and ETag, which are the service's. */
  readonly insert: (table: string, entity: Entity) => Promise<Written>;
}

/** Opens Azurite for writing; throws a RangeError for a table that is none of {@link scratchNames}. */
export function scratchWriter({ endpoint }: TableService): ScratchWriter {
  const send = connect(endpoint, { retries: 0 });
  const writer = tableWriter(send);
  const own = (table: string): string => {
    if (!isScratch(table)) throw new RangeError('not a scratch table');
    return table;
  };
  return {
    createTable: (name) => writer.createTable(own(name)),
    deleteTable: (name) => writer.deleteTable(own(name)),
    insert: async (table, { partitionKey, rowKey, properties }) => {
      const body = writeEntity({ partitionKey, rowKey, properties });
      const answer = await send({ method: 'POST', path: own(table), body, metadata: 'no' });
      return answer.kind === 'error' ? answer : { kind: 'done', requests: answer.requests };
    },
  };
}

/** Drops scratch tables; gives those that are still there, with what went wrong last. */
export async function dropScratch(
  service: TableService,
  tables: readonly string[],
): Promise<{ readonly left: readonly string[]; readonly error?: DataError }> {
  const writer = scratchWriter(service);
  const left: string[] = [];
  let error: DataError | undefined;
  for (const table of tables.filter(isScratch)) {
    const dropped = await writer.deleteTable(table);
    if (dropped.kind === 'done' || dropped.error.kind === 'not-found') continue;
    left.push(table);
    ({ error } = dropped);
  }
  return { left, ...(error && { error }) };
}
