import type { Matches } from '../core/shape/better.ts';
import type { Shape } from '../core/shape/shape.ts';
import type { DataError } from './error.ts';
import type { ContinuationToken } from './page.ts';
import { queryEntities } from './query-entities.ts';
import type { EntityQuery } from './query-entities.ts';
import { readRegion } from '../core/shape/read-region.ts';
import type { TableService } from './service.ts';

/** A number that was counted, or as far as it was. */
export interface Counted {
  readonly count: number;
  /** Whether it is all; otherwise there are at least so many. */
  readonly exact: boolean;
}

/** What a query touches on the data that is there. */
export interface Explanation {
  readonly shape: Shape;
  readonly matched: Counted;
  /** Entities that the service must read to find the matches: all between the keys that the filter pins. */
  readonly read: Counted;
  /** Partitions of those. */
  readonly partitions: Counted;
  /** Their keys: queries that stand for one may touch the same partition. */
  readonly partitionKeys: ReadonlySet<string>;
  /** What the query alone took to its end, or as far as it came. */
  readonly requests: number;
  readonly bytes: number;
  /** Requests sent altogether, those that counted what is read included. */
  readonly spent: number;
  /** What the matches have in common; absent where not all were seen, or there are none. */
  readonly matches?: Matches;
  readonly stopped?: DataError;
}

export interface ExplainOptions {
  readonly signal?: AbortSignal | undefined;
  /** Requests that may be sent altogether. */
  readonly budget?: number;
  readonly onProgress?: ((found: number, requests: number) => void) | undefined;
}

const BUDGET = 100;

/** Partitions that matches may lie in to be called few: as many queries would take the place of one. */
const FEW_PARTITIONS = 5;

/**
 * Runs a query to its end and counts what it touches; nothing of what it returns is kept. Entities that are read but do not match
 * are counted by a second walk over the keys that the filter pins, which is left out where the filter pins keys and nothing else.
 * The counts are the same on every service; how long it takes says something of the service that was asked alone. Never throws.
 */
export async function explainQuery(
  service: TableService,
  table: string,
  { filter, select }: Pick<EntityQuery, 'filter' | 'select'>,
  { signal, budget = BUDGET, onProgress }: ExplainOptions = {},
): Promise<Explanation> {
  const region = readRegion(filter);
  const query = await walk(service, table, { filter, select, signal }, budget, onProgress);
  const needsWalk = !region.isExact && query.stopped === undefined;
  const keys = needsWalk
    ? await walk(
        service,
        table,
        { filter: region.filter, select: 'PartitionKey', signal },
        budget - query.requests,
        (found, requests) => onProgress?.(found, query.requests + requests),
      )
    : query;
  const isRead = keys.stopped === undefined;
  const partitionKeys = new Set([...keys.partitions, ...query.partitions]);
  const stopped = query.stopped ?? keys.stopped;
  return {
    shape: region.shape,
    matched: { count: query.entities, exact: query.stopped === undefined },
    read: { count: Math.max(keys.entities, query.entities), exact: isRead },
    partitions: { count: partitionKeys.size, exact: isRead },
    partitionKeys,
    requests: query.requests,
    bytes: query.bytes,
    spent: needsWalk ? query.requests + keys.requests : query.requests,
    ...(query.stopped === undefined && query.entities > 0 && { matches: matchesOf(query) }),
    ...(stopped && { stopped }),
  };
}

function matchesOf({ partitions, rowKeyPrefix = '' }: Walked): Matches {
  const isFew = partitions.size <= FEW_PARTITIONS;
  return { partitionKeys: isFew ? [...partitions] : undefined, rowKeyPrefix };
}

interface Walked {
  readonly entities: number;
  readonly partitions: ReadonlySet<string>;
  /** How all RowKeys begin. */
  readonly rowKeyPrefix: string | undefined;
  readonly requests: number;
  readonly bytes: number;
  readonly stopped?: DataError;
}

/** Follows a query to its end and counts. PartitionKeys are kept because not every service sorts them. */
async function walk(
  service: TableService,
  table: string,
  query: EntityQuery,
  budget: number,
  onProgress: ExplainOptions['onProgress'],
): Promise<Walked> {
  const partitions = new Set<string>();
  let [entities, requests, bytes] = [0, 0, 0];
  let rowKeyPrefix: string | undefined;
  let token: ContinuationToken | undefined;
  let stopped: DataError | undefined;
  do {
    if (requests >= budget) {
      stopped = { kind: 'budget', requests };
      break;
    }
    const answer = await queryEntities(service, table, { ...query, token });
    requests += answer.requests;
    bytes += answer.bytes;
    entities += answer.entities.length;
    for (const { partitionKey, rowKey } of answer.entities) {
      partitions.add(partitionKey);
      rowKeyPrefix = rowKeyPrefix === undefined ? rowKey : commonStart(rowKeyPrefix, rowKey);
    }
    ({ token, stopped } = answer);
    onProgress?.(entities, requests);
  } while (stopped === undefined && token !== undefined);
  return { entities, partitions, rowKeyPrefix, requests, bytes, ...(stopped && { stopped }) };
}

/** The text with which both begin; a pair of surrogates is not torn. */
function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return a.slice(0, length > 0 && /[\uD800-\uDBFF]/.test(a.charAt(length - 1)) ? length - 1 : length);
}
