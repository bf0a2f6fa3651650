import * as l10n from '@vscode/l10n';
import { describeFilterError } from '../core/odata/messages.ts';
import { parseFilter } from '../core/odata/parse.ts';
import { classify } from '../core/shape/classify.ts';
import type { Shape } from '../core/shape/shape.ts';
import { plainText } from '../core/text/segments.ts';
import { countEntities } from './count.ts';
import { explainError } from './error.ts';
import type { TableService } from './service.ts';

/** A table and a filter as an assistant names them. */
export interface AskedQuery {
  readonly table: string;
  /** Empty for the whole table. */
  readonly filter: string;
}

/** Numbers alone: no key, no value. */
export interface AskedCount {
  readonly entities: number;
  /** Whether these are all. */
  readonly complete: boolean;
  readonly partitions?: number;
  readonly requests: number;
  readonly shape: Shape;
  /** Why it ended early. */
  readonly stopped?: string;
}

/** Requests of one call that an assistant does not bound otherwise: 20,000 entities. */
export const USUAL_REQUESTS = 20;

/** A table's name as the service has it (Understanding the Table service data model). */
const TABLE = /^[A-Za-z][A-Za-z0-9]{2,62}$/;

/** What is wrong with a query that would go to a service; undefined where nothing is. */
export function askedProblem({ table, filter }: AskedQuery): string | undefined {
  if (!TABLE.test(table)) return l10n.t('Invalid table name. Use 3 to 63 letters and digits.');
  const [wrong] = parseFilter(plainText(filter)).errors;
  return wrong && l10n.t('The service rejects this filter: {0}', describeFilterError(wrong));
}

/** Counts what a query without problems matches, with at most `budget` requests. Never throws. */
export async function countAsked(
  service: TableService,
  { table, filter }: AskedQuery,
  budget: number,
  signal: AbortSignal,
): Promise<AskedCount> {
  const count = await countEntities(service, table, {
    ...(filter.trim() !== '' && { filter }),
    ...{ budget, signal },
  });
  return {
    entities: count.entities,
    complete: count.next === undefined,
    ...(count.partitions && { partitions: count.partitions.count }),
    requests: count.requests,
    shape: classify(parseFilter(plainText(filter)).filter).shape,
    ...(count.stopped && { stopped: explainError(count.stopped).message }),
  };
}
