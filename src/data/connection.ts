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

/** Either an endpoint or what is wrong with the connection string. */
export type ParsedConnection = { readonly kind: 'endpoint'; readonly endpoint: Endpoint } | Invalid;

/** In the user's language, what is wrong and what to do. */
export interface Invalid {
  readonly kind: 'invalid';
  readonly message: string;
}

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

/** Whether an endpoint is the emulator's on this machine, as every storage library takes it. */
export function isDevelopmentStorage({ url }: Endpoint): boolean {
  return url === AZURITE.url;
}

/**
 * Reads a storage connection string (names in any case, quoted or not, blanks anywhere): the development storage, account name and key,
 * or a shared access signature. Never throws; the message names no secret.
 */
export function parseConnectionString(text: string): ParsedConnection {
  // none of its parts has blanks: what is copied from a terminal or a page may
  const written = text.replace(/\s+/g, '').replace(/^(["'`])(.*)\1$/, '$2');
  if (/^https?:\/\//i.test(written)) {
    return invalid(
      l10n.t(
        'This is an address, not a connection string. To connect with an address and a signature, choose “Shared access signature (SAS)”.',
      ),
    );
  }
  const parts = new Map<string, string>();
  for (const piece of written.split(';')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    if (equals < 1) {
      return invalid(
        l10n.t(
          "This isn't a connection string, which is a list of Name=Value separated by semicolons. Copy it whole from “Access keys”.",
        ),
      );
    }
    parts.set(piece.slice(0, equals).toLowerCase(), piece.slice(equals + 1));
  }
  if (parts.size === 0)
    return invalid(l10n.t('Enter a connection string, for example “{0}”.', DEVELOPMENT_STORAGE));
  if (parts.get('usedevelopmentstorage')?.toLowerCase() === 'true') return developmentStorage(parts);
  return parts.has('sharedaccesssignature') ? withSignature(parts) : withKey(parts);
}

type Parts = ReadonlyMap<string, string>;

/** The emulator, also where another host has it: its ports stay ("Configure Azure Storage connection strings"). */
function developmentStorage(parts: Parts): ParsedConnection {
  const proxy = parts.get('developmentstorageproxyuri');
  if (proxy === undefined) return endpoint(AZURITE);
  const host = httpUrl(proxy);
  if (host === undefined) {
    return invalid(l10n.t("{0} isn't an http or https address.", 'DevelopmentStorageProxyUri'));
  }
  const { port, pathname } = new URL(AZURITE.url);
  const { protocol, hostname } = host;
  return endpoint({ ...AZURITE, url: `${protocol}//${hostname}:${port}${pathname}` });
}

function withKey(parts: Parts): ParsedConnection {
  const account = parts.get('accountname') ?? '';
  const key = parts.get('accountkey') ?? '';
  if (account === '') return missing('AccountName');
  if (key === '') return missing('AccountKey');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key) || key.length % 4 !== 0) {
    return invalid(
      l10n.t("AccountKey isn't valid Base64: part of it is missing. Copy the whole connection string again."),
    );
  }
  return reached(parts, account, { kind: 'key', key });
}

function withSignature(parts: Parts): ParsedConnection {
  // behind `#` nothing is sent, not what a request asks for either
  const [token = ''] = (parts.get('sharedaccesssignature') ?? '').replace(/^\?/, '').split('#', 1);
  if (new URLSearchParams(token).get('sig') === null) {
    return invalid(
      l10n.t('SharedAccessSignature has no “sig”: part of it is missing. Copy the whole signature again.'),
    );
  }
  return reached(parts, parts.get('accountname'), { kind: 'sas', token });
}

/** Endpoints of other services: where they are named one by one, and that of tables is not, there is none. */
const OTHERS = ['blobendpoint', 'queueendpoint', 'fileendpoint', 'dfsendpoint'];

/** Finds the table endpoint: the one that is given, else that of the account. */
function reached(parts: Parts, account: string | undefined, credential: Credential): ParsedConnection {
  const given = parts.get('tableendpoint');
  if (given !== undefined) {
    const url = httpUrl(given);
    if (url === undefined) {
      return invalid(l10n.t("The table endpoint isn't an http or https address. Check TableEndpoint."));
    }
    return (
      otherService(url) ?? endpoint({ url: addressOf(url), account: account ?? accountOf(url), credential })
    );
  }
  const protocol = parts.get('defaultendpointsprotocol');
  const suffix = parts.get('endpointsuffix');
  const isOfOthers = protocol === undefined && suffix === undefined && OTHERS.some((name) => parts.has(name));
  if (isOfOthers || account === AZURITE.account) {
    return invalid(
      l10n.t(
        'The connection string has no TableEndpoint, only endpoints of other services. Add the table endpoint, for Azurite {0}.',
        `TableEndpoint=${AZURITE.url}`,
      ),
    );
  }
  if (account === undefined) return missing('TableEndpoint');
  if (!/^[\w-]+$/.test(account)) {
    return invalid(l10n.t("AccountName has characters that aren't allowed in an account name."));
  }
  const text = `${protocol ?? 'https'}://${account}.table.${suffix ?? 'core.windows.net'}`;
  const url = httpUrl(text);
  // parts that are none of a host's name, such as `@`, `/` or `?`, would lead elsewhere
  if (!url?.hostname.startsWith(`${account.toLowerCase()}.table.`)) {
    const shown = text.slice(0, MAX_ADDRESS);
    return invalid(
      l10n.t('DefaultEndpointsProtocol (http or https) or EndpointSuffix is wrong: {0}.', shown),
    );
  }
  return endpoint({ url: addressOf(url), account, credential });
}

/** Characters of an address; a host alone has at most 253 (RFC 1035). */
const MAX_ADDRESS = 1_024;

/** Undefined for what is none of http or https. Of hosts that are too long `URL.canParse` says something else than `URL` does. */
function httpUrl(text: string): URL | undefined {
  if (text.length > MAX_ADDRESS || !/^https?:\/\//i.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Where an address leads without what stands behind the endpoint: query, slashes at its end, a table of a host that has the account's name. */
export function addressOf(url: URL): string {
  return namesAccount(url) ? url.origin : `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/**
 * The account of an endpoint: `https://NAME.table.…` or, as emulators have it, `http://host:port/NAME`; empty where there is none. The
 * secondary endpoint of an account signs by the account's own name (REST, "Authorize with Shared Key").
 */
export function accountOf(url: URL): string {
  if (!namesAccount(url)) return url.pathname.split('/')[1] ?? '';
  const name = url.hostname.split('.')[0] ?? '';
  return isCosmosHost(url.hostname) ? name : name.replace(/-secondary$/, '');
}

function namesAccount({ hostname }: URL): boolean {
  return hostname.split('.')[1] === 'table';
}

/** An account has one address for each service, and they are easily mixed up; undefined where it is not one of another service. */
export function otherService({ hostname }: URL): Invalid | undefined {
  const service = /^[^.]+\.(blob|queue|file|dfs|web)\./i.exec(hostname)?.[1];
  if (service === undefined) return undefined;
  return invalid(
    l10n.t(
      'This is the address of the {0} service. Use the address of the table service, which contains “.table.”.',
      service,
    ),
  );
}

function endpoint(value: Endpoint): ParsedConnection {
  return { kind: 'endpoint', endpoint: value };
}

function invalid(message: string): Invalid {
  return { kind: 'invalid', message };
}

function missing(name: string): ParsedConnection {
  return invalid(
    l10n.t(
      'The connection string has no {0}. Copy it whole from “Access keys” or “Shared access signature”.',
      name,
    ),
  );
}

/** Whether an endpoint is Azure Cosmos DB's Table API, whose answers are not sorted by key. */
export function isCosmos({ url }: Endpoint): boolean {
  return isCosmosHost(new URL(url).hostname);
}

function isCosmosHost(hostname: string): boolean {
  return /\.table\.cosmos(?:db)?\../i.test(hostname);
}

/** Whether a host, with or without a port, is this machine; names below `localhost` are (RFC 6761), and Azurite answers to them. */
export function isLoopback(host: string): boolean {
  return /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host);
}
