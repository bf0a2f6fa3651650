import { createDefaultHttpClient, createPipelineRequest } from '@azure/core-rest-pipeline';
import type {
  bearerTokenAuthenticationPolicy,
  PipelineResponse,
  ProxySettings,
} from '@azure/core-rest-pipeline';
import { AzureNamedKeyCredential, AzureSASCredential, TableServiceClient } from '@azure/data-tables';
import type { TableServiceClientOptions } from '@azure/data-tables';
import { isIllFormed } from '../core/text/surrogates.ts';
import { isLoopback } from './connection.ts';
import type { Endpoint, TokenProvider } from './connection.ts';
import { boundAnswers, settled } from './bounded-answers.ts';
import { denialOf } from './denial.ts';
import { errorOfException, errorOfStatus } from './error.ts';
import type { DataError } from './error.ts';
import { LongWait, retryAfterOf, trust, watchTries } from './transport.ts';

/** A table account that answers GET requests, and nothing else: what reads through it cannot write. */
export interface TableService {
  readonly endpoint: Endpoint;
  /** `path` and `query` are not encoded yet. */
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
  /** PEM: trusted instead of what this machine trusts, for an endpoint with a certificate of its own. */
  readonly certificates?: string;
  /** `http://user:password@host:port`; false for none; left out, what the environment says (HTTPS_PROXY …) for all but loopback. */
  readonly proxy?: string | false | undefined;
}

/** Versions of the protocol that the SDK speaks. */
const HEADERS = { 'x-ms-version': '2019-02-02', dataserviceversion: '3.0' };

/**
 * Opens a table account. Nothing is sent until something is asked. The SDK's pipeline signs, retries and
 * sends; the body is handed over as text, because the SDK's own reading loses types (a whole-number
 * Double, 100 ns of a DateTime) and throws on values that Azurite lets in.
 */
export function openTableService(endpoint: Endpoint, options: ServiceOptions = {}): TableService {
  const send = connect(endpoint, options);
  return { endpoint, get: (path, query, asked) => send({ method: 'GET', path, query, ...asked }) };
}

/** A request as the service gets it. */
export interface WireRequest extends GetOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Not encoded yet: the names of tables of Cosmos DB may have any character. */
  readonly path: string;
  readonly query?: Query;
  /** JSON. */
  readonly body?: string;
}

/** Sends requests of any kind; never throws. A `TableService` is what is handed to those who only read. */
export function connect(
  endpoint: Endpoint,
  options: ServiceOptions = {},
): (request: WireRequest) => Promise<Answer> {
  const { retries = 2, timeoutMs = 40_000, certificates, proxy } = options;
  const url = new URL(endpoint.url);
  const between = typeof proxy === 'string' ? new URL(proxy) : undefined;
  const { pipeline } = clientOf(endpoint, {
    allowInsecureConnection: url.protocol === 'http:',
    retryOptions: { maxRetries: retries, retryDelayInMs: 150, maxRetryDelayInMs: 1_000 },
    ...(between && { proxyOptions: proxySettings(between) }),
  });
  // a proxy from the environment is never meant for this machine's own emulator
  const isDirect = proxy === false || (between === undefined && isLoopback(url.host));
  if (isDirect) pipeline.removePolicy({ name: 'proxyPolicy' });
  for (const name of UNUSED_POLICIES) pipeline.removePolicy({ name });
  pipeline.addPolicy(boundAnswers(), { afterPhase: 'Sign' });
  if (certificates !== undefined) pipeline.addPolicy(trust(certificates));
  const tries = watchTries(pipeline);
  const http = createDefaultHttpClient();

  return async ({ method, path, query = {}, body, metadata, signal }) => {
    const abortSignal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    const request = createPipelineRequest({
      method,
      url: endpoint.url,
      ...(body !== undefined && { body }),
      allowInsecureConnection: url.protocol === 'http:',
      abortSignal,
    });
    request.headers.set('accept', `application/json;odata=${metadata}metadata`);
    if (body !== undefined) request.headers.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(HEADERS)) request.headers.set(name, value);
    const failed = (error: DataError): Answer => ({ kind: 'error', error, requests: tries(request) });
    if (endpoint.credential.kind === 'token' && url.protocol === 'http:') return failed(NEEDS_HTTPS);
    if (between && !/^https?:$/.test(between.protocol))
      return failed(unreachable(between, 'ERR_PROXY_PROTOCOL'));
    const address = addressOf(endpoint, path, query);
    if (address === undefined) return failed({ kind: 'unsendable' });
    request.url = address;
    try {
      const response = await settled(pipeline.sendRequest(http, request), abortSignal);
      if (response.status >= 300 && response.status <= 399) {
        return failed({ kind: 'invalid-answer', host: url.host, fault: 'redirect' });
      }
      if (response.status < 200 || response.status > 299) return failed(failureOf(response, endpoint));
      const header = (name: string): string | undefined => response.headers.get(name);
      return { kind: 'answer', body: response.bodyAsText ?? '', header, requests: tries(request) };
    } catch (exception) {
      if (exception instanceof SignedOut && signal?.aborted !== true) return failed(SIGNED_OUT);
      if (exception instanceof LongWait) {
        return failed({ kind: 'throttled', status: exception.status, retryAfter: exception.seconds });
      }
      const error = errorOfException(exception, url.host, signal);
      return failed(error.kind === 'refused' && between ? unreachable(between, 'ECONNREFUSED') : error);
    }
  };
}

/** What stands between is not there, or is not what requests can be sent through. */
function unreachable({ host }: URL, code: string): DataError {
  return { kind: 'unreachable', host, code };
}

/**
 * Of the SDK's: one would parse every answer once more and put what it cannot parse into an error's message, one write tokens, which hold
 * keys, into a log when AZURE_LOG_LEVEL is set, one follow redirects, of which a table service has none, one ask for answers that are compressed.
 */
const UNUSED_POLICIES = ['deserializationPolicy', 'logPolicy', 'redirectPolicy', 'decompressResponsePolicy'];

/** A bearer token is a secret that anybody can use who reads it on the way. */
const NEEDS_HTTPS: DataError = {
  kind: 'authentication',
  code: 'NeedsHttps',
  denial: { kind: 'needs-https' },
};
const SIGNED_OUT: DataError = { kind: 'authentication', code: 'SignedOut', denial: { kind: 'signed-out' } };

/** Nobody is signed in. */
class SignedOut extends Error {}

function clientOf(
  { url, account, credential }: Endpoint,
  options: TableServiceClientOptions,
): TableServiceClient {
  switch (credential.kind) {
    case 'key':
      return new TableServiceClient(url, new AzureNamedKeyCredential(account, credential.key), options);
    case 'sas':
      return new TableServiceClient(url, new AzureSASCredential(credential.token), options);
    case 'token':
      return new TableServiceClient(url, tokensOf(credential.getToken), options);
  }
}

/**
 * Hands out tokens to the SDK, which keeps one until shortly before it expires, and asks again for the directory that a refusal names.
 * Where there is none to be had, the one before is given again: the SDK would ask every three seconds until that expires.
 */
function tokensOf(getToken: TokenProvider): TokenCredential {
  let last: AccessToken | undefined;
  return {
    getToken: async (scopes, { tenantId } = {}) => {
      const scope = typeof scopes === 'string' ? scopes : scopes.join(' ');
      const asked = { scope, ...(tenantId !== undefined && { tenantId }) };
      const given = await getToken(asked).catch(() => undefined);
      if (given !== undefined) last = { token: given.token, expiresOnTimestamp: given.expiresOn };
      if (last === undefined) throw new SignedOut();
      return last;
    },
  };
}

/** As the SDK has them. */
type TokenCredential = Exclude<
  Parameters<typeof bearerTokenAuthenticationPolicy>[0]['credential'],
  undefined
>;
type AccessToken = NonNullable<Awaited<ReturnType<TokenCredential['getToken']>>>;

function failureOf(response: PipelineResponse, { credential }: Endpoint): DataError {
  const { status, headers } = response;
  const code = headers.get('x-ms-error-code') ?? '';
  const answered = Date.parse(headers.get('date') ?? '');
  const serviceTime = Number.isNaN(answered) ? undefined : answered;
  const isRefused = status === 401 || status === 403;
  const denial = isRefused
    ? denialOf({
        status,
        code,
        credential,
        server: headers.get('server') ?? '',
        serviceTime,
        now: Date.now(),
      })
    : undefined;
  return errorOfStatus({ status, code, denial, retryAfter: retryAfterOf(response) });
}

function proxySettings({ protocol, hostname, port, username, password }: URL): ProxySettings {
  return {
    host: `${protocol}//${hostname}`,
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    ...(username !== '' && {
      username: handedOver(username),
      password: handedOver(password),
    }),
  };
}

/** As the SDK takes it, which decodes it once more; as it is typed where a percent sign in it begins no character. */
function handedOver(text: string): string {
  let decoded = text;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    // it was never encoded
  }
  return decoded.replaceAll('%', '%25');
}

/** Undefined where it has a lone surrogate, which no address can hold. */
function addressOf({ url }: Endpoint, path: string, query: Query): string | undefined {
  const texts = [path, ...Object.values(query)];
  if (texts.some((text) => text !== undefined && isIllFormed(text))) return undefined;
  return `${url}/${encodeURIComponent(path)}${queryString(query)}`;
}

function queryString(query: Query): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
