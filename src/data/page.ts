import * as l10n from '@vscode/l10n';
import { grouped } from '../core/text/numbers.ts';
import { UnusableAnswer } from './answer-fault.ts';
import type { DataError } from './error.ts';
import type { Answer } from './service.ts';
import type { Stop, Walk } from './walk.ts';

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
  /** Entries that are no items: what makes one, a name or a key, came with none of them, or not as a text. Absent where there are none. */
  readonly odd?: number;
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

/** Where the service wants a query to go on, opaque, and how far that was walked through. */
export interface ContinuationToken extends Stop {
  readonly walk?: Walk;
  /** The most entities that an answer may have from here on, where they are so large that a full one was not read. */
  readonly top?: number;
}

/** Characters of a token that are taken: keys have at most 1 KiB, which a token writes with up to six characters for each two bytes. */
const MAX_TOKEN = 8_192;

/** The continuation token of a query's answer, if the list goes on. Throws an `UnusableAnswer` for what can be none. */
export function stopOf(answer: Answer & { kind: 'answer' }): Stop | undefined {
  const partitionKey = answer.header('x-ms-continuation-nextpartitionkey');
  const rowKey = answer.header('x-ms-continuation-nextrowkey');
  const isNone = partitionKey === undefined && rowKey !== undefined;
  if (isNone || isTooLong(partitionKey) || isTooLong(rowKey)) throw new UnusableAnswer('token');
  return partitionKey === undefined ? undefined : { partitionKey, ...(rowKey !== undefined && { rowKey }) };
}

/** The token behind which a list of tables goes on; as `stopOf`. */
export function tableStopOf(answer: Answer & { kind: 'answer' }): string | undefined {
  const name = answer.header('x-ms-continuation-nexttablename');
  if (isTooLong(name)) throw new UnusableAnswer('token');
  return name;
}

function isTooLong(token: string | undefined): boolean {
  return token !== undefined && token.length > MAX_TOKEN;
}

/** The query parameters that take up a query at a token. */
export function tokenQuery(token: ContinuationToken | undefined): Record<string, string | undefined> {
  return { NextPartitionKey: token?.partitionKey, NextRowKey: token?.rowKey };
}

/** A portion's cost, as shown to the person who paid it: “100 partitions · 3 requests”. */
export function costText(requests: number): string {
  return requests === 1 ? l10n.t('1 request') : l10n.t('{0} requests', grouped(requests));
}
