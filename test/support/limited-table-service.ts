import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface LimitedTableService {
  readonly connectionString: string;
  readonly stop: () => Promise<void>;
}

/**
 * Takes entities and keeps none, but refuses those that the service would: what Azurite stores in spite of the limits
 * in REST, "Understanding the Table service data model", with the codes of "Table Storage error codes".
 */
export async function startLimitedTableService(): Promise<LimitedTableService> {
  const server = createServer((request, response) => {
    void refusalOf(request).then((code) => {
      response.statusCode = code === undefined ? 204 : 400;
      response.setHeader('content-type', 'application/json');
      response.end(
        code === undefined
          ? undefined
          : JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value: code } } }),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    connectionString: `TableEndpoint=http://127.0.0.1:${port}/fake;SharedAccessSignature=sig=none`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Of one's own, besides PartitionKey, RowKey and Timestamp. */
const MOST_PROPERTIES = 252;

async function refusalOf(request: IncomingMessage): Promise<string | undefined> {
  const names = Object.keys(JSON.parse(await text(request)) as object);
  const own = names.filter((name) => !/@odata\.type$|^(?:PartitionKey|RowKey|Timestamp)$/.test(name));
  return own.length > MOST_PROPERTIES ? 'TooManyProperties' : undefined;
}
