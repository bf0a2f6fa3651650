import assert from 'node:assert/strict';
import { present } from './labels.ts';
import type { Listing } from './listing.ts';
import { connectionNode, entityNode, partitionNode, tableNode } from './nodes.ts';
import type { BrowserNode } from './nodes.ts';
import type { World } from './presentation.ts';
import { readRow, type ReadRow } from '../../../test/support/read-row.ts';

const table = tableNode(connectionNode({ id: '1', name: 'Fake', host: 'fake', origin: 'saved' }), 'Claims');
const partition = partitionNode(table, { partitionKey: 'a', seen: 7, whole: true });
const entity = entityNode(partition, { partitionKey: 'a', rowKey: 'r', properties: [] });

const found = (children: readonly BrowserNode[], requests: number, more = false): Listing => ({
  children,
  requests,
  ...(more && { more: () => Promise.reject(new Error('not asked for')) }),
});

function shown(node: BrowserNode, listing: Listing | undefined, given: Partial<World>): ReadRow {
  return readRow(
    present(node, listing, {
      now: 0n,
      offsetAt: () => 0,
      declared: () => undefined,
      tableFilter: () => undefined,
      count: () => undefined,
      sizeOf: () => undefined,
      canStopAzurite: false,
      ...given,
    }),
  );
}

describe('what was counted to the end', () => {
  it('is told with its cost, and how much of it is listed, each number once', () => {
    const whole = (entities: number, ...sizes: [string, number][]): Partial<World> => {
      const partitions = { count: sizes.length, sizes: new Map(sizes) };
      return { count: () => ({ count: { entities, requests: 1, bytes: 0, partitions }, requests: 4 }) };
    };
    const textOf = (node: BrowserNode, listing: Listing | undefined, world: Partial<World>): string =>
      shown(node, listing, world).description;
    const all = whole(3_300, ['a', 3_000], ['b', 300]);
    const cost = 'counted 3,300 entities in 2 partitions, 4 requests';
    assert.equal(textOf(table, undefined, all), cost);
    assert.equal(textOf(table, found([partition], 2, true), all), `${cost} · 1 shown · 2 requests`);
    assert.equal(textOf(table, found([partition, partition], 3), all), `${cost} · all shown · 3 requests`);
    // deleted, or added, since
    assert.equal(textOf(table, found([partition], 3), all), `${cost} · 1 partition · 3 requests`);
    const three = found([partition, partition, partition], 3, true);
    assert.equal(textOf(table, three, all), `${cost} · 3+ partitions · 3 requests`);
    assert.equal(
      textOf(table, found([], 1), whole(0)),
      'counted 0 entities, 4 requests · 0 partitions · 1 request',
    );
    const one = whole(1, ['a', 1]);
    assert.equal(textOf(table, undefined, one), 'counted 1 entity in 1 partition, 4 requests');
    assert.equal(textOf(partition, undefined, one), 'counted 1 entity, 4 requests');
    assert.equal(
      textOf(partition, found([entity], 1), one),
      'counted 1 entity, 4 requests · all shown · 1 request',
    );
  });

  it('gives the partitions of a whole table their sizes', () => {
    const started = partitionNode(table, { partitionKey: 'b', seen: 730, whole: false });
    const world = { sizeOf: () => 5_090 };
    assert.equal(shown(started, undefined, {}).description, '730+ entities');
    const { description, tooltip } = shown(started, undefined, world);
    assert.equal(description, '5,090 entities');
    assert.match(tooltip, /5,090 entities, counted with all of the table/);
    const part = found(Array<BrowserNode>(800).fill(entity), 8, true);
    assert.equal(shown(started, part, world).description, '5,090 entities · 8 requests');
    assert.equal(shown(started, part, {}).description, '800+ entities · 8 requests');
  });
});
