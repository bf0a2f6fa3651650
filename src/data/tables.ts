import type { DataError } from './error.ts';
import { MAX_TOP } from './page.ts';
import type { Page, PageOptions } from './page.ts';
import { readSignature } from './sas.ts';
import type { TableService } from './service.ts';

/** The table name at which the list goes on. */
export type TableCursor = string;

/**
 * One page of table names, in the service's order (up to 1,000, one request). A signature of one table may not list tables, and
 * need not: the table is in it.
 */
export async function listTables(
  service: TableService,
  { cursor, signal, limit = MAX_TOP }: PageOptions<TableCursor> = {},
): Promise<Page<string, TableCursor>> {
  const own = signedTable(service);
  if (own !== undefined) return { items: [own], requests: 0 };
  const query = { $top: String(limit), NextTableName: cursor };
  const answer = await service.get('Tables', query, { metadata: 'no', signal });
  const { requests } = answer;
  const stop = (stopped: DataError): Page<string, TableCursor> => ({
    items: [],
    requests,
    stopped,
    ...(cursor !== undefined && { next: cursor }),
  });
  if (answer.kind === 'error') return stop(answer.error);
  const names = readNames(answer.body);
  if (names === undefined) return stop({ kind: 'invalid-answer', host: new URL(service.endpoint.url).host });
  const next = answer.header('x-ms-continuation-nexttablename');
  return { items: names, requests, ...(next !== undefined && { next }) };
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
