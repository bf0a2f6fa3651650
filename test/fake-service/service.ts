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
import { answerOfFault, rulesOf, send } from './fault.ts';
import type { Fault } from './fault.ts';
import { Refusal } from './message.ts';
import type { FakeRequest, FakeResponse } from './message.ts';
import { operationOf } from './operation.ts';
import { MAX_TOP } from './query.ts';
import { sortedRows } from './rows.ts';
import type { FakeEntity, Rows } from './rows.ts';

export type { Fault };

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
  /** Size of the answer's body; of one without an end what was written of it until the other side hung up, and 0 before. */
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
      const { rows = 0, read = 0 } = answer;
      requests[index] = { ...seen(incoming, url), rows, read };
      send(response, answer, fault, now, (bytes) => {
        requests[index] = { ...seen(incoming, url), rows, read, bytes };
      });
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
  const instead = answerOfFault(fault);
  if (instead !== undefined) return instead;
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
