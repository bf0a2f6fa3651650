import assert from 'node:assert/strict';
import { AzureNamedKeyCredential, generateAccountSas, generateTableSas } from '@azure/data-tables';
import { startAzurite } from '../../test/azurite.ts';
import type { Azurite } from '../../test/azurite.ts';
import { selfSigned } from '../../test/fake-service/certificate.ts';
import { parseConnectionString } from './connection.ts';
import type { Credential } from './connection.ts';
import { explainError } from './error.ts';
import { queryEntities } from './query-entities.ts';
import { connect, openTableService } from './service.ts';
import type { ServiceOptions, TableService } from './service.ts';
import { tableWriter } from './table-writer.ts';
import { listTables } from './tables.ts';

const CERTIFICATE = selfSigned();
const TRUSTED: ServiceOptions = { retries: 0, certificates: CERTIFICATE.cert };

describe('Azurite', function () {
  this.timeout(30_000);
  let azurite: Azurite;

  /** By a name of this machine, with its own key unless another credential is given. */
  function open(host: string, options: ServiceOptions, credential?: Credential): TableService {
    const parsed = parseConnectionString(azurite.connectionString.replace('127.0.0.1', host));
    assert.ok(parsed.kind === 'endpoint');
    const { endpoint } = parsed;
    return openTableService({ ...endpoint, credential: credential ?? endpoint.credential }, options);
  }
  async function tablesBy(host: string, options: ServiceOptions, credential?: Credential): Promise<unknown> {
    const { items, stopped } = await listTables(open(host, options, credential));
    return stopped ?? items;
  }
  async function start(certificate?: typeof CERTIFICATE): Promise<void> {
    azurite = await startAzurite(undefined, certificate);
    const { endpoint } = open('127.0.0.1', {});
    const writer = tableWriter(connect(endpoint, certificate ? TRUSTED : {}));
    assert.equal((await writer.createTable('Orders')).kind, 'done');
  }
  afterEach(() => azurite.stop());

  it('is read by another name of its host', async () => {
    await start();
    assert.deepEqual(await tablesBy('localhost', {}), ['Orders']);
  });

  it('is read by https with its own certificate, by each name that is in it, and not without', async () => {
    await start(CERTIFICATE);
    for (const host of ['127.0.0.1', 'localhost']) {
      assert.deepEqual(await tablesBy(host, TRUSTED), ['Orders']);
      const { host: address } = new URL(open(host, {}).endpoint.url);
      assert.deepEqual(await tablesBy(host, { retries: 0 }), {
        kind: 'certificate',
        host: address,
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
    }
  });

  it('tells what a signature lacks, and where no account of that name is', async () => {
    await start();
    const { endpoint } = open('127.0.0.1', {});
    assert.ok(endpoint.credential.kind === 'key');
    const key = new AzureNamedKeyCredential(endpoint.account, endpoint.credential.key);
    const expiresOn = new Date(Date.now() + 600_000);
    const ofTable = (options: Parameters<typeof generateTableSas>[2]): string =>
      generateTableSas('Orders', key, { expiresOn, ...options });
    const denialWith = async (token: string, table = 'Orders'): Promise<string | undefined> => {
      const service = open('127.0.0.1', { retries: 0 }, { kind: 'sas', token });
      const { stopped } = await queryEntities(service, table, {});
      return stopped?.kind === 'authentication' ? stopped.denial?.kind : stopped?.kind;
    };
    assert.equal(await denialWith(ofTable({})), undefined);
    assert.equal(await denialWith(ofTable({}), 'Others'), 'signature-table');
    assert.equal(await denialWith(ofTable({}).replace(/sig=..../, 'sig=AAAA')), 'signature-table');
    assert.equal(await denialWith(ofTable({ permissions: { add: true } })), 'signature-permission');
    assert.equal(await denialWith(ofTable({ startsOn: expiresOn })), 'signature-early');
    assert.equal(await denialWith(ofTable({ protocol: 'https' })), 'signature-https');
    const blobs = generateAccountSas(key, { expiresOn, services: { blob: true, table: false } });
    assert.equal(await denialWith(blobs), 'signature-permission');

    const host = new URL(endpoint.url).host;
    for (const url of [`http://${host}/nobody`, `http://${host}`]) {
      const { stopped } = await listTables(openTableService({ ...endpoint, url, account: 'nobody' }));
      assert.deepEqual(stopped, { kind: 'invalid-answer', host });
      assert.match(explainError(stopped).advice, /ends with the account’s name/);
    }
  });

  it('takes the token of a sign-in, and tells one that is of somewhere else', async () => {
    await start(CERTIFICATE);
    const token = (audience: string): Credential => {
      const now = Math.floor(Date.now() / 1_000);
      const claims = {
        aud: audience,
        iss: 'https://sts.windows.net/0/',
        iat: now,
        nbf: now - 10,
        exp: now + 600,
      };
      const parts = [{ typ: 'JWT', alg: 'RS256' }, claims].map((part) => encoded(JSON.stringify(part)));
      const jwt = [...parts, encoded('signed by nobody')].join('.');
      return {
        kind: 'token',
        getToken: () => Promise.resolve({ token: jwt, expiresOn: Date.now() + 600_000 }),
      };
    };
    assert.deepEqual(await tablesBy('127.0.0.1', TRUSTED, token('https://storage.azure.com')), ['Orders']);
    assert.deepEqual(await tablesBy('127.0.0.1', TRUSTED, token('https://graph.microsoft.com')), {
      kind: 'authentication',
      code: 'AuthenticationFailed',
      denial: { kind: 'signed-out' },
    });
  });
});

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
