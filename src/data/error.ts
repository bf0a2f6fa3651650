import * as l10n from '@vscode/l10n';
import { UnreadableJson } from '../core/edm/exact-json.ts';
import { grouped } from '../core/text/numbers.ts';
import { explainFault, UnusableAnswer } from './answer-fault.ts';
import type { AnswerFault } from './answer-fault.ts';
import { denialAdvice } from './denial.ts';
import type { Denial } from './denial.ts';
import type { ErrorText } from './error-text.ts';

/** Why the service gave no (or not the whole) answer. Holds no key, value or secret: safe to log. */
export type DataError =
  | { readonly kind: 'refused'; readonly host: string }
  | { readonly kind: 'unreachable'; readonly host: string; readonly code: string }
  /** The connection broke before the answer was complete, also when it was tried again. */
  | { readonly kind: 'interrupted'; readonly host: string }
  /** Nobody whom this machine trusts vouches for the endpoint. */
  | { readonly kind: 'certificate'; readonly host: string; readonly code: string }
  | { readonly kind: 'authentication'; readonly code: string; readonly denial?: Denial }
  | { readonly kind: 'not-found'; readonly code: string }
  /** `retryAfter`: seconds that the service wants one to wait, if it said so. */
  | { readonly kind: 'throttled'; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: 'bad-request'; readonly code: string }
  /** What came is not what a table service says: something else answers, or a proxy changed it. */
  | { readonly kind: 'invalid-answer'; readonly host: string; readonly fault?: AnswerFault }
  /** No request can carry what is asked for, so that none was sent. */
  | { readonly kind: 'unsendable' }
  | { readonly kind: 'cancelled' }
  /** The operation ended by itself: it had sent as many requests as it may. */
  | { readonly kind: 'budget'; readonly requests: number }
  | { readonly kind: 'other'; readonly code: string };

/** Says what happened and what to do about it. */
export function explainError(error: DataError): ErrorText {
  switch (error.kind) {
    case 'refused':
      return {
        message: l10n.t('No response from {0}', error.host),
        advice: l10n.t(
          'Start the service (for Azurite, choose “Start Azurite”), or check the port in the connection string.',
        ),
      };
    case 'unreachable':
      return {
        message: l10n.t("{0} can't be reached ({1})", error.host, error.code),
        advice: adviceOnTheWay(error.code),
      };
    case 'interrupted':
      return {
        message: l10n.t('The connection to {0} was lost during the response', error.host),
        advice: l10n.t('What was read before is kept. Retry to continue from there.'),
      };
    case 'certificate':
      if (error.code === 'NoCertificateFile') {
        return {
          message: l10n.t("The certificate file of {0} can't be read", error.host),
          advice: l10n.t(
            "It was moved or deleted, or you don't have permission to read it. Put it back, or connect again and choose it (for Azurite: setting {0}).",
            'partitionLens.azurite.certificate',
          ),
        };
      }
      return {
        message: l10n.t("The certificate of {0} isn't trusted ({1})", error.host, error.code),
        advice: l10n.t(
          "If the certificate is yours (Azurite over https), add it or its authority's certificate to the connection, as a PEM file. Otherwise, don't connect.",
        ),
      };
    case 'authentication':
      if (error.denial?.kind === 'signature-bounds') {
        return {
          message: l10n.t('This is outside the keys of the shared access signature'),
          advice: denialAdvice(error.denial),
        };
      }
      if (error.denial?.kind === 'removed') {
        return { message: l10n.t('The connection was removed'), advice: denialAdvice(error.denial) };
      }
      return {
        message:
          error.denial?.kind === 'no-secret'
            ? l10n.t("The secret of the connection isn't on this computer ({0})", error.code)
            : l10n.t('Access was denied ({0})', error.code),
        advice: denialAdvice(error.denial),
      };
    case 'not-found':
      if (error.code === 'TableNotFound') {
        return {
          message: l10n.t('The table no longer exists ({0})', error.code),
          advice: l10n.t('It was deleted after it was listed. Refresh the tables in the sidebar.'),
        };
      }
      return {
        message: l10n.t('It no longer exists ({0})', error.code),
        advice: l10n.t(
          'It was deleted or renamed after it was listed. Refresh the list that you opened it from.',
        ),
      };
    case 'throttled':
      return {
        message: l10n.t('The service is busy (HTTP {0})', error.status),
        advice: adviceOnWait(error.retryAfter),
      };
    case 'bad-request':
      if (error.code === 'AccountRequiresHttps') {
        return {
          message: l10n.t('The account requires https ({0})', error.code),
          advice: l10n.t('Connect again with an endpoint that begins with https.'),
        };
      }
      return {
        message: l10n.t('The service rejected the request ({0})', error.code),
        advice: l10n.t(
          'Check the filter (mistakes are marked), its keys (no / \\ # ?), and that the endpoint is a table service.',
        ),
      };
    case 'invalid-answer':
      return explainFault(error.fault, error.host);
    case 'unsendable':
      return {
        message: l10n.t("This can't be requested: one of its keys contains half a character"),
        advice: l10n.t(
          "The key contains a lone surrogate (U+D800 to U+DFFF), which a request can't contain. Other rows aren't affected.",
        ),
      };
    case 'cancelled':
      return {
        message: l10n.t('Cancelled'),
        advice: l10n.t('What was found is kept. You can continue at any time.'),
      };
    case 'budget':
      return {
        message: l10n.t('Stopped after {0} requests', grouped(error.requests)),
        advice: l10n.t('What was found is kept. You can continue at any time.'),
      };
    case 'other':
      if (error.code === 'HTTP 407') {
        return {
          message: l10n.t('The proxy requires a user name and a password ({0})', error.code),
          advice: l10n.t(
            'Enter them in the setting {0}: {1}.',
            'http.proxy',
            'http://NAME:PASSWORD@HOST:PORT',
          ),
        };
      }
      return {
        message: l10n.t('The request failed ({0})', error.code),
        advice: l10n.t('Retry; if it fails again, look at the “Partition Lens” log.'),
      };
  }
}

/** Nobody waits for longer than an hour. */
const LONG_WAIT_S = 3_600;

function adviceOnWait(seconds: number | undefined): string {
  if (seconds === undefined) {
    return l10n.t('The account or the partition is at its limit. Wait a moment, then retry.');
  }
  return seconds > LONG_WAIT_S
    ? l10n.t('The service requires a wait of more than an hour. Retry later; what was found is kept.')
    : l10n.t(
        'The account or the partition is at its limit. Retry in {0} seconds; what was found is kept.',
        seconds,
      );
}

function adviceOnTheWay(code: string): string {
  switch (code) {
    case 'EPROTO':
      return l10n.t(
        "The server responds, but doesn't use https. Check whether the endpoint begins with http.",
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return l10n.t("The host name isn't known. Check its spelling, the network, and the proxy, then retry.");
    case 'ECONNREFUSED':
      return l10n.t("The proxy of the setting {0} doesn't respond. Check it, then retry.", 'http.proxy');
    case 'ERR_PROXY_PROTOCOL':
      return l10n.t(
        "The proxy of the setting {0} isn't an http or https proxy. Set one that is, or exclude the host with {1}.",
        'http.proxy',
        'http.noProxy',
      );
    default:
      return l10n.t('Check the network, the proxy, and the endpoint, then retry.');
  }
}

/** Whether the table that was asked is not there any more. */
export function isTableGone(error: DataError): boolean {
  return error.kind === 'not-found' && error.code === 'TableNotFound';
}

/** An HTTP answer that is not a success. */
export interface Failure {
  readonly status: number;
  /** The service's own name for the error; empty if it gave none. */
  readonly code: string;
  /** Asked where the service did not let one in. */
  readonly denial?: Denial | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

/** What an HTTP answer that is not a success means. */
export function errorOfStatus({ status, code, denial, retryAfter }: Failure): DataError {
  // whoever answers may say anything here, and messages make links of some of it
  const name = /^[\w.-]{1,100}$/.test(code) ? code : `HTTP ${status}`;
  if (status === 401 || status === 403) {
    return { kind: 'authentication', code: name, ...(denial && { denial }) };
  }
  if (status === 404) return { kind: 'not-found', code: name };
  if (status === 429 || status === 503) {
    return { kind: 'throttled', status, ...(retryAfter !== undefined && { retryAfter }) };
  }
  if (status === 400 || status === 405 || status === 413 || status === 501) {
    return { kind: 'bad-request', code: name };
  }
  return { kind: 'other', code: name };
}

/** What an exception of the HTTP layer, or of reading an answer, means. `cancelled` is for the caller's own signal alone. */
export function errorOfException(exception: unknown, host: string, signal?: AbortSignal): DataError {
  if (signal?.aborted) return { kind: 'cancelled' };
  if (exception instanceof UnusableAnswer) return { kind: 'invalid-answer', host, fault: exception.fault };
  if (exception instanceof UnreadableJson) return { kind: 'invalid-answer', host, fault: exception.reason };
  const code = codeOf(exception);
  if (code === 'ECONNREFUSED') return { kind: 'refused', host };
  if (code === 'AbortError') return { kind: 'unreachable', host, code: 'ETIMEDOUT' };
  if (code === 'ECONNRESET' || code === 'EPIPE') return { kind: 'interrupted', host };
  if (code === 'HPE_HEADER_OVERFLOW') return { kind: 'invalid-answer', host, fault: 'headers' };
  if (code.startsWith('HPE_')) return { kind: 'invalid-answer', host, fault: 'no-http' };
  if (CERTIFICATE.test(code)) return { kind: 'certificate', host, code };
  if (NETWORK.test(code)) return { kind: 'unreachable', host, code };
  return { kind: 'other', code };
}

/** Node's names for what goes wrong on the way: sockets and names, certificates. */
const NETWORK = /^(E[A-Z_]+|REQUEST_SEND_ERROR|ERR_TLS.*)$/;
const CERTIFICATE = /^(CERT_.*|DEPTH_.*|SELF_SIGNED.*|UNABLE_TO.*|ERR_TLS_CERT.*)$/;

/** An error's code, else its name: words that hold nothing of what it was about. */
export function codeOf(exception: unknown): string {
  if (!(exception instanceof Error)) return 'Error';
  return 'code' in exception && typeof exception.code === 'string' ? exception.code : exception.name;
}
