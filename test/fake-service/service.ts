import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeEntity } from '../../src/core/edm/json.ts';
import type { Property } from '../../src/core/edm/json.ts';
import { evaluate } from '../../src/core/odata/evaluate.ts';
import { parseFilter } from '../../src/core/odata/parse.ts';
import { plainText } from '../../src/core/text/segments.ts';

/** An entity to serve: both keys, and typed properties. */
export interface FakeEntity {
  readonly PartitionKey: string;
  readonly RowKey: string;
  readonly properties?: readonly Property[];
}

/** What the service does instead of answering in full; Azurite never does any of it. */
export type Fault =
  /** Ends the page after so many rows, 0 included, with a token that leads on. */
  | { readonly kind: 'short'; readonly rows: number }
  | { readonly kind: 'status'; readonly status: number; readonly code: string }
  /** Closes the connection without an answer. */
  | { readonly kind: 'drop' }
  /** Never answers. */
  | { readonly kind: 'hang' };

/** A request as it came in, in the order of arrival. */
export interface SeenRequest {
  readonly path: string;
  readonly filter: string | undefined;
  readonly top: number;
  readonly select: string | undefined;
  /** Rows in the answer; 0 for a fault without one. */
  readonly rows: number;
}

export interface FakeTableService {
  readonly connectionString: string;
  readonly requests: readonly SeenRequest[];
  readonly stop: () => Promise<void>;
}

/**
 * A table service in memory, reading alone: sorted keys, `$filter` as the core reads it, `$top` (at most 1,000),
 * `$select` of the keys, continuation tokens. `faultOf` is asked before each request, with its number from 0.
 */
export async function startFakeTableService(
  tables: Readonly<Record<string, readonly FakeEntity[]>>,
  faultOf: (number: number, request: URL) => Fault | undefined = () => undefined,
): Promise<FakeTableService> {
  const sorted = new Map(Object.entries(tables).map(([name, rows]) => [name, [...rows].sort(byKeys)]));
  const requests: SeenRequest[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const fault = faultOf(requests.length, url);
    const rows = fault?.kind === 'drop' || fault?.kind === 'hang' ? 0 : answer(sorted, url, fault, response);
    if (fault?.kind === 'drop') request.socket.destroy();
    requests.push({
      path: url.pathname,
      filter: url.searchParams.get('$filter') ?? undefined,
      top: Number(url.searchParams.get('$top') ?? MAX_TOP),
      select: url.searchParams.get('$select') ?? undefined,
      rows,
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return {
    connectionString: `TableEndpoint=http://127.0.0.1:${port}/fake;SharedAccessSignature=sig=none`,
    requests,
    stop,
  };
}

const MAX_TOP = 1_000;

/** Writes the answer and returns how many rows it has. */
function answer(
  tables: ReadonlyMap<string, readonly FakeEntity[]>,
  url: URL,
  fault: Fault | undefined,
  response: ServerResponse,
): number {
  if (fault?.kind === 'status') return fail(response, fault.status, fault.code);
  const resource = url.pathname.split('/').at(-1) ?? '';
  if (resource === 'Tables')
    return send(
      response,
      [...tables.keys()].sort().map((TableName) => JSON.stringify({ TableName })),
    );
  const entities = tables.get(resource.replace(/\(\)$/, ''));
  if (entities === undefined) return fail(response, 404, 'TableNotFound');

  const parameter = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const matches = conditionOf(parameter('$filter'));
  if (matches === undefined) return fail(response, 400, 'InvalidInput');
  const top = Math.min(Number(parameter('$top') ?? MAX_TOP), fault?.kind === 'short' ? fault.rows : MAX_TOP);
  const from = Number(parameter('NextPartitionKey')?.slice(TOKEN.length) ?? 0);
  const page: FakeEntity[] = [];
  let index = from;
  for (let entity = entities[index]; entity !== undefined; entity = entities[++index]) {
    if (!matches(entity)) continue;
    if (page.length === top) {
      response.setHeader('x-ms-continuation-NextPartitionKey', `${TOKEN}${index}`);
      response.setHeader('x-ms-continuation-NextRowKey', TOKEN);
      break;
    }
    page.push(entity);
  }
  const keysOnly = parameter('$select') !== undefined;
  return send(
    response,
    page.map((entity) => (keysOnly ? keysOf(entity) : wholeOf(entity))),
  );
}

function keysOf({ PartitionKey, RowKey }: FakeEntity): string {
  return JSON.stringify({ PartitionKey, RowKey });
}

function wholeOf({ PartitionKey, RowKey, properties = [] }: FakeEntity): string {
  return writeEntity({ partitionKey: PartitionKey, rowKey: RowKey, properties });
}

/** What a token begins with, so that nobody mistakes it for a key. */
const TOKEN = '1!8!';

function send(response: ServerResponse, rows: readonly string[]): number {
  response.setHeader('content-type', 'application/json');
  response.end(`{"value":[${rows.join()}]}`);
  return rows.length;
}

function fail(response: ServerResponse, status: number, code: string): number {
  response.writeHead(status, { 'x-ms-error-code': code });
  response.end();
  return 0;
}

function byKeys(a: FakeEntity, b: FakeEntity): number {
  return order(a.PartitionKey, b.PartitionKey) || order(a.RowKey, b.RowKey);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Undefined for a filter with errors: the service answers those with 400. */
function conditionOf(text: string | undefined): ((entity: FakeEntity) => boolean) | undefined {
  if (text === undefined) return () => true;
  const { filter, errors } = parseFilter(plainText(text));
  if (filter === undefined || errors.length > 0) return undefined;
  return ({ PartitionKey, RowKey, properties = [] }) =>
    evaluate(filter, {
      partitionKey: PartitionKey,
      rowKey: RowKey,
      properties: new Map(properties.map(({ name, value }) => [name, value])),
    });
}
