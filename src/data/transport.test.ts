import assert from 'node:assert/strict';
import { createHttpHeaders, createPipelineRequest } from '@azure/core-rest-pipeline';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import { openTestService } from '../../test/support/tables.ts';
import { listTables } from './tables.ts';
import { retryAfterOf } from './transport.ts';

function secondsOf(status: number, headers: Record<string, string>): number | undefined {
  const request = createPipelineRequest({ url: 'https://shop.table.core.windows.net' });
  return retryAfterOf({ status, headers: createHttpHeaders(headers), request });
}

describe('how long a busy service wants one to wait', () => {
  it('is told in seconds, as a date, or in milliseconds as Cosmos DB does', () => {
    assert.equal(secondsOf(503, { 'Retry-After': '7' }), 7);
    assert.equal(secondsOf(429, { 'x-ms-retry-after-ms': '1200', 'Retry-After': '9' }), 2);
    const date = secondsOf(503, { 'Retry-After': new Date(Date.now() + 60_000).toUTCString() });
    assert.ok(date !== undefined && date > 55 && date <= 60, `${date}`);
    assert.equal(secondsOf(503, { 'Retry-After': new Date(Date.now() - 60_000).toUTCString() }), 0);
  });

  it('is read as those read it who retry, in their order', () => {
    assert.equal(
      secondsOf(503, { 'retry-after-ms': '9000', 'x-ms-retry-after-ms': '1', 'Retry-After': '1' }),
      9,
    );
    assert.equal(secondsOf(429, { 'Retry-After': '1e9' }), 1_000_000_000);
    assert.equal(secondsOf(429, { 'Retry-After': '-5' }), 0);
    assert.equal(secondsOf(429, { 'Retry-After': 'Infinity' }), undefined);
  });

  it('is not known of what says nothing that can be read, nor asked of other answers', () => {
    assert.equal(secondsOf(503, {}), undefined);
    assert.equal(secondsOf(503, { 'Retry-After': 'soon' }), undefined);
    assert.equal(secondsOf(500, { 'Retry-After': '7' }), undefined);
  });

  it('is waited for where it is short', async () => {
    const fake = await startFakeTableService({ Orders: [] }, (number) =>
      number === 0 ? { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: 1 } : undefined,
    );
    try {
      const start = performance.now();
      const { items, requests } = await listTables(openTestService(fake.connectionString));
      assert.deepEqual([items, requests], [['Orders'], 2]);
      assert.ok(performance.now() - start > 950);
    } finally {
      await fake.stop();
    }
  });
});
