import assert from 'node:assert/strict';
import { readConfig } from '../../core/config/table-config.ts';
import type { Denial } from '../../data/denial.ts';
import type { DataError } from '../../data/error.ts';
import { grouped } from './grouping.ts';
import { present } from './labels.ts';
import type { Counted } from './row-texts.ts';

import type { Listing } from './listing.ts';
import {
  connectionNode,
  connectionNodes,
  entityNode,
  groupNode,
  partitionNode,
  propertyNode,
  rowsNode,
  searchNode,
  tableNode,
} from './nodes.ts';
import type { BrowserNode, Search, TableNode } from './nodes.ts';
import { tailOf } from './tail.ts';
import type { World } from './presentation.ts';
import { readRow, type ReadRow } from '../../../test/support/read-row.ts';

const AZURE = 'Azure · shop.table.core.windows.net';
const connection = connectionNode({
  id: '1',
  name: 'Shop',
  host: 'shop.table.core.windows.net',
  origin: 'saved',
});
const table = tableNode(connection, 'Claims');
const counted = tableNode(connection, 'Counted');
/** It was stopped, and gone on with. */
const STOPPED: Counted = {
  count: {
    entities: 1_000,
    requests: 1,
    bytes: 0,
    next: { token: undefined, entities: 1_000, partitions: { count: 1, sizes: new Map([['a', 1_000]]) } },
  },
  requests: 2,
};
const partition = partitionNode(table, { partitionKey: 'emp_000042', seen: 7, whole: true });
/** 2026-01-02T03:04:05.1234567Z, as `DateTime.MaxValue.Ticks − ticks`. */
const ticks = 621_355_968_000_000_000n + BigInt(Date.UTC(2026, 0, 2, 3, 4, 5)) * 10_000n + 1_234_567n;
const rowKey = String(3_155_378_975_999_999_999n - ticks);
const entity = entityNode(partition, {
  partitionKey: 'emp_000042',
  rowKey,
  timestamp: '2026-01-02T03:04:06.0000000Z',
  properties: [{ name: 'Amount', value: { type: 'Double', value: 120, text: '120.0' } }],
});

const found = (children: readonly BrowserNode[], requests: number, more = false): Listing => ({
  children,
  requests,
  ...(more && { more: () => Promise.reject(new Error('not asked for')) }),
});

function shown(node: BrowserNode, listing?: Listing, config = '', given: Partial<World> = {}): ReadRow {
  return readRow(
    present(node, listing, {
      now: ticks,
      offsetAt: () => 60,
      declared: (name) => readConfig(config).tables.get(name.toLowerCase()),
      tableFilter: () => undefined,
      count: (node) => (node === counted.id ? STOPPED : undefined),
      sizeOf: () => undefined,
      canStopAzurite: false,
      ...given,
    }),
  );
}

const DECLARED = `{ "tables": { "claims": {
  "partitionKey": { "separator": "_", "parts": [{ "constant": "emp" }, "padded-6"] },
  "rowKey": "inverted-ticks" } } }`;

describe('rows of a table with declared keys', () => {
  it('are read by the declaration, and offer to go to a time', () => {
    const { tooltip, context } = shown(partition, undefined, DECLARED);
    assert.match(tooltip, /padded to 6 digits: 42/);
    assert.equal(context, 'partition.timed');
    assert.equal(shown(table, undefined, DECLARED).context, 'table.timed');
    assert.equal(shown(table).context, 'table');
    assert.match(shown(entity, undefined, DECLARED).label, /^2026-01-02T03:04:05/);
    assert.equal(
      shown(table, undefined, DECLARED).tooltip,
      'PartitionKey is declared as emp_{padded-6}\nRowKey is declared as {inverted-ticks}',
    );
  });

  it('say of a key that does not fit that it does not', () => {
    const other = partitionNode(table, { partitionKey: 'dep_000042', seen: 1, whole: true });
    assert.match(
      shown(other, undefined, DECLARED).tooltip,
      /doesn't match the key that \.partitionlens\.json declares/,
    );
    assert.doesNotMatch(shown(other).tooltip, /declares/);
  });

  it('say where a listing begins', () => {
    const rows = rowsNode(partition, 'emp_000042', { kind: 'from', from: rowKey });
    assert.equal(shown(rows, undefined, DECLARED).label, 'Up to 2026-01-02T03:04:05.1234567Z, newest first');
    assert.equal(shown(rows).label, `From “${rowKey}” on`);
    const of = (search: Search): string => shown(rowsNode(partition, 'emp_000042', search), undefined).label;
    assert.equal(of({ kind: 'exact', key: 'r1' }), 'Row “r1”');
    assert.equal(of({ kind: 'prefix', prefix: 'r' }), 'Rows that start with “r”');
    const days = '{"tables":{"Claims":{"partitionKey":{"separator":"_","parts":["yyyyMMdd",{}]}}}}';
    const search = searchNode(table, { kind: 'from', from: '20260102' });
    assert.equal(shown(search, undefined, days).label, 'From 2026-01-02 on');
  });
});

describe('counts', () => {
  it('stand on the row that was counted', () => {
    assert.equal(shown(counted).description, 'counted over 1,000 entities, 2 requests');
    const listed = shown(counted, found([partition], 2)).description;
    assert.equal(listed, 'counted over 1,000 entities, 2 requests · 1 partition · 2 requests');
    assert.equal(shown(table).description, '');
  });
});

describe('groups', () => {
  it('say how many rows they have, groups within included', () => {
    const series = { kind: 'series', base: 'Logs', first: '2025', last: '2026' } as const;
    const inner = groupNode(connection, 'a', series, () => [table, table]);
    const { label, description, context } = shown(groupNode(connection, 'b', series, () => [table, inner]));
    assert.deepEqual([label, description, context], ['Logs…', '2025 – 2026 · 3 tables', 'group.series']);
    const read = { children: [], requests: 1 };
    const more = { ...read, more: () => Promise.resolve(read) };
    assert.equal(shown(inner, read).description, '2025 – 2026 · 2 tables');
    assert.equal(shown(inner, more).description, '2025 – 2026 · 2+ tables');
    const type = groupNode(partition, 'c', { kind: 'type', type: '' }, () => [entity]);
    assert.deepEqual([shown(type).label, shown(type).description], ['(no type)', '1 entity']);
    const prefix = groupNode(table, 'd', { kind: 'prefix', prefix: 'p00' }, () => [partition]);
    assert.deepEqual([shown(prefix).label, shown(prefix).description], ['p00…', '1 partition']);
  });

  it('can go on only at the end of what is sorted', () => {
    const rows = (at: TableNode): BrowserNode[] =>
      ['a1', 'a2', 'b1'].map((partitionKey) => partitionNode(at, { partitionKey, seen: 1, whole: true }));
    const descriptions = (at: TableNode): string[] => {
      const [first, second, third] = rows(at);
      assert.ok(first && second && third);
      const groups = [
        groupNode(at, 'a', { kind: 'prefix', prefix: 'a' }, () => [first, second]),
        groupNode(at, 'b', { kind: 'prefix', prefix: 'b' }, () => [third]),
      ];
      return groups.map((node) => shown(node, found([first, second, third], 3, true)).description);
    };
    assert.deepEqual(descriptions(table), ['2 partitions', '1+ partitions']);
    const cosmos = { ...connection.connection, host: 'shop.table.cosmos.azure.com' };
    const unsorted = tableNode(connectionNode(cosmos), 'Claims');
    assert.deepEqual(descriptions(unsorted), ['2+ partitions', '1+ partitions']);
  });

  it('show entities by their types, and none that all are of', () => {
    const of = (type: string, row: string): BrowserNode =>
      entityNode(partition, {
        partitionKey: 'p',
        rowKey: row,
        properties: [{ name: 'Kind', value: { type: 'String', value: type } }],
      });
    const mixed = grouped(partition, [of('A', '1'), of('B', '2'), of('A', '3'), of('B', '4')], undefined);
    assert.deepEqual(
      mixed.map((node) => node.kind === 'group' && [shown(node).label, node.children.length]),
      [
        ['A', 2],
        ['B', 2],
      ],
    );
    const alike = [of('A', '1'), of('A', '2')];
    assert.equal(grouped(partition, alike, undefined), alike);
    const declared = readConfig('{"tables":{"T":{"entityType":{"property":"Sort"}}}}').tables.get('t');
    assert.equal(grouped(partition, [of('A', '1'), of('B', '2')], declared).length, 2);
  });

  it('show tables by their series in place of the first', () => {
    const tables = ['A', 'L2024', 'L2025', 'L2026', 'M'].map((name) => tableNode(connection, name));
    const labels = grouped(connection, tables, undefined).map((node) => shown(node).label);
    assert.deepEqual(labels, ['A', 'L…', 'M']);
  });
});

describe('rows of the tree', () => {
  it('say where a connection leads and what listing it cost', () => {
    assert.equal(shown(connection).description, 'Azure · shop.table.core.windows.net');
    assert.equal(
      shown(connection, found([table], 1)).description,
      'Azure · shop.table.core.windows.net · 1 table · 1 request',
    );
    assert.equal(shown(connection).context, 'connection.saved');
  });

  it('count nothing where a failure was all there was', () => {
    const stopped = { kind: 'refused', host: 'x' } as const;
    const again = { ...found([], 1, true), stopped };
    const { description, icon, tooltip } = shown(connection, again);
    assert.equal(description, 'Azure · shop.table.core.windows.net · 1 request');
    assert.equal(icon, 'warning');
    assert.match(tooltip, /No response from x/);
    assert.equal(shown(table, again).description, '1 request');
    assert.equal(shown(partition, again).description, '7 entities · 1 request');
    const before = { ...again, former: [entity, entity] };
    assert.equal(shown(partition, before).description, '7 entities · 1 request');
    const tables = { ...again, former: [table, table] };
    assert.equal(shown(connection, tables).description, `${AZURE} · 2+ tables · 1 request`);
    assert.equal(shown(table, { ...again, children: [partition] }).description, '1+ partitions · 1 request');
  });

  it('start expanded if they are the only connection, or Azurite', () => {
    const info = (id: string, origin: 'azurite' | 'saved') => ({ id, name: id, host: id, origin });
    const expanded = (...infos: Parameters<typeof connectionNodes>[0]): boolean[] =>
      connectionNodes(infos).map(({ startsExpanded }) => startsExpanded);
    assert.deepEqual(expanded(info('a', 'saved')), [true]);
    assert.deepEqual(expanded(info('a', 'saved'), info('b', 'saved')), [false, false]);
    assert.deepEqual(expanded(info('z', 'azurite'), info('a', 'saved')), [true, false]);
  });

  it('have numbers with their thousands set apart', () => {
    const all = Array<BrowserNode>(50_000).fill(partition);
    assert.equal(shown(table, found(all, 1_001)).description, '50,000 partitions · 1,001 requests');
    const large = partitionNode(table, { partitionKey: 'x', seen: 1_000, whole: false });
    assert.equal(shown(large).description, '1,000+ entities');
    const paused = { ...found(all, 1_001, true), stopped: { kind: 'budget', requests: 1_000 } } as const;
    const [tail] = tailOf(table, paused);
    assert.ok(tail);
    assert.equal(shown(tail).label, '1,000 requests used, continue?');
  });

  it('say of Azure Cosmos DB that it does not sort', () => {
    const host = 'shop.table.cosmos.azure.com';
    const cosmos = tableNode(connectionNode({ id: '2', name: 'C', host, origin: 'saved' }), 'Claims');
    assert.equal(shown(cosmos, found([partition], 2)).description, '1 partition · 2 requests · not sorted');
    assert.match(shown(cosmos).tooltip, /doesn't sort by key/);
    // a tooltip that says nothing new would only cover the partitions
    assert.equal(shown(table).tooltip, '');
  });

  it('say how many partitions there are, as far as that is known', () => {
    const hundred = Array<BrowserNode>(100).fill(partition);
    assert.equal(shown(table).description, '');
    assert.equal(shown(table, found(hundred, 3, true)).description, '100+ partitions · 3 requests');
    assert.equal(shown(table, found([partition], 2)).description, '1 partition · 2 requests');
  });

  it('keep keys raw, with what was counted beside them, and no number that is in them anyhow', () => {
    const { label, description, tooltip } = shown(partition);
    assert.equal(label, 'emp_000042');
    assert.equal(description, '7 entities');
    assert.match(tooltip, /padded to 6 digits: 42/);
    const large = partitionNode(table, { partitionKey: 'x', seen: 100, whole: false });
    assert.equal(shown(large).description, '100+ entities');
  });

  it('show blanks before and behind a key', () => {
    const blank = partitionNode(table, { partitionKey: ' a  b', seen: 1, whole: true });
    assert.equal(shown(blank).label, '␣a  b');
    assert.match(shown(blank).tooltip, /^PartitionKey: {2}a {2}b$/m);
  });

  it('know as many entities of a partition as before while a first page of it is listed', () => {
    const large = partitionNode(table, { partitionKey: 'x', seen: 500, whole: true });
    const page = Array<BrowserNode>(100).fill(entity);
    assert.equal(shown(large, found(page, 1, true)).description, '500 entities · 1 request');
    const all = Array<BrowserNode>(600).fill(entity);
    assert.equal(shown(large, found(all, 2, true)).description, '600+ entities · 2 requests');
    assert.equal(shown(large, found(all, 3)).description, '600 entities · 3 requests');
  });

  it('say how many tables a filter lets through', () => {
    const tables = ['Orders', 'Claims', 'OLDORDERS'].map((name) => tableNode(connection, name));
    const of = (more: boolean, tableFilter: string): string =>
      shown(connection, found(tables, 1, more), '', { tableFilter: () => tableFilter }).description;
    assert.equal(of(false, 'order'), `${AZURE} · names with “order” · 2 of 3 tables · 1 request`);
    assert.equal(of(true, 'x'), `${AZURE} · names with “x” · 0 of 3+ tables · 1 request`);
  });

  it('offer to stop Azurite where that helps', () => {
    const azurite = connectionNode({ id: '2', name: 'Azurite', host: '127.0.0.1:10002', origin: 'azurite' });
    const of = (canStopAzurite: boolean): string => shown(azurite, undefined, '', { canStopAzurite }).context;
    assert.deepEqual([of(true), of(false)], ['connection.azurite.stoppable', 'connection.azurite']);
    assert.equal(shown(connection, undefined, '', { canStopAzurite: true }).context, 'connection.saved');
  });

  it('name the encoding of a time, in UTC and in local time', () => {
    const { label, description, tooltip } = shown(entity);
    assert.equal(label, '2026-01-02T03:04:05.123456Z');
    assert.equal(description, rowKey);
    assert.match(
      tooltip,
      /MaxValue\.Ticks − ticks\): 2026-01-02T03:04:05\.1234567Z, local time 2026-01-02T04:04:05\.1234567\+01:00/,
    );
    assert.match(tooltip, /Written 2026-01-02T03:04:06\.0000000Z/);
  });

  it('show the empty key as such', () => {
    assert.equal(
      shown(partitionNode(table, { partitionKey: '', seen: 1, whole: true })).label,
      '(empty key)',
    );
  });

  it('show values exactly, with their type unless it is String', () => {
    const row = (value: Parameters<typeof propertyNode>[1]['value']): string =>
      shown(propertyNode(entity, { name: 'Value', value })).description;
    assert.equal(row({ type: 'Double', value: 123, text: '123.0' }), '123.0 · Double');
    assert.equal(row({ type: 'Int64', value: 9007199254740993n }), '9007199254740993 · Int64');
    assert.equal(row({ type: 'Binary', value: '00FF' }), '00FF · Binary');
    assert.equal(row({ type: 'String', value: 'two\nlines' }), 'two lines');
    assert.equal(row({ type: 'String', value: 'x'.repeat(300) }).length, 201);
  });

  it('end a list with what is left to do', () => {
    const hundred = Array<BrowserNode>(100).fill(partition);
    const [more] = tailOf(table, found(hundred, 3, true));
    assert.ok(more);
    assert.deepEqual(
      [shown(more).label, shown(more).description],
      ['Show more', '100 partitions · 3 requests'],
    );
    assert.deepEqual(tailOf(table, found(hundred, 3)), []);
    const [empty] = tailOf(searchNode(table, { kind: 'exact', key: 'x' }), found([], 1));
    assert.ok(empty);
    assert.deepEqual([shown(empty).label, shown(empty).description], ['No such partition', '1 request']);
  });

  it('say what happened and what to do, for every error', () => {
    const denied = (denial: Denial): DataError => ({ kind: 'authentication', code: 'X', denial });
    const errors: readonly (readonly [DataError, RegExp, RegExp, RegExp])[] = [
      [{ kind: 'refused', host: '127.0.0.1:10002' }, /start it/, /No response from 127/, /Start/],
      [{ kind: 'unreachable', host: 'x', code: 'ENOTFOUND' }, /network/, /ENOTFOUND/, /network/],
      [
        { kind: 'authentication', code: 'AuthenticationFailed' },
        /connect again/,
        /denied/,
        /connection string/,
      ],
      [
        { kind: 'authentication', code: 'NoConnectionString', denial: { kind: 'no-secret' } },
        /^No secret: connect again/,
        /^The secret of the connection isn't on this computer/,
        /Connect again/,
      ],
      [
        { kind: 'authentication', code: 'OutsideOfSignature', denial: { kind: 'signature-bounds' } },
        /^Outside the signature’s keys/,
        /^This is outside the keys/,
        /in the range/,
      ],
      [denied({ kind: 'clock', minutes: 20 }), /set the clock/, /denied/, /20 minutes fast/],
      [denied({ kind: 'network' }), /network/, /denied/, /firewall/],
      [denied({ kind: 'signature-address', addresses: '10.0.0.1' }), /network/, /denied/, /10\.0\.0\.1/],
      [denied({ kind: 'signature-early', on: '2026-01-01T00:00:00.000Z' }), /wait/, /denied/, /Wait/],
      [denied({ kind: 'signed-out' }), /sign in/, /denied/, /Sign in/],
      [denied({ kind: 'role' }), /role/, /denied/, /role/],
      [denied({ kind: 'signature-https' }), /connect again/, /denied/, /https/],
      [{ kind: 'invalid-answer', host: 'x' }, /endpoint/, /table service/, /endpoint/],
      [{ kind: 'not-found', code: 'TableNotFound' }, /refresh/, /TableNotFound/, /Refresh/],
      [{ kind: 'throttled', status: 503 }, /wait/, /busy/, /Wait/],
      [{ kind: 'bad-request', code: 'InvalidInput' }, /endpoint/, /InvalidInput/, /endpoint/],
      [{ kind: 'cancelled' }, /continue/, /Cancelled/, /continue at any time/],
      [{ kind: 'budget', requests: 200 }, /continue/, /200 requests/, /continue at any time/],
      [{ kind: 'other', code: 'HTTP 500' }, /retry/, /HTTP 500/, /log/],
    ];
    for (const [error, todo, message, advice] of errors) {
      const [failure] = tailOf(table, { ...found([], 2), stopped: error });
      assert.ok(failure);
      const { label, description, tooltip, context } = shown(failure);
      assert.match(label, todo);
      assert.ok(label.length <= 30, `“${label}” is too long for 300 px`);
      assert.match(description, message);
      assert.match(tooltip, advice);
      assert.equal(context, `failure.${error.kind}`);
    }
  });

  it('have ids that no key can make alike', () => {
    const keys = ['', 'a', 'a/entity"b"', '"', 'prefix a'];
    const ids = [
      ...keys.map((partitionKey) => partitionNode(table, { partitionKey, seen: 1, whole: true }).id),
      ...keys.map((key) => searchNode(table, { kind: 'exact', key }).id),
      ...keys.map((prefix) => searchNode(table, { kind: 'prefix', prefix }).id),
      entityNode(partitionNode(table, { partitionKey: 'a', seen: 1, whole: true }), {
        ...entity.entity,
        rowKey: 'b',
      }).id,
    ];
    assert.equal(new Set(ids).size, ids.length);
  });
});
