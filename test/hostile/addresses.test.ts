import assert from 'node:assert/strict';
import { parseConnectionString } from '../../src/data/connection.ts';
import { queryEntities } from '../../src/data/query-entities.ts';
import { connect, openTableService } from '../../src/data/service.ts';
import { tableWriter } from '../../src/data/table-writer.ts';
import { ruleAddress } from '../../src/protocol/rule-address.ts';
import { fileOf, uriOf } from '../../src/server/file-names.ts';
import { startFakeTableService } from '../fake-service/service.ts';

const ONCE = { retries: 0 };

/** Names that lead elsewhere where they stand in an address as they are. */
const NAMES = [
  '.',
  '..',
  '../Tables',
  '%2e%2e',
  '..\\Tables',
  '/Tables',
  '//127.0.0.1:1/T',
  'http://127.0.0.1:1/T',
  '@127.0.0.1:1',
  ':1',
  'T?comp=acl',
  'T&$top=1000',
  'T#',
  'T;x=1',
  "T('a')",
  "T') or (true",
  '$batch',
  ' T ',
  'T\r\nx-ms-version: 1',
  'T\0',
  'T%',
  'Ünï',
  '😀',
];

describe('texts that somebody puts into an address', () => {
  it('are one part of the path, whatever is in the name of a table', async () => {
    const fake = await startFakeTableService({});
    try {
      const parsed = parseConnectionString(fake.connectionString);
      assert.ok(parsed.kind === 'endpoint');
      const service = openTableService(parsed.endpoint, ONCE);
      const writer = tableWriter(connect(parsed.endpoint, ONCE));
      for (const name of NAMES) {
        await queryEntities(service, name, { filter: "PartitionKey eq '&$top=7#'", top: 5 });
        await writer.deleteTable(name);
      }
      const decoded = fake.requests.map(({ method, path, filter, top }) => ({
        method,
        parts: path.split('/').map(decodeURIComponent),
        ...(method === 'GET' && { filter, top }),
      }));
      assert.deepEqual(
        decoded,
        NAMES.flatMap((name) => [
          {
            method: 'GET',
            parts: ['', 'fake', `${name}()`],
            filter: "PartitionKey eq '&$top=7#'",
            top: 5,
          },
          { method: 'DELETE', parts: ['', 'fake', `Tables('${name.replaceAll("'", "''")}')`] },
        ]),
      );
      const half = await queryEntities(service, 'T\ud800', { top: 1 });
      assert.equal(half.stopped?.kind, 'unsendable');
    } finally {
      await fake.stop();
    }
  });

  it('lead to no other host from the parts of a connection string', () => {
    const key = Buffer.from('key').toString('base64');
    for (const part of [
      'EndpointSuffix=x@127.0.0.1:1',
      'EndpointSuffix=/@127.0.0.1',
      'EndpointSuffix=\\..\\127.0.0.1',
      'DefaultEndpointsProtocol=https://127.0.0.1/?',
      'DefaultEndpointsProtocol=http://a@127.0.0.1:1/',
      'DefaultEndpointsProtocol=https://127.0.0.1#',
    ]) {
      const parsed = parseConnectionString(`AccountName=shop;AccountKey=${key};${part}`);
      const host = parsed.kind === 'endpoint' ? new URL(parsed.endpoint.url).hostname : 'shop.table.none';
      assert.match(host, /^shop\.table\./, part);
    }
  });

  it('take nothing away from a request: what stands behind # in a signature is not sent', () => {
    const parsed = parseConnectionString(
      'TableEndpoint=https://shop.table.core.windows.net;SharedAccessSignature=sv=1&sig=x#&sp=raud',
    );
    assert.ok(parsed.kind === 'endpoint' && parsed.endpoint.credential.kind === 'sas');
    assert.equal(parsed.endpoint.credential.token, 'sv=1&sig=x');
  });

  it('are files and rules, whatever is in their names', () => {
    for (const name of NAMES.filter((one) => !/^\.+(?:\/|$)|\\|^\/|\0|\r/.test(one))) {
      assert.equal(fileOf(new URL(uriOf(`/work/${name}/a.ts`)).href), `/work/${name}/a.ts`);
      const address = new URL(ruleAddress('vscode', name));
      assert.equal(address.host, 'partition-lens.partition-lens');
      assert.deepEqual(address.pathname.split('/').map(decodeURIComponent), ['', 'rules', name]);
      assert.equal(address.search + address.hash, '');
    }
  });
});
