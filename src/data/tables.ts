import type { DataError } from './error.ts';
import { MAX_TOP, PAGE_ITEMS } from './page.ts';
import type { Page, PageOptions } from './page.ts';
import { readSignature } from './sas.ts';
import type { TableService } from './service.ts';

/** The table name at which the list goes on. */
export type TableCursor = string;

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
  let requests = 0;
  let stopped: DataError | undefined;
  do {
    if (requests >= budget) {
      stopped = { kind: 'budget', requests };
      break;
    }
    const answer = await askForNames(service, next, limit - items.length, signal);
    items.push(...answer.items);
    requests += answer.requests;
    ({ next, stopped } = answer);
    onProgress?.(items.length, requests);
  } while (stopped === undefined && next !== undefined && items.length < limit);
  return { items, requests, ...(next !== undefined && { next }), ...(stopped && { stopped }) };
}

/** One answer; where it is an error, `next` is the place that was asked for. */
async function askForNames(
  service: TableService,
  from: TableCursor | undefined,
  most: number,
  signal: AbortSignal | undefined,
): Promise<Page<string, TableCursor>> {
  const query = { $top: String(Math.min(most, MAX_TOP)), NextTableName: from };
  const answer = await service.get('Tables', query, { metadata: 'no', signal });
  const { requests } = answer;
  const stop = (stopped: DataError): Page<string, TableCursor> => ({
    items: [],
    requests,
    stopped,
    ...(from !== undefined && { next: from }),
  });
  const noTableService: DataError = { kind: 'invalid-answer', host: new URL(service.endpoint.url).host };
  if (answer.kind === 'error') return stop(isOfNoTableService(answer.error) ? noTableService : answer.error);
  const names = readNames(answer.body);
  if (names === undefined) return stop(noTableService);
  const next = answer.header('x-ms-continuation-nexttablename');
  return { items: names, requests, ...(next !== undefined && { next }) };
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

function readNames(body: string): string[] | undefined {
  try {
    const { value } = JSON.parse(body) as { value: readonly { TableName: string }[] };
    return value.map(({ TableName }) => TableName);
  } catch {
    return undefined;
  }
}
