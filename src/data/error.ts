import * as l10n from '@vscode/l10n';

/** Why the service gave no (or not the whole) answer. Holds no key, value or secret: safe to log. */
export type DataError =
  | { readonly kind: 'refused'; readonly host: string }
  | { readonly kind: 'unreachable'; readonly host: string; readonly code: string }
  | { readonly kind: 'authentication'; readonly code: string }
  | { readonly kind: 'not-found'; readonly code: string }
  | { readonly kind: 'throttled'; readonly status: number }
  | { readonly kind: 'bad-request'; readonly code: string }
  | { readonly kind: 'cancelled' }
  /** The operation ended by itself: it had sent as many requests as it may. */
  | { readonly kind: 'budget'; readonly requests: number }
  | { readonly kind: 'other'; readonly code: string };

/** An error in the user's language: what happened, and what to do. */
export interface ErrorText {
  readonly message: string;
  readonly advice: string;
}

/** Says what happened and what to do about it. */
export function explainError(error: DataError): ErrorText {
  switch (error.kind) {
    case 'refused':
      return {
        message: l10n.t('Nothing answers at {0}', error.host),
        advice: l10n.t(
          'Start the service (for Azurite: “Start Azurite”), or check the port in the connection string.',
        ),
      };
    case 'unreachable':
      return {
        message: l10n.t('{0} cannot be reached ({1})', error.host, error.code),
        advice: l10n.t('Check the network, the proxy and the endpoint, then retry.'),
      };
    case 'authentication':
      return {
        message: l10n.t('Access was denied ({0})', error.code),
        advice: l10n.t(
          'The key or signature is wrong, expired or lacks read and list rights, or the clock is off. Connect again with a new connection string.',
        ),
      };
    case 'not-found':
      return {
        message: l10n.t('It is not there any more ({0})', error.code),
        advice: l10n.t('It was deleted or renamed since it was listed. Refresh the level above.'),
      };
    case 'throttled':
      return {
        message: l10n.t('The service is busy (HTTP {0})', error.status),
        advice: l10n.t('The account or the partition is at its limit. Wait a moment, then retry.'),
      };
    case 'bad-request':
      return {
        message: l10n.t('The service rejected the request ({0})', error.code),
        advice: l10n.t(
          'Check that the endpoint is a table service and that the key has no forbidden character.',
        ),
      };
    case 'cancelled':
      return {
        message: l10n.t('Cancelled'),
        advice: l10n.t('What was found is kept. Continue when you like.'),
      };
    case 'budget':
      return {
        message: l10n.t('Stopped after {0} requests', error.requests),
        advice: l10n.t('What was found is kept. Continue when you like.'),
      };
    case 'other':
      return {
        message: l10n.t('The request failed ({0})', error.code),
        advice: l10n.t('Retry; if it fails again, look at the “Partition Lens” log.'),
      };
  }
}

/** What an HTTP answer that is not a success means; `code` is the service's own name for the error. */
export function errorOfStatus(status: number, code: string): DataError {
  const name = code === '' ? `HTTP ${status}` : code;
  if (status === 401 || status === 403) return { kind: 'authentication', code: name };
  if (status === 404) return { kind: 'not-found', code: name };
  if (status === 429 || status === 503) return { kind: 'throttled', status };
  if (status === 400 || status === 405 || status === 413 || status === 501) {
    return { kind: 'bad-request', code: name };
  }
  return { kind: 'other', code: name };
}

/** What an exception of the HTTP layer means. `cancelled` is for the caller's own signal alone. */
export function errorOfException(exception: unknown, host: string, signal?: AbortSignal): DataError {
  if (signal?.aborted) return { kind: 'cancelled' };
  const code = codeOf(exception);
  if (code === 'ECONNREFUSED') return { kind: 'refused', host };
  if (code === 'AbortError') return { kind: 'unreachable', host, code: 'ETIMEDOUT' };
  if (NETWORK.test(code)) return { kind: 'unreachable', host, code };
  return { kind: 'other', code };
}

/** Node's names for what goes wrong on the way: sockets, names, certificates. */
const NETWORK = /^(E[A-Z_]+|REQUEST_SEND_ERROR|CERT_.*|DEPTH_.*|SELF_SIGNED.*|UNABLE_TO.*|ERR_TLS.*)$/;

function codeOf(exception: unknown): string {
  if (!(exception instanceof Error)) return 'Error';
  return 'code' in exception && typeof exception.code === 'string' ? exception.code : exception.name;
}
