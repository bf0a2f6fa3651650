import { betterQueries } from '../core/shape/better.ts';
import type { BetterQueries, Matches } from '../core/shape/better.ts';
import { explainQuery } from './explain.ts';
import type { ExplainOptions, Explanation } from './explain.ts';
import type { TableService } from './service.ts';

/** What a query touches, and beside it the same of what finds as much for less. */
export interface Comparison {
  readonly explanation: Explanation;
  readonly better?: { readonly queries: BetterQueries; readonly explanations: readonly Explanation[] };
}

/** Of a query that was not read to its end the data says nothing; the filter may. */
const NOTHING: Matches = { partitionKeys: undefined, rowKeyPrefix: '' };

/** A query; `filter` is empty where every entity is asked for. */
interface Query {
  readonly filter: string;
  readonly select?: readonly string[] | undefined;
}

/** Counts what a query touches, then what better ones would: `besideBetter`. `onProgress` has the requests of all. Never throws. */
export async function explainWithBetter(
  service: TableService,
  table: string,
  query: Query,
  options: ExplainOptions = {},
): Promise<Comparison> {
  const explanation = await explainQuery(service, table, sent(query), options);
  const { onProgress } = options;
  return besideBetter(service, table, query, explanation, {
    ...options,
    onProgress: (found, requests) => onProgress?.(found, explanation.spent + requests),
  });
}

/**
 * Counts what better queries would touch than one that was counted, each within the budget of `options`. They are told only if all of
 * them were counted to the end and read fewer entities than the query. Of a query that was not counted to its end that is known where
 * they are the sides of its own `or`, whose keys are among those that it reads. `onProgress` has the requests of all better ones. Never
 * throws.
 */
export async function besideBetter(
  service: TableService,
  table: string,
  { filter, select }: Query,
  explanation: Explanation,
  options: ExplainOptions = {},
): Promise<Comparison> {
  const { signal, onProgress } = options;
  const queries = signal?.aborted ? undefined : betterQueries(filter, explanation.matches ?? NOTHING);
  if (queries === undefined) return { explanation };
  const explanations: Explanation[] = [];
  let spent = 0;
  for (const text of queries.filters) {
    const before = spent;
    const one = await explainQuery(service, table, sent({ filter: text, select }), {
      ...options,
      onProgress: (found, requests) => onProgress?.(found, before + requests),
    });
    if (one.stopped !== undefined) return { explanation };
    spent += one.spent;
    explanations.push(one);
  }
  const read = explanations.reduce((sum, one) => sum + one.read.count, 0);
  const { count, exact } = explanation.read;
  const isLess = read < count || (!exact && queries.by === 'split');
  return isLess ? { explanation, better: { queries, explanations } } : { explanation };
}

function sent({ filter, select }: Query): Parameters<typeof explainQuery>[2] {
  return { filter: filter === '' ? undefined : filter, select };
}
