import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import type { Certificate } from './fake-service/certificate.ts';
import { freePort, tableServiceAt } from './support/ports.ts';

/** An account of an Azurite that is running. */
export interface AzuriteAccount {
  readonly port: number;
  readonly connectionString: string;
}

/** An Azurite of one's own, with the emulator's account. */
export interface Azurite extends AzuriteAccount {
  readonly stop: () => Promise<void>;
}

type Service = 'table' | OtherService;

/** What an account has beside its tables. */
export type OtherService = 'blob' | 'queue';

/** What a service of Azurite runs. */
function mainOf(service: Service): string {
  return fileURLToPath(new URL(`../node_modules/azurite/dist/src/${service}/main.js`, import.meta.url));
}

/** The emulator's public account: https://learn.microsoft.com/azure/storage/common/storage-use-azurite */
const EMULATOR = 'devstoreaccount1';
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** Accounts of the Azurite that suites share: more than there are suites. */
const SHARED = Array.from({ length: 200 }, (_, number) => `suite${number}`);

/** Milliseconds that Azurite has to answer, and to end. */
const START_MS = 30_000;
const STOP_MS = 5_000;

/** What Node runs before Azurite: it ends with the process that started it, whatever becomes of that. */
const END_WITH_PARENT = `--import=data:text/javascript,${encodeURIComponent("process.once('disconnect', () => process.exit());")}`;

/**
 * Starts Azurite's table service in memory; on a free port unless one is asked for. With a certificate it speaks https, and takes bearer
 * tokens whose claims are right, whoever signed them. For suites that stop it, or need the emulator's own account or all of a port; others
 * share one: {@link azuriteAccount}.
 */
export async function startAzurite(port?: number, certificate?: Certificate): Promise<Azurite> {
  const chosen = port ?? (await freePort());
  const folder = certificate && (await written(certificate));
  const secure =
    folder === undefined
      ? []
      : ['--cert', join(folder, 'cert'), '--key', join(folder, 'key'), '--oauth', 'basic'];
  const protocol = certificate ? 'https' : 'http';
  const endpoint = `${protocol}://127.0.0.1:${chosen}/${EMULATOR}`;
  // who has a certificate of its own cannot be asked without it
  const { stop } = await run('table', chosen, secure, {}, () =>
    certificate ? isListening(chosen) : isAnswering(endpoint),
  );
  return {
    port: chosen,
    connectionString: connectionStringOf(EMULATOR, endpoint),
    stop: async () => {
      await stop();
      if (folder !== undefined) await rm(folder, { recursive: true });
    },
  };
}

let shared: Promise<number> | undefined;
let taken = 0;

/** An empty account, with a name of its own, on the one Azurite that all suites of this process share. That ends with the process. */
export async function azuriteAccount(): Promise<AzuriteAccount> {
  shared ??= startShared();
  const port = await shared;
  const account = SHARED[taken++];
  if (account === undefined) throw new Error(`more than ${SHARED.length} suites share Azurite`);
  return { port, connectionString: connectionStringOf(account, `http://127.0.0.1:${port}/${account}`) };
}

/** Seconds. */
const LONGER_THAN_TESTS = 3_600;

/** The port of an Azurite that keeps no process from its end. */
async function startShared(): Promise<number> {
  const port = await freePort();
  const accounts = SHARED.map((account) => `${account}:${key}`).join(';');
  // a connection that it closes just as a suite uses it again would be a fault that no service has
  const options = ['--tableKeepAliveTimeout', String(LONGER_THAN_TESTS)];
  const { child } = await run('table', port, options, { AZURITE_ACCOUNTS: accounts }, () =>
    isAnswering(`http://127.0.0.1:${port}/${SHARED[0] ?? ''}`),
  );
  child.unref();
  child.channel?.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  return port;
}

function connectionStringOf(account: string, endpoint: string): string {
  const [protocol] = endpoint.split(':');
  return `DefaultEndpointsProtocol=${protocol};AccountName=${account};AccountKey=${key};TableEndpoint=${endpoint};`;
}

/** Azurite's blobs or queues. */
export interface AzuriteService {
  readonly port: number;
  /** What the connection string of an account has beside that of its tables. */
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** Starts Azurite's blob or queue service in memory for an account. */
export async function startAzuriteService(
  service: OtherService,
  { connectionString }: AzuriteAccount,
): Promise<AzuriteService> {
  const port = await freePort();
  const [, account = EMULATOR] = /AccountName=([^;]+)/.exec(connectionString) ?? [];
  const env = { AZURITE_ACCOUNTS: `${account}:${key}` };
  const { stop } = await run(service, port, ['--skipApiVersionCheck'], env, () => isListening(port));
  const name = service === 'blob' ? 'BlobEndpoint' : 'QueueEndpoint';
  return { port, endpoint: `${name}=http://127.0.0.1:${port}/${account};`, stop };
}

interface Running {
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** Runs Azurite until it answers. One that does not is killed, and what it said is thrown. */
async function run(
  service: Service,
  port: number,
  options: readonly string[],
  env: Readonly<Record<string, string>>,
  isThere: () => Promise<boolean>,
): Promise<Running> {
  const child = spawn(
    process.execPath,
    [
      ...[END_WITH_PARENT, mainOf(service), '--inMemoryPersistence', '--silent', '--disableTelemetry'],
      ...[`--${service}Port`, String(port), ...options],
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env: { ...process.env, ...env } },
  );
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  let end: string | undefined;
  const ended = once(child, 'exit').then(([code, signal]) => {
    end = String(code ?? signal);
  });
  const stop = async (): Promise<void> => {
    // asked by a signal it would wait, for seconds, until no client keeps a connection open
    if (child.connected) child.disconnect();
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(killing);
  };
  const late = Date.now() + START_MS;
  while (!(await isThere())) {
    if (end !== undefined) throw new Error(`Azurite ended with ${end}: ${complaints}`);
    if (Date.now() > late) {
      await stop();
      throw new Error(`Azurite did not answer at port ${port} within ${START_MS / 1_000} s: ${complaints}`);
    }
    await delay(50);
  }
  return { child, stop };
}

/** Puts a certificate and its key into a folder of their own. */
async function written({ cert, key: privateKey }: Certificate): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'azurite-'));
  await writeFile(join(folder, 'cert'), cert);
  await writeFile(join(folder, 'key'), privateKey);
  return folder;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

async function isAnswering(endpoint: string): Promise<boolean> {
  return (await tableServiceAt(endpoint)) !== undefined;
}
