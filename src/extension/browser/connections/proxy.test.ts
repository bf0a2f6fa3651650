import assert from 'node:assert/strict';
import { proxyFor } from './proxy.ts';

describe('the proxy of a host', () => {
  const proxy = 'http://user:pw@proxy:8080';
  const host = 'shop.table.core.windows.net';

  it('is the one of the settings', () => {
    assert.equal(proxyFor(host, { proxy }), proxy);
    assert.equal(proxyFor(host, { proxy, support: 'override', noProxy: ['other.example'] }), proxy);
  });

  it('is none where the host is left out, the support is off, or it is no address', () => {
    assert.equal(proxyFor(host, {}), undefined);
    assert.equal(proxyFor(host, { proxy: '' }), undefined);
    assert.equal(proxyFor(host, { proxy, support: 'off' }), undefined);
    for (const entry of [host, '.windows.net', '*.windows.net', '*', 'SHOP.table.core.windows.net']) {
      assert.equal(proxyFor(host, { proxy, noProxy: [entry] }), undefined, entry);
    }
  });
});
