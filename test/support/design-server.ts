import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ServedHere, serveHere } from './language-client.ts';

/** The language server of a suite over a folder of each test's own. */
export interface DesignServer {
  readonly folder: string;
  readonly server: ServedHere;
  readonly uri: (name: string) => string;
  /** Writes files, by their names, and starts the server on them. */
  readonly start: (files: Readonly<Record<string, string>>) => Promise<void>;
  readonly restart: () => Promise<void>;
}

/** Registers the hooks of a suite whose tests ask a server of their own, in which nothing may go wrong unseen. */
export function designServer(given: Parameters<typeof serveHere>[1] = {}): DesignServer {
  let folder: string;
  let server: ServedHere;
  const serve = async (): Promise<void> => {
    server = await serveHere(folder, given);
    await server.indexed;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
  });
  afterEach(async () => {
    await server.stop();
    assert.deepEqual(server.logged, []);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get folder() {
      return folder;
    },
    get server() {
      return server;
    },
    uri: (name) => pathToFileURL(join(folder, name)).href,
    start: async (files) => {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
      await serve();
    },
    restart: async () => {
      await server.stop();
      await serve();
    },
  };
}
