import assert from 'node:assert/strict';
import { parseConnectionString } from '../../src/data/connection.ts';
import type { Endpoint } from '../../src/data/connection.ts';
import type { Memory, Surroundings } from '../../src/extension/connections/connections.ts';

/** What VS Code would keep: the state, which anyone may read, and the secrets. */
export class FakeMemory {
  readonly state = new Map<string, unknown>();
  readonly stored = new Map<string, string>();
  /** Whether the storage of secrets does not open, as where nobody unlocks the keyring. */
  isClosed = false;

  memory(): Memory {
    return {
      globalState: {
        get: <T>(key: string, otherwise?: T) => (this.state.get(key) ?? otherwise) as T,
        update: (key: string, value: unknown) => {
          this.state.set(key, value);
          return Promise.resolve();
        },
      },
      secrets: {
        get: (key: string) => this.#opened(() => this.stored.get(key)),
        store: (key: string, value: string) => this.#opened(() => void this.stored.set(key, value)),
        delete: (key: string) => this.#opened(() => void this.stored.delete(key)),
      },
    };
  }

  #opened<T>(work: () => T): Promise<T> {
    return this.isClosed ? Promise.reject(new Error('locked')) : Promise.resolve(work());
  }
}

/** What is around the connections: nothing but Azurite's usual place, unless it is given. */
export function surroundings(given: Partial<Surroundings> = {}): Surroundings {
  return {
    azurite: () => ({ endpoint: endpointOf('UseDevelopmentStorage=true'), isSet: false }),
    proxyFor: () => undefined,
    readText: () => Promise.reject(new Error('no such file')),
    getToken: () => Promise.resolve(undefined),
    ...given,
  };
}

/** The endpoint of a connection string that is known to be right. */
export function endpointOf(connectionString: string): Endpoint {
  const parsed = parseConnectionString(connectionString);
  assert.equal(parsed.kind, 'endpoint');
  return parsed.endpoint;
}
