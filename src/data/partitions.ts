import type { Entity } from '../core/edm/json.ts';
import { isIllFormed } from '../core/text/surrogates.ts';
import { isCosmos } from './connection.ts';
import type { DataError } from './error.ts';
import { partitionFilter } from './key-range.ts';
import type { PartitionRange } from './key-range.ts';
import { MAX_TOP, PAGE_ITEMS } from './page.ts';
import type { ContinuationToken, Page, PageOptions } from './page.ts';
import { hasPassed, nothingPassed, passing } from './passed.ts';
import type { Passed } from './passed.ts';
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
  readonly known?: Passed;
  /** The last partition seen where no filter can name it, so that its rest is not jumped over. */
  readonly within?: string;
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
  let [requests, odd] = [0, 0];
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
        const keyed = answer.entities.filter(({ lacks }) => lacks === undefined);
        odd += answer.entities.length - keyed.length;
        const step = isSorted ? advance(place, keyed, answer, range) : collect(place, keyed, answer, range);
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
    ...(odd > 0 && { odd }),
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

/** An empty answer with a token moves nothing but the token. So does one behind whose last partition no filter can ask. */
function advance(
  place: Place,
  entities: readonly Entity[],
  { token }: EntityResult,
  range: PartitionRange,
): Step {
  const groups = group(entities, token === undefined);
  const last = groups.at(-1)?.partitionKey ?? place.within;
  const canJump = groups.length > 0 && last !== undefined && !isIllFormed(last);
  const after = canJump ? last : place.after;
  return {
    found: groups.filter(({ partitionKey }) => partitionKey !== place.within),
    place: {
      exhausted: token === undefined || (range.kind === 'exact' && groups.length > 0),
      ...(after !== undefined && { after }),
      ...(!canJump && token !== undefined && { token }),
      ...(!canJump && last !== undefined && { within: last }),
    },
  };
}

/** Likewise for a service that does not sort. */
function collect(
  place: Place,
  entities: readonly Entity[],
  { token }: EntityResult,
  range: PartitionRange,
): Step {
  const known = place.known ?? nothingPassed();
  const seen = new Map<string, number>();
  for (const { partitionKey } of entities) {
    if (!hasPassed(known, partitionKey)) seen.set(partitionKey, (seen.get(partitionKey) ?? 0) + 1);
  }
  return {
    found: [...seen].map(([partitionKey, size]) => ({ partitionKey, seen: size, whole: false })),
    place: {
      exhausted: token === undefined || (range.kind === 'exact' && seen.size > 0),
      known: passing(known, seen.keys()),
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
