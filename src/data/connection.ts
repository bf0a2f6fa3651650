import * as l10n from '@vscode/l10n';

/** Where a table account answers, and what proves that one may read it. */
export interface Endpoint {
  /** Without a slash at the end. */
  readonly url: string;
  readonly account: string;
  readonly credential: Credential;
}

export type Credential =
  | { readonly kind: 'key'; readonly key: string }
  /** A shared access signature, without its question mark. */
  | { readonly kind: 'sas'; readonly token: string }
  /** Microsoft Entra ID: whoever signs in hands out a token whenever one is needed. */
  | { readonly kind: 'token'; readonly getToken: TokenProvider };

/** Gives a bearer token, undefined when nobody is signed in. Asked again shortly before the token expires. */
export type TokenProvider = (request: TokenRequest) => Promise<BearerToken | undefined>;

export interface TokenRequest {
  /** `https://storage.azure.com/.default`, or that of Cosmos DB. */
  readonly scope: string;
  /** The directory that the account asks for, when it refused a token of another one. */
  readonly tenantId?: string;
}

export interface BearerToken {
  readonly token: string;
  /** In milliseconds since 1970. */
  readonly expiresOn: number;
}

/** Either an endpoint or, in the user's language, what is wrong with the connection string and what to do. */
export type ParsedConnection =
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint }
  | { readonly kind: 'invalid'; readonly message: string };

/** The connection string that every storage library takes to mean the emulator on this machine. */
export const DEVELOPMENT_STORAGE = 'UseDevelopmentStorage=true';

/**
 * The emulator's well-known account: published in Microsoft's "Use the Azurite emulator", no secret.
 * The table service listens on port 10002 unless told otherwise.
 */
const AZURITE: Endpoint = {
  url: 'http://127.0.0.1:10002/devstoreaccount1',
  account: 'devstoreaccount1',
  credential: {
    kind: 'key',
    key: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  },
};

/**
 * Reads a storage connection string (names in any case): the development storage, account name and key,
 * or a table endpoint with a shared access signature. Never throws; the message names no secret.
 */
export function parseConnectionString(text: string): ParsedConnection {
  if (/^\s*https?:\/\//i.test(text)) {
    return invalid(
      l10n.t(
        'This is an address, not a connection string. One with a signature is asked for by “Shared access signature (SAS)”, one way to connect.',
      ),
    );
  }
  const parts = new Map<string, string>();
  for (const piece of text.split(';').map((part) => part.trim())) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    if (equals < 1) {
      return invalid(
        l10n.t(
          'A connection string is a list of Name=Value separated by semicolons. Copy it whole from “Access keys”.',
        ),
      );
    }
    parts.set(piece.slice(0, equals).toLowerCase(), piece.slice(equals + 1));
  }
  if (parts.size === 0)
    return invalid(l10n.t('Enter a connection string, for example “{0}”.', DEVELOPMENT_STORAGE));
  if (parts.get('usedevelopmentstorage')?.toLowerCase() === 'true') return endpoint(AZURITE);
  return parts.has('sharedaccesssignature') ? withSignature(parts) : withKey(parts);
}

type Parts = ReadonlyMap<string, string>;

function withKey(parts: Parts): ParsedConnection {
  const account = parts.get('accountname') ?? '';
  const key = parts.get('accountkey') ?? '';
  if (account === '') return missing('AccountName');
  if (key === '') return missing('AccountKey');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key) || key.length % 4 !== 0) {
    return invalid(
      l10n.t('AccountKey is not Base64: part of it is missing. Copy the connection string again, whole.'),
    );
  }
  const suffix = parts.get('endpointsuffix') ?? 'core.windows.net';
  const protocol = parts.get('defaultendpointsprotocol') ?? 'https';
  const url = parts.get('tableendpoint') ?? `${protocol}://${account}.table.${suffix}`;
  return checked(url, account, { kind: 'key', key });
}

function withSignature(parts: Parts): ParsedConnection {
  const url = parts.get('tableendpoint');
  const token = (parts.get('sharedaccesssignature') ?? '').replace(/^\?/, '');
  if (url === undefined) return missing('TableEndpoint');
  if (new URLSearchParams(token).get('sig') === null) {
    return invalid(
      l10n.t('SharedAccessSignature has no “sig”: part of it is missing. Copy it again, whole.'),
    );
  }
  const account = URL.canParse(url) ? accountOf(new URL(url)) : '';
  return checked(url, parts.get('accountname') ?? account, { kind: 'sas', token });
}

function checked(url: string, account: string, credential: Credential): ParsedConnection {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return invalid(l10n.t('The table endpoint is not an http or https address. Check TableEndpoint.'));
  }
  return endpoint({ url: url.replace(/\/+$/, ''), account, credential });
}

/** `https://NAME.table.…` or, as emulators have it, `http://host:port/NAME`. */
function accountOf({ hostname, pathname }: URL): string {
  const [first = '', second] = hostname.split('.');
  return second === 'table' ? first : (pathname.split('/')[1] ?? '');
}

function endpoint(value: Endpoint): ParsedConnection {
  return { kind: 'endpoint', endpoint: value };
}

function invalid(message: string): ParsedConnection {
  return { kind: 'invalid', message };
}

function missing(name: string): ParsedConnection {
  return invalid(l10n.t('The connection string has no {0}. Copy it whole from “Access keys”.', name));
}

/** Whether an endpoint is Azure Cosmos DB's Table API, whose answers are not sorted by key. */
export function isCosmos({ url }: Endpoint): boolean {
  return /\.table\.cosmos(db)?\.[^/]+$/i.test(new URL(url).hostname);
}

/** Whether a host, with or without a port, is this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
}
