import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { AzureNamedKeyCredential, generateAccountSas, generateTableSas } from '@azure/data-tables';
import { selfSigned } from '../../test/fake-service/certificate.ts';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { FakeServiceOptions, FakeTableService } from '../../test/fake-service/service.ts';
import { tableOf } from '../../test/support/tables.ts';
import type { BearerToken, Credential, TokenRequest } from './connection.ts';
import { denialAdvice } from './denial.ts';
import { entitiesOf } from './entities.ts';
import { explainError } from './error.ts';
import type { DataError } from './error.ts';
import { partitions } from './partitions.ts';
import { queryEntities } from './query-entities.ts';
import { readSignature } from './sas.ts';
import { openTableService } from './service.ts';
import type { ServiceOptions, TableService } from './service.ts';
import { listTables } from './tables.ts';

const TABLES = { Orders: tableOf([3, 3, 3, 3]), Others: tableOf([1]) };
const HOUR = 3_600_000;

describe('credentials', () => {
  let fake: FakeTableService;
  const start = async (options: FakeServiceOptions = {}): Promise<void> => {
    fake = await startFakeTableService(TABLES, () => undefined, options);
  };
  afterEach(() => fake.stop());

  const open = (credential: Credential, options?: ServiceOptions): TableService =>
    openTableService({ url: fake.url, account: fake.account, credential }, options);
  const shared = (): AzureNamedKeyCredential => new AzureNamedKeyCredential(fake.account, fake.key);
  const inAnHour = (): Date => new Date(Date.now() + HOUR);
  const denialOf = (error: DataError | undefined): string | undefined => {
    assert.equal(error?.kind, 'authentication');
    assert.ok(explainError(error).advice.length > 40);
    return error.denial?.kind;
  };

  describe('a shared access signature', () => {
    beforeEach(() => start());

    it('of the account lists and reads as far as it permits', async () => {
      const all = generateAccountSas(shared(), {
        permissions: { query: true, list: true },
        expiresOn: inAnHour(),
      });
      const service = open({ kind: 'sas', token: all });
      assert.deepEqual((await listTables(service)).items, ['Orders', 'Others']);
      assert.equal((await partitions(service, 'Orders')).items.length, 4);
      const narrow = generateAccountSas(shared(), {
        permissions: { query: true, list: true },
        resourceTypes: 'o',
        expiresOn: inAnHour(),
      });
      const { stopped } = await listTables(open({ kind: 'sas', token: narrow }));
      assert.equal(denialOf(stopped), 'signature-permission');
    });

    it('of a table needs no request to know its table, and shows no other', async () => {
      const token = generateTableSas('Orders', shared(), { expiresOn: inAnHour() });
      const service = open({ kind: 'sas', token });
      assert.deepEqual(await listTables(service), { items: ['Orders'], requests: 0 });
      assert.equal((await partitions(service, 'Orders')).items.length, 4);
      const { stopped } = await partitions(service, 'Others');
      assert.equal(denialOf(stopped), 'signature-table');
    });

    it('that is bounded by keys shows what lies between, and is asked for no more', async () => {
      const token = generateTableSas('Orders', shared(), {
        expiresOn: inAnHour(),
        startPartitionKey: 'p00001',
        startRowKey: 'r000001',
        endPartitionKey: 'p00002',
        endRowKey: 'r000001',
      });
      const service = open({ kind: 'sas', token });
      assert.deepEqual(readSignature(token).bounds, {
        from: { partitionKey: 'p00001', rowKey: 'r000001' },
        to: { partitionKey: 'p00002', rowKey: 'r000001' },
      });
      const { entities } = await queryEntities(service, 'Orders', { filter: "RowKey ne 'x'" });
      assert.deepEqual(
        entities.map(({ partitionKey, rowKey }) => `${partitionKey}/${rowKey}`),
        ['p00001/r000001', 'p00001/r000002', 'p00002/r000000', 'p00002/r000001'],
      );
      const { items } = await partitions(service, 'Orders');
      assert.deepEqual(
        items.map(({ partitionKey }) => partitionKey),
        ['p00001', 'p00002'],
      );
      assert.equal(
        fake.requests[0]?.filter,
        "(RowKey ne 'x') and PartitionKey ge 'p00001' and PartitionKey le 'p00002'",
      );
      assert.equal(fake.requests[1]?.filter, "PartitionKey ge 'p00001' and PartitionKey le 'p00002'");
      const { items: rows } = await entitiesOf(service, 'Orders', 'p00001');
      assert.equal(rows.length, 2);
      assert.match(
        fake.requests.at(-1)?.filter ?? '',
        /^\(PartitionKey eq 'p00001'\) and .* and RowKey ge 'r000001'$/,
      );
      const before = fake.requests.length;
      const hidden = await entitiesOf(service, 'Orders', 'p00001', {
        rows: { kind: 'exact', key: 'r000000' },
      });
      assert.equal(denialOf(hidden.stopped), 'signature-bounds');
      const outside = await queryEntities(service, 'Orders', { filter: "PartitionKey eq 'p00003'" });
      assert.equal(denialOf(outside.stopped), 'signature-bounds');
      const partition = await partitions(service, 'Orders', { range: { kind: 'exact', key: 'p00000' } });
      assert.equal(denialOf(partition.stopped), 'signature-bounds');
      assert.equal(fake.requests.length, before);
    });

    it('that is bounded ends where its bounds do, also when an answer was short', async () => {
      await fake.stop();
      fake = await startFakeTableService(TABLES, () => ({ kind: 'short', rows: 1 }));
      const bounds = { startPartitionKey: 'p00001', endPartitionKey: 'p00002' };
      const token = generateTableSas('Orders', shared(), { expiresOn: inAnHour(), ...bounds });
      const { items, stopped } = await partitions(open({ kind: 'sas', token }), 'Orders');
      assert.deepEqual([items.length, stopped], [2, undefined]);
      assert.equal(fake.requests.length, 2, 'none for what the signature does not show');
    });

    it('of one partition is asked for its rows alone', async () => {
      const token = generateTableSas('Orders', shared(), {
        expiresOn: inAnHour(),
        startPartitionKey: 'p00001',
        startRowKey: 'r000001',
        endPartitionKey: 'p00001',
        endRowKey: 'r000002',
      });
      const { entities } = await queryEntities(open({ kind: 'sas', token }), 'Orders', {});
      assert.equal(entities.length, 2);
      assert.equal(
        fake.requests[0]?.filter,
        "PartitionKey eq 'p00001' and RowKey ge 'r000001' and RowKey le 'r000002'",
      );
    });

    it('says that it is good over https alone where the endpoint has http', async () => {
      const token = generateAccountSas(shared(), { expiresOn: inAnHour(), protocol: 'https' });
      const { stopped } = await listTables(open({ kind: 'sas', token }));
      assert.equal(denialOf(stopped), 'signature-https');
    });

    it('that expired, is not valid yet, was cut or permits too little is told apart', async () => {
      const expired = generateAccountSas(shared(), { expiresOn: new Date(Date.now() - HOUR) });
      const early = generateAccountSas(shared(), { startsOn: inAnHour(), expiresOn: inAnHour() });
      const good = generateAccountSas(shared(), { expiresOn: inAnHour() });
      const blind = generateTableSas('Orders', shared(), {
        permissions: { add: true },
        expiresOn: inAnHour(),
      });
      const denialWith = async (token: string): Promise<string | undefined> =>
        denialOf((await queryEntities(open({ kind: 'sas', token }), 'Orders', {})).stopped);
      assert.equal(await denialWith(expired), 'signature-expired');
      assert.equal(await denialWith(early), 'signature-early');
      assert.equal(await denialWith(good.replace(/sig=..../, 'sig=AAAA')), 'signature-wrong');
      assert.equal(await denialWith(blind), 'signature-permission');
    });
  });

  describe('an account’s key', () => {
    it('that is wrong is told from a clock that is wrong', async () => {
      await start();
      const wrong = open({ kind: 'key', key: Buffer.from('another').toString('base64') });
      assert.equal(denialOf((await listTables(wrong)).stopped), 'wrong-key');
      await fake.stop();
      for (const minutes of [-20, 20]) {
        await start({ now: () => Date.now() - minutes * 60_000 });
        const { stopped } = await listTables(open({ kind: 'key', key: fake.key }));
        assert.deepEqual(stopped, {
          kind: 'authentication',
          code: 'AuthenticationFailed',
          denial: { kind: 'clock', minutes },
        });
        assert.match(
          denialAdvice({ kind: 'clock', minutes }),
          minutes > 0 ? /20 minutes fast/ : /20 minutes slow/,
        );
        if (minutes < 0) await fake.stop();
      }
    });
  });

  describe('Microsoft Entra ID', () => {
    const certificate = selfSigned();
    const asked: TokenRequest[] = [];
    const provider = (given: BearerToken | undefined): Credential => ({
      kind: 'token',
      getToken: (request) => {
        asked.push(request);
        return Promise.resolve(given);
      },
    });
    const bearer = (token: string): BearerToken => ({ token, expiresOn: Date.now() + HOUR });
    beforeEach(async () => {
      asked.length = 0;
      const roles: Readonly<Record<string, 'reader' | 'none'>> = { good: 'reader', roleless: 'none' };
      await start({ certificate, roleOf: (token) => roles[token] });
    });

    it('is asked for a token of the storage scope once, not for each request', async () => {
      const service = open(provider(bearer('good')), { certificates: certificate.cert });
      assert.deepEqual((await listTables(service)).items, ['Orders', 'Others']);
      assert.equal((await partitions(service, 'Orders')).items.length, 4);
      assert.deepEqual(asked, [{ scope: 'https://storage.azure.com/.default' }]);
    });

    it('says what is missing: sign-in, role, https', async () => {
      const denialWith = async (given: BearerToken | undefined): Promise<string | undefined> => {
        const service = open(provider(given), { certificates: certificate.cert });
        return denialOf((await listTables(service)).stopped);
      };
      assert.equal(await denialWith(undefined), 'signed-out');
      assert.equal(await denialWith(bearer('bad')), 'signed-out');
      assert.equal(await denialWith(bearer('roleless')), 'role');
      const failing: Credential = { kind: 'token', getToken: () => Promise.reject(new Error('closed')) };
      const { stopped } = await listTables(open(failing, { certificates: certificate.cert }));
      assert.equal(denialOf(stopped), 'signed-out');
      const plain = openTableService({
        url: 'http://127.0.0.1:1/fake',
        account: 'fake',
        credential: provider(bearer('good')),
      });
      assert.equal(denialOf((await listTables(plain)).stopped), 'needs-https');
    });
  });

  describe('https with a certificate of its own', () => {
    const certificate = selfSigned();
    beforeEach(() => start({ certificate }));

    it('is trusted when the connection says so, and refused otherwise', async () => {
      const key = { kind: 'key', key: fake.key } as const;
      const trusted = await listTables(open(key, { certificates: certificate.cert }));
      assert.deepEqual(trusted.items, ['Orders', 'Others']);
      const refused = await listTables(open(key));
      assert.equal(refused.stopped?.kind, 'certificate');
      assert.match(explainError(refused.stopped).advice, /PEM/);
      const another = await listTables(open(key, { certificates: selfSigned().cert }));
      assert.equal(another.stopped?.kind, 'certificate');
    });

    it('is told when what answers speaks http, and when nobody has that name', async () => {
      const plain = await startFakeTableService(TABLES);
      try {
        const adviceAt = async (url: string): Promise<string> => {
          const credential = { kind: 'key', key: fake.key } as const;
          const service = openTableService({ url, account: 'fake', credential }, { retries: 0 });
          const { stopped } = await listTables(service);
          assert.ok(stopped);
          return explainError(stopped).advice;
        };
        assert.match(await adviceAt(plain.url.replace('http:', 'https:')), /begins with http/);
        assert.match(await adviceAt('https://shop.table.invalid'), /host name isn't known/);
      } finally {
        await plain.stop();
      }
    });

    it('is reached through a proxy, with name and password', async () => {
      const proxy = await startProxy('Basic dXNlcjpwYXNz');
      try {
        const options = { certificates: certificate.cert, proxy: `http://user:pass@127.0.0.1:${proxy.port}` };
        const { items } = await listTables(open({ kind: 'key', key: fake.key }, options));
        assert.deepEqual(items, ['Orders', 'Others']);
        assert.deepEqual(proxy.targets, [new URL(fake.url).host]);
      } finally {
        await proxy.stop();
      }
    });

    it('is told of its proxy where that is what fails', async () => {
      const proxy = await startProxy(`Basic ${Buffer.from('user:50%off').toString('base64')}`);
      const through = async (address: string): Promise<readonly string[] | string> => {
        const options = { certificates: certificate.cert, retries: 0, proxy: address };
        const { items, stopped } = await listTables(open({ kind: 'key', key: fake.key }, options));
        return stopped === undefined ? items : Object.values(explainError(stopped)).join('. ');
      };
      try {
        const address = `127.0.0.1:${proxy.port}`;
        for (const password of ['50%off', '50%25off']) {
          assert.deepEqual(await through(`http://user:${password}@${address}`), ['Orders', 'Others']);
        }
        assert.match(
          String(await through(`http://${address}`)),
          /requires a user name and a password .*http\.proxy/,
        );
        const socks = String(await through(`socks5://${address}`));
        assert.match(socks, new RegExp(`^${address} can't be reached .*isn't an http or https proxy`));
      } finally {
        await proxy.stop();
      }
      const gone = String(await through(`http://127.0.0.1:${proxy.port}`));
      assert.match(gone, new RegExp(`^127.0.0.1:${proxy.port} can't be reached .*doesn't respond`));
    });
  });
});

/** A proxy for https, which lets pass who knows the password. */
async function startProxy(
  authorization: string,
): Promise<{ port: number; targets: readonly string[]; stop: () => Promise<void> }> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connect', (request, client: Socket) => {
    const [host = '', port = ''] = (request.url ?? '').split(':');
    if (request.headers['proxy-authorization'] !== authorization) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    targets.push(request.url ?? '');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, targets, stop };
}
