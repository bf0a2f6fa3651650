import * as l10n from '@vscode/l10n';
import { grouped } from '../core/text/numbers.ts';
import { isCosmos } from './connection.ts';
import type { DataError } from './error.ts';
import type { ContinuationToken } from './page.ts';
import { queryEntities } from './query-entities.ts';
import type { TableService } from './service.ts';

/** How many entities a query has, as far as they were counted. */
export interface Count {
  readonly entities: number;
  /** Where the counting goes on; absent when `entities` are all. */
  readonly next?: CountCursor;
  readonly requests: number;
  readonly bytes: number;
  readonly stopped?: DataError;
  /** What the same answers tell of partitions, once `entities` are all. */
  readonly partitions?: PartitionSizes;
}

/** The partitions that were come upon in a count. */
export interface PartitionSizes {
  readonly count: number;
  /** Entities of each, by its key: of the first `MOST_SIZES` of them. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** Plain data: it can be kept and taken up later. */
export interface CountCursor {
  readonly token: ContinuationToken | undefined;
  readonly entities: number;
  readonly partitions: PartitionSizes & { readonly last?: string };
}

export interface CountOptions {
  readonly filter?: string | undefined;
  readonly cursor?: CountCursor | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((entities: number, requests: number) => void) | undefined;
  /** Requests that may be sent before it stops by itself. */
  readonly budget?: number;
}

/** Requests that a count may cost before it asks whether to go on: 100,000 entities. */
export const COUNT_BUDGET = 100;

/** Partitions whose sizes are kept: about 1 MB. */
const MOST_SIZES = 10_000;

/**
 * Counts the entities of a table, or those that match a filter. The service has no count of its own, so that keys are read,
 * 1,000 a request, and dropped. Never throws; what stopped it leaves a lower bound and a place to go on from.
 */
export async function countEntities(
  service: TableService,
  table: string,
  { filter, cursor, signal, onProgress, budget = COUNT_BUDGET }: CountOptions = {},
): Promise<Count> {
  let { entities = 0, token } = cursor ?? {};
  const tally = new Tally(cursor?.partitions);
  let [requests, bytes] = [0, 0];
  let stopped: DataError | undefined;
  do {
    if (requests >= budget) {
      stopped = { kind: 'budget', requests };
      break;
    }
    const answer = await queryEntities(service, table, { filter, select: 'PartitionKey', token, signal });
    requests += answer.requests;
    bytes += answer.bytes;
    entities += answer.entities.length;
    for (const { partitionKey, lacks } of answer.entities) if (lacks === undefined) tally.add(partitionKey);
    ({ token, stopped } = answer);
    onProgress?.(entities, requests);
  } while (stopped === undefined && token !== undefined);
  const spent = { entities, requests, bytes };
  const partitions = tally.sizes();
  if (stopped !== undefined) return { ...spent, next: { entities, token, partitions }, stopped };
  // without an order, a key that is not kept could have come before
  const isCertain = !isCosmos(service.endpoint) || partitions.count <= MOST_SIZES;
  return { ...spent, ...(isCertain && { partitions }) };
}

/** Counts partitions by keys that come in their order, or, as far as they are kept, in any. */
class Tally {
  readonly #sizes: Map<string, number>;
  #count: number;
  #last: string | undefined;

  /** Goes on from what was counted before, which stays as it is: it may be gone on from more than once. */
  constructor({ count, sizes, last }: CountCursor['partitions'] = { count: 0, sizes: new Map() }) {
    this.#sizes = new Map(sizes);
    this.#count = count;
    this.#last = last;
  }

  add(partitionKey: string): void {
    const size = this.#sizes.get(partitionKey);
    const isNew = size === undefined && partitionKey !== this.#last;
    if (isNew) this.#count += 1;
    if (size !== undefined || (isNew && this.#sizes.size < MOST_SIZES)) {
      this.#sizes.set(partitionKey, (size ?? 0) + 1);
    }
    this.#last = partitionKey;
  }

  sizes(): CountCursor['partitions'] {
    return {
      count: this.#count,
      sizes: this.#sizes,
      ...(this.#last !== undefined && { last: this.#last }),
    };
  }
}

/** “1,234”, or “over 1,234” for a count that was stopped. */
export function countText({ entities, next }: Count): string {
  const number = grouped(entities);
  return next === undefined ? number : l10n.t('over {0}', number);
}
