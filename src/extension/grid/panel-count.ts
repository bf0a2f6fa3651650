import { explainError } from '../../data/error.ts';
import type { DataError } from '../../data/error.ts';
import type { ExplainOptions, Explanation } from '../../data/explain.ts';
import type { Opened } from '../sidebar/model.ts';
import type { CountOutcome } from '../../protocol/count.ts';
import type { ToPanel } from '../../protocol/grid.ts';

type Service = Extract<Opened, { kind: 'service' }>['service'];

/** What a panel's count takes from around it. */
export interface CountHost {
  readonly open: () => Promise<Opened>;
  /** Whether the person wants a query counted that may cost much. */
  readonly agrees: (filter: string) => Promise<boolean>;
  readonly count: (query: CountedQuery, options: ExplainOptions) => Promise<Explanation>;
  /** Shows what was counted, beside a better query. */
  readonly report: (query: CountedQuery, explanation: Explanation) => Promise<void>;
  readonly post: (message: ToPanel) => void;
}

export interface CountedQuery {
  readonly service: Service;
  readonly filter: string;
  readonly select?: readonly string[] | undefined;
}

/** The count of a panel's filter, one at a time; its report is there until another one begins. Knows no editor. */
export class PanelCount {
  readonly #host: CountHost;
  #counting: AbortController | undefined;
  #last:
    { readonly count: number; readonly query: CountedQuery; readonly explanation: Explanation } | undefined;

  constructor(host: CountHost) {
    this.#host = host;
  }

  /** Counts, tells how far it is and what came of it. `count` is the panel's number of it. */
  async begin(count: number, filter: string, select: readonly string[] | undefined): Promise<void> {
    this.end();
    const counting = new AbortController();
    this.#counting = counting;
    const outcome = await this.#outcome(count, filter, select, counting);
    // another count has taken its place, or nobody waits for it any more
    if (this.#counting !== counting) return;
    this.#counting = undefined;
    this.#host.post({ kind: 'counted', count, outcome });
  }

  /** Ends the count that goes on; what was counted is told. */
  stop(): void {
    this.#counting?.abort();
  }

  /** Ends the count that goes on, and forgets the last one. */
  end(): void {
    this.stop();
    this.#counting = undefined;
    this.#last = undefined;
  }

  /** Shows the report of a count, unless there was another since. */
  async report(count: number): Promise<void> {
    const { query, explanation } = this.#last ?? {};
    if (query && explanation && this.#last?.count === count) await this.#host.report(query, explanation);
  }

  async #outcome(
    count: number,
    filter: string,
    select: readonly string[] | undefined,
    counting: AbortController,
  ): Promise<CountOutcome> {
    const { open, agrees, post } = this.#host;
    const opened = await open();
    if (opened.kind === 'error') return { spent: 0, problem: problemOf(opened.error) };
    if (!(await agrees(filter)) || counting.signal.aborted) return { spent: 0 };
    const query = { service: opened.service, filter, select };
    const explanation = await this.#host.count(query, {
      signal: counting.signal,
      onProgress: (found, requests) => {
        if (this.#counting === counting) post({ kind: 'counting', count, found, requests });
      },
    });
    if (this.#counting === counting) this.#last = { count, query, explanation };
    return outcomeOf(explanation);
  }
}

function outcomeOf(explanation: Explanation): CountOutcome {
  const { matched, read, partitions, requests, spent, onAzuriteAlone, stopped } = explanation;
  const problem = stopped && problemOf(stopped);
  // nothing was found, and no budget spent: nothing is known
  if (stopped !== undefined && stopped.kind !== 'budget' && matched.count === 0) return { spent, problem };
  return { spent, problem, touched: { matched, read, partitions, requests, onAzuriteAlone } };
}

function problemOf(error: DataError): CountOutcome['problem'] {
  return explainError(error);
}
