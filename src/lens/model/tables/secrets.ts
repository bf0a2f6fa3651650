/** What a text lets whoever has it do: everything in the account, or what a shared access signature allows. */
export type SecretKind = 'account-key' | 'signature';

/** Stands for characters that are not known, in the texts that are looked at here. */
export const UNKNOWN = '\uFFFC';

/** 64 bytes in base64. */
const KEY = '[A-Za-z0-9+/]{86}==';

/** The keys of the emulators, Azurite and that of Cosmos DB: they are published, and no secrets. */
const PUBLIC_KEYS: readonly string[] = [
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==',
];

/** The secret in a connection string, an address or a token; undefined for placeholders and emulators. */
export function secretIn(text: string): SecretKind | undefined {
  const key = new RegExp(`AccountKey=(${KEY})(?![\\w+/=])`, 'i').exec(text)?.[1];
  if (key !== undefined) return isLocal(text) ? undefined : secretKey(key);
  const signature = /(?:^|[?&;=])sig=([\w%+/=-]{40,})/.exec(text)?.[1];
  const isToken = signature !== undefined && /(?:^|[?&;=])s[vpe]=/.test(text);
  return isToken && isSignature(signature) && !isLocal(text) ? 'signature' : undefined;
}

/** Whether a text is an account key and nothing else. */
export function secretKey(text: string): SecretKind | undefined {
  const isKey = new RegExp(`^${KEY}$`).test(text) && !PUBLIC_KEYS.includes(text);
  return isKey && isRandom(text) ? 'account-key' : undefined;
}

/** 32 bytes in base64, as they stand in an address. */
function isSignature(text: string): boolean {
  const plain = text.replace(/%2b/gi, '+').replace(/%2f/gi, '/').replace(/%3d/gi, '=');
  return /^[A-Za-z0-9+/]{43}=$/.test(plain) && isRandom(plain);
}

/** Made up keys repeat a few characters, or spell words. */
function isRandom(base64: string): boolean {
  const isText = /^[ -~]*$/.test(atob(base64));
  return !isText && new Set(base64).size >= LEAST_CHARACTERS;
}

/** Even of 44 random characters of base64 nearly always more than these are different. */
const LEAST_CHARACTERS = 18;

/** Whether an address, or what a connection string says of one, is that of an emulator or of this machine. */
function isLocal(text: string): boolean {
  return hasHost(text, (host, path) => path.startsWith(EMULATED) || isThisMachine(host));
}

/** Whether what goes to an address stays on this machine, or goes to an emulator in a network of one's own. */
export function staysInside(text: string): boolean {
  return hasHost(
    text,
    (host, path) => isThisMachine(host) || (path.startsWith(EMULATED) && isOfOwnNetwork(host)),
  );
}

/** The account that emulators have. */
const EMULATED = '/devstoreaccount1';

function hasHost(text: string, holds: (host: string, path: string) => boolean): boolean {
  const address = /https?:\/\/[^\s;'"]+/i.exec(text)?.[0];
  if (address === undefined) return /UseDevelopmentStorage=true/i.test(text);
  const [origin = '', host = ''] = /^https?:\/\/(\[[^\]]*\]|[^/:?]*)(?::\d+)?/i.exec(address) ?? [];
  return holds(host, address.slice(origin.length));
}

function isThisMachine(host: string): boolean {
  // names without a dot are those of containers beside this one
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[\w-]+)$/i.test(
    host,
  );
}

/** Addresses that no router of the internet passes on (RFC 1918, 4193, 6598), and names that only a network of one's own knows (RFC 6761, 6762). */
function isOfOwnNetwork(host: string): boolean {
  if (/^[\d.]+$/.test(host)) {
    return /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
      host,
    );
  }
  return /^\[|\.(?:local|internal|intranet|lan|home|corp|private|test|svc|home\.arpa)$/i.test(host);
}
