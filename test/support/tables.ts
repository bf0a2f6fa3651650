import { TableClient } from '@azure/data-tables';
import type { TransactionAction } from '@azure/data-tables';
import { parseConnectionString } from '../../src/data/connection.ts';
import { openTableService } from '../../src/data/service.ts';
import type { TableService } from '../../src/data/service.ts';

/** Opens the account of a connection string that is known to be right. */
export function openTestService(connectionString: string): TableService {
  const parsed = parseConnectionString(connectionString);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  return openTableService(parsed.endpoint);
}

export interface Keys {
  readonly PartitionKey: string;
  readonly RowKey: string;
}

/** Keys of a table with so many entities in each partition, in key order; PartitionKeys `p00000`, `p00001`, … */
export function tableOf(sizes: readonly number[]): Keys[] {
  return sizes.flatMap((size, partition) =>
    Array.from({ length: size }, (_, row) => ({
      PartitionKey: `p${String(partition).padStart(5, '0')}`,
      RowKey: `r${String(row).padStart(6, '0')}`,
    })),
  );
}

/** Entities that an entity group transaction may hold. */
const TRANSACTION = 100;

/** Creates a table and writes entities with these keys (and one property) into it, 16 requests at a time. */
export async function seedTable(
  connectionString: string,
  table: string,
  entities: readonly Keys[],
): Promise<void> {
  const client = TableClient.fromConnectionString(connectionString, table, { allowInsecureConnection: true });
  await client.createTable();
  const batches = [...batchesOf(entities)];
  const worker = async (): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      await client.submitTransaction(batch.map(creation));
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

function creation({ PartitionKey, RowKey }: Keys): TransactionAction {
  return ['create', { partitionKey: PartitionKey, rowKey: RowKey, Text: 'some text' }];
}

/** Neighbours of one partition, at most 100 together. */
function* batchesOf(entities: readonly Keys[]): Generator<Keys[]> {
  let batch: Keys[] = [];
  for (const entity of entities) {
    const isFull = batch.length === TRANSACTION || batch[0]?.PartitionKey !== entity.PartitionKey;
    if (batch.length > 0 && isFull) {
      yield batch;
      batch = [];
    }
    batch.push(entity);
  }
  if (batch.length > 0) yield batch;
}
