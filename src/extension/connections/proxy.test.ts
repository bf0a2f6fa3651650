import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeMemory, surroundings } from '../../../test/support/connection-memory.ts';
import type { ServiceOptions } from '../../data/service.ts';
import { listTables } from '../../data/tables.ts';
import { AZURITE_ID, Connections } from './connections.ts';
import { proxyFor } from './proxy.ts';

describe('the proxy of an address', () => {
  const proxy = 'http://user:pw@proxy:8080';
  const address = new URL('https://shop.table.core.windows.net/Orders');

  it('is the one of the settings', () => {
    assert.equal(proxyFor(address, { proxy }), proxy);
    for (const entry of ['other.example', 'ows.net', 'windows.net:80', 'table', '', ' ', '*.']) {
      assert.equal(proxyFor(address, { proxy, support: 'override', noProxy: [entry] }), proxy, entry);
    }
  });

  it('is that of the environment, if there is one, where none is set, the support is off, or it is no address', () => {
    for (const settings of [{}, { proxy: '' }, { proxy, support: 'off' }, { proxy: 'proxy' }]) {
      assert.equal(proxyFor(address, settings), undefined, JSON.stringify(settings));
    }
  });

  it('is none where the host, or one above it, is left out', () => {
    const { host } = address;
    const above = ['windows.net', '.windows.net', '*.windows.net', ' windows.net:443 ', '*', '*:443'];
    for (const entry of [host, 'SHOP.table.core.windows.net', ...above]) {
      assert.equal(proxyFor(address, { proxy, noProxy: ['other.example', entry] }), false, entry);
    }
    assert.equal(
      proxyFor(new URL('http://storage:10002/shop'), { proxy, noProxy: ['storage:10002'] }),
      false,
    );
    assert.equal(proxyFor(new URL('http://[fd00::1]/shop'), { proxy, noProxy: ['[fd00::1]:80'] }), false);
    assert.equal(proxyFor(address, { noProxy: [host] }), false);
  });
});

describe('connections with a proxy', () => {
  let server: Server;
  let proxy: string;
  /** Addresses that were asked for. */
  let seen: string[];

  beforeEach(async () => {
    seen = [];
    server = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.end('{"value":[{"TableName":"Orders"}]}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  it('go through the one of the settings, unless they are on this machine', async () => {
    const hosts: string[] = [];
    const tables = await tablesBy(({ host }) => {
      hosts.push(host);
      return proxy;
    });
    assert.deepEqual(tables, ['Orders']);
    assert.match(seen[0] ?? '', /^http:\/\/storage\.invalid:10002\/shop\/Tables/);
    assert.deepEqual(hosts, ['storage.invalid:10002']);
  });

  it('go through that of the environment where the settings name none, unless their host is left out', async () => {
    const { HTTPS_PROXY } = process.env;
    process.env.HTTPS_PROXY = proxy;
    try {
      assert.deepEqual(await tablesBy(() => false), 'unreachable');
      assert.deepEqual(seen, []);
      assert.deepEqual(await tablesBy(() => undefined), ['Orders']);
      assert.equal(seen.length, 1);
    } finally {
      if (HTTPS_PROXY === undefined) delete process.env.HTTPS_PROXY;
      else process.env.HTTPS_PROXY = HTTPS_PROXY;
    }
  });

  /** The tables of an account elsewhere, or what kept them from being read; Azurite's is opened, too. */
  async function tablesBy(
    proxyOf: (address: URL) => ServiceOptions['proxy'],
  ): Promise<readonly string[] | string> {
    const connections = new Connections(new FakeMemory().memory(), surroundings({ proxyFor: proxyOf }));
    const key = Buffer.from('a key of no account').toString('base64');
    const connectionString = `AccountName=shop;AccountKey=${key};TableEndpoint=http://storage.invalid:10002/shop`;
    const { id } = await connections.add({ name: 'Elsewhere', connectionString });
    assert.equal((await connections.open(AZURITE_ID)).kind, 'service');
    const opened = await connections.open(id);
    assert.ok(opened.kind === 'service');
    const { items, stopped } = await listTables(opened.service);
    return stopped?.kind ?? items;
  }
});
