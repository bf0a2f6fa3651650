import * as l10n from '@vscode/l10n';
import { writeEntities } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { classify } from '../../core/shape/classify.ts';
import { mayReadManyPartitions } from '../../core/shape/shape.ts';
import { plainText } from '../../core/text/segments.ts';
import { codeOf, explainError, isTableGone } from '../../data/error.ts';
import type { DataError } from '../../data/error.ts';
import { queryEntities } from '../../data/query-entities.ts';
import type { EntityResult } from '../../data/query-entities.ts';
import type { Opened } from '../sidebar/model.ts';
import type { Problem, Reading, Remedy, ToHost, ToPanel } from '../../protocol/grid.ts';
import {
  isFull,
  keptPages,
  NOTHING_READ,
  pageBefore,
  rowsBefore,
  rowsWanted,
  rowsWantedBefore,
  WINDOW_SIZES,
  withRowsBefore,
  withRowsBehind,
} from './window.ts';
import type { PageWindow, Place, Reached, WindowSizes } from './window.ts';

/** What a session needs from around it. */
export interface SessionHost {
  readonly open: () => Promise<Opened>;
  readonly post: (message: ToPanel) => void;
  /** What can be done about an error, beside trying again. */
  readonly remedyOf: (error: DataError) => Remedy | undefined;
  /** Told of each error that ends a reading before its end. */
  readonly stopped: (error: DataError) => void;
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
  /** What the panel keeps of its results, and where to read on. */
  readonly window: PageWindow;
  /** Requests that the person agreed to, as far as they are left: a page more is not asked about anew. */
  readonly agreed: number;
  /** Of the page before them what was read again until that stopped. */
  readonly again?: Reached<Place> | undefined;
}

/** What an answer made of a query, and the rows that the panel gets of it. */
interface Step {
  readonly query: Query;
  readonly entities: readonly Entity[];
  readonly isDone: boolean;
  readonly isAlone?: boolean;
}

/** The readings of one panel, one at a time; what it keeps is remembered between two clicks. Knows no editor. */
export class GridSession {
  readonly #table: string;
  readonly #isLoopback: boolean;
  readonly #host: SessionHost;
  readonly #sizes: WindowSizes;
  #query: Query | undefined;
  #reading: AbortController | undefined;

  constructor(table: string, isLoopback: boolean, host: SessionHost, sizes = WINDOW_SIZES) {
    this.#table = table;
    this.#isLoopback = isLoopback;
    this.#host = host;
    this.#sizes = sizes;
  }

  /** Begins a query anew, in place of the one before, and reads its first page. */
  async run({ run, filter, select }: Extract<ToHost, { kind: 'run' }>): Promise<void> {
    this.end();
    this.#query = { run, filter: filter.trim() || undefined, select, window: NOTHING_READ, agreed: 0 };
    await this.#read(this.#query, 'page');
  }

  /** Reads on from where the query stands, or the page before those that are kept; or tries again what failed. */
  async more({ run, amount, agreed }: Extract<ToHost, { kind: 'more' }>): Promise<void> {
    const query = this.#query;
    if (query?.run !== run || this.#reading !== undefined) return;
    const { window } = query;
    if (amount === 'before' ? pageBefore(window) === undefined : window.next === 'end') return;
    // who goes on with what was stopped, or has failed, agrees to what is left of it
    await this.#read(agreed && query.agreed === 0 ? { ...query, agreed: SCAN_BUDGET } : query, amount);
  }

  /** Stops what is being read; what came is kept, and `more` goes on from there. */
  stop(): void {
    this.#reading?.abort();
  }

  /** Stops what is being read, and says nothing of it any more. */
  end(): void {
    this.stop();
    this.#reading = undefined;
  }

  async #read(begun: Query, amount: Reading): Promise<void> {
    const { run } = begun;
    const isCostly = !this.#isLoopback && readsWidely(begun.filter, amount);
    const budget = isCostly ? begun.agreed : BUDGET;
    if (budget <= 0) {
      this.#host.post({ kind: 'ask', run, budget: SCAN_BUDGET, amount });
      return;
    }
    const reading = new AbortController();
    this.#reading = reading;
    const opened = await this.#host.open().catch(notOpened);
    // what one reading began of the page before is nothing to another that reads on behind
    let query: Query = amount === 'before' ? begun : { ...begun, again: undefined };
    let wanted = amount === 'all' ? Infinity : rowsWanted(query.window, this.#sizes);
    let requests = 0;
    let running = true;
    while (running) {
      const { window } = query;
      const again = amount === 'before' ? (query.again ?? pageBefore(window)) : undefined;
      const from = again?.next ?? window.next;
      const top = again ? rowsWantedBefore(window, again, this.#sizes) : wanted;
      const answer = await this.#ask(opened, query, from, top, reading.signal);
      // another query has taken the place of this one, or nobody wants it any more
      if (this.#reading !== reading) return;
      requests += answer.requests;
      wanted -= answer.entities.length;
      const next = answer.stopped ? (answer.token ?? from) : (answer.token ?? 'end');
      const { entities, bytes } = answer;
      const reached = { entities, next, answers: answer.stopped ? 0 : 1, bytes };
      const step = again ? this.#before(query, again, reached) : this.#behind(query, reached);
      ({ query } = step);
      const isFilled = amount === 'page' && entities.length > 0 && isFull(query.window, this.#sizes);
      const isDone = step.isDone || (!again && (wanted <= 0 || isFilled));
      const stopped = answer.stopped ?? (isDone || requests < budget ? undefined : budgetSpent(requests));
      running = !isDone && stopped === undefined;
      if (!running) {
        this.#reading = undefined;
        this.#query = isCostly ? { ...query, agreed: Math.max(0, budget - requests) } : query;
        if (stopped) this.#host.stopped(stopped);
        this.#host.log(`grid: ${requests} requests${stopped ? `, then ${JSON.stringify(stopped)}` : ''}`);
      }
      this.#host.post({
        kind: 'page',
        run,
        entities: writeEntities(step.entities),
        at: again ? 'start' : 'end',
        kept: keptPages(query.window),
        before: rowsBefore(query.window),
        answers: query.window.answers,
        more: query.window.next !== 'end' && !isInVain(stopped),
        running,
        requests: answer.requests,
        bytes: answer.bytes,
        problem: stopped && this.#problemOf(stopped),
      });
      if (step.isAlone) this.#host.post({ kind: 'said', text: isAloneText() });
    }
  }

  #behind(query: Query, reached: Reached): Step {
    const window = withRowsBehind(query.window, reached, this.#sizes);
    return { query: { ...query, window }, entities: reached.entities, isDone: window.next === 'end' };
  }

  #before(query: Query, { entities, answers, bytes }: Reached, reached: Reached): Step {
    const all = {
      entities: [...entities, ...reached.entities],
      next: reached.next,
      answers: answers + reached.answers,
      bytes: bytes + reached.bytes,
    };
    const read = withRowsBefore(query.window, all, this.#sizes);
    if (read.kind === 'part') return { query: { ...query, again: read.again }, entities: [], isDone: false };
    const { window, isAlone } = read;
    return { query: { ...query, window, again: undefined }, entities: read.entities, isDone: true, isAlone };
  }

  #problemOf(error: DataError): Problem {
    const isPause = error.kind === 'cancelled' || error.kind === 'budget';
    const kind = isPause ? 'pause' : 'failure';
    return { kind, ...explainError(error), remedy: this.#host.remedyOf(error) };
  }

  async #ask(
    opened: Opened,
    { filter, select }: Query,
    from: Place | 'end',
    top: number,
    signal: AbortSignal,
  ): Promise<EntityResult> {
    if (opened.kind === 'error') return { entities: [], requests: 0, bytes: 0, stopped: opened.error };
    const token = typeof from === 'string' ? undefined : from;
    const query = { filter, select, token, top: Math.min(top, this.#sizes.page), signal };
    return queryEntities(opened.service, this.#table, query);
  }
}

/**
 * Whether a query may read far more than it gives: it filters entities over many partitions, or reads many
 * partitions whole. The first page of a table as it is costs one request.
 */
function readsWidely(filter: string | undefined, amount: Reading): boolean {
  const parsed = parseFilter(plainText(filter ?? ''));
  const { shape } = classify(parsed.filter);
  return mayReadManyPartitions(shape) && (amount === 'all' || parsed.filter !== undefined);
}

/** Whether nothing can come of reading on: the table is gone, or what is asked for is not shown. */
function isInVain(stopped: DataError | undefined): boolean {
  if (stopped?.kind === 'authentication') return stopped.denial?.kind === 'signature-bounds';
  return stopped !== undefined && isTableGone(stopped);
}

/** A connection that can't even say why it doesn't open ends the reading like one that can. */
function notOpened(reason: unknown): Opened {
  return { kind: 'error', error: { kind: 'other', code: codeOf(reason) } };
}

function budgetSpent(requests: number): DataError {
  return { kind: 'budget', requests };
}

function isAloneText(): string {
  return l10n.t(
    'The table changed, so the rows after this page were unloaded. “Next page” reads them again.',
  );
}
