import { readEntities } from '../core/edm/json.ts';
import type { Entity } from '../core/edm/json.ts';
import type { DataError } from './error.ts';
import { tokenOf, tokenQuery } from './page.ts';
import type { ContinuationToken } from './page.ts';
import type { TableService } from './service.ts';

export interface EntityQuery {
  readonly filter: string | undefined;
  readonly top: number;
  /** Keys alone, without types, or whole entities. */
  readonly read: 'keys' | 'entities';
  readonly token: ContinuationToken | undefined;
  readonly signal: AbortSignal | undefined;
}

export type EntityAnswer =
  EntityPage | { readonly kind: 'error'; readonly error: DataError; readonly requests: number };

export interface EntityPage {
  readonly kind: 'entities';
  readonly entities: readonly Entity[];
  readonly token: ContinuationToken | undefined;
  readonly requests: number;
}

/** Sends one query of entities. A page may be short or empty and still carry a token; callers go on from it. */
export async function queryPage(
  service: TableService,
  table: string,
  query: EntityQuery,
): Promise<EntityAnswer> {
  const { filter, top, read, token, signal } = query;
  const keysOnly = read === 'keys';
  const answer = await service.get(
    `${table}()`,
    {
      $filter: filter,
      $top: String(top),
      $select: keysOnly ? 'PartitionKey,RowKey' : undefined,
      ...tokenQuery(token),
    },
    { metadata: keysOnly ? 'no' : 'minimal', signal },
  );
  if (answer.kind === 'error') return answer;
  try {
    const entities = readEntities(answer.body);
    return { kind: 'entities', entities, token: tokenOf(answer), requests: answer.requests };
  } catch {
    return { kind: 'error', error: { kind: 'other', code: 'InvalidAnswer' }, requests: answer.requests };
  }
}
