import assert from 'node:assert/strict';
import { selfSigned } from '../../../test/fake-service/certificate.ts';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import { endpointOf, FakeMemory, surroundings } from '../../../test/support/connection-memory.ts';
import type { Endpoint } from '../../data/connection.ts';
import { listTables } from '../../data/tables.ts';
import { explainError } from '../../data/error.ts';
import type { DataError } from '../../data/error.ts';
import type { ConnectionNode } from '../sidebar/nodes.ts';
import { AZURITE_ID, Connections } from './connections.ts';
import type { Surroundings, WayIn } from './connections.ts';

const KEY = Buffer.from('a key of no account').toString('base64');
const STRING = `AccountName=shop;AccountKey=${KEY}`;

describe('connections', () => {
  const open = (fake: FakeMemory, given?: Partial<Surroundings>): Connections =>
    new Connections(fake.memory(), surroundings(given));
  const add = (connections: Connections, name: string): Promise<ConnectionNode> =>
    connections.add({ name, connectionString: STRING });

  it('are remembered with their secret apart', async () => {
    const fake = new FakeMemory();
    const { connection } = await add(open(fake), 'Shop');
    assert.deepEqual(connection, {
      id: connection.id,
      name: 'Shop',
      host: 'shop.table.core.windows.net',
      origin: 'saved',
    });
    assert.ok(!JSON.stringify([...fake.state]).includes(KEY));
    assert.deepEqual([...fake.stored.values()], [STRING]);
    const again = await open(fake).open(connection.id);
    assert.equal(again.kind, 'service');
    assert.equal(again.service.endpoint.account, 'shop');
  });

  it('of Microsoft Entra ID have no secret, and get their tokens when they need them', async () => {
    const fake = new FakeMemory();
    const getToken = (): Promise<undefined> => Promise.resolve(undefined);
    const connections = open(fake, { getToken });
    const entra = { url: 'https://shop.table.core.windows.net', account: 'shop' };
    const { connection } = await connections.add({ name: 'Shop', entra });
    assert.equal(fake.stored.size, 0);
    assert.equal(connection.host, 'shop.table.core.windows.net');
    const opened = await connections.open(connection.id);
    assert.equal(opened.kind, 'service');
    assert.deepEqual(opened.service.endpoint, { ...entra, credential: { kind: 'token', getToken } });
  });

  it('are forgotten with their secret', async () => {
    const fake = new FakeMemory();
    const connections = open(fake);
    const { connection } = await add(connections, 'Shop');
    await connections.open(connection.id);
    await connections.remove(connection.id);
    assert.equal(fake.stored.size, 0);
    const opened = await connections.open(connection.id);
    assert.equal(opened.kind, 'error');
    assert.equal(explainError(opened.error).message, 'The connection was removed');
    assert.match(explainError(opened.error).advice, /Connect again/);
    const own = await add(connections, 'Own');
    fake.stored.clear();
    const lost = await connections.open(own.id);
    assert.deepEqual(lost, {
      kind: 'error',
      error: { kind: 'authentication', code: 'NoConnectionString', denial: { kind: 'no-secret' } },
    });
    assert.ok(lost.kind === 'error');
    assert.match(explainError(lost.error).advice, /secret storage doesn't contain.*Connect again/);
  });

  it('get another way in at their place, and the old secret is gone', async () => {
    const fake = new FakeMemory();
    const nobody = await freeEndpoint();
    const connections = open(fake, { azurite: () => ({ endpoint: nobody, isSet: false }) });
    const { connection } = await add(connections, 'Shop');
    await add(connections, 'Other');
    await connections.open(connection.id);
    const rotated = STRING.replace(KEY, Buffer.from('rotated').toString('base64'));
    await connections.replace(connection.id, { name: 'Shop', connectionString: rotated });
    assert.deepEqual([...fake.stored.values()].sort(), [STRING, rotated].sort());
    assert.deepEqual(await names(connections), ['Shop', 'Other']);
    const opened = await connections.open(connection.id);
    assert.equal(opened.kind, 'service');
    const { credential } = opened.service.endpoint;
    assert.ok(credential.kind === 'key' && credential.key !== KEY);

    const entra = { url: 'https://shop.table.core.windows.net', account: 'shop' };
    await connections.replace(connection.id, { name: 'Shop', entra });
    assert.deepEqual([...fake.stored.values()], [STRING]);
  });

  it('are renamed and put into another order, which is remembered', async () => {
    const fake = new FakeMemory();
    const nobody = await freeEndpoint();
    const connections = open(fake, { azurite: () => ({ endpoint: nobody, isSet: false }) });
    const [first] = [await add(connections, 'A'), await add(connections, 'B'), await add(connections, 'C')];
    await connections.move(first.id, 1);
    assert.deepEqual(await names(connections), ['B', 'A', 'C']);
    await connections.move(first.id, 5);
    await connections.move(first.id, -1);
    await connections.rename(first.id, 'First');
    await connections.move('unknown', 1);
    const again = open(fake, { azurite: () => ({ endpoint: nobody, isSet: false }) });
    assert.deepEqual(await names(again), ['B', 'First', 'C']);
    await again.move(first.id, -9);
    assert.deepEqual(await names(again), ['First', 'B', 'C']);
    const [, second, third] = (await again.list()).map(({ id }) => id);
    await again.moveTo(first.id, third);
    assert.deepEqual(await names(again), ['B', 'C', 'First']);
    await again.moveTo(first.id, third);
    assert.deepEqual(await names(again), ['B', 'First', 'C']);
    await again.moveTo(second ?? '', undefined);
    assert.deepEqual(await names(again), ['First', 'C', 'B']);
    await again.moveTo(second ?? '', AZURITE_ID);
    await again.moveTo('unknown', first.id);
    assert.deepEqual(await names(again), ['B', 'First', 'C']);
  });

  it('show Azurite while it answers, and notice when it goes', async () => {
    const fake = await startFakeTableService({});
    const endpoint = endpointOf(fake.connectionString);
    const connections = open(new FakeMemory(), { azurite: () => ({ endpoint, isSet: false }) });
    try {
      assert.equal(await connections.azuriteChanged(), false);
      assert.equal(fake.requests.length, 0);
      assert.deepEqual(await names(connections), ['Azurite']);
      assert.equal(await connections.azuriteChanged(), false);
    } finally {
      await fake.stop();
    }
    assert.equal(await connections.azuriteChanged(), true);
    assert.deepEqual(await names(connections), []);
    await add(connections, 'Shop');
    assert.deepEqual(await names(connections), ['Azurite', 'Shop']);
  });

  it('take one request to see that Azurite answers, whatever its answer has', async () => {
    const fake = await startFakeTableService({ Orders: [] }, () => ({ kind: 'short', rows: 0 }));
    const endpoint = endpointOf(fake.connectionString);
    const connections = open(new FakeMemory(), { azurite: () => ({ endpoint, isSet: false }) });
    try {
      assert.equal(await connections.azuriteAnswers(), true);
      assert.equal(fake.requests.length, 1);
    } finally {
      await fake.stop();
    }
  });

  it('show an Azurite that a person said where to look for, also when it is not there', async () => {
    const nobody = await freeEndpoint();
    const connections = open(new FakeMemory(), { azurite: () => ({ endpoint: nobody, isSet: true }) });
    assert.deepEqual(await names(connections), ['Azurite']);
    assert.equal(await connections.azuriteAnswers(), false);
  });

  it('trust a certificate of their own, from its file', async () => {
    const certificate = selfSigned();
    const fake = await startFakeTableService({ Orders: [] }, () => undefined, { certificate });
    const files: string[] = [];
    const readText = (path: string): Promise<string> => {
      files.push(path);
      return path === '/azurite.pem' ? Promise.resolve(certificate.cert) : Promise.reject(new Error(path));
    };
    const endpoint = endpointOf(fake.connectionString);
    const azurite = (): ReturnType<Surroundings['azurite']> => ({
      endpoint,
      certificate: '/azurite.pem',
      isSet: false,
    });
    try {
      const connections = open(new FakeMemory(), { readText, azurite });
      assert.deepEqual(await names(connections), ['Azurite']);
      const opened = await connections.open(AZURITE_ID);
      assert.ok(opened.kind === 'service');
      assert.deepEqual((await listTables(opened.service)).items, ['Orders']);
      const lost = await connections.add({
        name: 'Lost',
        connectionString: fake.connectionString,
        certificate: '/lost.pem',
      });
      assert.deepEqual(await connections.open(lost.id), {
        kind: 'error',
        error: { kind: 'certificate', host: new URL(fake.url).host, code: 'NoCertificateFile' },
      });
      assert.ok(files.includes('/azurite.pem') && files.includes('/lost.pem'));
      assert.equal(
        await open(new FakeMemory(), { azurite: () => ({ endpoint, isSet: false }) }).azuriteAnswers(),
        false,
      );
    } finally {
      await fake.stop();
    }
  });

  it('are opened anew when what is around them changed', async () => {
    const fake = new FakeMemory();
    const connections = open(fake);
    const { id } = await add(connections, 'Shop');
    const [first, second] = [await connections.open(id), await connections.open(id)];
    assert.ok(first.kind === 'service' && second.kind === 'service');
    assert.equal(first.service, second.service);
    connections.reopen();
    const third = await connections.open(id);
    assert.ok(third.kind === 'service' && third.service !== first.service);
  });

  it('are not added with a connection string that is none', async () => {
    const fake = new FakeMemory();
    const wrong = { name: 'Shop', connectionString: 'AccountName=shop' };
    await assert.rejects(open(fake).add(wrong), RangeError);
    assert.equal(fake.stored.size + fake.state.size, 0);
  });

  it('are tried before they are remembered, by one request', async () => {
    const fake = await startFakeTableService({ Orders: [{ PartitionKey: 'a', RowKey: 'b' }] });
    const memory = new FakeMemory();
    const tried = (wayIn: WayIn): Promise<DataError | undefined> =>
      open(memory).refusal(wayIn, new AbortController().signal);
    const { account, key, url, connectionString } = fake;
    try {
      assert.equal(await tried({ connectionString }), undefined);
      assert.equal(fake.requests.length, 1);
      const wrong = await tried({ connectionString: connectionString.replace(key, KEY) });
      assert.ok(wrong?.kind === 'authentication' && wrong.denial?.kind === 'wrong-key');
      const entra = await tried({ entra: { url, account } });
      assert.ok(entra?.kind === 'authentication' && entra.denial?.kind === 'needs-https');
    } finally {
      await fake.stop();
    }
    assert.equal((await tried({ connectionString }))?.kind, 'refused');
    const certificate = '/no/such/file.pem';
    assert.equal((await tried({ connectionString, certificate }))?.kind, 'certificate');
    assert.equal(memory.stored.size + memory.state.size, 0);
  });

  it('say what the signature that lets one in allows, and nothing of its secret', async () => {
    const connections = open(new FakeMemory());
    await add(connections, 'By key');
    const token = 'sv=2019-02-02&tn=Orders&sp=r&se=2026-01-02T03:00:00Z&sig=canary-signature-3391';
    const connectionString = `TableEndpoint=https://shop.table.core.windows.net;SharedAccessSignature=${token}`;
    await connections.add({ name: 'By signature', connectionString });
    const nodes = await connections.list();
    assert.deepEqual(
      nodes.map(({ signature }) => signature?.permissions),
      [undefined, 'r'],
    );
    assert.ok(!JSON.stringify(nodes).includes('canary-signature'));
  });

  it('make and drop tables', async () => {
    const fake = await startFakeTableService({});
    try {
      const connections = open(new FakeMemory());
      const { id } = await connections.add({ name: 'Fake', connectionString: fake.connectionString });
      const opened = await connections.openWriter(id);
      assert.ok(opened.kind === 'writer');
      assert.equal((await opened.writer.createTable('Orders')).kind, 'done');
      assert.equal((await connections.openWriter('unknown')).kind, 'error');
    } finally {
      await fake.stop();
    }
  });
});

async function names(connections: Connections): Promise<string[]> {
  return (await connections.list()).map(({ connection }) => connection.name);
}

/** Where nobody answers. */
async function freeEndpoint(): Promise<Endpoint> {
  const fake = await startFakeTableService({});
  await fake.stop();
  return endpointOf(fake.connectionString);
}
