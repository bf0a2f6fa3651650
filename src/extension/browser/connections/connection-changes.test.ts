import assert from 'node:assert/strict';
import { FakeMemory, surroundings } from '../../../../test/support/connection-memory.ts';
import type { ConnectionNode } from '../nodes.ts';
import { Connections } from './connections.ts';
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
    const forget: Memory['secrets']['delete'] = (key) => held.then(() => memory.secrets.delete(key));
    const secrets = { ...memory.secrets, store, delete: forget };
    const connections = new Connections({ ...memory, secrets }, surroundings());
    const { id } = await add(connections, 'Shop');
    held = new Promise((resolve) => (release = resolve));
    const removed = connections.remove(id);
    const replaced = connections.replace(id, { name: 'Shop', connectionString: STRING });
    assert.equal((await connections.open(id)).kind, 'service');
    release();
    await Promise.all([removed, replaced]);
    assert.equal(fake.stored.size, 0);
    assert.equal((await connections.open(id)).kind, 'error');
  });

  it('say that their secret is not there where its storage does not open', async () => {
    const memory = new FakeMemory().memory();
    const get = (): Promise<string> => Promise.reject(new Error('locked'));
    const connections = new Connections({ ...memory, secrets: { ...memory.secrets, get } }, surroundings());
    const { id } = await add(connections, 'Shop');
    const opened = await connections.open(id);
    assert.ok(opened.kind === 'error' && opened.error.kind === 'authentication');
    assert.equal(opened.error.denial?.kind, 'no-secret');
  });
});
