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

/**
 * Counts what a query touches, then what better ones would, each within the budget of `options`. Better ones are told only if all of them
 * were counted to the end and read fewer entities than the query. Of a query that was not counted to its end that is known where they are
 * the sides of its own `or`, whose keys are among those that it reads. `filter` is empty where every entity is asked for. `onProgress` has
 * the requests of all. Never throws.
 */
export async function explainWithBetter(
  service: TableService,
  table: string,
  { filter, select }: { readonly filter: string; readonly select?: readonly string[] | undefined },
  options: ExplainOptions = {},
): Promise<Comparison> {
  const { signal, onProgress } = options;
  let spent = 0;
  const run = async (text: string): Promise<Explanation> => {
    const before = spent;
    const explanation = await explainQuery(
      service,
      table,
      { filter: text === '' ? undefined : text, select },
      { ...options, onProgress: (found, requests) => onProgress?.(found, before + requests) },
    );
    spent += explanation.spent;
    return explanation;
  };
  const explanation = await run(filter);
  const queries = signal?.aborted ? undefined : betterQueries(filter, explanation.matches ?? NOTHING);
  if (queries === undefined) return { explanation };
  const explanations: Explanation[] = [];
  for (const text of queries.filters) {
    const one = await run(text);
    if (one.stopped !== undefined) return { explanation };
    explanations.push(one);
  }
  const read = explanations.reduce((sum, one) => sum + one.read.count, 0);
  const { count, exact } = explanation.read;
  const isLess = read < count || (!exact && queries.by === 'split');
  return isLess ? { explanation, better: { queries, explanations } } : { explanation };
}
