import { writeEntities } from '../../core/edm/json.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { classify } from '../../core/shape/classify.ts';
import { mayReadManyPartitions } from '../../core/shape/shape.ts';
import { plainText } from '../../core/text/segments.ts';
import { explainError } from '../../data/error.ts';
import type { DataError } from '../../data/error.ts';
import { MAX_TOP, PAGE_ITEMS } from '../../data/page.ts';
import type { ContinuationToken } from '../../data/page.ts';
import { queryEntities } from '../../data/query-entities.ts';
import type { EntityResult } from '../../data/query-entities.ts';
import type { Opened } from '../browser/model.ts';
import type { Amount, Problem, Remedy, ToHost, ToPanel } from '../messages/grid.ts';

/** What a session needs from around it. */
export interface SessionHost {
  readonly open: () => Promise<Opened>;
  readonly post: (message: ToPanel) => void;
  /** What can be done about an error, beside trying again. */
  readonly remedyOf: (error: DataError) => Remedy | undefined;
  /** Told of each reading when it ends: counts and kinds, never keys or values. */
  readonly log: (line: string) => void;
}

/** Requests that one click may cost; then the person is asked to go on. */
const BUDGET = 100;

/** The same for a query that reads beyond what it shows, on a service that is not on this machine. */
const SCAN_BUDGET = 20;

interface Query {
  readonly run: number;
  readonly filter: string | undefined;
  readonly select: readonly string[] | undefined;
  /** Where in its results to read on. */
  readonly next: ContinuationToken | 'start' | 'end';
}

/** The readings of one panel, one at a time; its place in the results is kept between two clicks. Knows no editor. */
export class GridSession {
  readonly #table: string;
  readonly #isLoopback: boolean;
  readonly #host: SessionHost;
  #query: Query | undefined;
  #reading: AbortController | undefined;

  constructor(table: string, isLoopback: boolean, host: SessionHost) {
    this.#table = table;
    this.#isLoopback = isLoopback;
    this.#host = host;
  }

  /** Begins a query anew, in place of the one before, and reads its first page or all of it. */
  async run({ run, filter, select, amount, agreed }: Extract<ToHost, { kind: 'run' }>): Promise<void> {
    this.stop();
    this.#reading = undefined;
    this.#query = { run, filter: filter.trim() || undefined, select, next: 'start' };
    await this.#read(this.#query, amount, agreed);
  }

  /** Reads on from where the query stands, or tries again what failed. */
  async more({ run, amount, agreed }: Extract<ToHost, { kind: 'more' }>): Promise<void> {
    const query = this.#query;
    if (query?.run !== run || query.next === 'end' || this.#reading !== undefined) return;
    await this.#read(query, amount, agreed);
  }

  /** Stops what is being read; what came is kept, and `more` goes on from there. */
  stop(): void {
    this.#reading?.abort();
  }

  async #read(query: Query, amount: Amount, agreed: boolean): Promise<void> {
    const isCostly = !this.#isLoopback && readsWidely(query.filter, amount);
    const budget = isCostly ? SCAN_BUDGET : BUDGET;
    if (isCostly && !agreed) {
      this.#host.post({ kind: 'ask', run: query.run, budget, amount });
      return;
    }
    const reading = new AbortController();
    this.#reading = reading;
    const opened = await this.#host.open();
    let { next } = query;
    let wanted = amount === 'all' ? Infinity : next === 'start' ? PAGE_ITEMS : MAX_TOP;
    let requests = 0;
    let running = true;
    while (running && next !== 'end') {
      const answer = await this.#ask(opened, { ...query, next }, Math.min(wanted, MAX_TOP), reading.signal);
      // a newer query has taken the place of this one
      if (this.#reading !== reading) return;
      requests += answer.requests;
      wanted -= answer.entities.length;
      next = answer.stopped ? (answer.token ?? next) : (answer.token ?? 'end');
      const isDone = next === 'end' || wanted <= 0;
      const stopped = answer.stopped ?? (isDone || requests < budget ? undefined : budgetSpent(requests));
      running = !isDone && stopped === undefined;
      if (!running) {
        this.#reading = undefined;
        this.#query = { ...query, next };
        this.#host.log(`grid: ${requests} requests${stopped ? `, then ${JSON.stringify(stopped)}` : ''}`);
      }
      this.#host.post({
        kind: 'page',
        run: query.run,
        entities: writeEntities(answer.entities),
        more: next !== 'end',
        running,
        requests: answer.requests,
        bytes: answer.bytes,
        problem: stopped && this.#problemOf(stopped),
      });
    }
  }

  #problemOf(error: DataError): Problem {
    const isPause = error.kind === 'cancelled' || error.kind === 'budget';
    const kind = isPause ? 'pause' : 'failure';
    return { kind, ...explainError(error), remedy: this.#host.remedyOf(error) };
  }

  async #ask(opened: Opened, query: Query, top: number, signal: AbortSignal): Promise<EntityResult> {
    if (opened.kind === 'error') return { entities: [], requests: 0, bytes: 0, stopped: opened.error };
    const { filter, select, next } = query;
    const token = typeof next === 'string' ? undefined : next;
    return queryEntities(opened.service, this.#table, { filter, select, token, top, signal });
  }
}

/**
 * Whether a query may read far more than it gives: it filters entities over many partitions, or reads many
 * partitions whole. The first page of a table as it is costs one request.
 */
function readsWidely(filter: string | undefined, amount: Amount): boolean {
  const parsed = parseFilter(plainText(filter ?? ''));
  const { shape } = classify(parsed.filter);
  return mayReadManyPartitions(shape) && (amount === 'all' || parsed.filter !== undefined);
}

function budgetSpent(requests: number): DataError {
  return { kind: 'budget', requests };
}
