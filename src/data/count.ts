import * as l10n from '@vscode/l10n';
import { grouped } from '../core/text/numbers.ts';
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
}

/** Plain data: it can be kept and taken up later. */
export interface CountCursor {
  readonly token: ContinuationToken | undefined;
  readonly entities: number;
}

export interface CountOptions {
  readonly filter?: string | undefined;
  readonly cursor?: CountCursor | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((entities: number, requests: number) => void) | undefined;
  /** Requests that may be sent before it stops by itself. */
  readonly budget?: number;
}

/** Requests that a count may cost unasked: 100,000 entities. */
const BUDGET = 100;

/**
 * Counts the entities of a table, or those that match a filter. The service has no count of its own, so that keys are read,
 * 1,000 a request, and dropped. Never throws; what stopped it leaves a lower bound and a place to go on from.
 */
export async function countEntities(
  service: TableService,
  table: string,
  { filter, cursor, signal, onProgress, budget = BUDGET }: CountOptions = {},
): Promise<Count> {
  let { entities, token }: CountCursor = cursor ?? { entities: 0, token: undefined };
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
    ({ token, stopped } = answer);
    onProgress?.(entities, requests);
  } while (stopped === undefined && token !== undefined);
  const next = stopped || token ? { next: { entities, token } } : {};
  return { entities, requests, bytes, ...next, ...(stopped && { stopped }) };
}

/** “1,234”, or “over 1,234” for a count that was stopped. */
export function countText({ entities, next }: Count): string {
  const number = grouped(entities);
  return next === undefined ? number : l10n.t('over {0}', number);
}
