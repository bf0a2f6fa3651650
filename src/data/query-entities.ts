import { readEntities } from '../core/edm/json.ts';
import type { Entity } from '../core/edm/json.ts';
import { errorOfException } from './error.ts';
import type { DataError } from './error.ts';
import { UnusableAnswer } from './answer-fault.ts';
import { MAX_ANSWER } from './bounded-answers.ts';
import { isCosmos } from './connection.ts';
import { isNotAsked } from './asked.ts';
import { MAX_TOP, PAGE_ITEMS, stopOf, tokenQuery } from './page.ts';
import type { ContinuationToken } from './page.ts';
import { step } from './walk.ts';
import type { RowKeys } from './walk.ts';
import { isOutside, withinSignature } from './within-signature.ts';
import type { Answer, TableService } from './service.ts';

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
  const { filter, token } = query;
  const { host } = new URL(service.endpoint.url);
  if (isOutside(filter, service.endpoint.credential)) return stoppedAt(undefined, OUTSIDE);
  if (token?.walk?.isCircle) return stoppedAt(token, { kind: 'invalid-answer', host, fault: 'circle' });
  let top = Math.min(query.top ?? MAX_TOP, token?.top ?? MAX_TOP);
  let [requests, bytes] = [0, 0];
  for (;;) {
    const answer = await sendQuery(service, table, { ...query, top });
    requests += answer.requests;
    bytes += answer.bytes;
    const { stopped } = answer;
    const isTooLarge = stopped?.kind === 'invalid-answer' && stopped.fault === 'too-large';
    if (!isTooLarge || top === 1) return { ...answer, requests, bytes };
    top = Math.max(1, Math.floor(top / 10));
  }
}

/** Nothing, and why; one goes on from where one was. */
function stoppedAt(
  token: ContinuationToken | undefined,
  stopped: DataError,
  requests = 0,
  bytes = 0,
): EntityResult {
  return { entities: [], requests, bytes, stopped, ...(token && { token }) };
}

const OUTSIDE: DataError = {
  kind: 'authentication',
  code: 'OutsideOfSignature',
  denial: { kind: 'signature-bounds' },
};

async function sendQuery(
  service: TableService,
  table: string,
  query: EntityQuery & { readonly top: number },
): Promise<EntityResult> {
  const { select, token, signal, top } = query;
  const filter = withinSignature(query.filter, service.endpoint.credential);
  const answer = await service.get(
    `${table}()`,
    {
      $filter: filter,
      $top: String(top),
      $select: selectText(select),
      ...tokenQuery(token),
    },
    { metadata: select === 'PartitionKey' || select?.length === 0 ? 'no' : 'minimal', signal },
  );
  const { requests } = answer;
  if (answer.kind === 'error') return stoppedAt(token, answer.error, requests);
  const bytes = Buffer.byteLength(answer.body);
  try {
    const isSorted = !isCosmos(service.endpoint);
    return { ...read(answer, { ...query, filter, isSorted, bytes }), requests, bytes };
  } catch (exception) {
    const { host } = new URL(service.endpoint.url);
    return stoppedAt(token, errorOfException(exception, host), requests, bytes);
  }
}

/** Takes an answer for what it is; throws for one that is none to this query, or leads back. */
function read(
  answer: Answer & { kind: 'answer' },
  {
    filter,
    select,
    token,
    isSorted,
    bytes,
  }: EntityQuery & { readonly isSorted: boolean; readonly bytes: number },
): Pick<EntityResult, 'entities' | 'token'> {
  const hasRowKeys = select !== 'PartitionKey';
  const keys = hasRowKeys ? (['PartitionKey', 'RowKey'] as const) : (['PartitionKey'] as const);
  const entities = readEntities(answer.body, { most: MAX_TOP, keys });
  const next = stopOf(answer);
  if (isNotAsked(entities, { filter, isSorted, hasRowKeys })) throw new UnusableAnswer('not-asked');
  const walk = step(token?.walk, {
    from: token,
    rows: rowsOf(entities, hasRowKeys),
    isEmpty: entities.length === 0,
    next,
    isSorted,
    remembers: 'first',
  });
  if (typeof walk === 'string') throw new UnusableAnswer(walk);
  const top = fittingTop(entities.length, bytes);
  return { entities, ...(next && { token: { ...next, walk, ...(top < MAX_TOP && { top }) } }) };
}

/** The keys of those that have them. */
function rowsOf(entities: readonly Entity[], hasRowKeys: boolean): RowKeys[] {
  return entities.flatMap((entity) => {
    if (entity.lacks !== undefined) return [];
    return { partitionKey: entity.partitionKey, rowKey: hasRowKeys ? entity.rowKey : undefined };
  });
}

/** How many entities of the size that these have on average are half of the largest answer. */
function fittingTop(entities: number, bytes: number): number {
  return entities === 0 ? MAX_TOP : Math.max(1, Math.floor((entities * MAX_ANSWER) / 2 / bytes));
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
