import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { parseConnectionString } from '../../data/connection.ts';
import type { Endpoint, TokenProvider } from '../../data/connection.ts';
import type { DataError } from '../../data/error.ts';
import { readSignature } from '../../data/sas.ts';
import type { Signature } from '../../data/sas.ts';
import type { ServiceOptions, TableService } from '../../data/service.ts';
import { tableWriter } from '../../data/table-writer.ts';
import type { TableWriter } from '../../data/table-writer.ts';
import { listTables } from '../../data/tables.ts';
import { tryAccount } from '../../data/try-account.ts';
import type { Opened } from '../sidebar/model.ts';
import { connectionNode, connectionNodes } from '../sidebar/nodes.ts';
import type { ConnectionInfo, ConnectionNode, EntraAccount } from '../sidebar/nodes.ts';
import { placeOf } from './address.ts';
import { tellingName } from './names.ts';

/** Where connections are remembered: what may be seen by anyone, and what may not. */
export interface Memory {
  readonly globalState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;
}

export interface AzuritePlace {
  readonly endpoint: Endpoint;
  readonly certificate?: string;
  /** Whether a person set it: then it is shown also when it does not answer, to say why. */
  readonly isSet: boolean;
}

/** What connections depend on beside what is remembered. */
export interface Surroundings {
  /** Where Azurite is looked for, and the file of the certificate that it has for https. */
  readonly azurite: () => AzuritePlace;
  readonly proxyFor: (address: URL) => ServiceOptions['proxy'];
  readonly readText: (path: string) => Promise<string>;
  readonly getToken: TokenProvider;
}

/** What lets one into an account. A connection string is a secret, an account of Microsoft Entra ID has none. */
export type WayIn = {
  /** The path of a file with the certificates (PEM) that are trusted instead of this machine's. */
  readonly certificate?: string;
} & ({ readonly connectionString: string } | { readonly entra: EntraAccount });

/** A connection to remember. */
export type NewConnection = WayIn & { readonly name: string };

const STATE_KEY = 'partitionLens.connections';
export const AZURITE_ID = 'azurite';

/** Where nothing listens on this machine, that is known at once; what listens may be slow, as Azurite is when it has just started. */
const PROBE = { retries: 0, timeoutMs: 5_000 };

/** What a table service says that does not give its tables now, or not by one request. */
const ANSWERS: ReadonlySet<DataError['kind']> = new Set(['authentication', 'throttled', 'budget']);

/** A person waits for it, and can say that it is to be tried again. */
const TRIAL = { retries: 1, timeoutMs: 15_000 };

/** The storage of secrets did not open: nothing was kept in it. */
export class SecretsClosed extends Error {
  override readonly name = 'SecretsClosed';
}

/** The connections that the user gave, and Azurite where it answers. Secrets are in SecretStorage alone. */
export class Connections {
  readonly #memory: Memory;
  readonly #around: Surroundings;
  readonly #services = new Map<string, TableService>();
  /** Counts how often a way in became another: what is being opened by the old one is not kept. */
  #changes = 0;
  /** Whether Azurite answered when it was last looked for; undefined before the first look. */
  #azuriteAnswered: boolean | undefined;
  #azuriteWasSeen = false;
  #listed: readonly ConnectionNode[] = [];

  constructor(memory: Memory, around: Surroundings) {
    this.#memory = memory;
    this.#around = around;
  }

  /** Where Azurite is looked for. */
  get azuriteUrl(): URL {
    return new URL(this.#around.azurite().endpoint.url);
  }

  /**
   * All connections to show: Azurite where it is looked for if it answers now or a person said where, then the given
   * ones. An Azurite that answered before stays among others, to say that it is gone; without others the welcome view says so.
   */
  async list(): Promise<ConnectionNode[]> {
    const saved = this.#saved();
    const answers = await this.azuriteAnswers();
    const isShown = answers || this.#around.azurite().isSet || (this.#azuriteWasSeen && saved.length > 0);
    const infos = [...(isShown ? [this.#azuriteInfo()] : []), ...saved];
    this.#listed = connectionNodes(infos, await this.#signaturesOf(saved));
    return [...this.#listed];
  }

  /** The names that connections have, Azurite's among them; but for one, that is to get another. */
  names(except?: string): string[] {
    return [this.#azuriteInfo(), ...this.#saved()].filter(({ id }) => id !== except).map(({ name }) => name);
  }

  /** The name of a connection, with what tells it from others of that name that were listed last. */
  tellingName = (info: ConnectionInfo): string => {
    const listed = this.#listed.find(({ id }) => id === info.id);
    return listed === undefined ? info.name : tellingName(listed, this.#listed);
  };

  /** A connection by its id, without a look whether it answers; undefined for one that was removed. */
  info(id: string): ConnectionInfo | undefined {
    return id === AZURITE_ID ? this.#azuriteInfo() : this.#saved().find((one) => one.id === id);
  }

  /** Whether Azurite came or went since it was last looked for; false before the first look. One request. */
  async azuriteChanged(): Promise<boolean> {
    const before = this.#azuriteAnswered;
    return before !== undefined && before !== (await this.azuriteAnswers());
  }

  /** Whether a table service answers where Azurite is looked for; one request, no retry. */
  async azuriteAnswers(): Promise<boolean> {
    const way = await this.#wayTo(AZURITE_ID);
    const { openTableService } = await import('../../data/service.ts');
    const service =
      way.kind === 'error' ? undefined : openTableService(way.endpoint, { ...way.options, ...PROBE });
    const stopped = service && (await listTables(service, { limit: 1, budget: 1 })).stopped;
    const answers = service !== undefined && (stopped === undefined || ANSWERS.has(stopped.kind));
    this.#azuriteAnswered = answers;
    this.#azuriteWasSeen ||= answers;
    return answers;
  }

  /** Why a way in does not lead in, before it is remembered; undefined when it does. One request; errors as of `add`. */
  async refusal(wayIn: WayIn, signal: AbortSignal): Promise<DataError | undefined> {
    const endpoint = 'entra' in wayIn ? this.#signedIn(wayIn.entra) : endpointOf(wayIn.connectionString);
    const way = await this.#wayOf(endpoint, wayIn.certificate);
    if (way.kind === 'error') return way.error;
    const { openTableService } = await import('../../data/service.ts');
    return tryAccount(openTableService(way.endpoint, { ...way.options, ...TRIAL }), signal);
  }

  /**
   * Remembers a connection. A RangeError for a connection string that is none: it must have been checked. `SecretsClosed` where its
   * secret cannot be kept, and so nothing is. One that was removed gets its `id` again.
   */
  async add(connection: NewConnection, id: string = randomUUID()): Promise<ConnectionNode> {
    const info = await this.#keepSecret(id, connection);
    await this.#save([...this.#saved(), info]);
    return connectionNode(info);
  }

  /**
   * Gives a connection another way in, at its place among the others; nothing for one that was removed. Errors as of `add`, then the
   * former way in stays. False as of `remove`.
   */
  async replace(id: string, connection: NewConnection): Promise<boolean> {
    const former = this.#saved().find((one) => one.id === id);
    if (former === undefined) return true;
    const info = await this.#keepSecret(id, connection);
    await this.#save(this.#saved().map((one) => (one.id === id ? info : one)));
    this.#forget(id);
    // removed meanwhile, or signed in to, it must leave none
    return (await this.deleteSecret(id)) || former.entra !== undefined;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#save(this.#saved().map((one) => (one.id === id ? { ...one, name } : one)));
  }

  /** Moves a connection by so many places among those that the user gave; it stays within them. */
  async move(id: string, by: number): Promise<void> {
    const saved = [...this.#saved()];
    const from = saved.findIndex((one) => one.id === id);
    const [moved] = from < 0 ? [] : saved.splice(from, 1);
    if (moved === undefined) return;
    saved.splice(Math.max(0, from + by), 0, moved);
    await this.#save(saved);
  }

  /** Moves a connection to the place of another one; behind all without one, before all where it is none that the user gave. */
  async moveTo(id: string, other: string | undefined): Promise<void> {
    const ids = this.#saved().map((one) => one.id);
    const from = ids.indexOf(id);
    const to = other === undefined ? ids.length - 1 : Math.max(0, ids.indexOf(other));
    if (to !== from) await this.move(id, to - from);
  }

  /** Removes a connection. False where the storage of secrets did not open, so that its secret may still lie there. */
  async remove(id: string): Promise<boolean> {
    const isSignedIn = this.info(id)?.entra !== undefined;
    // before its secret, which nobody may be able to delete
    await this.#save(this.#saved().filter((connection) => connection.id !== id));
    // after it, so that nothing keeps what was opened meanwhile
    this.#forget(id);
    return (await this.deleteSecret(id)) || isSignedIn;
  }

  /** Deletes the secret of a connection that needs none any more, as by now it may again; false as of `remove`. */
  deleteSecret(id: string): Promise<boolean> {
    if (this.#saved().some((one) => one.id === id && one.entra === undefined)) return Promise.resolve(true);
    return Promise.resolve(this.#memory.secrets.delete(secretKey(id))).then(
      () => true,
      () => false,
    );
  }

  /** Opens a connection without sending anything. */
  async open(id: string): Promise<Opened> {
    const known = this.#services.get(id);
    if (known !== undefined) return { kind: 'service', service: known };
    const changes = this.#changes;
    const way = await this.#wayTo(id);
    if (way.kind === 'error') return way;
    const { openTableService } = await import('../../data/service.ts');
    const service = openTableService(way.endpoint, way.options);
    if (changes === this.#changes) this.#services.set(id, service);
    return { kind: 'service', service };
  }

  /** Opens a connection for changes of its tables without sending anything. */
  async openWriter(id: string): Promise<OpenedWriter> {
    const way = await this.#wayTo(id);
    if (way.kind === 'error') return way;
    const { connect } = await import('../../data/service.ts');
    return { kind: 'writer', writer: tableWriter(connect(way.endpoint, { ...way.options, retries: 0 })) };
  }

  /** Forgets how connections were opened: proxies, certificates or Azurite's address may be others now. */
  reopen(): void {
    this.#services.clear();
    this.#changes += 1;
  }

  #forget(id: string): void {
    this.#services.delete(id);
    this.#changes += 1;
  }

  async #wayTo(id: string): Promise<Way> {
    const saved = this.#saved().find((one) => one.id === id);
    const azurite = id === AZURITE_ID ? this.#around.azurite() : undefined;
    if (saved === undefined && azurite === undefined) return REMOVED;
    const endpoint = azurite?.endpoint ?? (saved && (await this.#endpointOf(saved)));
    if (endpoint === undefined) return NO_SECRET;
    return this.#wayOf(endpoint, azurite?.certificate ?? saved?.certificate);
  }

  async #wayOf(endpoint: Endpoint, certificate: string | undefined): Promise<Way> {
    const address = new URL(endpoint.url);
    const { host } = address;
    const proxy = placeOf(host) === 'loopback' ? undefined : this.#around.proxyFor(address);
    try {
      const certificates = certificate && (await this.#around.readText(certificate));
      const options = { ...(certificates && { certificates }), ...(proxy !== undefined && { proxy }) };
      return { kind: 'way', endpoint, options };
    } catch {
      return { kind: 'error', error: { kind: 'certificate', host, code: 'NoCertificateFile' } };
    }
  }

  async #endpointOf({ id, entra }: ConnectionInfo): Promise<Endpoint | undefined> {
    if (entra !== undefined) return this.#signedIn(entra);
    // a storage that does not open has no secret for anybody
    const secret = await Promise.resolve(this.#memory.secrets.get(secretKey(id))).catch(() => undefined);
    const parsed = secret === undefined ? undefined : parseConnectionString(secret);
    return parsed?.kind === 'endpoint' ? parsed.endpoint : undefined;
  }

  /** What the shared access signatures among the secrets say of themselves, by the connection's id. */
  async #signaturesOf(saved: readonly ConnectionInfo[]): Promise<ReadonlyMap<string, Signature>> {
    const signatures = new Map<string, Signature>();
    for (const info of saved) {
      // without its secret a connection says so itself, once it is opened
      const endpoint = await this.#endpointOf(info);
      const credential = endpoint?.credential;
      if (credential?.kind === 'sas') signatures.set(info.id, readSignature(credential.token));
    }
    return signatures;
  }

  #signedIn(account: EntraAccount): Endpoint {
    return { ...account, credential: { kind: 'token', getToken: this.#around.getToken } };
  }

  #azuriteInfo(): ConnectionInfo {
    return { id: AZURITE_ID, name: 'Azurite', host: this.azuriteUrl.host, origin: 'azurite' };
  }

  #saved(): readonly ConnectionInfo[] {
    return this.#memory.globalState.get<readonly ConnectionInfo[]>(STATE_KEY, []);
  }

  /** Keeps the secret of a connection where it has one, and nowhere else; what is left may be seen by anyone. */
  async #keepSecret(id: string, connection: NewConnection): Promise<ConnectionInfo> {
    const { name, certificate } = connection;
    const common = { id, name, origin: 'saved', ...(certificate !== undefined && { certificate }) } as const;
    if ('entra' in connection) {
      const { entra } = connection;
      return { ...common, host: new URL(entra.url).host, entra };
    }
    const { url } = endpointOf(connection.connectionString);
    try {
      await this.#memory.secrets.store(secretKey(id), connection.connectionString);
    } catch {
      throw new SecretsClosed();
    }
    return { ...common, host: new URL(url).host };
  }

  async #save(all: readonly ConnectionInfo[]): Promise<void> {
    await this.#memory.globalState.update(STATE_KEY, all);
  }
}

type OpenedWriter =
  | { readonly kind: 'writer'; readonly writer: TableWriter }
  | { readonly kind: 'error'; readonly error: DataError };

/** How a connection gets to its endpoint. */
type Way =
  | { readonly kind: 'way'; readonly endpoint: Endpoint; readonly options: ServiceOptions }
  | { readonly kind: 'error'; readonly error: DataError };

/** What was opened of it may be shown still. */
const REMOVED = {
  kind: 'error',
  error: { kind: 'authentication', code: 'NoConnection', denial: { kind: 'removed' } },
} as const;

/** The secret is gone, as after moving to another machine: only a new connection string helps. */
const NO_SECRET = {
  kind: 'error',
  error: { kind: 'authentication', code: 'NoConnectionString', denial: { kind: 'no-secret' } },
} as const;

/** A RangeError for a connection string that is none. */
function endpointOf(connectionString: string): Endpoint {
  const parsed = parseConnectionString(connectionString);
  if (parsed.kind === 'invalid') throw new RangeError(parsed.message);
  return parsed.endpoint;
}

function secretKey(id: string): string {
  return `partitionLens.connection.${id}`;
}
