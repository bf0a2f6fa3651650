import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, tableServiceAt } from './support/ports.ts';

export interface Azurite {
  readonly port: number;
  readonly connectionString: string;
  readonly stop: () => Promise<void>;
}

const main = fileURLToPath(new URL('../node_modules/azurite/dist/src/table/main.js', import.meta.url));

/** The emulator's public account: https://learn.microsoft.com/azure/storage/common/storage-use-azurite */
const account = 'devstoreaccount1';
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** Starts Azurite's table service in memory; on a free port unless one is asked for. */
export async function startAzurite(port?: number): Promise<Azurite> {
  const chosen = port ?? (await freePort());
  const child = spawn(
    process.execPath,
    [main, '--inMemoryPersistence', '--silent', '--disableTelemetry', '--tablePort', String(chosen)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = once(child, 'exit');
  const endpoint = `http://127.0.0.1:${chosen}/${account}`;
  await Promise.race([
    untilAnswering(endpoint),
    ended.then(([code]) => {
      throw new Error(`Azurite ended with ${String(code)}: ${complaints}`);
    }),
  ]);
  return {
    port: chosen,
    connectionString: `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${key};TableEndpoint=${endpoint};`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilAnswering(endpoint: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await tableServiceAt(endpoint)) !== undefined) return;
    await delay(100);
  }
  throw new Error(`Azurite did not answer at ${endpoint}`);
}
