import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands between a client and a service: it counts requests, and loses the answers of some. */
export interface CountingProxy {
  readonly connectionString: string;
  readonly count: () => number;
  /** From now on, the requests after so many more are not sent on, and nobody answers them. */
  readonly loseAfter: (requests: number) => void;
  readonly stop: () => Promise<void>;
}

/** What proxies of several services count together. */
export interface Tally {
  count: number;
  /** Requests that are still sent on. */
  left: number;
}

/** Sends all requests on to the service at a port of this computer, whose connection string is given. */
export async function startCountingProxy(
  port: number,
  connectionString: string,
  tally: Tally = { count: 0, left: Infinity },
): Promise<CountingProxy> {
  // a connection that is closed just as a client uses it again would be a fault that nobody asked for
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    tally.count += 1;
    tally.left -= 1;
    if (tally.left < 0) {
      incoming.resume();
      incoming.socket.destroy();
      return;
    }
    const { method, url, headers } = incoming;
    const outgoing = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  return {
    connectionString: connectionString.replaceAll(`:${String(port)}`, `:${String(own)}`),
    count: () => tally.count,
    loseAfter: (requests) => {
      tally.left = requests;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
