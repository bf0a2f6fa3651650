import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import type { Certificate } from './fake-service/certificate.ts';
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

/**
 * Starts Azurite's table service in memory; on a free port unless one is asked for. With a certificate it speaks https, and takes bearer
 * tokens whose claims are right, whoever signed them.
 */
export async function startAzurite(port?: number, certificate?: Certificate): Promise<Azurite> {
  const chosen = port ?? (await freePort());
  const folder = certificate && (await written(certificate));
  const child = spawn(
    process.execPath,
    [
      ...[main, '--inMemoryPersistence', '--silent', '--disableTelemetry', '--tablePort', String(chosen)],
      ...(folder === undefined
        ? []
        : ['--cert', join(folder, 'cert'), '--key', join(folder, 'key'), '--oauth', 'basic']),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = once(child, 'exit');
  const protocol = certificate ? 'https' : 'http';
  const endpoint = `${protocol}://127.0.0.1:${chosen}/${account}`;
  await Promise.race([
    certificate ? untilListening(chosen) : untilAnswering(endpoint),
    ended.then(([code]) => {
      throw new Error(`Azurite ended with ${String(code)}: ${complaints}`);
    }),
  ]);
  return {
    port: chosen,
    connectionString: `DefaultEndpointsProtocol=${protocol};AccountName=${account};AccountKey=${key};TableEndpoint=${endpoint};`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      if (folder !== undefined) await rm(folder, { recursive: true });
    },
  };
}

/** Puts a certificate and its key into a folder of their own. */
async function written({ cert, key: privateKey }: Certificate): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'azurite-'));
  await writeFile(join(folder, 'cert'), cert);
  await writeFile(join(folder, 'key'), privateKey);
  return folder;
}

/** Who has a certificate of its own cannot be asked without it. */
async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await delay(100);
  }
  throw new Error(`Azurite did not listen at port ${port}`);
}

async function untilAnswering(endpoint: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await tableServiceAt(endpoint)) !== undefined) return;
    await delay(100);
  }
  throw new Error(`Azurite did not answer at ${endpoint}`);
}
