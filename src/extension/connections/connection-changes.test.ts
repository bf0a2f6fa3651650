import assert from 'node:assert/strict';
import { FakeMemory, surroundings } from '../../../test/support/connection-memory.ts';
import type { ConnectionNode } from '../sidebar/nodes.ts';
import { Connections, SecretsClosed } from './connections.ts';
import type { Memory } from './connections.ts';

const KEY = Buffer.from('a key of no account').toString('base64');
const STRING = `AccountName=shop;AccountKey=${KEY}`;

describe('connections that change while they are used', () => {
  const add = (connections: Connections, name: string): Promise<ConnectionNode> =>
    connections.add({ name, connectionString: STRING });

  it('are opened by their new way in, also where they were replaced while they were opened', async () => {
    const memory = new FakeMemory().memory();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const get: Memory['secrets']['get'] = async (key) => {
      const secret = await memory.secrets.get(key);
      await held;
      return secret;
    };
    const connections = new Connections({ ...memory, secrets: { ...memory.secrets, get } }, surroundings());
    const { id } = await add(connections, 'Shop');
    const older = connections.open(id);
    const rotated = STRING.replace(KEY, Buffer.from('rotated').toString('base64'));
    await connections.replace(id, { name: 'Shop', connectionString: rotated });
    release();
    await older;
    const opened = await connections.open(id);
    assert.ok(opened.kind === 'service');
    const { credential } = opened.service.endpoint;
    assert.ok(credential.kind === 'key' && credential.key !== KEY);
  });

  it('leave no secret where they were removed before another way in was given', async () => {
    const fake = new FakeMemory();
    const connections = new Connections(fake.memory(), surroundings());
    const { id } = await add(connections, 'Shop');
    await connections.remove(id);
    await connections.replace(id, { name: 'Shop', connectionString: STRING });
    assert.equal(fake.stored.size, 0);
  });

  it('leave no secret, and nothing opened, where they are removed meanwhile', async () => {
    const fake = new FakeMemory();
    const memory = fake.memory();
    let release: () => void = () => undefined;
    let held = Promise.resolve();
    const store: Memory['secrets']['store'] = (...secret) => held.then(() => memory.secrets.store(...secret));
    const get: Memory['secrets']['get'] = (key) => held.then(() => memory.secrets.get(key));
    const secrets = { ...memory.secrets, store, get };
    const connections = new Connections({ ...memory, secrets }, surroundings());
    const { id } = await add(connections, 'Shop');
    held = new Promise((resolve) => (release = resolve));
    const opened = connections.open(id);
    const replaced = connections.replace(id, { name: 'Shop', connectionString: STRING });
    assert.equal(await connections.remove(id), true);
    assert.equal(fake.stored.size, 0);
    release();
    await Promise.all([opened, replaced]);
    assert.equal(fake.stored.size, 0);
    assert.equal((await connections.open(id)).kind, 'error');
  });

  describe('where the storage of secrets does not open', () => {
    const entra = { url: 'https://shop.table.core.windows.net', account: 'shop' };
    let fake: FakeMemory;
    let connections: Connections;
    let id: string;

    beforeEach(async () => {
      fake = new FakeMemory();
      connections = new Connections(fake.memory(), surroundings());
      ({ id } = await add(connections, 'Shop'));
      fake.isClosed = true;
    });

    it('say that their secret is not there', async () => {
      const opened = await connections.open(id);
      assert.ok(opened.kind === 'error' && opened.error.kind === 'authentication');
      assert.equal(opened.error.denial?.kind, 'no-secret');
    });

    it('are removed, and their secret is deleted once it opens', async () => {
      assert.equal(await connections.remove(id), false);
      assert.equal(connections.info(id), undefined);
      assert.equal((await connections.open(id)).kind, 'error');
      assert.deepEqual([...fake.stored.values()], [STRING]);
      assert.equal(await connections.deleteSecret(id), false);
      fake.isClosed = false;
      assert.equal(await connections.deleteSecret(id), true);
      assert.equal(fake.stored.size, 0);
    });

    it('keep the secret that they are given later, though the one before was to be deleted', async () => {
      assert.equal(await connections.remove(id), false);
      fake.isClosed = false;
      await connections.add({ name: 'Shop', connectionString: STRING }, id);
      assert.equal(await connections.deleteSecret(id), true);
      assert.deepEqual([...fake.stored.values()], [STRING]);
      assert.equal((await connections.open(id)).kind, 'service');
    });

    it('are not added, nor given another connection string, and lose nothing', async () => {
      const before = JSON.stringify([...fake.state]);
      await assert.rejects(add(connections, 'Other'), SecretsClosed);
      const connectionString = STRING.replace('shop', 'other');
      await assert.rejects(connections.replace(id, { name: 'Other', connectionString }), SecretsClosed);
      assert.equal(JSON.stringify([...fake.state]), before);
      assert.deepEqual([...fake.stored.values()], [STRING]);
    });

    it('are added and signed in to with Microsoft Entra ID, which needs none', async () => {
      const { connection } = await connections.add({ name: 'Mine', entra });
      assert.equal(await connections.replace(id, { name: 'Shop', entra }), false);
      assert.equal(await connections.replace(connection.id, { name: 'Mine', entra }), true);
      for (const one of [connection.id, id]) assert.equal((await connections.open(one)).kind, 'service');
      assert.equal(await connections.remove(connection.id), true);
    });
  });

  it('stay, with their secret, where their removal is not remembered', async () => {
    const fake = new FakeMemory();
    const memory = fake.memory();
    const connections = new Connections(memory, surroundings());
    const { id } = await add(connections, 'Shop');
    const update = (): Promise<void> => Promise.reject(new Error('full'));
    const full = { ...memory, globalState: { ...memory.globalState, update } };
    await assert.rejects(new Connections(full, surroundings()).remove(id), /full/);
    assert.deepEqual([...fake.stored.values()], [STRING]);
    assert.equal((await connections.open(id)).kind, 'service');
  });
});
