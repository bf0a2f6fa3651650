import type { Entity } from '../../core/edm/json.ts';
import type { DataError } from '../error.ts';
import type { ContinuationToken } from '../page.ts';
import { queryEntities } from '../query-entities.ts';
import type { TableService } from '../service.ts';

/** How a walk is limited, and who hears of it. */
export interface WalkOptions {
  readonly signal?: AbortSignal | undefined;
  /** Requests that may be sent. */
  readonly budget: number;
  /** Entities that are taken; all by default. */
  readonly most?: number;
  /** Bytes of answers after which it ends. */
  readonly mostBytes?: number;
  readonly onProgress?: ((entities: number, requests: number) => void) | undefined;
}

/** How far a walk came. */
export interface Walked {
  readonly entities: number;
  readonly requests: number;
  readonly bytes: number;
  /** What it left: there are more entities. */
  readonly isCut: boolean;
  /** An error, or a cancellation; a spent budget is none. */
  readonly stopped?: DataError;
}

/** Hands out the entities that a filter finds, one page after the other, none of which is kept. Never throws, unless `take` does. */
export async function walkEntities(
  service: TableService,
  table: string,
  filter: string | undefined,
  { signal, budget, most = Infinity, mostBytes = Infinity, onProgress }: WalkOptions,
  take: (page: readonly Entity[]) => void | Promise<void>,
): Promise<Walked> {
  let [entities, requests, bytes] = [0, 0, 0];
  let token: ContinuationToken | undefined;
  let stopped: DataError | undefined;
  do {
    const answer = await queryEntities(service, table, {
      filter,
      token,
      signal,
      ...(most !== Infinity && { top: Math.min(1_000, most - entities) }),
    });
    requests += answer.requests;
    bytes += answer.bytes;
    entities += answer.entities.length;
    await take(answer.entities);
    ({ token, stopped } = answer);
    onProgress?.(entities, requests);
    if (requests >= budget || entities >= most || bytes >= mostBytes) break;
  } while (stopped === undefined && token !== undefined);
  return { entities, requests, bytes, isCut: token !== undefined, ...(stopped && { stopped }) };
}
