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
export function isLocal(text: string): boolean {
  const address = /https?:\/\/[^\s;'"]+/i.exec(text)?.[0];
  if (address === undefined) return /UseDevelopmentStorage=true/i.test(text);
  const [origin = '', host = ''] = /^https?:\/\/(\[[^\]]*\]|[^/:?]*)(?::\d+)?/i.exec(address) ?? [];
  if (address.slice(origin.length).startsWith('/devstoreaccount1')) return true;
  // names without a dot are those of containers beside this one
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\]|host\.docker\.internal|[\w-]+)$/i.test(
    host,
  );
}
