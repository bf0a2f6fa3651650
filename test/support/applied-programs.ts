import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TableClient } from '@azure/data-tables';
import { azuriteAccount, type OtherService, startAzuriteService } from '../azurite.ts';
import { assist, compile, type Program } from './assisted.ts';
import { type CountingProxy, startCountingProxy, type Tally } from './counting-proxy.ts';
import { KILLED_LATE } from './killed-late.ts';

/** Programs with a pattern applied, and as they were before, on one Azurite; `process.env.TABLES` is its connection string. */
export interface AppliedPrograms {
  /** The table, past the proxy. */
  readonly client: TableClient;
  /** It counts requests of tables, blobs and queues. */
  readonly proxy: CountingProxy;
  /** How many requests something takes. */
  readonly counted: (act: () => Promise<unknown>) => Promise<number>;
  /** The connection string past the proxy. */
  readonly direct: string;
  /** What the last file of a program exports; of `NAME-before` the program as it was. */
  readonly load: (name: string) => Promise<unknown>;
  /** What another file of a program exports, as it runs. */
  readonly module: (name: string, file: string) => Promise<unknown>;
  /** Runs a script that the pattern wrote: its exit code, null if it was killed, and what it says. */
  readonly script: (name: string, script: string, how?: ScriptRun) => Promise<ScriptResult>;
  readonly stop: () => Promise<void>;
}

export interface ScriptRun {
  readonly args?: readonly string[];
  /** Arguments of Node itself. */
  readonly flags?: readonly string[];
  /** Requests after which it is killed. */
  readonly killedAfter?: number;
}

export interface ScriptResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Applies a pattern to programs with usual answers but those of `settings`, compiles both, and starts Azurite with an empty table, and
 * with other services. `adapted` gives the text of an applied program as it is to run, such as with shorter times.
 */
export async function startApplied(
  id: string,
  programs: Readonly<Record<string, Program>>,
  table: string,
  settings: (name: string) => Readonly<Record<string, string>> = () => ({}),
  services: readonly OtherService[] = [],
  adapted: (text: string) => string = (text) => text,
): Promise<AppliedPrograms> {
  const all: Record<string, Program> = {};
  for (const [name, program] of Object.entries(programs)) {
    const { outcome, after } = assist(id, program, settings(name));
    assert.equal(outcome?.kind, 'change', `${name}: ${outcome?.kind === 'refused' ? outcome.why : ''}`);
    all[name] = Object.fromEntries(Object.entries(after).map(([file, text]) => [file, adapted(text)]));
    all[`${name}-before`] = program;
  }
  const compiled = await compile(all);
  const azurite = await azuriteAccount();
  const tally: Tally = { count: 0, left: Infinity };
  const proxy = await startCountingProxy(azurite.port, azurite.connectionString, tally);
  const others = await Promise.all(services.map((one) => startAzuriteService(one, azurite)));
  const proxies = await Promise.all(
    others.map(({ port, endpoint }) => startCountingProxy(port, endpoint, tally)),
  );
  const connectionString = [proxy, ...proxies].map((one) => one.connectionString).join('');
  process.env.TABLES = connectionString;
  const client = TableClient.fromConnectionString(azurite.connectionString, table, {
    allowInsecureConnection: true,
  });
  await client.createTable();
  // what a pattern writes is beside the program's own module, and in its language
  const placeOf = (name: string, file: string): string => {
    const written = Object.keys(all[name] ?? {}).map((one) => one.replace(/ts$/, 'js'));
    const names = [file, file.replace(/js$/, 'cjs')];
    return written.find((one) => names.includes(one.slice(one.lastIndexOf('/') + 1))) ?? file;
  };
  return {
    client,
    proxy,
    counted: (act) => counted(proxy, act),
    direct: [azurite.connectionString, ...others.map(({ endpoint }) => endpoint)].join(''),
    load: (name) => {
      const file = Object.keys(programs[name.replace('-before', '')] ?? {}).at(-1) ?? '';
      return compiled.load(name, file.replace(/ts$/, 'js'));
    },
    module: (name, file) => compiled.load(name, placeOf(name, file)),
    script: async (name, script, { args = [], flags = [], killedAfter = Infinity } = {}) => {
      const folder = compiled.folderOf(name);
      const child = spawn(process.execPath, [...flags, join(folder, placeOf(name, script)), ...args], {
        cwd: folder,
        env: { ...process.env, AZURE_STORAGE_CONNECTION_STRING: connectionString },
        ...KILLED_LATE,
      });
      const texts = { out: '', err: '' };
      child.stdout.on('data', (data) => (texts.out += String(data)));
      child.stderr.on('data', (data) => (texts.err += String(data)));
      const start = proxy.count();
      const ended = once(child, 'close');
      const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
      while (isRunning() && proxy.count() - start < killedAfter) await Promise.race([ended, delay(5)]);
      if (isRunning()) child.kill('SIGKILL');
      const [code] = (await ended) as [number | null];
      return { code, ...texts };
    },
    stop: async () => {
      delete process.env.TABLES;
      await Promise.all([proxy, ...proxies].map((one) => one.stop()));
      await compiled.remove();
      await Promise.all(others.map((one) => one.stop()));
    },
  };
}

/** How many requests something takes. */
async function counted(proxy: CountingProxy, act: () => Promise<unknown>): Promise<number> {
  const start = proxy.count();
  await act();
  return proxy.count() - start;
}

/** Deletes all entities of a table. */
export async function emptyTable(client: TableClient): Promise<void> {
  const keys: Record<string, string[]> = {};
  const rows = client.listEntities({ queryOptions: { select: ['PartitionKey', 'RowKey'] } });
  for await (const { partitionKey = '', rowKey = '' } of rows) (keys[partitionKey] ??= []).push(rowKey);
  for (const [partitionKey, all] of Object.entries(keys))
    for (let at = 0; at < all.length; at += 100)
      await client.submitTransaction(
        all.slice(at, at + 100).map((rowKey) => ['delete', { partitionKey, rowKey }]),
      );
}

/** An entity without what the service gives it. */
export function withoutVersion(entity: object): Record<string, unknown> {
  const version = new Set(['etag', 'timestamp', 'odata.metadata']);
  return Object.fromEntries(Object.entries(entity).filter(([name]) => !version.has(name)));
}

/** Does something without the pauses that the SDK makes before it tries again; gives whether it didn't fail. */
export async function withoutPauses(act: () => Promise<unknown>): Promise<boolean> {
  const { setTimeout: real } = globalThis;
  globalThis.setTimeout = ((run: () => void) => real(run, 0)) as typeof setTimeout;
  try {
    return await act().then(
      () => true,
      () => false,
    );
  } finally {
    globalThis.setTimeout = real;
  }
}
