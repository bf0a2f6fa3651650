import { MAX_TOP } from './page.ts';
import type { Page, PageOptions } from './page.ts';
import type { TableService } from './service.ts';

/** The table name at which the list goes on. */
export type TableCursor = string;

/** One page of table names, in the service's order (up to 1,000, one request). */
export async function listTables(
  service: TableService,
  { cursor, signal, limit = MAX_TOP }: PageOptions<TableCursor> = {},
): Promise<Page<string, TableCursor>> {
  const query = { $top: String(limit), NextTableName: cursor };
  const answer = await service.get('Tables', query, { metadata: 'no', signal });
  const { requests } = answer;
  if (answer.kind === 'error') {
    return { items: [], requests, stopped: answer.error, ...(cursor !== undefined && { next: cursor }) };
  }
  const names = readNames(answer.body);
  if (names === undefined) return { items: [], requests, stopped: { kind: 'other', code: 'InvalidAnswer' } };
  const next = answer.header('x-ms-continuation-nexttablename');
  return { items: names, requests, ...(next !== undefined && { next }) };
}

function readNames(body: string): string[] | undefined {
  try {
    const { value } = JSON.parse(body) as { value: readonly { TableName: string }[] };
    return value.map(({ TableName }) => TableName);
  } catch {
    return undefined;
  }
}
