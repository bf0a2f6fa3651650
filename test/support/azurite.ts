import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

/** A running Azurite table service, in memory, on a port of its own. */
export interface Azurite {
  readonly connectionString: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** The emulator's published account key. */
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** The connection string of an emulator on this port of this machine. */
export function azuriteConnectionString(port: number): string {
  const endpoint = `http://127.0.0.1:${port}/devstoreaccount1`;
  return `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${KEY};TableEndpoint=${endpoint};`;
}

/**
 * Starts Azurite's table service and waits until it says that it listens. Rejects with its output when it
 * ends before that. A port that someone took in between is answered with another one.
 */
export async function startAzurite(): Promise<Azurite> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOn(await freePort());
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** A TCP port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function startOn(port: number): Promise<Azurite> {
  const root = dirname(createRequire(import.meta.url).resolve('azurite/package.json'));
  const script = join(root, 'dist', 'src', 'table', 'main.js');
  const options = ['--silent', '--disableTelemetry', '--inMemoryPersistence', '--tablePort', String(port)];
  const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  };
  process.once('exit', () => child.kill('SIGKILL'));
  await ready(child);
  return { connectionString: azuriteConnectionString(port), port, stop };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('successfully started')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`Azurite ended before it was ready: ${output}`));
    });
  });
}
