import assert from 'node:assert/strict';
import { isDevelopmentStorage, isLoopback, parseConnectionString } from './connection.ts';
import type { Endpoint } from './connection.ts';

function endpointOf(text: string): Endpoint {
  const parsed = parseConnectionString(text);
  assert.equal(parsed.kind, 'endpoint', `“${text}” should be accepted`);
  return parsed.endpoint;
}

function messageOf(text: string): string {
  const parsed = parseConnectionString(text);
  assert.equal(parsed.kind, 'invalid', `“${text}” should be rejected`);
  return parsed.message;
}

const KEY = Buffer.from('a key of no account').toString('base64');

describe('connection strings', () => {
  it('know the emulator', () => {
    for (const text of ['UseDevelopmentStorage=true', ' usedevelopmentstorage=TRUE; ']) {
      assert.equal(endpointOf(text).url, 'http://127.0.0.1:10002/devstoreaccount1');
    }
  });

  it('build the endpoint from the account', () => {
    const text = `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${KEY};EndpointSuffix=core.windows.net`;
    assert.deepEqual(endpointOf(text), {
      url: 'https://shop.table.core.windows.net',
      account: 'shop',
      credential: { kind: 'key', key: KEY },
    });
  });

  it('prefer the endpoint that is given, without the slash at its end', () => {
    const text = `AccountName=devstoreaccount1;AccountKey=${KEY};TableEndpoint=http://127.0.0.1:4711/devstoreaccount1/`;
    assert.equal(endpointOf(text).url, 'http://127.0.0.1:4711/devstoreaccount1');
  });

  it('take a shared access signature', () => {
    const sas = 'sv=2019-02-02&ss=t&sig=abc%3D';
    for (const signature of [sas, `?${sas}`]) {
      const text = `TableEndpoint=https://shop.table.core.windows.net/;SharedAccessSignature=${signature}`;
      assert.deepEqual(endpointOf(text), {
        url: 'https://shop.table.core.windows.net',
        account: 'shop',
        credential: { kind: 'sas', token: sas },
      });
    }
  });

  it('are read as they are copied: with blanks, line ends, quotes, any case, semicolons at their end', () => {
    const half = KEY.length / 2;
    const broken = `${KEY.slice(0, half)}\r\n  ${KEY.slice(half)}`;
    for (const text of [
      ` accountname = shop ; ACCOUNTKEY = ${broken} ;; `,
      `"AccountName=shop;AccountKey=${KEY}"`,
      `\tAccountName=shop;\nAccountKey=${KEY};\n`,
      `'AccountName=shop;AccountKey=${KEY};TableSecondaryEndpoint=https://shop-secondary.table.core.windows.net/;'`,
    ]) {
      assert.deepEqual(endpointOf(text), {
        url: 'https://shop.table.core.windows.net',
        account: 'shop',
        credential: { kind: 'key', key: KEY },
      });
    }
  });

  it('find the emulator on another host', () => {
    const proxied = 'UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://azurite:8080/';
    assert.equal(endpointOf(proxied).url, 'http://azurite:10002/devstoreaccount1');
    assert.ok(!isDevelopmentStorage(endpointOf(proxied)));
    assert.ok(isDevelopmentStorage(endpointOf('UseDevelopmentStorage=true')));
    assert.match(messageOf(proxied.replace('http://', '')), /DevelopmentStorageProxyUri/);
  });

  it('take of an endpoint where the account is', () => {
    const urlOf = (url: string): string =>
      endpointOf(`AccountName=shop;AccountKey=${KEY};TableEndpoint=${url}`).url;
    assert.equal(urlOf('http://[::1]:10002/shop//'), 'http://[::1]:10002/shop');
    assert.equal(
      urlOf('HTTPS://Shop.Table.core.windows.net/Orders?a=b#c'),
      'https://shop.table.core.windows.net',
    );
    assert.equal(urlOf('https://me:canary@host/shop/'), 'https://host/shop');
    const secondary =
      'TableEndpoint=https://shop-secondary.table.core.windows.net/;SharedAccessSignature=sig=x';
    assert.deepEqual(
      [endpointOf(secondary).url, endpointOf(secondary).account],
      ['https://shop-secondary.table.core.windows.net', 'shop'],
    );
    const cosmos =
      'TableEndpoint=https://a-secondary.table.cosmos.azure.com:443/;SharedAccessSignature=sig=x';
    assert.equal(endpointOf(cosmos).account, 'a-secondary');
    const named = endpointOf(
      'AccountName=shop;SharedAccessSignature=sig=x;EndpointSuffix=core.chinacloudapi.cn',
    );
    assert.equal(named.url, 'https://shop.table.core.chinacloudapi.cn');
  });

  it('are rejected where they are of other services', () => {
    const key = `AccountName=shop;AccountKey=${KEY}`;
    const blobs = 'BlobEndpoint=https://shop.blob.core.windows.net/';
    assert.match(messageOf(`${key};${blobs}`), /no TableEndpoint/);
    assert.match(messageOf(`${blobs};SharedAccessSignature=sig=x`), /no TableEndpoint/);
    assert.equal(
      endpointOf(`DefaultEndpointsProtocol=https;${key};${blobs}`).url,
      'https://shop.table.core.windows.net',
    );
    const azurite = `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${KEY};BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;`;
    assert.match(messageOf(azurite), /TableEndpoint=http:\/\/127\.0\.0\.1:10002\/devstoreaccount1/);
    assert.match(messageOf(`${key};TableEndpoint=https://shop.blob.core.windows.net`), /blob service/);
  });

  it('are rejected where the endpoint cannot be made of them', () => {
    const key = `AccountKey=${KEY}`;
    assert.match(messageOf(`AccountName=shop@evil.example/;${key}`), /AccountName/);
    assert.match(messageOf(`AccountName=shop;${key};DefaultEndpointsProtocol=ftp`), /ftp:\/\/shop/);
    assert.match(messageOf(`AccountName=shop;${key};EndpointSuffix=core windows<net`), /EndpointSuffix/);
  });

  it('are rejected with what is missing, and without the secret', () => {
    assert.match(messageOf(''), /UseDevelopmentStorage=true/);
    assert.match(messageOf('hello'), /Name=Value/);
    assert.match(messageOf('https://shop.table.core.windows.net/?sv=1&sig=x'), /signature \(SAS\)/);
    assert.match(messageOf(`AccountKey=${KEY}`), /AccountName/);
    assert.match(messageOf('AccountName=shop'), /AccountKey/);
    assert.match(messageOf('SharedAccessSignature=sig=x'), /TableEndpoint/);
    assert.match(messageOf('TableEndpoint=https://a.table.b;SharedAccessSignature=sv=1'), /sig/);
    assert.match(messageOf(`AccountName=shop;AccountKey=${KEY};TableEndpoint=ftp://x`), /TableEndpoint/);
    const cut = messageOf('AccountName=shop;AccountKey=c2VjcmV');
    assert.match(cut, /Base64/);
    assert.ok(!cut.includes('c2VjcmV'));
  });
});

describe('this machine', () => {
  it('is told by its names and addresses', () => {
    for (const host of [
      'localhost',
      'LOCALHOST:10002',
      'devstoreaccount1.table.localhost:10002',
      '127.0.0.2',
      '[::1]:1',
    ]) {
      assert.ok(isLoopback(host), host);
    }
    for (const host of ['localhost.example', 'mylocalhost', '127.0.0.1.example', '[2001:db8::1]:10002', '']) {
      assert.ok(!isLoopback(host), host);
    }
  });
});
