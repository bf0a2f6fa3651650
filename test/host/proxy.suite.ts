import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { BrowserNode } from '../../src/extension/sidebar/nodes.ts';
import type { Api } from '../../src/extension/main.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { answering } from './answers.ts';

/** A name that stands for no machine: what is sent there arrives by way of the proxy alone. */
const ELSEWHERE = 'storage.invalid';

interface Proxy {
  readonly url: string;
  /** Hosts that were asked for. */
  readonly asked: string[];
  readonly stop: () => void;
}

describe('the proxy of the settings', () => {
  let fake: FakeTableService;
  let proxy: Proxy;
  let browser: Api['browser'];
  let connections: BrowserNode[];

  before(async () => {
    fake = await startFakeTableService({ Orders: [] });
    proxy = await startProxy(new URL(fake.url).port);
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
    const elsewhere = fake.connectionString.replace(new URL(fake.url).hostname, ELSEWHERE);
    connections = [
      await browser.connect('Behind a proxy', elsewhere),
      await browser.connect('Beside a proxy', fake.connectionString),
    ];
  });
  afterEach(() => set({ proxy: undefined, noProxy: undefined, proxySupport: undefined }));
  after(async () => {
    for (const node of connections) {
      await answering([{ press: 'Remove' }], () =>
        vscode.commands.executeCommand('partitionLens.disconnect', node),
      );
    }
    proxy.stop();
    await fake.stop();
  });

  // where it is “on”, VS Code leaves requests to their extension; where it is “override”, it sends them as it sees fit
  for (const proxySupport of ['on', 'override']) {
    it(`is gone through to what is not this machine where proxySupport is “${proxySupport}”`, async () => {
      await set({ proxy: proxy.url, proxySupport });
      assert.deepEqual(await shown(), ['Orders', 'Orders']);
      assert.deepEqual(proxy.asked, [host()]);
    });

    it(`is not gone through to a host that is left out, nor once it is not set, where proxySupport is “${proxySupport}”`, async () => {
      for (const others of [{ noProxy: [ELSEWHERE] }, { noProxy: ['invalid'] }, { proxy: '' }]) {
        await set({ proxy: proxy.url, noProxy: [], proxySupport, ...others });
        assert.deepEqual(await shown(), ['unreachable', 'Orders'], JSON.stringify(others));
      }
      assert.deepEqual(proxy.asked, []);
    });
  }

  it('is not gone through where proxySupport is “off”', async () => {
    await set({ proxy: proxy.url, proxySupport: 'off' });
    assert.deepEqual(await shown(), ['unreachable', 'Orders']);
    assert.deepEqual(proxy.asked, []);
  });

  it('leads to tables that are counted only when that was agreed to', async () => {
    await set({ proxy: proxy.url, proxySupport: 'on' });
    const [elsewhere, here] = await Promise.all(
      connections.map(async (node) => ((await browser.tree.getChildren(node)) ?? [])[0]),
    );
    const count = (node: BrowserNode | undefined): Thenable<unknown> =>
      vscode.commands.executeCommand('partitionLens.countEntities', node);
    proxy.asked.length = 0;
    const [asked] = await answering([{ press: '' }], () => count(elsewhere));
    assert.equal(asked?.message, `Count the entities of Orders of Behind a proxy (${host()})?`);
    assert.deepEqual(proxy.asked, []);
    const [, told] = await answering([{ press: 'Count' }], () => count(elsewhere));
    assert.equal(told?.message, 'Orders: 0 entities, 1 request');
    assert.deepEqual(proxy.asked, [host()]);
    await answering([], () => count(here));
  });

  function host(): string {
    return `${ELSEWHERE}:${new URL(fake.url).port}`;
  }

  /**
   * Changes settings of `http`, those of VS Code where they are undefined. The sidebar reads anew after each: by the proxy only once all
   * of them are as they shall be.
   */
  async function set({ proxy: url, ...others }: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [name, value] of [['proxy', ''], ...Object.entries(others), ['proxy', url]] as const) {
      const http = vscode.workspace.getConfiguration('http');
      await http.update(name, value, vscode.ConfigurationTarget.Global);
    }
    proxy.asked.length = 0;
  }

  /** The only row below each connection: a table, or what kept it from being read. */
  async function shown(): Promise<string[]> {
    const texts: string[] = [];
    for (const connection of connections) {
      const [row] = (await browser.tree.getChildren(connection)) ?? [];
      assert.ok(row?.kind === 'table' || row?.kind === 'failure', row?.kind);
      texts.push(row.kind === 'table' ? row.table : row.error.kind);
    }
    return texts;
  }
});

/** Sends on to this port of this machine what is for any other. */
async function startProxy(port: string): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { host, pathname, search } = new URL(request.url ?? '');
    asked.push(host);
    const { method, headers } = request;
    const sent = send(
      { host: '127.0.0.1', port, method, path: `${pathname}${search}`, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(sent);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
