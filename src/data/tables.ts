import { readList } from '../core/edm/exact-json.ts';
import { UnusableAnswer } from './answer-fault.ts';
import { errorOfException } from './error.ts';
import type { DataError } from './error.ts';
import { MAX_TOP, PAGE_ITEMS, tableStopOf } from './page.ts';
import type { Page, PageOptions } from './page.ts';
import { readSignature } from './sas.ts';
import type { Answer, TableService } from './service.ts';
import { step } from './walk.ts';
import type { Walk } from './walk.ts';

/** The table name at which the list goes on, and how far it was walked through. */
export interface TableCursor {
  readonly name: string;
  readonly walk: Walk;
}

/** Characters of a table's name: the service has up to 63, Cosmos DB 255. */
const MAX_NAME = 1_024;

/**
 * Table names in the service's order, usually by one request: up to 1,000. Short and empty answers with a token are followed until
 * `limit` are there or the budget is spent. A signature of one table may not list tables, and need not: the table is in it. Never
 * throws; see `Page.stopped`.
 */
export async function listTables(
  service: TableService,
  options: PageOptions<TableCursor> = {},
): Promise<Page<string, TableCursor>> {
  const own = signedTable(service);
  if (own !== undefined) return { items: [own], requests: 0 };
  const { signal, onProgress, limit = MAX_TOP, budget = PAGE_ITEMS } = options;
  const items: string[] = [];
  let next = options.cursor;
  let [requests, odd] = [0, 0];
  let stopped: DataError | undefined;
  do {
    if (requests >= budget) {
      stopped = { kind: 'budget', requests };
      break;
    }
    const answer = await askForNames(service, next, limit - items.length, signal);
    items.push(...answer.items);
    requests += answer.requests;
    odd += answer.odd ?? 0;
    ({ next, stopped } = answer);
    onProgress?.(items.length, requests);
  } while (stopped === undefined && next !== undefined && items.length < limit);
  return {
    items,
    requests,
    ...(odd > 0 && { odd }),
    ...(next !== undefined && { next }),
    ...(stopped && { stopped }),
  };
}

/** One answer; where it is an error, `next` is the place that was asked for. */
async function askForNames(
  service: TableService,
  from: TableCursor | undefined,
  most: number,
  signal: AbortSignal | undefined,
): Promise<Page<string, TableCursor>> {
  const { host } = new URL(service.endpoint.url);
  const stoppedAt = (stopped: DataError, requests: number): Page<string, TableCursor> => ({
    items: [],
    requests,
    stopped,
    ...(from !== undefined && { next: from }),
  });
  if (from?.walk.isCircle) return stoppedAt({ kind: 'invalid-answer', host, fault: 'circle' }, 0);
  const query = { $top: String(Math.min(most, MAX_TOP)), NextTableName: from?.name };
  const answer = await service.get('Tables', query, { metadata: 'no', signal });
  const { requests } = answer;
  if (answer.kind === 'error') {
    const { error } = answer;
    return stoppedAt(isOfNoTableService(error) ? { kind: 'invalid-answer', host } : error, requests);
  }
  try {
    return { ...namesIn(answer, from), requests };
  } catch (exception) {
    return stoppedAt(errorOfException(exception, host), requests);
  }
}

/** A table service has a list of tables, and gives what it refuses a name. */
function isOfNoTableService(error: DataError): boolean {
  return error.kind === 'not-found' || (error.kind === 'bad-request' && error.code.startsWith('HTTP '));
}

function signedTable({ endpoint: { credential } }: TableService): string | undefined {
  if (credential.kind !== 'sas') return undefined;
  const { scope } = readSignature(credential.token);
  return scope.kind === 'table' ? scope.table : undefined;
}

/** Throws for an answer that is none, or leads back. */
function namesIn(
  answer: Answer & { kind: 'answer' },
  from: TableCursor | undefined,
): Omit<Page<string, TableCursor>, 'requests'> {
  const items: string[] = [];
  let odd = 0;
  readList(answer.body, MAX_TOP, (reader) => {
    let name: string | undefined;
    if (!reader.isNext('{')) reader.skip();
    else {
      reader.object((member) => {
        const value = reader.value();
        if (member === 'TableName' && value.kind === 'text') name ??= value.value;
      });
    }
    if (name === undefined || name === '' || name.length > MAX_NAME) odd += 1;
    else items.push(name);
  });
  const name = tableStopOf(answer);
  const walk = step(from?.walk, {
    from: from && { partitionKey: from.name },
    rows: items.map((item) => ({ partitionKey: '', rowKey: item })),
    isEmpty: items.length + odd === 0,
    next: name === undefined ? undefined : { partitionKey: name },
    isSorted: false,
    remembers: 'all',
  });
  if (typeof walk === 'string') throw new UnusableAnswer(walk);
  return { items, ...(odd > 0 && { odd }), ...(name !== undefined && { next: { name, walk } }) };
}
