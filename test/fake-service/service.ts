import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { FakeAccount } from './account.ts';
import { authorize } from './authorize.ts';
import type { Account } from './authorize.ts';
import { answerBatch } from './batch.ts';
import type { Certificate } from './certificate.ts';
import { Refusal } from './message.ts';
import type { FakeRequest, FakeResponse } from './message.ts';
import { operationOf } from './operation.ts';
import { MAX_TOP } from './query.ts';
import type { PageRules } from './query.ts';
import { sortedRows } from './rows.ts';
import type { FakeEntity, Rows } from './rows.ts';

/** What the service does instead of answering in full; Azurite never does any of it. */
export type Fault =
  /** Ends the page after so many rows, 0 included, with a token that leads on. */
  | { readonly kind: 'short'; readonly rows: number }
  /** Ends the page where the partition does, with a token that has no row key. */
  | { readonly kind: 'border' }
  /** Ends the page after 5 s, in which it looked at so many entities, whether they matched or not. */
  | { readonly kind: 'cut'; readonly read: number }
  /** `retryAfter` in seconds; Cosmos DB says it in milliseconds. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code: string;
      readonly retryAfter?: number;
      readonly retryAfterMs?: number;
    }
  /** Closes the connection without an answer. */
  | { readonly kind: 'drop' }
  /** Closes the connection in the middle of the answer. */
  | { readonly kind: 'break' }
  /** Answers with the first half of the JSON as if it were all. */
  | { readonly kind: 'malformed' }
  /** Never answers. */
  | { readonly kind: 'hang' };

/** A request as it came in, in the order of arrival. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly filter: string | undefined;
  readonly top: number;
  readonly select: string | undefined;
  /** Rows in the answer, and entities that were looked at for it; 0 for a fault without one. */
  readonly rows: number;
  readonly read: number;
  /** Size of the answer's body. */
  readonly bytes: number;
}

export interface FakeTableService {
  /** With the account's key. */
  readonly connectionString: string;
  /** Without credentials. */
  readonly url: string;
  readonly account: string;
  readonly key: string;
  readonly requests: readonly SeenRequest[];
  readonly stop: () => Promise<void>;
}

/** What can be different from a service that just works. */
export interface FakeServiceOptions {
  /** The service's clock, in milliseconds. */
  readonly now?: () => number;
  /** Serves https with it. */
  readonly certificate?: Certificate;
  /** Bearer tokens that are good, with what their role may do; none by default. */
  readonly roleOf?: Account['roleOf'];
}

/** Asked before each request, with its number from 0. */
export type FaultOf = (number: number, request: URL) => Fault | undefined;

const ACCOUNT = { name: 'fake', key: Buffer.from('the key of an account that is none').toString('base64') };

/**
 * A table service in memory: sorted keys, `$filter` as the core reads it, `$select`, `$top` (at most 1,000), continuation
 * tokens, tables, writes with ETags, transactions, shared keys and signatures. Content is made when it is asked for, so that a
 * table of a million entities costs next to nothing; what is read is found by binary search.
 */
export async function startFakeTableService(
  tables: Readonly<Record<string, readonly FakeEntity[] | Rows>>,
  faultOf: FaultOf = () => undefined,
  options: FakeServiceOptions = {},
): Promise<FakeTableService> {
  const { now = Date.now, certificate, roleOf = () => undefined } = options;
  const contents = Object.entries(tables).map(
    ([name, rows]) => [name, 'at' in rows && 'keysAt' in rows ? rows : sortedRows(rows)] as const,
  );
  const account = new FakeAccount(Object.fromEntries(contents), now);
  const requests: SeenRequest[] = [];
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const fault = faultOf(requests.length, url);
    const index = requests.push(seen(incoming, url)) - 1;
    void text(incoming).then((body) => {
      const answer = answerOf(incoming, url, body, fault, {
        account,
        now,
        roleOf,
        isSecure: certificate !== undefined,
      });
      const bytes = send(response, answer, fault, now);
      requests[index] = { ...seen(incoming, url), rows: answer.rows ?? 0, read: answer.read ?? 0, bytes };
    });
  };
  const server =
    certificate === undefined ? createHttpServer(listener) : createHttpsServer(certificate, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const protocol = certificate === undefined ? 'http' : 'https';
  const url = `${protocol}://127.0.0.1:${port}/${ACCOUNT.name}`;
  return {
    connectionString: `DefaultEndpointsProtocol=${protocol};AccountName=${ACCOUNT.name};AccountKey=${ACCOUNT.key};TableEndpoint=${url};`,
    url,
    account: ACCOUNT.name,
    key: ACCOUNT.key,
    requests,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Behind {
  readonly account: FakeAccount;
  readonly now: () => number;
  readonly roleOf: Account['roleOf'];
  readonly isSecure: boolean;
}

function answerOf(
  incoming: IncomingMessage,
  url: URL,
  body: string,
  fault: Fault | undefined,
  { account, now, roleOf, isSecure }: Behind,
): FakeResponse {
  if (fault?.kind === 'status') return statusOf(fault);
  if (fault?.kind === 'drop' || fault?.kind === 'hang') return { status: 0 };
  const header = (name: string): string | undefined => {
    const value = incoming.headers[name];
    return Array.isArray(value) ? value.join() : value;
  };
  const method = incoming.method ?? 'GET';
  const [path = ''] = (incoming.url ?? '').split('?');
  try {
    const signed = { method, path, parameters: url.searchParams, header, isSecure };
    const grant = authorize(signed, { ...ACCOUNT, roleOf, now });
    const request: FakeRequest = {
      method: header('x-http-method') ?? method,
      resource: decoded(path.split('/').slice(2).join('/')),
      parameters: url.searchParams,
      header,
      body,
    };
    if (request.resource === '$batch') return answerBatch(request, account, grant);
    return account.answer(request, grant(operationOf(request)), rulesOf(fault));
  } catch (failure) {
    if (failure instanceof Refusal) return failure.response;
    throw failure;
  }
}

function statusOf({ status, code, retryAfter, retryAfterMs }: Fault & { kind: 'status' }): FakeResponse {
  const wait = {
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(retryAfterMs !== undefined && { 'x-ms-retry-after-ms': String(retryAfterMs) }),
  };
  if (status < 300) return { status, headers: wait };
  const { response } = new Refusal(status, code);
  return { ...response, headers: { ...response.headers, ...wait } };
}

function rulesOf(fault: Fault | undefined): PageRules {
  switch (fault?.kind) {
    case 'short':
      return { rows: fault.rows };
    case 'border':
      return { atBorder: true };
    case 'cut':
      return { read: fault.read };
    default:
      return {};
  }
}

/** Writes the answer, as far as the fault lets it; returns the size of its body. */
function send(
  response: ServerResponse,
  answer: FakeResponse,
  fault: Fault | undefined,
  now: () => number,
): number {
  const { status, headers = {}, body = '' } = answer;
  if (fault?.kind === 'hang') return 0;
  if (fault?.kind === 'drop') {
    response.socket?.destroy();
    return 0;
  }
  const bytes = Buffer.from(fault?.kind === 'malformed' ? body.slice(0, body.length / 2) : body);
  const length = status === 204 ? {} : { 'content-length': bytes.length };
  const date = new Date(now()).toUTCString();
  response.writeHead(status, { date, server: 'Fake', 'x-ms-version': '2019-02-02', ...length, ...headers });
  if (fault?.kind === 'break')
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
  else response.end(bytes);
  return bytes.length;
}

function seen({ method = 'GET' }: IncomingMessage, { pathname, searchParams }: URL): SeenRequest {
  return {
    method,
    path: pathname,
    filter: searchParams.get('$filter') ?? undefined,
    top: Number(searchParams.get('$top') ?? MAX_TOP),
    select: searchParams.get('$select') ?? undefined,
    rows: 0,
    read: 0,
    bytes: 0,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Refusal(400, 'InvalidUri');
  }
}
