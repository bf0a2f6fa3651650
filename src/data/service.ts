import { createDefaultHttpClient, createPipelineRequest } from '@azure/core-rest-pipeline';
import type { Pipeline, PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import { AzureNamedKeyCredential, AzureSASCredential, TableServiceClient } from '@azure/data-tables';
import type { TableServiceClientOptions } from '@azure/data-tables';
import type { Endpoint } from './connection.ts';
import { errorOfException, errorOfStatus } from './error.ts';
import type { DataError } from './error.ts';

/** A table account that answers GET requests, and nothing else: what reads through it cannot write. */
export interface TableService {
  readonly endpoint: Endpoint;
  readonly get: (path: string, query: Query, options: GetOptions) => Promise<Answer>;
}

/** URL parameters; undefined ones are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

export interface GetOptions {
  /** How much the answer says about types: none for keys alone, minimal for all that JSON cannot tell. */
  readonly metadata: 'no' | 'minimal';
  readonly signal?: AbortSignal | undefined;
}

/** What came back, and how many requests it took, retries counted. */
export type Answer =
  | {
      readonly kind: 'answer';
      readonly body: string;
      readonly header: (name: string) => string | undefined;
      readonly requests: number;
    }
  | { readonly kind: 'error'; readonly error: DataError; readonly requests: number };

export interface ServiceOptions {
  /** Tries after the first one; the first waits about 0.15 s, so that a refused connection is told within 1 s. */
  readonly retries?: number;
  /** For one answer, retries included; the service gives up on a query after 30 s ("Query timeout and pagination"). */
  readonly timeoutMs?: number;
}

/** Versions of the protocol that the SDK speaks. */
const HEADERS = { 'x-ms-version': '2019-02-02', dataserviceversion: '3.0' };

/**
 * Opens a table account. Nothing is sent until something is asked. The SDK's pipeline signs, retries and
 * sends; the body is handed over as text, because the SDK's own reading loses types (a whole-number
 * Double, 100 ns of a DateTime) and throws on values that Azurite lets in.
 */
export function openTableService(endpoint: Endpoint, options: ServiceOptions = {}): TableService {
  const { retries = 2, timeoutMs = 40_000 } = options;
  const url = new URL(endpoint.url);
  const { pipeline } = clientOf(endpoint, {
    allowInsecureConnection: url.protocol === 'http:',
    retryOptions: { maxRetries: retries, retryDelayInMs: 150, maxRetryDelayInMs: 1_000 },
  });
  if (isLoopback(url)) pipeline.removePolicy({ name: 'proxyPolicy' });
  const tries = countTries(pipeline);
  const http = createDefaultHttpClient();

  const get = async (path: string, query: Query, { metadata, signal }: GetOptions): Promise<Answer> => {
    const request = createPipelineRequest({
      url: `${endpoint.url}/${path}${queryString(query)}`,
      allowInsecureConnection: url.protocol === 'http:',
      abortSignal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    });
    request.headers.set('accept', `application/json;odata=${metadata}metadata`);
    for (const [name, value] of Object.entries(HEADERS)) request.headers.set(name, value);
    try {
      return toAnswer(await pipeline.sendRequest(http, request), tries(request));
    } catch (exception) {
      return {
        kind: 'error',
        error: errorOfException(exception, url.host, signal),
        requests: tries(request),
      };
    }
  };
  return { endpoint, get };
}

function clientOf(
  { url, account, credential }: Endpoint,
  options: TableServiceClientOptions,
): TableServiceClient {
  switch (credential.kind) {
    case 'key':
      return new TableServiceClient(url, new AzureNamedKeyCredential(account, credential.key), options);
    case 'sas':
      return new TableServiceClient(url, new AzureSASCredential(credential.token), options);
  }
}

function toAnswer(response: PipelineResponse, requests: number): Answer {
  if (response.status < 200 || response.status > 299) {
    const code = response.headers.get('x-ms-error-code') ?? '';
    return { kind: 'error', error: errorOfStatus(response.status, code), requests };
  }
  const header = (name: string): string | undefined => response.headers.get(name);
  return { kind: 'answer', body: response.bodyAsText ?? '', header, requests };
}

/** Counts what really goes out: the policy stands behind the one that retries. */
function countTries(pipeline: Pipeline): (request: PipelineRequest) => number {
  const counts = new WeakMap<PipelineRequest, number>();
  const tries = (request: PipelineRequest): number => counts.get(request) ?? 0;
  pipeline.addPolicy(
    {
      name: 'countTries',
      sendRequest: (request, next) => {
        counts.set(request, tries(request) + 1);
        return next(request);
      },
    },
    { afterPhase: 'Retry' },
  );
  return tries;
}

function queryString(query: Query): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** A proxy from the environment is never meant for this machine's own emulator. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
