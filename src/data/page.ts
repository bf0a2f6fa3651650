import * as l10n from '@vscode/l10n';
import { grouped } from '../core/text/numbers.ts';
import type { DataError } from './error.ts';
import type { Answer } from './service.ts';

/**
 * One portion of a list: what was found, where to go on, what it cost. When `stopped` is there the
 * portion is shorter than asked; `next` then leads on from exactly there.
 */
export interface Page<T, C> {
  readonly items: readonly T[];
  /** Absent at the end of the list. */
  readonly next?: C;
  /** HTTP requests sent for this portion, retries counted. */
  readonly requests: number;
  readonly stopped?: DataError;
}

export interface PageOptions<C> {
  readonly cursor?: C | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after each request with what this portion has so far. */
  readonly onProgress?: ((found: number, requests: number) => void) | undefined;
  /** Items in this portion. */
  readonly limit?: number;
  /** Requests that this portion may cost before it stops by itself. */
  readonly budget?: number;
}

export { MAX_TOP } from '../core/shape/estimate.ts';

/** Items shown at a time: the product's own measure. */
export const PAGE_ITEMS = 100;

/** Where the service wants a query to go on; opaque. */
export interface ContinuationToken {
  readonly partitionKey: string;
  readonly rowKey?: string;
}

/** The continuation token of a query's answer, if the list goes on. */
export function tokenOf(answer: Answer & { kind: 'answer' }): ContinuationToken | undefined {
  const partitionKey = answer.header('x-ms-continuation-nextpartitionkey');
  const rowKey = answer.header('x-ms-continuation-nextrowkey');
  if (partitionKey === undefined) return undefined;
  return { partitionKey, ...(rowKey !== undefined && { rowKey }) };
}

/** The query parameters that take up a query at a token. */
export function tokenQuery(token: ContinuationToken | undefined): Record<string, string | undefined> {
  return { NextPartitionKey: token?.partitionKey, NextRowKey: token?.rowKey };
}

/** A portion's cost, as shown to the person who paid it: “100 partitions · 3 requests”. */
export function costText(requests: number): string {
  return requests === 1 ? l10n.t('1 request') : l10n.t('{0} requests', grouped(requests));
}
