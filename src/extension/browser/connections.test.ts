import assert from 'node:assert/strict';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import { parseConnectionString } from '../../data/connection.ts';
import { Connections } from './connections.ts';
import type { Memory } from './connections.ts';

const KEY = Buffer.from('a key of no account').toString('base64');
const STRING = `AccountName=shop;AccountKey=${KEY}`;

/** What VS Code would keep: the state, which anyone may read, and the secrets. */
class FakeMemory {
  readonly state = new Map<string, unknown>();
  readonly stored = new Map<string, string>();

  memory(): Memory {
    return {
      globalState: {
        get: <T>(key: string, otherwise?: T) => (this.state.get(key) ?? otherwise) as T,
        update: (key: string, value: unknown) => {
          this.state.set(key, value);
          return Promise.resolve();
        },
      },
      secrets: {
        get: (key: string) => Promise.resolve(this.stored.get(key)),
        store: (key: string, value: string) => {
          this.stored.set(key, value);
          return Promise.resolve();
        },
        delete: (key: string) => {
          this.stored.delete(key);
          return Promise.resolve();
        },
      },
    };
  }
}

describe('connections', () => {
  it('are remembered with their secret apart', async () => {
    const fake = new FakeMemory();
    const { connection } = await new Connections(fake.memory()).add('Shop', STRING);
    assert.deepEqual(connection, {
      id: connection.id,
      name: 'Shop',
      host: 'shop.table.core.windows.net',
      origin: 'saved',
    });
    assert.ok(!JSON.stringify([...fake.state]).includes(KEY));
    assert.deepEqual([...fake.stored.values()], [STRING]);
    const again = await new Connections(fake.memory()).open(connection.id);
    assert.equal(again.kind, 'service');
    assert.equal(again.service.endpoint.account, 'shop');
  });

  it('are forgotten with their secret', async () => {
    const fake = new FakeMemory();
    const connections = new Connections(fake.memory());
    const { connection } = await connections.add('Shop', STRING);
    await connections.open(connection.id);
    await connections.remove(connection.id);
    assert.equal(fake.stored.size, 0);
    assert.deepEqual(await connections.open(connection.id), {
      kind: 'error',
      error: { kind: 'authentication', code: 'NoConnectionString' },
    });
  });

  it('show Azurite while it answers, and notice when it goes', async () => {
    const fake = await startFakeTableService({});
    const parsed = parseConnectionString(fake.connectionString);
    assert.equal(parsed.kind, 'endpoint');
    const connections = new Connections(new FakeMemory().memory(), parsed.endpoint);
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
    await connections.add('Shop', STRING);
    assert.deepEqual(await names(connections), ['Azurite', 'Shop']);
  });

  it('are not added with a connection string that is none', async () => {
    const fake = new FakeMemory();
    await assert.rejects(new Connections(fake.memory()).add('Shop', 'AccountName=shop'), RangeError);
    assert.equal(fake.stored.size + fake.state.size, 0);
  });
});

async function names(connections: Connections): Promise<string[]> {
  return (await connections.list()).map(({ connection }) => connection.name);
}
