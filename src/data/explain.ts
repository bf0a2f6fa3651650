import type { Entity } from '../core/edm/json.ts';
import { comparisonsOf, propertiesIn, sides } from '../core/odata/comparisons.ts';
import { valueIn } from '../core/edm/value-in.ts';
import { evaluate } from '../core/odata/evaluate.ts';
import { parseFilter } from '../core/odata/parse.ts';
import type { Matches } from '../core/shape/better.ts';
import type { Shape } from '../core/shape/shape.ts';
import type { DataError } from './error.ts';
import type { ContinuationToken } from './page.ts';
import { queryEntities } from './query-entities.ts';
import type { EntityQuery } from './query-entities.ts';
import { readRegion } from '../core/shape/read-region.ts';
import { isKeyName } from '../core/shape/shape.ts';
import { plainText } from '../core/text/segments.ts';
import { isLoopback } from './connection.ts';
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
  /** Those of them that Azure would not find: Azurite compares values of different types. Absent where there are none. */
  readonly onAzuriteAlone?: number;
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
 * Of an Azurite it says which matches Azure would not find. Never throws.
 */
export async function explainQuery(
  service: TableService,
  table: string,
  { filter, select }: Pick<EntityQuery, 'filter' | 'select'>,
  { signal, budget = BUDGET, onProgress }: ExplainOptions = {},
): Promise<Explanation> {
  const region = readRegion(filter);
  const isExpected = isLoopback(new URL(service.endpoint.url).host)
    ? matcherOf(filter ?? '', select)
    : undefined;
  const query = await walk(service, table, { filter, select, signal }, budget, onProgress, isExpected);
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
    ...(query.unexpected > 0 && { onAzuriteAlone: query.unexpected }),
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
  /** Entities that the filter should not have found. */
  readonly unexpected: number;
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
  isExpected: (entity: Entity) => boolean = () => true,
): Promise<Walked> {
  const partitions = new Set<string>();
  let [entities, unexpected, requests, bytes] = [0, 0, 0, 0];
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
    for (const entity of answer.entities) {
      const { partitionKey, rowKey } = entity;
      if (!isExpected(entity)) unexpected++;
      if (entity.lacks !== undefined) continue;
      partitions.add(partitionKey);
      rowKeyPrefix = rowKeyPrefix === undefined ? rowKey : commonStart(rowKeyPrefix, rowKey);
    }
    ({ token, stopped } = answer);
    onProgress?.(entities, requests);
  } while (stopped === undefined && token !== undefined);
  return { entities, unexpected, partitions, rowKeyPrefix, requests, bytes, ...(stopped && { stopped }) };
}

/**
 * Whether the service, which compares no values of different types, finds an entity. Undefined where that cannot be told: the filter is
 * not one of the service, or the answers lack a property that it names.
 */
function matcherOf(text: string, select: EntityQuery['select']): ((entity: Entity) => boolean) | undefined {
  const { filter, errors } = parseFilter(plainText(text));
  if (filter === undefined || errors.length > 0) return undefined;
  const named = propertiesIn(filter).map(({ name }) => name);
  if (select !== undefined && !named.every((name) => isKeyName(name) || select.includes(name)))
    return undefined;
  const compared = comparisonsOf(filter).flatMap((comparison) => sides(comparison) ?? []);
  return (entity) => {
    const isOfOtherType = compared.some(({ property, value }) => {
      const stored = valueIn(entity, property);
      return value.kind === 'literal' && stored !== undefined && stored.type !== value.value.type;
    });
    if (!isOfOtherType) return true;
    const { partitionKey, rowKey, timestamp, properties } = entity;
    const values = new Map(properties.map(({ name, value }) => [name, value]));
    if (timestamp !== undefined) values.set('Timestamp', { type: 'DateTime', value: timestamp });
    return evaluate(filter, { partitionKey, rowKey, properties: values });
  };
}

/** The text with which both begin; a pair of surrogates is not torn. */
function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return a.slice(0, length > 0 && /[\uD800-\uDBFF]/.test(a.charAt(length - 1)) ? length - 1 : length);
}
