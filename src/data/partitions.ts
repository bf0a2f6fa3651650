import type { Entity } from '../core/edm/json.ts';
import { isCosmos } from './connection.ts';
import type { DataError } from './error.ts';
import { partitionFilter } from './key-range.ts';
import type { PartitionRange } from './key-range.ts';
import { MAX_TOP, PAGE_ITEMS } from './page.ts';
import type { ContinuationToken, Page, PageOptions } from './page.ts';
import { queryEntities } from './query-entities.ts';
import type { EntityResult } from './query-entities.ts';
import type { TableService } from './service.ts';
import { isOutside } from './within-signature.ts';

export interface Partition {
  readonly partitionKey: string;
  /** Entities seen of it while looking for partitions. */
  readonly seen: number;
  /** Whether `seen` are all: the next partition, or the end of the table, was seen too. */
  readonly whole: boolean;
}

/** A walk's place in the table. It can be kept and taken up later, also after an error and more than once. */
export interface PartitionCursor {
  /** The last partition seen; the walk goes on behind it. */
  readonly after?: string;
  /** Where to go on when the last answer was empty but not the end. */
  readonly token?: ContinuationToken;
  /** Found but not handed out yet. */
  readonly pending: readonly Partition[];
  /** Whether the service has no more. */
  readonly exhausted: boolean;
  /** PartitionKeys found so far, where the service does not sort them: any can come again. */
  readonly known?: KnownKeys;
}

/** Keys as they were found. The places of a walk share `order`, which is copied for none of them: the first `count` of it are this place's. */
interface KnownKeys {
  /** Of each key, how many were found before it. */
  readonly order: Map<string, number>;
  readonly count: number;
}

const ALL: PartitionRange = { kind: 'all' };

/** The first answer is small, so that something is on the screen soon. */
const FIRST_TOP = PAGE_ITEMS;

/**
 * Finds partitions without reading the table: pages of PartitionKeys alone, and where a page ends, a jump over the
 * rest of its last partition (`PartitionKey gt last`). Each request but the first passes over 1,000
 * entities or more, and each shows a new partition, so that n partitions cost at most one request more
 * than n, and one more than reading the same stretch in pages of 1,000.
 *
 * Cosmos DB does not sort what it answers, so that there is nothing to jump over: its pages are followed by their tokens, and what
 * was found is remembered.
 *
 * `range` limits the walk to one key, or to those that start with a text. Never throws: an error, a cancellation or a spent
 * budget is told in `stopped`, beside what was found.
 */
export async function partitions(
  service: TableService,
  table: string,
  options: PageOptions<PartitionCursor> & { readonly range?: PartitionRange } = {},
): Promise<Page<Partition, PartitionCursor>> {
  const { range = ALL, signal, onProgress, limit = PAGE_ITEMS, budget = PAGE_ITEMS } = options;
  const isSorted = !isCosmos(service.endpoint);
  const { pending, ...start } = options.cursor ?? { pending: [], exhausted: false };
  const found = [...pending];
  let place: Place = start;
  let requests = 0;
  let stopped: DataError | undefined;
  while (found.length < limit && !place.exhausted && stopped === undefined) {
    const isFirst = place.after === undefined && place.token === undefined;
    const filter = partitionFilter(range, place.after);
    if (!isFirst && isOutside(filter, service.endpoint.credential)) {
      // the walk ends where the signature does
      place = { ...place, exhausted: true };
    } else if (signal?.aborted) {
      stopped = { kind: 'cancelled' };
    } else if (requests >= budget) {
      stopped = { kind: 'budget', requests };
    } else {
      const answer = await queryEntities(service, table, {
        filter,
        top: isFirst ? FIRST_TOP : MAX_TOP,
        select: 'PartitionKey',
        token: place.token,
        signal,
      });
      requests += answer.requests;
      if (answer.stopped) stopped = answer.stopped;
      else {
        const step = isSorted ? advance(place, answer, range) : collect(place, answer, range);
        found.push(...step.found);
        ({ place } = step);
      }
      onProgress?.(Math.min(found.length, limit), requests);
    }
  }
  const left = found.slice(limit);
  const isEnd = place.exhausted && left.length === 0;
  return {
    items: found.slice(0, limit),
    requests,
    ...(!isEnd && { next: { ...place, pending: left } }),
    ...(stopped && { stopped }),
  };
}

type Place = Omit<PartitionCursor, 'pending'>;

/** What one more answer had, and the place behind it. */
interface Step {
  readonly found: readonly Partition[];
  readonly place: Place;
}

/** An empty answer with a token moves nothing but the token. */
function advance(place: Place, { entities, token }: EntityResult, range: PartitionRange): Step {
  const found = group(entities, token === undefined);
  const after = found.at(-1)?.partitionKey ?? place.after;
  return {
    found,
    place: {
      exhausted: token === undefined || (range.kind === 'exact' && found.length > 0),
      ...(after !== undefined && { after }),
      ...(found.length === 0 && token !== undefined && { token }),
    },
  };
}

/** Likewise for a service that does not sort. */
function collect(place: Place, { entities, token }: EntityResult, range: PartitionRange): Step {
  const { order, count } = place.known ?? { order: new Map<string, number>(), count: 0 };
  const seen = new Map<string, number>();
  for (const { partitionKey } of entities) {
    const isKnown = (order.get(partitionKey) ?? Infinity) < count;
    if (!isKnown) seen.set(partitionKey, (seen.get(partitionKey) ?? 0) + 1);
  }
  // taken up here before, the walk went on in the order that it has: this one goes on in another
  const own = order.size === count ? order : new Map([...order].slice(0, count));
  for (const partitionKey of seen.keys()) own.set(partitionKey, own.size);
  return {
    found: [...seen].map(([partitionKey, size]) => ({ partitionKey, seen: size, whole: false })),
    place: {
      exhausted: token === undefined || (range.kind === 'exact' && seen.size > 0),
      known: { order: own, count: own.size },
      ...(token && { token }),
    },
  };
}

/** Neighbours with the same PartitionKey. The last group is whole only if nothing follows. */
function group(entities: readonly Entity[], atEnd: boolean): Partition[] {
  const groups: { partitionKey: string; seen: number }[] = [];
  for (const { partitionKey } of entities) {
    const last = groups.at(-1);
    if (last?.partitionKey === partitionKey) last.seen += 1;
    else groups.push({ partitionKey, seen: 1 });
  }
  return groups.map((partition, index) => ({ ...partition, whole: atEnd || index < groups.length - 1 }));
}
