import assert from 'node:assert/strict';
import { parseConnectionString } from './connection.ts';
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
