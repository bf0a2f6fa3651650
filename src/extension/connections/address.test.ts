import assert from 'node:assert/strict';
import { parseConnectionString } from '../../data/connection.ts';
import { placeOf, readAccount, readSignedAddress, withAccountKey } from './address.ts';

const SIGNED = 'sv=2019-02-02&sp=r&sig=abc%3D';

describe('addresses of accounts', () => {
  it('are made of a name', () => {
    const address = readAccount(' shop01 ');
    assert.deepEqual(address, {
      kind: 'account',
      account: 'shop01',
      url: 'https://shop01.table.core.windows.net',
    });
  });

  it('may be of another cloud, of Cosmos DB, of an emulator', () => {
    const accounts = [
      'https://shop.table.core.usgovcloudapi.net/',
      'https://shop.table.cosmos.azure.com:443',
      'http://azurite:10002/shop',
    ].map(readAccount);
    assert.deepEqual(
      accounts.map((address) => address.kind === 'account' && [address.account, address.url]),
      [
        ['shop', 'https://shop.table.core.usgovcloudapi.net'],
        ['shop', 'https://shop.table.cosmos.azure.com'],
        ['shop', 'http://azurite:10002/shop'],
      ],
    );
  });

  it('are of the account alone, also where a table, a query or the secondary endpoint is named', () => {
    const address = readAccount('https://me:canary@shop-secondary.table.core.windows.net/Orders?a=b');
    assert.deepEqual(address, {
      kind: 'account',
      account: 'shop',
      url: 'https://shop-secondary.table.core.windows.net',
    });
    const local = readAccount('http://[::1]:10002/devstoreaccount1/');
    assert.deepEqual(local, {
      kind: 'account',
      account: 'devstoreaccount1',
      url: 'http://[::1]:10002/devstoreaccount1',
    });
  });

  it('become connection strings with the key', () => {
    const text = withAccountKey({ account: 'shop', url: 'https://shop.table.core.windows.net' }, ' a2V5 ');
    const parsed = parseConnectionString(text);
    assert.deepEqual(parsed.kind === 'endpoint' && parsed.endpoint, {
      url: 'https://shop.table.core.windows.net',
      account: 'shop',
      credential: { kind: 'key', key: 'a2V5' },
    });
  });

  for (const text of ['', 'My Shop', 'ftp://x', 'https://shop.blob.core.windows.net', 'https://10.0.0.1']) {
    it(`are not “${text}”`, () => {
      const address = readAccount(text);
      assert.equal(address.kind, 'invalid');
      assert.ok(address.message.length > 20);
    });
  }
});

describe('addresses with a signature', () => {
  const endpointOf = (text: string): string | undefined => {
    const address = readSignedAddress(text);
    if (address.kind === 'invalid') return undefined;
    const parsed = parseConnectionString(address.connectionString);
    return parsed.kind === 'endpoint' ? parsed.endpoint.url : undefined;
  };

  it('are of an account or of a table', () => {
    const account = 'https://shop.table.core.windows.net';
    assert.equal(endpointOf(`${account}/?${SIGNED}`), account);
    assert.equal(endpointOf(`${account}/Orders?tn=orders&${SIGNED}`), account);
    const emulator = 'http://127.0.0.1:10002/devstoreaccount1';
    assert.equal(endpointOf(`${emulator}/Orders?tn=Orders&${SIGNED}`), emulator);
    assert.equal(endpointOf(`${emulator}?${SIGNED}`), emulator);
  });

  it('are refused without one, and where they are of another service', () => {
    assert.equal(endpointOf('https://shop.table.core.windows.net'), undefined);
    assert.equal(endpointOf(`https://shop.queue.core.windows.net/?${SIGNED}`), undefined);
    assert.equal(endpointOf(SIGNED), undefined);
  });

  it('keep their secret out of what is said of them', () => {
    const address = readSignedAddress('https://shop.blob.core.windows.net/?sig=canary');
    assert.ok(address.kind === 'invalid' && !address.message.includes('canary'));
  });
});

describe('places of endpoints', () => {
  const places = {
    '127.0.0.1:10002': 'loopback',
    'localhost:10002': 'loopback',
    '[::1]:10002': 'loopback',
    'devstoreaccount1.table.localhost:10002': 'loopback',
    '[2001:db8::1]:10002': 'network',
    'shop.table.core.windows.net': 'azure',
    'shop.table.core.chinacloudapi.cn': 'azure',
    'shop.table.cosmos.azure.com': 'cosmos',
    'azurite:10002': 'network',
    '127.evil.example': 'network',
  };
  for (const [host, place] of Object.entries(places)) {
    it(`are ${place} for ${host}`, () => {
      assert.equal(placeOf(host), place);
    });
  }
});
