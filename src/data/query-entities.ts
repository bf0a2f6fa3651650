import { readEntities } from '../core/edm/json.ts';
import type { Entity } from '../core/edm/json.ts';
import type { DataError } from './error.ts';
import { MAX_TOP, PAGE_ITEMS, tokenOf, tokenQuery } from './page.ts';
import type { ContinuationToken } from './page.ts';
import { isOutside, withinSignature } from './within-signature.ts';
import type { TableService } from './service.ts';

/** A query of entities, and where in its results to begin. */
export interface EntityQuery {
  /** As the service reads it, quotes doubled; none asks for the whole table. */
  readonly filter?: string | undefined;
  /**
   * Names of the properties wanted beside the keys, `[]` for the keys alone; none asks for whole entities. `'PartitionKey'` is for
   * those who count or look for partitions: row keys come empty.
   */
  readonly select?: readonly string[] | 'PartitionKey' | undefined;
  /** Where the answer before this one ended. */
  readonly token?: ContinuationToken | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a query gave, in key order, and what that cost. */
export interface EntityResult {
  readonly entities: readonly Entity[];
  /** Where the query goes on, from exactly behind the last entity; absent at its end. */
  readonly token?: ContinuationToken;
  /** HTTP requests sent, retries counted. */
  readonly requests: number;
  /** Size of the answers' bodies. */
  readonly bytes: number;
  /** Why there is less than was asked for; what came before is kept, and `token` leads on. */
  readonly stopped?: DataError;
}

/**
 * Sends one request of a query (more only if it must be tried again), for at most `top` entities. As the service does, it may give
 * fewer, or none, and still a token: only an answer without one is the end. Never throws. A query that lies outside of the keys
 * which a signature is bounded to is told so instead of sent.
 */
export async function queryEntities(
  service: TableService,
  table: string,
  query: EntityQuery & { readonly top?: number },
): Promise<EntityResult> {
  return isOutside(query.filter, service.endpoint.credential)
    ? { entities: [], requests: 0, bytes: 0, stopped: OUTSIDE }
    : sendQuery(service, table, query);
}

const OUTSIDE: DataError = {
  kind: 'authentication',
  code: 'OutsideOfSignature',
  denial: { kind: 'signature-bounds' },
};

async function sendQuery(
  service: TableService,
  table: string,
  query: EntityQuery & { readonly top?: number },
): Promise<EntityResult> {
  const { filter, select, token, signal, top = MAX_TOP } = query;
  const answer = await service.get(
    // names of Cosmos DB may have any character
    `${encodeURIComponent(table)}()`,
    {
      $filter: withinSignature(filter, service.endpoint.credential),
      $top: String(top),
      $select: selectText(select),
      ...tokenQuery(token),
    },
    { metadata: select === 'PartitionKey' || select?.length === 0 ? 'no' : 'minimal', signal },
  );
  const { requests } = answer;
  const stop = (stopped: DataError, bytes: number): EntityResult => ({
    entities: [],
    requests,
    bytes,
    stopped,
    ...(token && { token }),
  });
  if (answer.kind === 'error') return stop(answer.error, 0);
  const bytes = Buffer.byteLength(answer.body);
  try {
    const next = tokenOf(answer);
    return { entities: readEntities(answer.body), requests, bytes, ...(next && { token: next }) };
  } catch {
    return stop({ kind: 'invalid-answer', host: new URL(service.endpoint.url).host }, bytes);
  }
}

function selectText(select: EntityQuery['select']): string | undefined {
  if (select === undefined || select === 'PartitionKey') return select;
  return [...new Set(['PartitionKey', 'RowKey', ...select])].join();
}

export interface FillOptions {
  /** Entities wanted. */
  readonly limit?: number;
  /** Requests that may be sent before it stops by itself. */
  readonly budget?: number;
  /** Called after each request. */
  readonly onProgress?: ((found: number, requests: number) => void) | undefined;
}

/**
 * Fills one page of a query: follows short and empty answers until `limit` entities are there, the query is at its end, or
 * something stopped it: an error, a cancellation or the budget. Never throws, loses nothing and gives nothing twice.
 */
export async function fillPage(
  service: TableService,
  table: string,
  query: EntityQuery,
  options: FillOptions = {},
): Promise<EntityResult> {
  const { limit = PAGE_ITEMS, budget = PAGE_ITEMS, onProgress } = options;
  const entities: Entity[] = [];
  let { token } = query;
  let requests = 0;
  let bytes = 0;
  let stopped: DataError | undefined;
  do {
    if (requests >= budget) {
      stopped = { kind: 'budget', requests };
      break;
    }
    const top = Math.min(limit - entities.length, MAX_TOP);
    const answer = await queryEntities(service, table, { ...query, token, top });
    requests += answer.requests;
    bytes += answer.bytes;
    entities.push(...answer.entities);
    ({ token, stopped } = answer);
    onProgress?.(entities.length, requests);
  } while (stopped === undefined && token !== undefined && entities.length < limit);
  return { entities, requests, bytes, ...(token && { token }), ...(stopped && { stopped }) };
}
