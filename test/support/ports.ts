import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port of the loopback interface that nothing listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/**
 * Who answers at this address as a table endpoint does, whatever the status: the server's name for itself;
 * undefined when nobody does.
 */
export async function tableServiceAt(endpoint: string): Promise<string | undefined> {
  try {
    const { headers } = await fetch(`${endpoint}/Tables`, { signal: AbortSignal.timeout(2000) });
    return headers.has('x-ms-version') ? (headers.get('server') ?? 'a table service') : undefined;
  } catch {
    return undefined;
  }
}
