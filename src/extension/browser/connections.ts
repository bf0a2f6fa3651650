import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { DEVELOPMENT_STORAGE, parseConnectionString } from '../../data/connection.ts';
import type { Endpoint } from '../../data/connection.ts';
import type { TableService } from '../../data/service.ts';
import { listTables } from '../../data/tables.ts';
import type { Opened } from './model.ts';
import { connectionNode, connectionNodes } from './nodes.ts';
import type { ConnectionInfo, ConnectionNode } from './nodes.ts';

/** Where connections are remembered: what may be seen by anyone, and what may not. */
export interface Memory {
  readonly globalState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;
}

const STATE_KEY = 'partitionLens.connections';
export const AZURITE_ID = 'azurite';

/** A probe of this machine answers at once or not at all. */
const PROBE = { retries: 0, timeoutMs: 1_500 };

/** The connections that the user gave, and Azurite where it answers. Secrets are in SecretStorage alone. */
export class Connections {
  readonly #memory: Memory;
  readonly #services = new Map<string, TableService>();
  /** Whether Azurite answered when it was last looked for; undefined before the first look. */
  #azuriteAnswered: boolean | undefined;
  #azuriteWasSeen = false;
  readonly #azurite: Endpoint;

  /** `azurite` is where Azurite is looked for. */
  constructor(memory: Memory, azurite = developmentEndpoint()) {
    this.#memory = memory;
    this.#azurite = azurite;
  }

  /** Where Azurite is looked for: host and port. */
  get azuriteHost(): string {
    return new URL(this.#azurite.url).host;
  }

  /**
   * All connections to show: Azurite at its default endpoint if it answers now, then the given ones. An Azurite
   * that answered before stays among others, to say that it is gone; without others the welcome view says so.
   */
  async list(): Promise<ConnectionNode[]> {
    const saved = this.#saved();
    const answers = await this.azuriteAnswers();
    const isShown = answers || (this.#azuriteWasSeen && saved.length > 0);
    return connectionNodes([...(isShown ? [this.#azuriteInfo()] : []), ...saved]);
  }

  /** Whether Azurite came or went since it was last looked for; false before the first look. One request. */
  async azuriteChanged(): Promise<boolean> {
    const before = this.#azuriteAnswered;
    return before !== undefined && before !== (await this.azuriteAnswers());
  }

  /** Whether a table service answers at the development endpoint; one request, no retry. */
  async azuriteAnswers(): Promise<boolean> {
    const { openTableService } = await import('../../data/service.ts');
    const { stopped } = await listTables(openTableService(this.#azurite, PROBE), { limit: 1 });
    const answers =
      stopped === undefined || stopped.kind === 'authentication' || stopped.kind === 'throttled';
    this.#azuriteAnswered = answers;
    this.#azuriteWasSeen ||= answers;
    return answers;
  }

  /** Remembers a connection; the string must have been checked. */
  async add(name: string, connectionString: string): Promise<ConnectionNode> {
    const parsed = parseConnectionString(connectionString);
    if (parsed.kind === 'invalid') throw new RangeError(parsed.message);
    const info: ConnectionInfo = {
      id: randomUUID(),
      name,
      host: new URL(parsed.endpoint.url).host,
      origin: 'saved',
    };
    await this.#memory.secrets.store(secretKey(info.id), connectionString);
    await this.#memory.globalState.update(STATE_KEY, [...this.#saved(), info]);
    return connectionNode(info);
  }

  async remove(id: string): Promise<void> {
    this.#services.delete(id);
    await this.#memory.secrets.delete(secretKey(id));
    const rest = this.#saved().filter((connection) => connection.id !== id);
    await this.#memory.globalState.update(STATE_KEY, rest);
  }

  /** Opens a connection without sending anything. */
  async open(id: string): Promise<Opened> {
    const known = this.#services.get(id);
    if (known !== undefined) return { kind: 'service', service: known };
    const endpoint = id === AZURITE_ID ? this.#azurite : await this.#endpointOf(id);
    if (endpoint === undefined) return NO_SECRET;
    const { openTableService } = await import('../../data/service.ts');
    const service = openTableService(endpoint);
    this.#services.set(id, service);
    return { kind: 'service', service };
  }

  #azuriteInfo(): ConnectionInfo {
    return { id: AZURITE_ID, name: 'Azurite', host: this.azuriteHost, origin: 'azurite' };
  }

  #saved(): readonly ConnectionInfo[] {
    return this.#memory.globalState.get<readonly ConnectionInfo[]>(STATE_KEY, []);
  }

  async #endpointOf(id: string): Promise<Endpoint | undefined> {
    const secret = await this.#memory.secrets.get(secretKey(id));
    const parsed = secret === undefined ? undefined : parseConnectionString(secret);
    return parsed?.kind === 'endpoint' ? parsed.endpoint : undefined;
  }
}

/** The secret is gone, as after moving to another machine: only a new connection string helps. */
const NO_SECRET: Opened = { kind: 'error', error: { kind: 'authentication', code: 'NoConnectionString' } };

function secretKey(id: string): string {
  return `partitionLens.connection.${id}`;
}

function developmentEndpoint(): Endpoint {
  const parsed = parseConnectionString(DEVELOPMENT_STORAGE);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  return parsed.endpoint;
}
