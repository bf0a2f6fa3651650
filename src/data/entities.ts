import type { Entity } from '../core/edm/json.ts';
import { quote } from '../core/odata/quote.ts';
import type { DataError } from './error.ts';
import { rowFilter } from './key-range.ts';
import type { PartitionRange } from './key-range.ts';
import type { ContinuationToken, Page, PageOptions } from './page.ts';
import { fillPage } from './query-entities.ts';
import type { TableService } from './service.ts';

/** Where the reading of a partition goes on. */
export interface EntityCursor {
  readonly token: ContinuationToken;
}

/** Which entities of a partition are read. */
export interface EntityRange {
  /** By RowKey; all when not given. */
  readonly rows?: Exclude<PartitionRange, { kind: 'all' }> | undefined;
}

/**
 * Reads entities of one partition in key order, whole, but for those that came without a key. Short and empty answers with a token are followed
 * until `limit` entities are there or the budget is spent. Never throws; see `Page.stopped`.
 */
export async function entitiesOf(
  service: TableService,
  table: string,
  partitionKey: string,
  options: PageOptions<EntityCursor> & EntityRange = {},
): Promise<Page<Entity, EntityCursor>> {
  const { cursor, signal, rows } = options;
  const partition = partitionKeyFilter(partitionKey);
  const filter = rows === undefined ? partition : rowFilter(partition, rows);
  const query = { filter, token: cursor?.token, signal };
  const { entities, token, requests, stopped } = await fillPage(service, table, query, options);
  const items = entities.filter(({ lacks }) => lacks === undefined);
  const odd = entities.length - items.length;
  return {
    items,
    requests,
    ...(odd > 0 && { odd }),
    ...(token && { next: { token } }),
    ...(stopped && { stopped }),
  };
}

/** The outcome of reading one entity; `not-found` when there is none with these keys. */
export type EntityRead =
  | { readonly kind: 'entity'; readonly entity: Entity; readonly requests: number }
  | { readonly kind: 'error'; readonly error: DataError; readonly requests: number };

/**
 * Reads one entity by both keys. Written as a filter, which is the same point query, because keys with
 * `%` cannot be trusted in the path of a request.
 */
export async function readEntity(
  service: TableService,
  table: string,
  keys: { readonly partitionKey: string; readonly rowKey: string },
  signal?: AbortSignal,
): Promise<EntityRead> {
  const filter = keyFilter(keys.partitionKey, keys.rowKey);
  const answer = await fillPage(service, table, { filter, signal }, { limit: 1 });
  if (answer.stopped) return { kind: 'error', error: answer.stopped, requests: answer.requests };
  const [entity] = answer.entities;
  const { requests } = answer;
  if (entity === undefined) {
    return { kind: 'error', error: { kind: 'not-found', code: 'ResourceNotFound' }, requests };
  }
  const { host } = new URL(service.endpoint.url);
  // nobody knows which one it is
  if (entity.lacks)
    return { kind: 'error', error: { kind: 'invalid-answer', host, fault: 'not-asked' }, requests };
  return { kind: 'entity', entity, requests };
}

/** The filter that reads one partition. */
export function partitionKeyFilter(partitionKey: string): string {
  return `PartitionKey eq ${quote(partitionKey)}`;
}

/** The filter that is a point query for these keys. */
export function keyFilter(partitionKey: string, rowKey: string): string {
  return `${partitionKeyFilter(partitionKey)} and RowKey eq ${quote(rowKey)}`;
}
